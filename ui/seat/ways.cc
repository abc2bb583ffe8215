#include <algorithm>
#include <cstdlib>

#include "rules/json_full.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/fault_words.h"
#include "ui/words/printable.h"
#include "ui/words/rung_words.h"

/// By which ways a seat reaches the others: codes, relays, paths, and what keeps them apart.

namespace fairdeal::seat {
namespace {

/// Returns the sentence that shows the link beside a code that somebody attacks; "" without a link.
words::Said with_link(const Model& model, const words::Said& said) {
  const std::string& link = model.gathering.invitation;
  if (link.empty()) return said;
  return words::said("with_link", {{"said", words::sentence(said)}, {"link", words::text(link)}});
}

/// Shows the link as a QR code, for a friend beside the screen, unless the person wants none.
void show_link_code(const Model& model, SeatEffects& out) {
  const std::string& link = model.gathering.invitation;
  if (model.setup.options.qr && !link.empty()) out.add(ShowQr{link});
}

/// Returns whether the words of such an error say all, without a sentence on the fault.
bool speaks_for_itself(Fault fault) {
  constexpr Fault kThese[] = {Fault::incomplete,     Fault::not_wanted,   Fault::other_identity,
                              Fault::hung_up,        Fault::nobody_there, Fault::no_answer,
                              Fault::unknown_version};
  return std::ranges::count(kThese, fault) > 0;
}

/// Tells a script by what kind of path a member is reached, whenever that is another than before.
void tell_path(Model& model, Seat seat, channel::Rung rung, SeatEffects& out) {
  const auto was = std::exchange(model.people.rungs[seat], rung);
  if (was == rung) return;
  const auto& path = model.table()->members.at(seat.value).path;
  const auto rtt = path ? path->round_trip : std::nullopt;
  out.tell("path", {{"seat", seat.value},
                    {"rung", words::rung_name(rung)},
                    {"rtt_ms", rtt ? words::Json(rtt->ms) : words::Json()},
                    {"was", was ? words::Json(words::rung_name(*was)) : words::Json()}});
}

}  // namespace

// ---- Codes

void tell_code(const Model& model, SeatEffects& out) {
  const std::string& code = model.gathering.code;
  if (code.empty())
    return out.say(model.setup.options.relays.empty() ? words::said("code_takes_relay")
                                                      : words::said("no_code_now"));
  out.say(words::said("code", {{"code", words::text(code)}}));
  out.say(words::said("code_how"));
}

void hear(Model& model, const session::CodeOffered& offered, SeatEffects& out) {
  model.gathering.code = offered.code;
  out.tell("code", {{"code", model.gathering.code}});
  tell_code(model, out);
}

namespace {

void tell_wrong_code(std::int64_t tries, bool asks, SeatEffects& out) {
  const words::Values values{{"n", words::count(tries)},
                             {"of", words::count(meet::CodeHost::kGuessesMax)}};
  out.say(asks ? words::said("wrong_code", values) : words::said("wrong_code_unasked", values));
}

}  // namespace

void hear(Model& model, const meet::CodeNews& news, SeatEffects& out) {
  using What = meet::CodeNews::What;
  const bool person = model.setup.person();
  const bool goes_on = news.what == What::wrong_code || news.what == What::busy;
  if (!goes_on || (news.what == What::wrong_code && !person)) model.gathering.code.clear();
  switch (news.what) {
    case What::wrong_code:
      out.tell("wrong_code", {{"count", news.count}});
      return tell_wrong_code(static_cast<std::int64_t>(news.count), person, out);
    case What::burned:
      out.tell("code_burned", words::Json::object());
      return out.say(words::said("code_burned"));
    case What::send_link:
      out.tell("code_burned", words::Json::object());
      out.say(with_link(model, words::said("code_burned_last")));
      return show_link_code(model, out);
    case What::busy:
      out.tell("code_busy", {{"link", model.gathering.invitation}});
      out.say(with_link(model, words::said("code_busy")));
      return show_link_code(model, out);
    case What::expired:
      out.tell("code_expired", words::Json::object());
      return out.say(words::said("code_expired"));
  }
}

// ---- Relays, clocks and the machine

void hear(Model&, const session::RelayDown& relay, SeatEffects& out) {
  const std::string why = words::printable(relay.trouble.error.about);
  out.tell("relay", {{"relay", relay.url.text()},
                     {"step", signaling::name(relay.trouble.what)},
                     {"message", why}});
  out.say(words::said("relay_down",
                      {{"relay", words::text(relay.url.text())}, {"why", words::text(why)}}));
}

void hear(Model&, const session::RelayBusy& relay, SeatEffects& out) {
  out.tell("relay_work", {{"relay", relay.url.text()}});
  out.say(words::said("relay_busy", {{"relay", words::text(relay.url.text())}}));
}

namespace {

void tell_clock(const std::string& who, Duration ahead, SeatEffects& out) {
  const words::Values values{{"who", words::name(who)},
                             {"seconds", words::count(std::abs(ahead.ms) / 1000)}};
  out.say(ahead.ms < 0 ? words::said("clock_behind", values) : words::said("clock_ahead", values));
}

}  // namespace

/// Tells the person once of each member that its clock and ours keep the two apart.
void hear(Model& model, const session::ClockAhead& clock, SeatEffects& out) {
  const auto& [member, ahead] = clock;
  out.tell("clock", {{"key", member.hex()}, {"ahead_ms", ahead.ms}});
  const auto* table = model.table();
  if (table == nullptr || !model.people.clocks_said.insert(member).second) return;
  const auto& charter = table->table->charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == member) tell_clock(model.name_of(Seat(i)), ahead, out);
}

