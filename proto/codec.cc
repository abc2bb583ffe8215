#include "proto/codec.h"

#include "proto/agreement.pb.h"
#include "proto/envelope_wire.h"
#include "proto/table.pb.h"
#include "proto/wire.h"

namespace fairdeal::proto {
namespace {

// ---- Frames

void to_wire(const ScriptOffer& offer, wire::ScriptOffer& out) {
  out.set_size(offer.size);
  if (offer.author) {
    out.set_author(str(offer.author->bytes));
    out.set_signature(str(offer.signature.bytes));
  }
  out.set_asks((offer.hidden ? 1U : 0U) | (offer.chance ? 2U : 0U) |
               (offer.simultaneous ? 4U : 0U));
  out.set_secrets(offer.secrets);
}

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
    terms_to_wire(m.terms, *w.mutable_terms());
    for (const auto& nickname : m.nicknames) w.add_nicknames(nickname);
    for (const auto& nickname : m.watching) w.add_watching(nickname);
    w.set_policy(static_cast<std::uint32_t>(m.policy));
    if (m.lobby_secret) w.set_lobby_secret(str(*m.lobby_secret));
    for (const auto& relay : m.relays) w.add_relays(relay);
    w.set_no_chat(!m.chat);
    w.set_watch_delay(m.watch ? m.watch->hands : 0);
    w.set_watch_seconds(m.watch ? m.watch->seconds : 0);
    if (m.script) to_wire(*m.script, *w.mutable_script());
    for (const auto& nickname : m.standing) w.add_standing(nickname);
    w.set_asks(m.asks);
    w.set_break_left_ms(m.break_left ? static_cast<std::uint32_t>(m.break_left->ms) : 0);
  }
  void operator()(const FetchScript& m) const {
    out.mutable_fetch()->set_digest(str(m.digest.bytes));
  }
  void operator()(const ScriptText& m) const { out.mutable_script()->set_text(m.text); }
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
    *out.mutable_signed_charter() = signed_charter_to_wire(m);
  }
  void operator()(const Refuse& m) const {
    auto& w = *out.mutable_refuse();
    w.set_reason(static_cast<std::uint32_t>(m.reason));
    w.set_text(m.text);
  }
  void operator()(const PlaceOrder& m) const {
    auto& w = *out.mutable_order();
    w.set_number(m.number);
    w.set_kind(static_cast<std::uint32_t>(m.kind));
    w.set_chips(static_cast<std::uint64_t>(m.chips));
    w.set_player(str(m.player.bytes));
  }
  void operator()(const RefuseOrder& m) const {
    auto& w = *out.mutable_refuse_order();
    w.set_number(m.number);
    w.set_text(m.text);
    w.set_why(static_cast<std::uint32_t>(m.why));
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
  void operator()(const ProposalFrame& m) const { *out.mutable_proposal() = proposal_to_wire(m); }
  void operator()(const PresenceFrame& m) const {
    envelope_to_wire(m.envelope, *out.mutable_presence());
  }
  void operator()(const PassedFrame& m) const {
    envelope_to_wire(m.envelope, *out.mutable_passed());
  }
  void operator()(const Watch& m) const {
    auto& w = *out.mutable_watch();
    if (m.table) w.set_table(str(m.table->bytes));
    w.set_from(m.from.value);
    w.set_proof(str(m.proof));
  }
  void operator()(const Watchers& m) const {
    auto& w = *out.mutable_watchers();
    for (const PublicKey& key : m.keys) w.add_key(str(key.bytes));
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

Result<Message> from_wire(const wire::Join& in) {
  FD_TRY(std::string nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  if (in.port() > 65535) return fail(Fault::not_canonical, "port");
  FD_TRY(const auto part, fixed<32>(in.part(), "part of the nonce"));
  if (in.proof().size() > kProofBytesMax) return fail(Fault::too_large, "proof of an invitation");
  if (in.how() > static_cast<std::uint32_t>(Invited::by_contact))
    return fail(Fault::not_canonical, "a way of being invited");
  return Message(Join{.nickname = std::move(nickname),
                      .port = static_cast<std::uint16_t>(in.port()),
                      .witness = in.witness(),
                      .part = part,
                      .proof = to_bytes(in.proof()),
                      .how = Invited{in.how()},
                      .looks = in.looks()});
}

Result<std::optional<WatchDelay>> watch_delay(std::uint32_t hands, std::uint32_t seconds) {
  if (hands == 0 && seconds == 0) return std::optional<WatchDelay>();
  if (hands == 0 || hands > kWatchHandsMax || seconds == 0 || seconds > kWatchSecondsMax)
    return fail(Fault::not_canonical, "how far those who watch are behind");
  return std::optional(WatchDelay{hands, seconds});
}

/// Returns whether these are 8 bits of which the first three pairs are 0, 1 or 2 each.
bool is_secrets(std::uint32_t bits) {
  constexpr std::uint32_t kLowOfPairs = 0b01'01'01;
  return bits <= 0xff && (bits & bits >> 1 & kLowOfPairs) == 0;
}

Result<ScriptOffer> from_wire(const wire::ScriptOffer& in) {
  constexpr std::uint32_t kAsks = 7;
  if (in.size() == 0 || in.size() > kScriptBytesMax) return fail(Fault::too_large, "script");
  if (in.asks() > kAsks || !is_secrets(in.secrets()))
    return fail(Fault::not_canonical, "what a script asks for");
  ScriptOffer out{.size = in.size(),
                  .hidden = (in.asks() & 1) != 0,
                  .chance = (in.asks() & 2) != 0,
                  .simultaneous = (in.asks() & 4) != 0,
                  .secrets = in.secrets()};
  if (in.author().empty() != in.signature().empty())
    return fail(Fault::not_canonical, "an author without a signature");
  if (in.author().empty()) return out;
  FD_TRY(const auto author, fixed<PublicKey::kBytes>(in.author(), "author's key"));
  out.author = PublicKey{author};
  FD_TRY(out.signature, signature(in.signature()));
  return out;
}

Result<Message> from_wire(const wire::ScriptText& in) {
  FD_TRY(auto text, bounded(in.text(), kScriptBytesMax, "script"));
  return Message(ScriptText{std::move(text)});
}

Result<Message> from_wire(const wire::Gathering& in) {
  if (static_cast<std::size_t>(in.nicknames_size()) > kSeatsMax ||
      static_cast<std::size_t>(in.watching_size()) > kWitnessesMax)
    return fail(Fault::too_large, "members of a table");
  Gathering out;
  if (!in.has_terms()) return fail(Fault::not_canonical, "a table without terms");
  FD_TRY(out.terms, terms_from_wire(in.terms()));
  const auto nickname = [](const std::string& n) {
    return label(n, kNicknameBytesMax, "nickname");
  };
  FD_TRY(out.nicknames, each(in.nicknames(), nickname));
  FD_TRY(out.watching, each(in.watching(), nickname));
  if (in.policy() > static_cast<std::uint32_t>(Policy::known))
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
  FD_TRY(out.watch, watch_delay(in.watch_delay(), in.watch_seconds()));
  if (in.has_script()) {
    FD_TRY(out.script, from_wire(in.script()));
  }
  if (static_cast<std::size_t>(in.standing_size()) > kStandingMax)
    return fail(Fault::too_large, "people who stand");
  FD_TRY(out.standing, each(in.standing(), nickname));
  out.asks = in.asks();
  if (in.break_left_ms() > kBreakLeftMax_ms) return fail(Fault::too_large, "a break");
  if (in.break_left_ms() > 0) out.break_left = Duration{in.break_left_ms()};
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
  if (in.reason() > static_cast<std::uint32_t>(Refusal::over))
    return fail(Fault::not_canonical, "reason");
  FD_TRY(std::string text, label(in.text(), kTextBytesMax, "reason"));
  return Message(Refuse{static_cast<Refusal>(in.reason()), std::move(text)});
}

Result<Message> from_wire(const wire::PlaceOrder& in) {
  FD_TRY(const Order order, order_from_wire(in.number(), in.kind(), in.chips()));
  FD_TRY(const auto player, signature(in.player()));
  return Message(PlaceOrder{order.number, order.kind, order.chips, player});
}

Result<Message> from_wire(const wire::RefuseOrder& in) {
  if (in.why() > static_cast<std::uint32_t>(OrderProblem::evening_over))
    return fail(Fault::not_canonical, "reason");
  FD_TRY(std::string text, label(in.text(), kTextBytesMax, "reason"));
  return Message(RefuseOrder{in.number(), std::move(text), static_cast<OrderProblem>(in.why())});
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

Result<Message> from_wire(const wire::Watch& in) {
  Watch out{.table = {}, .from = Step(in.from()), .proof = to_bytes(in.proof())};
  if (!in.table().empty()) {
    FD_TRY(out.table, digest(in.table(), "table"));
  }
  if (out.proof.size() > kProofBytesMax) return fail(Fault::too_large, "proof of an invitation");
  return Message(std::move(out));
}

Result<Message> from_wire(const wire::Watchers& in) {
  if (static_cast<std::size_t>(in.key_size()) > kWatchersMax)
    return fail(Fault::too_large, "those who watch");
  Watchers out;
  FD_TRY(out.keys, each(in.key(), [](const std::string& bytes) -> Result<PublicKey> {
           FD_TRY(const auto key, fixed<PublicKey::kBytes>(bytes, "identity key"));
           return PublicKey{key};
         }));
  return Message(std::move(out));
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
    case wire::Frame::kSignedCharter:
      return as_message<SignedCharter>(signed_charter_from_wire(frame.signed_charter()));
    case wire::Frame::kRefuse:
      return from_wire(frame.refuse());
    case wire::Frame::kOrder:
      return from_wire(frame.order());
    case wire::Frame::kRefuseOrder:
      return from_wire(frame.refuse_order());
    case wire::Frame::kWaiting:
      return Message(Waiting{});
    case wire::Frame::kFetch:
      return as_message<FetchScript>(digest(frame.fetch().digest(), "script"));
    case wire::Frame::kScript:
      return from_wire(frame.script());
    case wire::Frame::kEntry:
      return as_message<EntryFrame>(envelope_from_wire(frame.entry()));
    case wire::Frame::kVote:
      return as_message<VoteFrame>(envelope_from_wire(frame.vote()));
    case wire::Frame::kStatus:
      return from_wire(frame.status());
    case wire::Frame::kDecided:
      return as_message<Decided>(decided_from_wire(frame.decided()));
    case wire::Frame::kProposal:
      return as_message<ProposalFrame>(proposal_from_wire(frame.proposal()));
    case wire::Frame::kPresence:
      return as_message<PresenceFrame>(envelope_from_wire(frame.presence()));
    case wire::Frame::kPassed:
      return as_message<PassedFrame>(envelope_from_wire(frame.passed()));
    case wire::Frame::kChat:
      return as_message<ChatFrame>(envelope_from_wire(frame.chat()));
    case wire::Frame::kWatch:
      return from_wire(frame.watch());
    case wire::Frame::kWatchers:
      return from_wire(frame.watchers());
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

}  // namespace fairdeal::proto
