#pragma once

#include "proto/messages.h"

namespace fairdeal::proto {

/// Signs a message as `by`. The body is encoded once, here.
Signed<Entry> sign(Seat by, Entry entry, const crypto::SigningKey& key);
Signed<Vote> sign(Seat by, Vote vote, const crypto::SigningKey& key);
Signed<Proposal> sign(Seat by, Proposal proposal, const crypto::SigningKey& key);
Signed<Presence> sign(Seat by, Presence presence, const crypto::SigningKey& key);
Signed<Passed> sign(Seat by, Passed passed, const crypto::SigningKey& key);

/// Verifies and decodes. Errors: bad_signature (nobody to blame); what decoding says, blamed on the
/// author, who signed it.
Result<Signed<Entry>> verify_entry(const Envelope& envelope, const Charter& charter);
Result<Signed<Vote>> verify_vote(const Envelope& envelope, const Charter& charter);
Result<Signed<Proposal>> verify_proposal(const Envelope& envelope, const Charter& charter);
Result<Signed<Presence>> verify_presence(const Envelope& envelope, const Charter& charter);
Result<Signed<Passed>> verify_passed(const Envelope& envelope, const Charter& charter);
/// Whether an attachment's author signed what it holds.
bool is_signed(const PassedAttachment& attachment, const Charter& charter);

template <class T>
Envelope envelope(const Signed<T>& message) {
  return {message.by(), message.body(), message.signature()};
}

/// A charter's signature by one of its members.
Signature sign_charter(ByteSpan charter, const crypto::SigningKey& key);
bool charter_signed(ByteSpan charter, const PublicKey& by, const Signature& signature);
/// Every member's signature. Errors: bad_signature, saying whose.
Result<> verify_charter(const SignedCharter& charter);
/// BLAKE2b-256 of the charter's bytes, in a domain of its own.
Digest table_id(ByteSpan charter);

}  // namespace fairdeal::proto
