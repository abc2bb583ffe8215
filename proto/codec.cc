#include "proto/codec.h"

#include "base/overloaded.h"
#include "proto/agreement.pb.h"
#include "proto/table.pb.h"
#include "proto/wire.h"

namespace fairdeal::proto {
namespace {

// ---- Charter

wire::Member to_wire(const Member& member) {
  wire::Member out;
  out.set_key(str(member.key.bytes));
  out.set_nickname(member.nickname);
  return out;
}

Result<Member> from_wire(const wire::Member& in) {
  FD_TRY(const auto key, fixed<PublicKey::kBytes>(in.key(), "identity key"));
  FD_TRY(auto nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  return Member{PublicKey{key}, std::move(nickname)};
}

Result<Charter> from_wire(const wire::Charter& in) {
  if (static_cast<std::size_t>(in.seats_size()) > kSeatsMax ||
      static_cast<std::size_t>(in.witnesses_size()) > kWitnessesMax)
    return fail(Fault::too_large, "members of a table");
  Charter out;
  FD_TRY(out.module, label(in.module(), kNicknameBytesMax, "module name"));
  FD_TRY(out.module_version, label(in.module_version(), kNicknameBytesMax, "module version"));
  FD_TRY(out.module_digest, digest(in.module_digest(), "module digest"));
  FD_TRY(out.params, bounded(in.params(), kParamsBytesMax, "parameters"));
  FD_TRY(out.seats, each(in.seats(), [](const auto& m) { return from_wire(m); }));
  FD_TRY(out.witnesses, each(in.witnesses(), [](const auto& m) { return from_wire(m); }));
  out.quorum = in.quorum();
  out.recovery = in.recovery();
  if (in.randomness() > 1) return fail(Fault::not_canonical, "kind of randomness");
  out.randomness = static_cast<Randomness>(in.randomness());
  FD_TRY(out.nonce, fixed<32>(in.nonce(), "nonce"));
  return out;
}

wire::SealedCharter to_wire(const SealedCharter& sealed) {
  wire::SealedCharter out;
  out.set_charter(str(sealed.raw));
  for (const Signature& s : sealed.signatures) out.add_signatures(str(s.bytes));
  return out;
}

Result<SealedCharter> from_wire(const wire::SealedCharter& in) {
  FD_TRY(auto signatures, each(in.signatures(), signature));
  return seal_charter(to_bytes(in.charter()), std::move(signatures));
}

// ---- Envelopes, decisions

void to_wire(const Envelope& envelope, wire::Envelope& out) {
  out.set_by(envelope.by.value);
  out.set_body(str(envelope.body));
  out.set_signature(str(envelope.signature.bytes));
}

Result<Envelope> from_wire(const wire::Envelope& in) {
  if (in.by() >= kValidatorsMax) return fail(Fault::not_canonical, "author");
  FD_TRY(const Signature s, signature(in.signature()));
  return Envelope{Seat(in.by()), to_bytes(in.body()), s};
}

wire::Decided to_wire(const Decided& decided) {
  wire::Decided out;
  out.set_step(decided.step.value);
  for (const Answer& answer : decided.record) {
    auto& slot = *out.add_record();
    if (const auto* envelope = std::get_if<Envelope>(&answer))
      to_wire(*envelope, *slot.mutable_entry());
    else
      slot.set_absent(std::get<AbsentSeat>(answer).seat.value);
  }
  for (const Envelope& vote : decided.certificate) to_wire(vote, *out.add_certificate());
  return out;
}

Result<Answer> from_wire(const wire::Answer& in) {
  if (in.answer_case() == wire::Answer::kEntry) {
    FD_TRY(auto envelope, from_wire(in.entry()));
    return Answer(std::move(envelope));
  }
  if (in.answer_case() != wire::Answer::kAbsent || in.absent() >= kSeatsMax)
    return fail(Fault::not_canonical, "answer");
  return Answer(AbsentSeat{Seat(in.absent())});
}

Result<Decided> from_wire(const wire::Decided& in) {
  if (static_cast<std::size_t>(in.record_size()) > kSeatsMax ||
      static_cast<std::size_t>(in.certificate_size()) > 2 * kValidatorsMax)
    return fail(Fault::too_large, "record");
  Decided out;
  out.step = Step(in.step());
  FD_TRY(out.record, each(in.record(), [](const auto& a) { return from_wire(a); }));
  FD_TRY(out.certificate, each(in.certificate(), [](const auto& v) { return from_wire(v); }));
  return out;
}

// ---- Frames

struct MessageToWire {
  wire::Frame& out;

  void operator()(const Join& m) const {
    auto& w = *out.mutable_join();
    w.set_nickname(m.nickname);
    w.set_port(m.port);
    w.set_witness(m.witness);
  }
  void operator()(const Gathering& m) const {
    auto& w = *out.mutable_gathering();
    w.set_module(m.module);
    w.set_module_version(m.module_version);
    w.set_params(m.params);
    for (const auto& nickname : m.nicknames) w.add_nicknames(nickname);
    w.set_seats(m.seats);
  }
  void operator()(const Propose& m) const {
    auto& w = *out.mutable_propose();
    w.set_charter(str(m.charter));
    for (const auto& address : m.addresses) w.add_addresses(address);
  }
  void operator()(const Sign& m) const {
    out.mutable_sign()->set_signature(str(m.signature.bytes));
  }
  void operator()(const SealedCharter& m) const { *out.mutable_sealed() = to_wire(m); }
  void operator()(const Refuse& m) const {
    auto& w = *out.mutable_refuse();
    w.set_reason(static_cast<std::uint32_t>(m.reason));
    w.set_text(m.text);
  }
  void operator()(const EntryFrame& m) const { to_wire(m.envelope, *out.mutable_entry()); }
  void operator()(const VoteFrame& m) const { to_wire(m.envelope, *out.mutable_vote()); }
  void operator()(const Status& m) const {
    auto& w = *out.mutable_status();
    w.set_table(str(m.table.bytes));
    w.set_step(m.step.value);
    w.set_entries(m.entries);
    w.set_votes(m.votes);
    w.set_links(m.links);
  }
  void operator()(const Decided& m) const { *out.mutable_decided() = to_wire(m); }
};

Result<Message> from_wire(const wire::Join& in) {
  FD_TRY(std::string nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  if (in.port() > 65535) return fail(Fault::not_canonical, "port");
  return Message(Join{std::move(nickname), static_cast<std::uint16_t>(in.port()), in.witness()});
}

Result<Message> from_wire(const wire::Gathering& in) {
  if (static_cast<std::size_t>(in.nicknames_size()) > kValidatorsMax)
    return fail(Fault::too_large, "members of a table");
  Gathering out;
  FD_TRY(out.module, label(in.module(), kNicknameBytesMax, "module name"));
  FD_TRY(out.module_version, label(in.module_version(), kNicknameBytesMax, "module version"));
  FD_TRY(out.params, bounded(in.params(), kParamsBytesMax, "parameters"));
  FD_TRY(out.nicknames, each(in.nicknames(), [](const std::string& n) {
           return label(n, kNicknameBytesMax, "nickname");
         }));
  out.seats = in.seats();
  return Message(std::move(out));
}

Result<Message> from_wire(const wire::Propose& in) {
  if (static_cast<std::size_t>(in.addresses_size()) > kValidatorsMax)
    return fail(Fault::too_large, "addresses");
  Propose out{to_bytes(in.charter()), {}};
  FD_TRY(out.addresses, each(in.addresses(), [](const std::string& a) {
           return label(a, kAddressBytesMax, "address");
         }));
  return Message(std::move(out));
}

Result<Message> from_wire(const wire::Refuse& in) {
  if (in.reason() > static_cast<std::uint32_t>(Refusal::not_welcome))
    return fail(Fault::not_canonical, "reason");
  FD_TRY(std::string text, label(in.text(), kTextBytesMax, "reason"));
  return Message(Refuse{static_cast<Refusal>(in.reason()), std::move(text)});
}

Result<Message> from_wire(const wire::Status& in) {
  Status out;
  FD_TRY(out.table, digest(in.table(), "table"));
  out.step = Step(in.step());
  out.entries = in.entries();
  out.votes = in.votes();
  out.links = in.links();
  return Message(out);
}

template <class M, class T>
Result<Message> as_message(Result<T> value) {
  FD_TRY(T inner, std::move(value));
  return Message(M{std::move(inner)});
}

}  // namespace

// ---- The interface

Bytes encode(const Message& message) {
  wire::Frame frame;
  std::visit(MessageToWire{frame}, message);
  return serialize(frame);
}

Result<Message> decode_message(ByteSpan bytes) {
  FD_TRY(const auto frame, parse<wire::Frame>(bytes));
  switch (frame.message_case()) {
    case wire::Frame::kJoin:
      return from_wire(frame.join());
    case wire::Frame::kGathering:
      return from_wire(frame.gathering());
    case wire::Frame::kPropose:
      return from_wire(frame.propose());
    case wire::Frame::kSign:
      return as_message<Sign>(signature(frame.sign().signature()));
    case wire::Frame::kSealed:
      return as_message<SealedCharter>(from_wire(frame.sealed()));
    case wire::Frame::kRefuse:
      return from_wire(frame.refuse());
    case wire::Frame::kEntry:
      return as_message<EntryFrame>(from_wire(frame.entry()));
    case wire::Frame::kVote:
      return as_message<VoteFrame>(from_wire(frame.vote()));
    case wire::Frame::kStatus:
      return from_wire(frame.status());
    case wire::Frame::kDecided:
      return as_message<Decided>(from_wire(frame.decided()));
    case wire::Frame::MESSAGE_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "empty message");
}

Bytes encode(const Charter& charter) {
  wire::Charter out;
  out.set_module(charter.module);
  out.set_module_version(charter.module_version);
  out.set_module_digest(str(charter.module_digest.bytes));
  out.set_params(charter.params);
  for (const Member& member : charter.seats) *out.add_seats() = to_wire(member);
  for (const Member& member : charter.witnesses) *out.add_witnesses() = to_wire(member);
  out.set_quorum(charter.quorum);
  out.set_recovery(charter.recovery);
  out.set_randomness(static_cast<std::uint32_t>(charter.randomness));
  out.set_nonce(str(charter.nonce));
  return serialize(out);
}

Result<Charter> decode_charter(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Charter>(bytes));
  return from_wire(in);
}

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
  return serialize(out);
}

Result<Vote> decode_vote(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Vote>(bytes));
  Vote out;
  FD_TRY(out.table, digest(in.table(), "table"));
  out.step = Step(in.step());
  out.round = Round(in.round());
  if (in.phase() > 1) return fail(Fault::not_canonical, "phase of a vote");
  out.phase = static_cast<Phase>(in.phase());
  if (!in.record().empty() || !in.state().empty()) {
    FD_TRY(const Digest record, digest(in.record(), "record"));
    FD_TRY(const Digest state, digest(in.state(), "state"));
    out.outcome = Outcome{record, state};
  }
  return out;
}

