#pragma once

#include "proto/messages.h"

namespace fairdeal::proto {

/// Bytes <-> messages. Decoding refuses what is over a limit (too_large), what is not the one
/// encoding of what it says (not_canonical: unknown fields, non-minimal numbers, fields out of
/// order or missing), and points, scalars and keys that are none. The only code that sees Protobuf.

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

Bytes encode(const Passed& passed);
Result<Passed> decode_passed(ByteSpan bytes);

Bytes encode(const TranscriptPart& part);
Result<TranscriptPart> decode_transcript_part(ByteSpan bytes);

/// The table and the step that the body of an entry, a vote or a proposal says it is of, before
/// anything else in it is looked at; none if it says none.
struct TableAndStep {
  Digest table;
  Step step;
};
std::optional<TableAndStep> peek_table_and_step(ByteSpan body);

/// A charter as it was signed, and the signatures. Errors: as decoding, and one signature for each
/// member (bad_parameters). The signatures are not checked here: see runtime/charter.
Result<SignedCharter> signed_charter(Bytes raw, std::vector<Signature> signatures);

}  // namespace fairdeal::proto
