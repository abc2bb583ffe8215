#include "proto/codec.h"

#include <limits>

#include "base/overloaded.h"
#include "proto/agreement.pb.h"
#include "proto/envelope_wire.h"
#include "proto/table.pb.h"
#include "proto/wire.h"

namespace fairdeal::proto {
namespace {

// ---- Charter

wire::Member to_wire(const Member& member) {
  wire::Member out;
  out.set_key(str(member.key.public_key().bytes));
  out.set_nickname(member.nickname);
  return out;
}

Result<Member> from_wire(const wire::Member& in) {
  FD_TRY(const auto key, fixed<PublicKey::kBytes>(in.key(), "identity key"));
  FD_TRY(auto nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  return Member{PublicKey{key}, std::move(nickname)};
}

/// Stands for kUntimed on the wire. As a number of milliseconds it would be 49 days, which is above
/// every time that terms may have.
constexpr std::uint32_t kUntimedOnWire = std::numeric_limits<std::uint32_t>::max();

/// Reads the fields that a Charter and Terms have in common.
template <class In, class Out>
Result<> read_common(const In& in, Out& out) {
  FD_TRY(out.module, label(in.module(), kNicknameBytesMax, "module name"));
  FD_TRY(out.module_version, label(in.module_version(), kNicknameBytesMax, "module version"));
  FD_TRY(out.params, bounded(in.params(), kParamsBytesMax, "parameters"));
  out.quorum = in.quorum();
  out.recovery = in.recovery();
  if (in.randomness() > 1) return fail(Fault::not_canonical, "kind of randomness");
  out.randomness = static_cast<Randomness>(in.randomness());
  if (!in.has_pace()) return fail(Fault::not_canonical, "terms without a pace");
  const auto& pace = in.pace();
  out.pace = {{pace.work()},      {pace.move()},  {pace.increment()}, {pace.bank()},
              {pace.reconnect()}, {pace.round()}, pace.absences()};
  if (pace.move() == kUntimedOnWire) out.pace.move = kUntimed;
  if (in.continues().empty()) return {};
  FD_TRY(out.continues, digest(in.continues(), "match that is continued"));
  if (out.continues == Digest{}) return fail(Fault::not_canonical, "match that is continued");
  return {};
}

Result<Charter> from_wire(const wire::Charter& in) {
  if (static_cast<std::size_t>(in.seats_size()) > kSeatsMax ||
      static_cast<std::size_t>(in.witnesses_size()) > kWitnessesMax)
    return fail(Fault::too_large, "members of a table");
  Charter out;
  FD_TRY(out.module_digest, digest(in.module_digest(), "module digest"));
  FD_TRY(out.seats, each(in.seats(), [](const auto& m) { return from_wire(m); }));
  FD_TRY(out.witnesses, each(in.witnesses(), [](const auto& m) { return from_wire(m); }));
  FD_TRY(read_common(in, out));
  FD_TRY(out.nonce, fixed<32>(in.nonce(), "nonce"));
  return out;
}

void to_wire(const Pace& pace, wire::Pace& out) {
  const auto ms = [](Duration d) { return static_cast<std::uint32_t>(d.ms); };
  out.set_work(ms(pace.work));
  out.set_move(pace.untimed() ? kUntimedOnWire : ms(pace.move));
  out.set_increment(ms(pace.increment));
  out.set_bank(ms(pace.bank));
  out.set_reconnect(ms(pace.reconnect));
  out.set_round(ms(pace.round));
  out.set_absences(pace.absences);
}

template <class In, class Out>
void write_common(const In& in, Out& out) {
  out.set_module(in.module);
  out.set_module_version(in.module_version);
  out.set_params(in.params);
  out.set_quorum(in.quorum);
  out.set_recovery(in.recovery);
  out.set_randomness(static_cast<std::uint32_t>(in.randomness));
  to_wire(in.pace, *out.mutable_pace());
  if (in.continues != Digest{}) out.set_continues(str(in.continues.bytes));
}

Result<Terms> from_wire(const wire::Terms& in) {
  Terms out;
  FD_TRY(read_common(in, out));
  out.seats = in.seats();
  out.witnesses = in.witnesses();
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
    w.set_part(str(m.part));
    w.set_proof(str(m.proof));
    w.set_how(static_cast<std::uint32_t>(m.how));
    w.set_looks(m.looks);
  }
  void operator()(const Gathering& m) const {
    auto& w = *out.mutable_gathering();
    write_common(m.terms, *w.mutable_terms());
    w.mutable_terms()->set_seats(m.terms.seats);
    w.mutable_terms()->set_witnesses(m.terms.witnesses);
    for (const auto& nickname : m.nicknames) w.add_nicknames(nickname);
    for (const auto& nickname : m.watching) w.add_watching(nickname);
    w.set_policy(static_cast<std::uint32_t>(m.policy));
    if (m.lobby_secret) w.set_lobby_secret(str(*m.lobby_secret));
    for (const auto& relay : m.relays) w.add_relays(relay);
    w.set_no_chat(!m.chat);
  }
  void operator()(const Waiting&) const { out.mutable_waiting(); }
  void operator()(const Propose& m) const {
    auto& w = *out.mutable_propose();
    w.set_charter(str(m.charter));
    for (const auto& address : m.addresses) w.add_addresses(address);
    for (const auto& part : m.parts) w.add_parts(str(part));
  }
  void operator()(const Sign& m) const {
    out.mutable_sign()->set_signature(str(m.signature.bytes));
  }
  void operator()(const SignedCharter& m) const {
    *out.mutable_sealed() = signed_charter_to_wire(m);
  }
  void operator()(const Refuse& m) const {
    auto& w = *out.mutable_refuse();
    w.set_reason(static_cast<std::uint32_t>(m.reason));
    w.set_text(m.text);
  }
  void operator()(const EntryFrame& m) const { envelope_to_wire(m.envelope, *out.mutable_entry()); }
  void operator()(const VoteFrame& m) const { envelope_to_wire(m.envelope, *out.mutable_vote()); }
  void operator()(const Status& m) const {
    auto& w = *out.mutable_status();
    w.set_table(str(m.table.bytes));
    w.set_step(m.step.value);
    w.set_entries(m.entries);
    w.set_votes(m.votes);
    w.set_links(m.links);
    w.set_round(m.round.value);
    w.set_prevotes(m.prevotes);
    w.set_precommits(m.precommits);
    w.set_proposal(m.proposal);
    w.set_asks(m.asks);
    w.set_head(str(m.head.bytes));
  }
  void operator()(const Decided& m) const { *out.mutable_decided() = decided_to_wire(m); }
  void operator()(const ProposalFrame& m) const {
    auto& w = *out.mutable_proposal();
    envelope_to_wire(m.envelope, *w.mutable_proposal());
    for (const Envelope& vote : m.votes) envelope_to_wire(vote, *w.add_votes());
  }
  void operator()(const PresenceFrame& m) const {
    envelope_to_wire(m.envelope, *out.mutable_presence());
  }
  void operator()(const PassedFrame& m) const {
    envelope_to_wire(m.envelope, *out.mutable_passed());
  }
  void operator()(const ChatFrame& m) const { envelope_to_wire(m.envelope, *out.mutable_chat()); }
  void operator()(const Recall& m) const {
    auto& w = *out.mutable_recall();
    w.set_table(str(m.table.bytes));
    w.set_step(m.step.value);
    for (const Digest& statement : m.statements) w.add_statements(str(statement.bytes));
  }
  void operator()(const HistoryQuery& m) const {
    auto& w = *out.mutable_query();
    w.set_table(str(m.table.bytes));
    w.set_step(m.step.value);
    for (const Digest& head : m.heads) w.add_heads(str(head.bytes));
  }
  void operator()(const HistoryAnswer& m) const { *out.mutable_answer() = answer_to_wire(m); }
};

/// The largest number of Invited, the reserved ones included: they decode, and nobody is let in by
/// them.
constexpr std::uint32_t kInvitedMax = 3;

Result<Message> from_wire(const wire::Join& in) {
  FD_TRY(std::string nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  if (in.port() > 65535) return fail(Fault::not_canonical, "port");
  FD_TRY(const auto part, fixed<32>(in.part(), "part of the nonce"));
  if (in.proof().size() > kProofBytesMax) return fail(Fault::too_large, "proof of an invitation");
  if (in.how() > kInvitedMax) return fail(Fault::not_canonical, "a way of being invited");
  return Message(Join{.nickname = std::move(nickname),
                      .port = static_cast<std::uint16_t>(in.port()),
                      .witness = in.witness(),
                      .part = part,
                      .proof = to_bytes(in.proof()),
                      .how = Invited{in.how()},
                      .looks = in.looks()});
}

Result<Message> from_wire(const wire::Gathering& in) {
  if (static_cast<std::size_t>(in.nicknames_size()) > kSeatsMax ||
      static_cast<std::size_t>(in.watching_size()) > kWitnessesMax)
    return fail(Fault::too_large, "members of a table");
  Gathering out;
  if (!in.has_terms()) return fail(Fault::not_canonical, "a table without terms");
  FD_TRY(out.terms, from_wire(in.terms()));
  const auto nickname = [](const std::string& n) {
    return label(n, kNicknameBytesMax, "nickname");
  };
  FD_TRY(out.nicknames, each(in.nicknames(), nickname));
  FD_TRY(out.watching, each(in.watching(), nickname));
  if (in.policy() > static_cast<std::uint32_t>(Policy::ask))
    return fail(Fault::not_canonical, "who may sit down");
  out.policy = Policy{in.policy()};
  if (static_cast<std::size_t>(in.relays_size()) > kRelaysMax)
    return fail(Fault::too_large, "relays of a table");
  FD_TRY(out.relays, each(in.relays(), [](const std::string& relay) {
           return label(relay, kRelayUrlBytesMax, "relay");
         }));
  if (in.lobby_secret().empty() != out.relays.empty())
    return fail(Fault::not_canonical, "relays without a secret, or a secret without relays");
  if (!out.relays.empty()) {
    FD_TRY(out.lobby_secret, fixed<32>(in.lobby_secret(), "lobby secret"));
  }
  out.chat = !in.no_chat();
  return Message(std::move(out));
}

Result<Message> from_wire(const wire::Propose& in) {
  if (static_cast<std::size_t>(in.addresses_size()) > kValidatorsMax ||
      static_cast<std::size_t>(in.parts_size()) > kValidatorsMax)
    return fail(Fault::too_large, "members of a table");
  Propose out{to_bytes(in.charter()), {}, {}};
  FD_TRY(out.addresses, each(in.addresses(), [](const std::string& a) {
           return label(a, kAddressBytesMax, "address");
         }));
  FD_TRY(out.parts, each(in.parts(), [](const std::string& part) {
           return fixed<32>(part, "part of the nonce");
         }));
  return Message(std::move(out));
}

Result<Message> from_wire(const wire::Refuse& in) {
  if (in.reason() > static_cast<std::uint32_t>(Refusal::kicked))
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
  FD_TRY(out.round, round_from_wire(in.round()));
  out.prevotes = in.prevotes();
  out.precommits = in.precommits();
  out.proposal = in.proposal();
  out.asks = in.asks();
  FD_TRY(out.head, digest(in.head(), "head"));
  return Message(out);
}

Result<std::vector<Digest>> digests(const google::protobuf::RepeatedPtrField<std::string>& in,
                                    std::size_t max, const char* what) {
  if (static_cast<std::size_t>(in.size()) > max) return fail(Fault::too_large, what);
  return each(in, [&](const std::string& bytes) { return digest(bytes, what); });
}

Result<Message> from_wire(const wire::Recall& in) {
  FD_TRY(const Digest table, digest(in.table(), "table"));
  FD_TRY(auto statements, digests(in.statements(), kRecalledMax, "statements"));
  return Message(Recall{table, Step(in.step()), std::move(statements)});
}

Result<Message> from_wire(const wire::HistoryQuery& in) {
  FD_TRY(const Digest table, digest(in.table(), "table"));
  FD_TRY(auto heads, digests(in.heads(), kHistoryMax, "heads"));
  return Message(HistoryQuery{table, Step(in.step()), std::move(heads)});
}

Result<Message> from_wire(const wire::ProposalFrame& in) {
  if (static_cast<std::size_t>(in.votes_size()) > kGroundsMax)
    return fail(Fault::too_large, "votes with a proposal");
  ProposalFrame out;
  FD_TRY(out.envelope, envelope_from_wire(in.proposal()));
  FD_TRY(out.votes, each(in.votes(), [](const auto& v) { return envelope_from_wire(v); }));
  return Message(std::move(out));
}

template <class M, class T>
Result<Message> as_message(Result<T> value) {
  FD_TRY(T inner, std::move(value));
  return Message(M{std::move(inner)});
}

}  // namespace

wire::SealedCharter signed_charter_to_wire(const SignedCharter& charter) {
  wire::SealedCharter out;
  out.set_charter(str(charter.raw));
  for (const Signature& s : charter.signatures) out.add_signatures(str(s.bytes));
  return out;
}

Result<SignedCharter> signed_charter_from_wire(const wire::SealedCharter& in) {
  FD_TRY(auto signatures, each(in.signatures(), signature));
  return signed_charter(to_bytes(in.charter()), std::move(signatures));
}

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
      return as_message<SignedCharter>(signed_charter_from_wire(frame.sealed()));
    case wire::Frame::kRefuse:
      return from_wire(frame.refuse());
    case wire::Frame::kWaiting:
      return Message(Waiting{});
    case wire::Frame::kEntry:
      return as_message<EntryFrame>(envelope_from_wire(frame.entry()));
    case wire::Frame::kVote:
      return as_message<VoteFrame>(envelope_from_wire(frame.vote()));
    case wire::Frame::kStatus:
      return from_wire(frame.status());
    case wire::Frame::kDecided:
      return as_message<Decided>(decided_from_wire(frame.decided()));
    case wire::Frame::kProposal:
      return from_wire(frame.proposal());
    case wire::Frame::kPresence:
      return as_message<PresenceFrame>(envelope_from_wire(frame.presence()));
    case wire::Frame::kPassed:
      return as_message<PassedFrame>(envelope_from_wire(frame.passed()));
    case wire::Frame::kChat:
      return as_message<ChatFrame>(envelope_from_wire(frame.chat()));
    case wire::Frame::kRecall:
      return from_wire(frame.recall());
    case wire::Frame::kQuery:
      return from_wire(frame.query());
    case wire::Frame::kAnswer:
      return as_message<HistoryAnswer>(answer_from_wire(frame.answer()));
    case wire::Frame::MESSAGE_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "empty message");
}

Bytes encode(const Charter& charter) {
  wire::Charter out;
  write_common(charter, out);
  out.set_module_digest(str(charter.module_digest.bytes));
  for (const Member& member : charter.seats) *out.add_seats() = to_wire(member);
  for (const Member& member : charter.witnesses) *out.add_witnesses() = to_wire(member);
  out.set_nonce(str(charter.nonce));
  return serialize(out);
}

Result<Charter> decode_charter(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Charter>(bytes));
  return from_wire(in);
}

Result<SignedCharter> signed_charter(Bytes raw, std::vector<Signature> signatures) {
  FD_TRY(Charter charter, decode_charter(raw));
  if (signatures.size() != charter.validators())
    return fail(Fault::bad_parameters, "terms of a table: not one signature for each member");
  return SignedCharter{std::move(raw), std::move(charter), std::move(signatures)};
}

}  // namespace fairdeal::proto
