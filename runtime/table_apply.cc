#include <algorithm>
#include <concepts>

#include "base/check.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/vss.h"
#include "proto/limits.h"
#include "runtime/applying.h"

namespace fairdeal::runtime {
namespace {

using crypto::Point;
using crypto::Purpose;

/// Rules that want more than this without needing anybody's entry would go on for ever.
constexpr int kFreeStepsMax = 10'000;

Point sum(const std::map<Seat, Point>& shares) {
  Point total;
  for (const auto& [seat, share] : shares) total = total + share;
  return total;
}

bool asks_for_shares(const Stage& stage) {
  return std::visit(
      []<class S>(const S&) {
        return std::same_as<S, Decrypting> || std::same_as<S, Rolling> ||
               std::same_as<S, Recovering> || std::same_as<S, HandingOver>;
      },
      stage);
}

}  // namespace

Result<Table> Table::after(const consensus::Record& record) const {
  CHECK(record.answers.size() == slots().size());
  Table next = *this;
  next.events_.clear();
  FD_TRY((Applying{next, *this, record}.run()));
  next.step_ = step_.next();
  next.digest_ = next.state_digest();
  next.head_ = consensus::next_head(head_, {consensus::digest(record), next.digest_});
  return next;
}

/// The state before step 0.
Result<> Table::begin() {
  const Table before = *this;
  const consensus::Record nothing{step_, head_, {}};
  FD_TRY((Applying{*this, before, nothing}.settle({})));
  digest_ = state_digest();
  return {};
}

/// Applies one record. Absences and convictions come before the stage: the stage is answered by
/// those who are still there, and every peer counts them from the same record, so all agree on who
/// votes on the next step without a message about it (docs/agreement.md).
Result<> Applying::run() const {
  FD_TRY(count_answers());
  go_without_word();
  take_attached();
  FD_TRY(auto next, std::visit(*this, before.stage_));
  return settle(std::move(next));
}

/// Runs through the stages in which nobody owes an entry, or only seats that are gone, and stops at
/// the first one that needs an entry.
Result<> Applying::settle(std::optional<Stage> next) const {
  const consensus::Record nothing{before.step_, before.head_, {}};
  for (int i = 0; i < kFreeStepsMax; ++i) {
    if (!next) {
      FD_TRY(next, wanted());
      if (!next) continue;
    }
    table.stage_ = *std::move(next);
    if (!table.over() && table.quorum().voters.empty()) return end_without_voters();
    if (table.over() || !table.slots().empty()) {
      if (asks_for_shares(table.stage_)) table.deal_->asked = true;
      look_ahead();
      return {};
    }
    const Stage stage = table.stage_;
    FD_TRY(next, (std::visit(Applying{table, before, nothing}, stage)));
  }
  return fail(Fault::not_wanted, "the rules go on for ever");
}

// ---- The opening of a deal

/// Who is silent here is out, and the others go on: nothing hangs on its key.
Applying::Next Applying::operator()(const CollectingKeys&) const {
  for (const Seat seat : table.next_->owe_keys().list())
    if (const auto* p = given<proto::KeyPayload>(seat)) take_key(seat, *p);
  const SeatSet silent = table.next_->owe_keys();
  table.next_->members = table.next_->members - silent;
  FD_TRY(goes_out(silent));
  return std::nullopt;
}

/// Who is silent here is out, and so are the keys that it would have shared in.
Applying::Next Applying::operator()(const DealingShares&) const {
  for (const Seat seat : table.next_->owe_shares().list())
    if (const auto* p = given<proto::SharesPayload>(seat)) table.next_->dealings.emplace(seat, *p);
  FD_TRY(goes_out(table.next_->owe_shares()));
  return std::nullopt;
}

// ---- Cards

Applying::Next Applying::operator()(const Decrypting& s) const {
  for (const Seat seat : all_seats().list()) {
    const auto* p = given<proto::DecryptPayload>(seat);
    if (p == nullptr) continue;
    const auto owed = before.owed(seat);
    for (std::size_t k = 0; k < owed.size(); ++k)
      table.cards_.at(s.cards[owed[k]].slot).shares.emplace(seat, p->shares[k]);
  }
  return show_or_recover(s);
}

Applying::Next Applying::show_or_recover(const Decrypting& s) const {
  table.stage_ = s;
  SeatSet missing;
  for (const Seat seat : all_seats().list())
    if (!table.owed(seat).empty()) missing.insert(seat);
  if (!missing.empty()) return recover({s, {}, missing});
  FD_TRY(show(s));
  return std::nullopt;
}

Result<> Applying::show(const Decrypting& s) const {
  for (const auto& [slot, to] : s.cards) {
    Card& card = table.cards_.at(slot);
    if (to) {
      card.dealt_to = to;
      FD_TRY(happens(rules::Dealt{slot, *to}));
    } else {
      const Point M = card.masked.B - sum(card.shares);
      card.face = crypto::face_of(M, table.faces_);
      if (!card.face)
        return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
      FD_TRY(happens(rules::Shown{slot, *card.face}));
    }
  }
  return {};
}

// ---- Coins

Applying::Next Applying::operator()(const Rolling& s) const {
  std::vector<std::map<Seat, Point>> shares(s.coins.size());
  for (const Seat seat : all_seats().list()) {
    const auto* p = given<proto::CoinPayload>(seat);
    if (p == nullptr) continue;
    const auto owed = before.owed(seat);
    for (std::size_t k = 0; k < owed.size(); ++k) shares[owed[k]].emplace(seat, p->shares[k]);
  }
  return roll_or_recover(s, std::move(shares));
}

Applying::Next Applying::roll_or_recover(const Rolling& s,
                                         std::vector<std::map<Seat, Point>> shares) const {
  table.stage_ = s;
  SeatSet missing;
  for (const Seat seat : all_seats().list())
    for (const std::size_t i : table.owed(seat))
      if (!shares[i].contains(seat)) missing.insert(seat);
  if (!missing.empty()) return recover({s, std::move(shares), missing});
  FD_TRY(roll(s, std::move(shares)));
  return std::nullopt;
}

Result<> Applying::roll(const Rolling& s, std::vector<std::map<Seat, Point>> shares) const {
  for (std::size_t i = 0; i < s.coins.size(); ++i) {
    const Coin& coin = s.coins[i];
    if (coin.for_whom == Coin::For::one) {
      table.private_rolls_.insert_or_assign(coin.seat, PrivateRoll{coin, shares[i]});
      FD_TRY(happens(rules::RolledFor{coin.seat}));
      continue;
    }
    if (coin.for_whom == Coin::For::shown)
      shares[i].merge(table.private_rolls_.extract(coin.seat).mapped().shares);
    auto values = roll_dice(coin.dice, crypto::coin_value(coin.context, sum(shares[i])));
    FD_TRY(coin.for_whom == Coin::For::all
               ? happens(rules::Rolled{std::move(values)})
               : happens(rules::DiceShown{coin.seat, std::move(values)}));
  }
  return {};
}

// ---- Shares of absent seats (docs/cards.md, recovery)

Applying::Next Applying::recover(Recovering stage) const {
  if (!table.recovers(stage.missing)) return give_up(stage.missing);
  return Stage(std::move(stage));
}

Applying::Next Applying::operator()(const Recovering& s) const {
  const std::size_t needed = before.deal_->recovery;  // a complaint may end it with this record
  std::vector<Seat> helpers;
  std::vector<const proto::RecoverPayload*> given_by;
  for (const Seat seat : (table.deal_->members - s.missing).list()) {
    const auto* p = given<proto::RecoverPayload>(seat);
    if (p == nullptr || helpers.size() == needed) continue;
    helpers.push_back(seat);
    given_by.push_back(p);
  }
  if (helpers.size() < needed) {
    SeatSet by = s.missing;  // and who was asked to make its shares, and did not
    for (const consensus::EntrySlot& slot : before.slots())
      if (given<proto::RecoverPayload>(slot.seat) == nullptr) by.insert(slot.seat);
    return give_up(by);
  }

  auto coins = s.coins;
  const auto missing = s.missing.list();
  for (std::size_t m = 0; m < missing.size(); ++m) {
    const auto owed = before.owed(missing[m]);
    for (std::size_t k = 0; k < owed.size(); ++k) {
      std::vector<Point> shares;
      for (const auto* p : given_by) shares.push_back(p->shares[m].shares[k]);
      const Point share = crypto::combine_shares(helpers, shares);
      if (const auto* decrypting = std::get_if<Decrypting>(&s.what))
        table.cards_.at(decrypting->cards[owed[k]].slot).shares.emplace(missing[m], share);
      else
        coins[owed[k]].emplace(missing[m], share);
    }
  }
  if (const auto* decrypting = std::get_if<Decrypting>(&s.what))
    return show_or_recover(*decrypting);
  return roll_or_recover(std::get<Rolling>(s.what), std::move(coins));
}

// ---- What who left, or folded by absence, gives the others (docs/dealing.md)

/// A deck that `next` puts away needs nobody.
std::optional<Stage> Applying::hand_over(const rules::Want& next) const {
  const auto* shuffle = std::get_if<rules::WantShuffle>(&next);
  const auto put_away = [&](CardSlot slot) {
    return shuffle != nullptr && !shuffle->faces.empty() &&
           std::ranges::count(shuffle->slots, slot) != 0;
  };
  HandingOver stage;
  for (const Seat seat : all_seats().list()) {
    if (!table.still_answers(seat) && !table.owes_locks(seat)) continue;
    auto slots = table.handed_over(seat);
    std::erase_if(slots, put_away);
    if (!slots.empty()) stage.cards.emplace(seat, std::move(slots));
  }
  if (stage.cards.empty()) return {};
  return Stage(std::move(stage));
}

Applying::Next Applying::operator()(const HandingOver& s) const {
  for (const auto& [seat, slots] : s.cards) {
    const auto* p = given<proto::DecryptPayload>(seat);
    if (p == nullptr) table.withheld_.insert(seat);
    for (std::size_t i = 0; p != nullptr && i < slots.size(); ++i)
      table.cards_.at(slots[i]).shares.emplace(seat, p->shares[i]);
  }
  return std::nullopt;
}

/// Nobody is left to decide another step: the match is void.
Result<> Applying::end_without_voters() const {
  if (!table.game_.result()) FD_TRY(happens(rules::Void{all_seats()}));
  table.stage_ = Over{};
  return {};
}

/// What was wanted can never come true: the rules settle against `by`. Rolls that nobody has
/// opened count for nothing any more.
Applying::Next Applying::give_up(SeatSet by) const {
  FD_TRY(happens(rules::Void{by.empty() ? all_seats() : by}));
  table.private_rolls_.clear();
  if (table.next_ && table.next_->wanted) table.next_.reset();
  return std::nullopt;
}

/// One alone makes no order and no roll that it did not choose: the rules settle against all who
/// are out. Where they are gone, no other hand is begun either.
Applying::Next Applying::settle_alone() const {
  const SeatSet others = all_seats() - table.in();
  if (table.present().size() > 1) return give_up(others);
  FD_TRY(give_up(others));
  if (!table.game_.wants().empty()) FD_TRY(give_up(all_seats()));
  return Stage(Ending{});
}

// ---- Moves, and dice by commit and reveal

Applying::Next Applying::operator()(const Committing& s) const {
  Revealing revealing{s, before.place(), {}};
  SeatSet absent;
  for (const Seat seat : s.seats) {
    if (const auto* p = given<proto::CommitPayload>(seat))
      revealing.commitments.emplace(seat, p->commitment);
    else
      absent.insert(seat);
  }
  if (absent.empty()) return Stage(std::move(revealing));
  // Nobody has revealed: all others commit anew, and nobody has chosen anything.
  if (s.dice.empty()) return absent_from_move(absent.list());
  FD_TRY(goes_out(absent));
  return std::nullopt;
}

Applying::Next Applying::operator()(const Revealing& s) const {
  return s.what.dice.empty() ? moved_together(s) : rolled_together(s);
}

/// A move that was revealed stands, and whoever did not reveal is absent: it has seen the others'.
Applying::Next Applying::moved_together(const Revealing& s) const {
  rules::MovedTogether<rules::Action> together;
  for (const auto& [seat, commitment] : s.commitments)
    if (const auto* p = given<proto::RevealPayload>(seat); p != nullptr && !p->value.empty())
      together.moves.emplace(seat, rules::Action{std::string(as_text(p->value))});
  if (together.moves.empty()) return absent_from_move(s.what.seats);
  FD_TRY(happens(std::move(together)));
  return std::nullopt;
}

/// Whoever withholds its value after seeing the others' does not get another roll.
Applying::Next Applying::rolled_together(const Revealing& s) const {
  std::vector<ByteArray<32>> values;
  SeatSet missing;
  for (const auto& [seat, commitment] : s.commitments) {
    if (const auto* p = given<proto::RevealPayload>(seat))
      std::ranges::copy(p->value, values.emplace_back().begin());
    else
      missing.insert(seat);
  }
  if (!missing.empty()) return give_up(missing);
  const auto context = crypto::context(s.place, crypto::kNobody, Purpose::commit);
  FD_TRY(happens(rules::Rolled{roll_dice(s.what.dice, crypto::joint_value(context, values))}));
  return std::nullopt;
}

Applying::Next Applying::operator()(const Moving& s) const {
  const auto* p = given<proto::MovePayload>(s.seat);
  if (p == nullptr || p->action.empty()) return absent_from_move({s.seat});
  FD_TRY(happens(rules::Moved<rules::Action>{s.seat, {p->action}}));
  if (p->locks) {
    const auto slots = before.handed_over(s.seat);
    for (std::size_t i = 0; i < slots.size(); ++i)
      table.cards_.at(slots[i]).shares.emplace(s.seat, p->locks->shares[i]);
  }
  return std::nullopt;
}

/// Each becomes what the rules say, as long as its move is still wanted then. A program that lives,
/// or leaves, says `none`, and nobody opens its cards.
Applying::Next Applying::absent_from_move(const std::vector<Seat>& seats) const {
  for (const Seat seat : seats)
    if (const auto active = table.game_.active(); std::ranges::count(active, seat) != 0)
      FD_TRY(happens(rules::Absent{
          .seat = seat, .opens = !said_something(seat) && table.recovers(SeatSet::of({seat}))}));
  return std::nullopt;
}

Applying::Next Applying::operator()(const Ending&) const { return Stage(Over{}); }

Applying::Next Applying::operator()(const Over&) const {
  return fail(Fault::not_wanted, "the match is over");
}

Result<> Applying::happens(rules::AnyEvent event) const {
  FD_TRY(table.game_, table.game_.after(event));
  table.events_.push_back(std::move(event));
  return {};
}

}  // namespace fairdeal::runtime