Bytes encode(const TranscriptPart& part) {
  wire::TranscriptPart out;
  std::visit(
      Overloaded{[&](const SealedCharter& charter) { *out.mutable_charter() = to_wire(charter); },
                 [&](const Decided& decided) { *out.mutable_decided() = to_wire(decided); }},
      part);
  return serialize(out);
}

Result<TranscriptPart> decode_transcript_part(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::TranscriptPart>(bytes));
  if (in.part_case() == wire::TranscriptPart::kCharter) {
    FD_TRY(SealedCharter charter, from_wire(in.charter()));
    return TranscriptPart(std::move(charter));
  }
  if (in.part_case() == wire::TranscriptPart::kDecided) {
    FD_TRY(Decided decided, from_wire(in.decided()));
    return TranscriptPart(std::move(decided));
  }
  return fail(Fault::not_canonical, "empty part of a transcript");
}

Result<SealedCharter> seal_charter(Bytes raw, std::vector<Signature> signatures) {
  FD_TRY(Charter charter, decode_charter(raw));
  if (signatures.size() != charter.validators())
    return fail(Fault::bad_parameters, "terms of a table: not one signature for each member");
  return SealedCharter{std::move(raw), std::move(charter), std::move(signatures)};
}

}  // namespace fairdeal::proto
