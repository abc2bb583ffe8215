#include "base/overloaded.h"
#include "proto/codec.h"
#include "proto/entry.pb.h"
#include "proto/envelope_wire.h"
#include "proto/name.h"
#include "proto/wire.h"

namespace fairdeal::proto {

// ---- Envelopes, records

void envelope_to_wire(const Envelope& envelope, wire::Envelope& out) {
  out.set_by(envelope.by.value);
  out.set_body(str(envelope.body));
  out.set_signature(str(envelope.signature.bytes));
}

Result<Envelope> envelope_from_wire(const wire::Envelope& in) {
  if (in.by() >= kValidatorsMax) return fail(Fault::not_canonical, "author");
  FD_TRY(const Signature s, signature(in.signature()));
  return Envelope{Seat(in.by()), to_bytes(in.body()), s};
}

wire::Equivocation equivocation_to_wire(const Equivocation& evidence) {
  wire::Equivocation out;
  out.set_what(static_cast<std::uint32_t>(evidence.what));
  envelope_to_wire(evidence.first, *out.mutable_first());
  envelope_to_wire(evidence.second, *out.mutable_second());
  return out;
}

Result<Equivocation> equivocation_from_wire(const wire::Equivocation& in) {
  if (in.what() > 2) return fail(Fault::not_canonical, "kind of evidence");
  Equivocation out{static_cast<Equivocation::What>(in.what()), {}, {}};
  FD_TRY(out.first, envelope_from_wire(in.first()));
  FD_TRY(out.second, envelope_from_wire(in.second()));
  return out;
}

namespace {

void to_wire(const std::vector<Answer>& record,
             google::protobuf::RepeatedPtrField<wire::Answer>& out) {
  for (const Answer& answer : record) {
    wire::Answer& slot = *out.Add();
    std::visit(Overloaded{[&](const Envelope& e) { envelope_to_wire(e, *slot.mutable_entry()); },
                          [&](const AbsentSeat& a) { slot.set_absent(a.seat.value); },
                          [&](const WrongEntry& w) {
                            envelope_to_wire(w.envelope, *slot.mutable_wrong());
                          }},
               answer);
  }
}

Result<Answer> from_wire(const wire::Answer& in) {
  switch (in.answer_case()) {
    case wire::Answer::kEntry: {
      FD_TRY(auto envelope, envelope_from_wire(in.entry()));
      return Answer(std::move(envelope));
    }
    case wire::Answer::kWrong: {
      FD_TRY(auto envelope, envelope_from_wire(in.wrong()));
      return Answer(WrongEntry{std::move(envelope)});
    }
    case wire::Answer::kAbsent:
      if (in.absent() < kSeatsMax) return Answer(AbsentSeat{Seat(in.absent())});
      break;
    case wire::Answer::ANSWER_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "answer");
}

Result<std::vector<Answer>> from_wire(const google::protobuf::RepeatedPtrField<wire::Answer>& in) {
  if (static_cast<std::size_t>(in.size()) > kSeatsMax) return fail(Fault::too_large, "record");
  return each(in, [](const wire::Answer& answer) { return from_wire(answer); });
}

}  // namespace

Result<Round> round_from_wire(std::uint32_t round) {
  if (round > kRoundMax) return fail(Fault::too_large, "round");
  return Round(round);
}

wire::HistoryAnswer answer_to_wire(const HistoryAnswer& answer) {
  wire::HistoryAnswer out;
  *out.mutable_decided() = decided_to_wire(answer.decided);
  for (const Envelope& vote : answer.votes) envelope_to_wire(vote, *out.add_votes());
  for (const Envelope& p : answer.proposals) envelope_to_wire(p, *out.add_proposals());
  return out;
}

Result<HistoryAnswer> answer_from_wire(const wire::HistoryAnswer& in) {
  if (static_cast<std::size_t>(in.votes_size()) > kBehindMax ||
      static_cast<std::size_t>(in.proposals_size()) > kBehindMax)
    return fail(Fault::too_large, "what is behind a decision");
  HistoryAnswer out;
  FD_TRY(out.decided, decided_from_wire(in.decided()));
  FD_TRY(out.votes, each(in.votes(), [](const auto& v) { return envelope_from_wire(v); }));
  FD_TRY(out.proposals, each(in.proposals(), [](const auto& p) { return envelope_from_wire(p); }));
  return out;
}

wire::Decided decided_to_wire(const Decided& decided) {
  wire::Decided out;
  out.set_step(decided.step.value);
  to_wire(decided.record, *out.mutable_record());
  for (const Envelope& vote : decided.certificate) envelope_to_wire(vote, *out.add_certificate());
  return out;
}

Result<Decided> decided_from_wire(const wire::Decided& in) {
  if (static_cast<std::size_t>(in.certificate_size()) > kValidatorsMax)
    return fail(Fault::too_large, "certificate");
  Decided out;
  out.step = Step(in.step());
  FD_TRY(out.record, from_wire(in.record()));
  FD_TRY(out.certificate,
         each(in.certificate(), [](const auto& v) { return envelope_from_wire(v); }));
  return out;
}

wire::ProposalFrame proposal_to_wire(const ProposalFrame& proposal) {
  wire::ProposalFrame out;
  envelope_to_wire(proposal.envelope, *out.mutable_proposal());
  for (const Envelope& vote : proposal.votes) envelope_to_wire(vote, *out.add_votes());
  to_wire(proposal.record, *out.mutable_record());
  return out;
}

Result<ProposalFrame> proposal_from_wire(const wire::ProposalFrame& in) {
  if (static_cast<std::size_t>(in.votes_size()) > kGroundsMax)
    return fail(Fault::too_large, "votes with a proposal");
  ProposalFrame out;
  FD_TRY(out.envelope, envelope_from_wire(in.proposal()));
  FD_TRY(out.votes, each(in.votes(), [](const auto& v) { return envelope_from_wire(v); }));
  FD_TRY(out.record, from_wire(in.record()));
  return out;
}

// ---- The statements that validators sign

Bytes encode(const Vote& vote) {
  wire::Vote out;
  out.set_table(str(vote.table.bytes));
  out.set_step(vote.step.value);
  out.set_round(vote.round.value);
  out.set_phase(static_cast<std::uint32_t>(vote.phase));
  if (vote.outcome) {
    out.set_record(str(vote.outcome->record.bytes));
    out.set_state(str(vote.outcome->state.bytes));
  }
  if (vote.proved) out.set_proved(vote.proved->value + 1);
  return serialize(out);
}

Result<Vote> decode_vote(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Vote>(bytes));
  Vote out;
  FD_TRY(out.table, digest(in.table(), "table"));
  out.step = Step(in.step());
  FD_TRY(out.round, round_from_wire(in.round()));
  if (in.phase() > 1) return fail(Fault::not_canonical, "phase of a vote");
  out.phase = static_cast<Phase>(in.phase());
  if (!in.record().empty() || !in.state().empty()) {
    FD_TRY(const Digest record, digest(in.record(), "record"));
    FD_TRY(const Digest state, digest(in.state(), "state"));
    out.outcome = Outcome{record, state};
  }
  if (in.proved() > 0) out.proved = Round(in.proved() - 1);
  const bool may_name_proof =
      out.phase == Phase::prevote && out.outcome && out.proved && *out.proved < out.round;
  if (out.proved && !may_name_proof)
    return fail(Fault::not_canonical, "a vote that names a proof where none belongs");
  return out;
}

