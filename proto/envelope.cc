#include "proto/envelope.h"

#include "proto/codec.h"

namespace fairdeal::proto {

/// The only code that makes a Signed<T>: by signing a message, or by verifying an envelope.
struct Signer {
  template <class T>
  static Signed<T> sign(Seat by, T message, std::string_view domain,
                        const crypto::SigningKey& key) {
    Bytes body = encode(message);
    const Signature signature = key.sign(domain, body);
    return Signed<T>(by, std::move(message), std::move(body), signature);
  }

  template <class T>
  static Result<Signed<T>> verify(const Envelope& e, const Charter& charter,
                                  std::string_view domain, Result<T> (*decode)(ByteSpan)) {
    if (e.by.value >= charter.validators())
      return fail(Fault::bad_signature, "a stranger to this table");
    FD_TRY(charter.member(e.by).key.verify(domain, e.body, e.signature));
    auto message = decode(e.body);
    if (!message) return fail(blame(std::move(message).error(), e.by));
    return Signed<T>(e.by, *std::move(message), e.body, e.signature);
  }
};

namespace {
constexpr std::string_view kEntry = "entry";
constexpr std::string_view kVote = "vote";
constexpr std::string_view kProposal = "proposal";
constexpr std::string_view kPresence = "presence";
constexpr std::string_view kPassed = "passed";
constexpr std::string_view kChat = "chat";
constexpr std::string_view kCharter = "charter";
}  // namespace

Signed<Entry> sign(Seat by, Entry entry, const crypto::SigningKey& key) {
  return Signer::sign(by, std::move(entry), kEntry, key);
}
Signed<Vote> sign(Seat by, Vote vote, const crypto::SigningKey& key) {
  return Signer::sign(by, std::move(vote), kVote, key);
}
Signed<Proposal> sign(Seat by, Proposal proposal, const crypto::SigningKey& key) {
  return Signer::sign(by, std::move(proposal), kProposal, key);
}
Signed<Presence> sign(Seat by, Presence presence, const crypto::SigningKey& key) {
  return Signer::sign(by, std::move(presence), kPresence, key);
}
Signed<Passed> sign(Seat by, Passed passed, const crypto::SigningKey& key) {
  return Signer::sign(by, std::move(passed), kPassed, key);
}
Signed<Chat> sign(Seat by, Chat chat, const crypto::SigningKey& key) {
  return Signer::sign(by, std::move(chat), kChat, key);
}
Result<Signed<Entry>> verify_entry(const Envelope& e, const Charter& charter) {
  return Signer::verify<Entry>(e, charter, kEntry, decode_entry);
}
Result<Signed<Vote>> verify_vote(const Envelope& e, const Charter& charter) {
  return Signer::verify<Vote>(e, charter, kVote, decode_vote);
}
Result<Signed<Proposal>> verify_proposal(const Envelope& e, const Charter& charter) {
  return Signer::verify<Proposal>(e, charter, kProposal, decode_proposal);
}
Result<Signed<Presence>> verify_presence(const Envelope& e, const Charter& charter) {
  return Signer::verify<Presence>(e, charter, kPresence, decode_presence);
}
Result<Signed<Passed>> verify_passed(const Envelope& e, const Charter& charter) {
  return Signer::verify<Passed>(e, charter, kPassed, decode_passed);
}
Result<Signed<Chat>> verify_chat(const Envelope& e, const Charter& charter) {
  return Signer::verify<Chat>(e, charter, kChat, decode_chat);
}
bool is_signed(const PassedAttachment& attachment, const Charter& charter) {
  const Envelope& e = attachment.envelope;
  return e.by.value < charter.validators() &&
         charter.member(e.by).key.verify(kPassed, e.body, e.signature).has_value();
}

Signature sign_charter(ByteSpan charter, const crypto::SigningKey& key) {
  return key.sign(kCharter, charter);
}

bool charter_signed(ByteSpan charter, const PublicKey& by, const Signature& signature) {
  return crypto::verify(by, kCharter, charter, signature).has_value();
}
Result<> verify_charter(const SignedCharter& charter) {
  for (std::uint32_t i = 0; i < charter.signatures.size(); ++i) {
    const crypto::VerifyKey& key = charter.charter.member(Seat(i)).key;
    if (!key.verify(kCharter, charter.raw, charter.signatures[i]))
      return fail(Fault::bad_signature, "the terms of the table, seat " + std::to_string(i + 1));
  }
  return {};
}

Digest table_id(ByteSpan charter) { return crypto::hash("table", charter); }

}  // namespace fairdeal::proto
