// The people of a cash evening: the bank opens each break, everybody who has no chips buys some,
// and the tables follow one another.
#include <algorithm>

#include "base/check.h"
#include "runtime/state/evening.h"
#include "tests/sim/tables_person.h"

namespace fairdeal::sim {

using meet::EveningFile;

namespace {

/// The chips that a person buys who has none.
constexpr proto::Chips kBuys = 500;
/// How long a break lasts at most. The first one waits for everybody.
constexpr Duration kBreak{20'000}, kFirstBreak{120'000};

/// Returns the chips that an account has; 0 if there is none.
proto::Chips kept_by(const proto::Evening& evening, const crypto::PublicKey& key) {
  const auto* account = state::account_of(evening.accounts, key);
  return account != nullptr ? account->kept : 0;
}

}  // namespace

/// Returns the first table of an evening.
meet::Offer Tables::evening_offer(const Person& person) const {
  proto::Evening evening{.bank = person.key.public_key(),
                         .buy_in_min = kBuys,
                         .buy_in_max = kBuys,
                         .room = static_cast<std::uint32_t>(options_.seats)};
  evening.id.bytes.fill(static_cast<std::byte>(person.life));  // each start begins another evening
  meet::Offer offer{"holdem", R"({"big_blind":100,"hands":1,"small_blind":50})", options_.seats};
  offer.terms = [evening](proto::Terms& terms) { terms.evening = evening; };
  offer.evening = meet::BreakOffer{.opens = now_, .starts_at = now_ + kFirstBreak};
  return offer;
}

/// Returns the next table, with what the bank's file has of this break.
meet::Offer Tables::break_offer(const Person& person) const {
  proto::Terms terms = person.last->terms;
  const auto file = person.kept.find(
      meet::evening_file(terms.evening->id, terms.evening->bank, EveningFile::bank));
  if (file != person.kept.end()) {
    const auto kept = meet::read_evening(file->second);
    CHECK(kept);
    if (kept->terms.continues == terms.continues) {
      terms.evening->orders = kept->terms.evening->orders;
      terms.evening->withdrawn = kept->terms.evening->withdrawn;
    }
  }
  meet::Offer offer{terms.module, terms.params, terms.seats, terms.witnesses,
                    [terms](proto::Terms& all) { all = terms; }};
  if (person.box) offer.lobby_secret = person.box->secret;
  offer.evening = meet::BreakOffer{.last = person.last, .opens = now_, .starts_at = now_ + kBreak};
  return offer;
}

/// Gives a guest's program what it remembers: the end of the last table, or its file.
void Tables::remember_evening(const Person& person, party::Member::Config& config) const {
  config.guest.look_first = true;
  for (const auto& [name, bytes] : person.kept) {
    if (!name.ends_with(".guest")) continue;
    const auto read = meet::read_evening(bytes);
    CHECK(read);
    meet::EveningMemory memory{read->terms, {}};
    if (person.last && person.last->terms.evening->id == read->terms.evening->id) {
      const proto::Terms& seen = person.last->terms;
      if (seen.evening->table > memory.terms.evening->table) memory = {seen, person.last};
      if (seen.continues == memory.terms.continues) memory.last = person.last;
    }
    config.guest.evenings.push_back(std::move(memory));
  }
  if (!person.last) return;
  config.seeking.next = true;
  config.seeking.reach_max = Duration{90'000};
}

/// Sits down in the break that is shown, and buys chips if this person has none.
void Tables::sit_with_chips(Person& person) {
  const std::size_t index = person_of(person.key.public_key());
  const party::Gathering* gathering = person.member->gathering();
  if (gathering == nullptr || gathering->formed()) return;
  if (const meet::GuestLobby* guest = gathering->guest()) {
    if (!guest->gathering() || guest->proposed()) return;
    take(index, person.member->agree());
  }
  gathering = person.member->gathering();
  if (!person.alive || gathering == nullptr || is_last_break(person)) return;
  const proto::Gathering known = gathering->gathering();
  const crypto::PublicKey me = person.key.public_key();
  const bool ordered = (gathering->guest() != nullptr && gathering->guest()->placed()) ||
                       std::ranges::any_of(known.terms.evening->orders, [&](const auto& order) {
                         return order.order.key == me;
                       });
  if (ordered || kept_by(*known.terms.evening, me) > 0) return;
  auto effects = person.member->order_chips(kBuys, now_);
  if (effects) take(index, *std::move(effects));
}

/// Starts the next table once all people sit here with chips, and ends the evening after the last.
void Tables::start_when_all_sit(std::size_t index) {
  sit_with_chips(*people_[index]);
  at(now_ + Duration{1'000}, index, [this, index](Person& person) {
    const party::Gathering* gathering = person.member->gathering();
    if (gathering == nullptr || !gathering->is_host() || gathering->formed()) return;
    if (is_last_break(person)) return take(index, person.member->close_evening(now_));
    const proto::Gathering known = gathering->gathering();
    if (known.nicknames.size() == options_.seats && known.standing.empty())
      if (auto effects = person.member->start_table(now_)) take(index, *std::move(effects));
    if (person.alive) start_when_all_sit(index);
  });
}

/// Checks that nobody has bought chips twice, or bought some while they had others.
void Tables::check_orders(const Person& person, const proto::Charter& charter) {
  const std::size_t index = person_of(person.key.public_key());
  std::set<crypto::PublicKey> buyers;
  for (const proto::SignedOrder& order : charter.evening->orders) {
    if (!buyers.insert(order.order.key).second) broke(index, "somebody has bought twice");
    if (kept_by(*charter.evening, order.order.key) > 0) broke(index, "who has chips has bought");
    if (order.order.chips != kBuys) broke(index, "somebody has bought other chips");
  }
  if (person.last && person.last->terms.evening->accounts != charter.evening->accounts)
    broke(index, "a table begins with other accounts than the last one left");
}

void Tables::hear_in_evening(Person& person, const party::Tell& told) {
  const std::size_t index = person_of(person.key.public_key());
  if (std::holds_alternative<proto::Gathering>(told.event))
    at(now_ + draw(1, 500), index, [this](Person& it) { sit_with_chips(it); });
  if (std::holds_alternative<party::TableBegan>(told.event))
    check_orders(person, person.member->node()->table().charter());
  const auto* news = std::get_if<meet::LobbyNews>(&told.event);
  if (news != nullptr && news->what == meet::LobbyNews::What::over)
    at(now_, index, [this](Person& it) { end_for_good(it); });
}

/// Keeps what a person has of a table that is over, and returns whether it is.
bool Tables::goes_to_break(Person& person) {
  const node::Node* node = person.member->node();
  if (options_.evening == 0 || node == nullptr || !node->table().over()) return false;
  note_match(person, node->table());
  person.last = meet::break_after(node->table());
  if (person.disk) person.matches.back().disk = *person.disk->load();
  person.disk.reset();
  person.tries = 0;
  return true;
}

bool Tables::is_last_break(const Person& person) const {
  return person.last && person.last->terms.evening->table > options_.evening;
}

void Tables::end_for_good(Person& person) {
  close_all(person_of(person.key.public_key()));
  person.alive = false;
  person.over = true;
}

/// Lets a person whose program has ended come to the break after that table, or come again.
void Tables::end_in_evening(Person& person) {
  const std::size_t index = person_of(person.key.public_key());
  const bool was_last = is_last_break(person);
  if (goes_to_break(person) && person.ends_at == 0) person.ends_at = person.performed;
  close_all(index);
  person.alive = false;
  const bool is_spent = was_last || ++person.tries >= kTriesMax;
  if (is_spent) return end_for_good(person);
  at(now_ + draw(50, 1'000), [this, index] { begin(index); });
}

}  // namespace fairdeal::sim
