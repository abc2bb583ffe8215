#include <algorithm>

#include "net/sockets/clock.h"
#include "proto/key_words.h"
#include "proto/name.h"
#include "rules/json_full.h"
#include "ui/seat/seat.h"

/// The contacts of a seat's person: who of the members is one, and how others become some.
namespace fairdeal::apps {

std::string SeatAtTable::shown_name(const proto::Member& member) const {
  const bool me = member.key == identity_.key.public_key();
  return me ? member.nickname : contacts_.shown(member.key.public_key(), member.nickname);
}

bool SeatAtTable::is_contact(Seat seat) const {
  const auto* node = session_->node();
  return node != nullptr &&
         contacts_.with(node->table().charter().member(seat).key.public_key()) != nullptr;
}

/// Changes the contacts in the file and here. If that fails, the person is told once.
void SeatAtTable::change_contacts(
    const std::function<std::optional<Failure>(ContactList&)>& change) {
  if (!contacts_file_) return;
  auto failure = contacts_file_->change(change);
  if (!failure) {
    auto changed = contacts_file_->load();
    if (changed)
      contacts_ = *std::move(changed);
    else
      failure = changed.error();
  }
  if (failure && !std::exchange(contacts_lost_, true))
    say("Your contacts are not changed: " + printable(failure->message + " " + failure->hint));
}

/// Returns what is known of a member now, for the file.
KeptContact SeatAtTable::entry_of(Seat seat) const {
  const auto& member = session_->node()->table().charter().member(seat);
  KeptContact entry{.name = member.nickname,
                    .key = member.key.public_key(),
                    .met = runtime::day_of(net::utc_ms())};
  if (const auto box = session_->box()) entry.relays = box->relays;
  if (const auto address = session_->address_of(seat);
      net::Address::parse(address) && address.size() <= proto::kAddressBytesMax)
    entry.addresses.push_back(address);
  return entry;
}

/// Notes that a member is here, if it is a contact; else keeps it, if the options say so.
void SeatAtTable::meet(Seat seat) {
  if (!is_contact(seat)) {
    if (options_.keep) (void)session_->keep_contact(seat);
    return;
  }
  const KeptContact entry = entry_of(seat);
  const std::string address = entry.addresses.empty() ? "" : entry.addresses.front();
  if (contacts_.met(entry.key, entry.met, entry.relays, address))
    change_contacts([&](ContactList& contacts) -> std::optional<Failure> {
      contacts.met(entry.key, entry.met, entry.relays, address);
      return {};
    });
}

void SeatAtTable::on(const net::KeepAsked& asked) {
  const Seat seat = asked.seat;
  event("keep_asked", {{"seat", seat.value}});
  if (options_.keep) return (void)session_->keep_contact(seat);
  const std::string& name = (*names_)[seat];
  say(name + " would like to keep you as a contact. Type keep " + name +
      " if you want that, too; otherwise nothing is kept.");
}

void SeatAtTable::on(const net::KeepAgreed& agreed) {
  const Seat seat = agreed.seat;
  std::string name;
  change_contacts([&](ContactList& contacts) -> std::optional<Failure> {
    KeptContact entry = entry_of(seat);
    entry.secret = agreed.secret.clone();
    const auto kept = contacts.keep(std::move(entry));
    if (!kept)
      return Failure{Exit::usage, "too_many_contacts", "There are too many: " + kept.error().about,
                     "fairdeal contacts forget NAME makes room."};
    name = *kept;
    return {};
  });
  if (name.empty()) return;
  event("kept", {{"seat", seat.value}, {"name", name}});
  say((*names_)[seat] + " is your contact now, and you are a contact there. You call it " + name +
      ": fairdeal join '" + name + "', or host --invite '" + name + "'.");
}

/// Returns the other member that a person means: by the name on the screen, the nickname or the
/// first key words. Without a word, the only other one. Errors: bad_parameters.
Result<Seat> SeatAtTable::member_called(const std::string& who) const {
  const auto& charter = session_->node()->table().charter();
  std::vector<Seat> shown, called;
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    const proto::Member& member = charter.member(Seat(i));
    if (Seat(i) == session_->node()->me()) continue;
    const std::string words = proto::key_words(member.key.public_key(), proto::kKeyWordsToDecide);
    const bool named = proto::name_problem(who).empty() && proto::same_name(who, member.nickname);
    if ((*names_)[Seat(i)] == who) shown.push_back(Seat(i));
    if (who.empty() || named || (words + " ").starts_with(who + " ")) called.push_back(Seat(i));
  }
  const auto& meant = shown.empty() ? called : shown;
  if (meant.size() == 1) return meant.front();
  if (who.empty()) return fail(Fault::bad_parameters, "say whom: keep NAME");
  return fail(Fault::bad_parameters, (meant.empty() ? "nobody" : "more than one") +
                                         std::string(" here is called '") + who + "'");
}

/// Carries out `keep NAME`. Returns whether the line was that command.
bool SeatAtTable::keeps(const std::string& line) {
  const auto space = line.find(' ');
  if (session_->node() == nullptr || word_typed(line.substr(0, space)) != "keep") return false;
  problem_.clear();
  std::string who = space == std::string::npos ? "" : line.substr(space + 1);
  while (!who.empty() && who.back() <= ' ') who.pop_back();
  while (!who.empty() && who.front() <= ' ') who.erase(0, 1);
  const auto seat = member_called(who);
  const auto done = seat ? session_->keep_contact(*seat) : Result<>(fail(seat.error()));
  if (!done) {
    problem_ = printable(done.error().about);
    if (!terminal_.in_place()) say(problem_ + ".");
  } else if (!is_contact(*seat)) {
    say((*names_)[*seat] + " is told that you want to keep each other. Nothing is kept unless " +
        (*names_)[*seat] + " says so, too.");
  }
  return true;
}

}  // namespace fairdeal::apps
