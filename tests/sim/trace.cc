#include <iomanip>
#include <ostream>

#include "base/overloaded.h"
#include "proto/codec.h"
#include "tests/sim/reach.h"
#include "tests/sim/trial.h"

namespace fairdeal::sim {
namespace {

std::string outcome_text(const std::optional<proto::Outcome>& outcome) {
  return outcome ? outcome->record.hex().substr(0, 6) : "nil";
}

std::string record_text(const std::vector<proto::Answer>& record) {
  std::string text;
  for (const auto& answer : record)
    text += std::visit(
        Overloaded{
            [](const proto::Envelope& e) { return " " + std::to_string(e.by.value); },
            [](const proto::AbsentSeat& a) { return " absent:" + std::to_string(a.seat.value); },
            [](const proto::WrongEntry& w) {
              return " wrong:" + std::to_string(w.envelope.by.value);
            }},
        answer);
  return text;
}

}  // namespace

std::optional<std::string> text_of(const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  if (!message) return "nonsense";
  if (const auto* e = std::get_if<proto::EntryFrame>(&*message)) {
    const auto entry = proto::decode_entry(e->envelope.body);
    if (!entry) return "an entry that is none";
    return "entry of " + seat_text(e->envelope.by) + ", step " + std::to_string(entry->step.value) +
           ": " + name(proto::kind_of(entry->payload)) +
           (entry->attachments.empty() ? "" : " with attachments");
  }
  if (const auto* v = std::get_if<proto::VoteFrame>(&*message)) {
    const auto vote = proto::decode_vote(v->envelope.body);
    if (!vote) return "a vote that is none";
    return (vote->phase == proto::Phase::prevote ? "prevote of " : "precommit of ") +
           seat_text(v->envelope.by) + ", step " + std::to_string(vote->step.value) + ", round " +
           std::to_string(vote->round.value) + ": " + outcome_text(vote->outcome) +
           (vote->proved ? " proved in " + std::to_string(vote->proved->value) : "");
  }
  if (const auto* p = std::get_if<proto::ProposalFrame>(&*message)) {
    const auto proposal = proto::decode_proposal(p->envelope.body);
    if (!proposal) return "a proposal that is none";
    return "proposal of " + seat_text(p->envelope.by) + ", step " +
           std::to_string(proposal->step.value) + ", round " +
           std::to_string(proposal->round.value) + ":" + record_text(p->record) +
           (proposal->proved ? ", proved in " + std::to_string(proposal->proved->value) : "") +
           ", " + std::to_string(p->votes.size()) + " votes";
  }
  if (const auto* s = std::get_if<proto::Status>(&*message))
    return "status: step " + std::to_string(s->step.value) + ", round " +
           std::to_string(s->round.value) + (s->proposal ? ", has the proposal" : "") +
           (s->asks ? ", asks" : "");
  if (const auto* r = std::get_if<proto::Recall>(&*message))
    return "recall: step " + std::to_string(r->step.value) + ", " +
           std::to_string(r->statements.size()) + " statements";
  if (const auto* d = std::get_if<proto::Decided>(&*message))
    return "decided: step " + std::to_string(d->step.value) + ":" + record_text(d->record);
  if (const auto* q = std::get_if<proto::HistoryQuery>(&*message))
    return "where do we part: step " + std::to_string(q->step.value) + ", " +
           std::to_string(q->heads.size()) + " heads";
  if (const auto* a = std::get_if<proto::HistoryAnswer>(&*message))
    return "history: step " + std::to_string(a->decided.step.value);
  if (std::holds_alternative<proto::PresenceFrame>(*message)) return "presence";
  if (std::holds_alternative<proto::PassedFrame>(*message)) return "passed shuffle";
  return {};
}

std::optional<std::string> text_of(const node::Notice& notice) {
  using Text = std::optional<std::string>;
  return std::visit(
      Overloaded{[](const node::StepDecided& d) -> Text {
                   std::string absent;
                   for (const Seat one : d.absent) absent += ", without " + seat_text(one);
                   return step_text(d.step) + " is decided" + absent;
                 },
                 [](const node::Refused& r) -> Text { return "refuses: " + describe(r.error); },
                 [](const node::Equivocated& e) -> Text {
                   return seat_text(e.seat) + " contradicts itself";
                 },
                 [](const node::StandingChanged& s) -> Text {
                   return seat_text(s.seat) + (s.convicted ? " is convicted"
                                               : s.gone    ? " is gone"
                                                           : " is back");
                 },
                 [](const node::RoundBegan& r) -> Text {
                   return "round " + std::to_string(r.round.value);
                 },
                 [](const node::Halted& h) -> Text { return "stops: " + describe(h.error); },
                 [](const node::Finished&) -> Text { return "finished"; },
                 [](const auto&) -> Text { return {}; }},
      notice);
}

std::ostream& Trace::line(const World& world) {
  return out_ << std::setw(9) << world.now().ms << " ms  ";
}

void Trace::on_deliver(World& world, Seat from, Seat to, const Bytes& frame) {
  if (!frames_) return;
  if (const auto text = text_of(frame))
    line(world) << from.value << " → " << to.value << "  " << *text << "\n";
}

void Trace::on_notice(World& world, Seat seat, const node::Notice& notice) {
  if (const auto text = text_of(notice)) line(world) << seat_text(seat) << ": " << *text << "\n";
}

void Trace::on_hang_up(World& world, Seat seat, Seat peer) {
  line(world) << seat_text(seat) << ": hangs up on " << seat_text(peer) << "\n";
}

void Trace::on_incident(World& world, const std::string& text) {
  line(world) << "*** " << text << "\n";
}

}  // namespace fairdeal::sim
