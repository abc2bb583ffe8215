#pragma once

#include "proto/messages.h"

namespace fairdeal::proto {

/// Signs a message as member `by`. The message is encoded once, here, and its signature is over
/// those bytes. Each kind of message has a domain of its own, so that a signature made for one kind
/// never verifies for another.
Signed<Entry> sign(Seat by, Entry entry, const crypto::SigningKey& key);
Signed<Vote> sign(Seat by, Vote vote, const crypto::SigningKey& key);
Signed<Proposal> sign(Seat by, Proposal proposal, const crypto::SigningKey& key);
Signed<Presence> sign(Seat by, Presence presence, const crypto::SigningKey& key);
Signed<Passed> sign(Seat by, Passed passed, const crypto::SigningKey& key);
Signed<Chat> sign(Seat by, Chat chat, const crypto::SigningKey& key);

/// Verify an entry's, a vote's signature and so on, then decode the body. Errors: bad_signature,
/// which blames nobody, since anybody can write a name on an envelope; those of decoding, blamed on
/// the author, who signed the body.
Result<Signed<Entry>> verify_entry(const Envelope& envelope, const Charter& charter);
Result<Signed<Vote>> verify_vote(const Envelope& envelope, const Charter& charter);
Result<Signed<Proposal>> verify_proposal(const Envelope& envelope, const Charter& charter);
Result<Signed<Presence>> verify_presence(const Envelope& envelope, const Charter& charter);
Result<Signed<Passed>> verify_passed(const Envelope& envelope, const Charter& charter);
Result<Signed<Chat>> verify_chat(const Envelope& envelope, const Charter& charter);
/// Returns whether the author that the attached envelope names signed its body.
bool is_signed(const PassedAttachment& attachment, const Charter& charter);

template <class T>
Envelope envelope(const Signed<T>& message) {
  return {message.by(), message.body(), message.signature()};
}

/// Signs the encoded charter with the key of one of its members.
Signature sign_charter(ByteSpan charter, const crypto::SigningKey& key);
bool charter_signed(ByteSpan charter, const PublicKey& by, const Signature& signature);
/// Verifies the signatures of all members. Errors: bad_signature, saying whose.
Result<> verify_charter(const SignedCharter& charter);
/// Returns the digest that names a table: BLAKE2b-256 of the encoded charter, in a domain of its
/// own.
Digest table_id(ByteSpan charter);

}  // namespace fairdeal::proto
