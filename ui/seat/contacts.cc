#include "net/sockets/address.h"
#include "proto/limits.h"
#include "rules/json_full.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"

/// The contacts of a seat's person: who of the members is one, and how others become some.

namespace fairdeal::seat {
namespace {

/// Returns what is known of a member now, for the file.
home::KeptContact entry_of(const Model& model, Seat seat) {
  const TableSight& table = *model.table();
  const auto& member = table.table->charter().member(seat);
  home::KeptContact entry{.name = member.nickname,
                          .key = member.key.public_key(),
                          .relays = table.relays,
                          .met = model.sight.day};
  if (const auto& address = table.members.at(seat.value).address;
      sockets::Address::parse(address) && address.size() <= proto::kAddressBytesMax)
    entry.addresses.push_back(address);
  return entry;
}

}  // namespace

void meet(Model& model, Seat seat, SeatEffects& out) {
  if (!is_contact(model, seat)) {
    if (model.setup.options.keep) out.add(KeepMember{seat});
    return;
  }
  home::KeptContact entry = entry_of(model, seat);
  const std::string address = entry.addresses.empty() ? "" : entry.addresses.front();
  if (model.people.contacts.met(entry.key, entry.met, entry.relays, address))
    out.add(NoteMet{std::move(entry)});
}

void hear(Model& model, const session::KeepAsked& asked, SeatEffects& out) {
  out.tell("keep_asked", {{"seat", asked.seat.value}});
  if (model.setup.options.keep) return out.add(KeepMember{asked.seat});
  const std::string& name = model.name_of(asked.seat);
  out.say(words::said("keep_asked", {{"who", words::name(name)}}));
}

void hear(Model& model, session::KeepAgreed& agreed, SeatEffects& out) {
  home::KeptContact entry = entry_of(model, agreed.seat);
  entry.secret = std::move(agreed.secret);
  out.add(KeepInFile{agreed.seat, std::move(entry)});
}

void hear(Model& model, ContactsRead& read, SeatEffects&) {
  model.people.contacts = std::move(read.contacts);
}

void hear(Model& model, const ContactsUnchanged& unchanged, SeatEffects& out) {
  if (std::exchange(model.people.contacts_lost, true)) return;
  const words::Failure& failure = unchanged.failure;
  const std::string why = words::printable(failure.message + " " + failure.hint);
  out.say(words::said("contacts_unchanged", {{"why", words::text(why)}}));
}

void hear(Model& model, const MemberKept& kept, SeatEffects& out) {
  out.tell("kept", {{"seat", kept.seat.value}, {"name", kept.name}});
  out.say(words::said(
      "kept", {{"who", words::name(model.name_of(kept.seat))}, {"name", words::name(kept.name)}}));
}

}  // namespace fairdeal::seat
