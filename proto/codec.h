#pragma once

#include "proto/messages.h"

namespace fairdeal::proto {

/// Messages to bytes and back. Decoding refuses what is over a limit (too_large) and what is not
/// canonical (not_canonical): unknown fields, numbers longer than they need be, fields missing or
/// out of order, and bytes that are no point, scalar or key. No code outside proto/ sees Protobuf.
///
/// Only one encoding is accepted because signatures and digests are over bytes: with a second
/// encoding of one message, two members could hold different digests of what is the same.

Bytes encode(const Message& message);
Result<Message> decode_message(ByteSpan bytes);

Bytes encode(const Charter& charter);
Result<Charter> decode_charter(ByteSpan bytes);

Bytes encode(const Entry& entry);
Result<Entry> decode_entry(ByteSpan bytes);

Bytes encode(const Vote& vote);
Result<Vote> decode_vote(ByteSpan bytes);

Bytes encode(const Proposal& proposal);
Result<Proposal> decode_proposal(ByteSpan bytes);

Bytes encode(const Presence& presence);
Result<Presence> decode_presence(ByteSpan bytes);

Bytes encode(const Chat& chat);
Result<Chat> decode_chat(ByteSpan bytes);

Bytes encode(const Passed& passed);
Result<Passed> decode_passed(ByteSpan bytes);

Bytes encode(const TranscriptPart& part);
Result<TranscriptPart> decode_transcript_part(ByteSpan bytes);

/// Returns the table and the step that the body of an entry, a vote or a proposal names, or the
/// table and the place of what is passed, without checking anything else in it; none if it names
/// none.
struct TableAndStep {
  Digest table;
  Step step;
  std::optional<Digest> parent{};  ///< the head that an entry names
};
std::optional<TableAndStep> peek_table_and_step(ByteSpan body);

/// Decodes a charter and joins its signatures to it, without verifying them (verify_charter does).
/// Errors: those of decoding; bad_parameters (not one signature for each member).
Result<SignedCharter> signed_charter(Bytes raw, std::vector<Signature> signatures);

}  // namespace fairdeal::proto