std::optional<TableAndStep> peek_table_and_step(ByteSpan body) {
  silence_protobuf();
  wire::Place place;
  if (!place.ParseFromArray(body.data(), static_cast<int>(body.size()))) return {};
  const auto table = digest(place.table(), "table");
  if (!table) return {};
  TableAndStep found{*table, Step(place.step())};
  if (const auto parent = digest(place.parent(), "head")) found.parent = *parent;
  return found;
}

Bytes encode(const Proposal& proposal) {
  wire::Proposal out;
  out.set_table(str(proposal.table.bytes));
  out.set_step(proposal.step.value);
  out.set_round(proposal.round.value);
  if (proposal.proved) out.set_proved(proposal.proved->value + 1);
  out.set_record(str(proposal.record.bytes));
  return serialize(out);
}

Result<Proposal> decode_proposal(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Proposal>(bytes));
  Proposal out;
  FD_TRY(out.table, digest(in.table(), "table"));
  out.step = Step(in.step());
  FD_TRY(out.round, round_from_wire(in.round()));
  if (out.round == Round(0)) return fail(Fault::not_canonical, "a proposal of round 0");
  if (in.proved() > 0) out.proved = Round(in.proved() - 1);
  if (out.proved && *out.proved >= out.round)
    return fail(Fault::not_canonical, "a proposal with a proof of a later round");
  FD_TRY(out.record, digest(in.record(), "record"));
  return out;
}

Bytes encode(const Presence& presence) {
  wire::Presence out;
  out.set_table(str(presence.table.bytes));
  out.set_step(presence.step.value);
  out.set_what(static_cast<std::uint32_t>(presence.what));
  out.set_alarm(presence.alarm);
  return serialize(out);
}

Result<Presence> decode_presence(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Presence>(bytes));
  Presence out;
  FD_TRY(out.table, digest(in.table(), "table"));
  out.step = Step(in.step());
  if (in.what() > 3) return fail(Fault::not_canonical, "presence");
  out.what = static_cast<Presence::What>(in.what());
  out.alarm = in.alarm();
  if ((out.what == Presence::What::alarm) != (out.alarm > 0))
    return fail(Fault::not_canonical, "the number of an alarm");
  return out;
}

Bytes encode(const Chat& chat) {
  wire::Chat out;
  out.set_table(str(chat.table.bytes));
  out.set_number(chat.number);
  out.set_text(chat.text);
  return serialize(out);
}

Result<Chat> decode_chat(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Chat>(bytes));
  Chat out;
  FD_TRY(out.table, digest(in.table(), "table"));
  out.number = in.number();
  FD_TRY(out.text, bounded(in.text(), kChatBytesMax, "a line of chat"));
  if (auto problem = text_problem(out.text); !problem.empty())
    return fail(Fault::not_canonical, std::move(problem));
  return out;
}

}  // namespace fairdeal::proto