void hear(Model&, const reach::MachineWatch::News& news, SeatEffects& out) {
  if (news.slept) {
    const std::int64_t seconds = news.slept->ms / 1000;
    out.tell("slept", {{"seconds", seconds}});
    out.say(words::said("slept", {{"seconds", words::count(seconds)}}));
  } else {
    out.tell("moved", words::Json::object());
    out.say(words::said("moved_network"));
  }
}

// ---- Links

void hear(Model& model, const session::PathChanged& path, SeatEffects& out) {
  tell_path(model, path.seat, path.rung, out);
}

void hear(Model&, const session::OnlyRelayed& relayed, SeatEffects& out) {
  out.tell("relay_only", {{"seat", relayed.seat.value},
                          {"why", reach::name(relayed.why)},
                          {"message", words::punch_said(relayed.why).text()}});
}

void hear(Model& model, const session::LinkChanged& link, SeatEffects& out) {
  const auto [seat, up] = link;
  const TableSight& table = *model.table();
  if (up) meet(model, seat, out);
  if (table.table->over()) return;
  if (up) model.people.met.insert(seat);
  if (const auto& path = table.members.at(seat.value).path; up && path)
    tell_path(model, seat, path->rung, out);
  if (!up && table.standing(seat).left()) return;
  if (up)
    model.people.lost.erase(seat);
  else
    model.people.lost.emplace(seat, model.sight.now);
  tell_links(model, out);
}

void tell_links(Model& model, SeatEffects& out) {
  auto& people = model.people;
  if (!people.names) return;
  for (std::uint32_t i = 0; i < people.names->size(); ++i) {
    const Seat seat(i);
    if (people.lost.contains(seat) == people.lost_said.contains(seat)) continue;
    const auto [last, first] = people.link_said_at.try_emplace(seat, model.sight.now);
    if (!first && model.sight.now - last->second < kRepeatAfter) continue;
    last->second = model.sight.now;
    if (people.lost_said.erase(seat) == 0) people.lost_said.insert(seat);
    const bool lost = people.lost_said.contains(seat);
    out.add(Tell{lost ? "lost" : "back", {{"seat", seat.value}}, Tell::To::log});
    const bool returned = people.returned_said.erase(seat) > 0 && !lost;
    if (returned) continue;  // that they play again says more
    const words::Values who{{"who", words::name(model.name_of(seat))}};
    out.say(lost ? words::said("lost_contact", who) : words::said("is_back", who));
  }
}

void hear(Model& model, const session::PeerRefused& refused, SeatEffects& out) {
  const auto& [where, error] = refused;
  const auto& names = model.people.names;
  const bool is_member = names && std::ranges::count(names->all(), words::printable(where)) > 0;
  if (const auto* table = model.table())
    if (table->table->over() || error.fault == Fault::incomplete ||
        error.fault == Fault::nobody_there || error.fault == Fault::no_answer)
      return;
  // Those who wait for the break of an evening call again and again.
  const bool is_refused = error.fault == Fault::hung_up || error.fault == Fault::not_wanted;
  if (is_refused && !is_member && (model.table() != nullptr || waits_for_break(model))) return;
  const auto [last, first] =
      model.people.refusal_said_at.try_emplace(is_member ? where : "", model.sight.now);
  if (!first && model.sight.now - last->second < kRepeatAfter) return;
  last->second = model.sight.now;
  const bool speaks = speaks_for_itself(error.fault);
  const std::string why = speaks ? error.about : fairdeal::describe(error);
  out.add(Tell{"refused", {{"name", name(error.fault)}, {"why", why}}, Tell::To::log});
  words::Said::Value told = words::fault_value(error);
  if (speaks) told.text = words::printable(why);
  out.say(words::said("peer_refused",
                      {{"where", words::text(words::printable(where))}, {"why", told}}));
}

}  // namespace fairdeal::seat
