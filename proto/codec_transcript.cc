#include "base/overloaded.h"
#include "proto/agreement.pb.h"
#include "proto/codec.h"
#include "proto/envelope_wire.h"
#include "proto/table.pb.h"
#include "proto/wire.h"

/// Encodes and decodes the parts of a transcript.
namespace fairdeal::proto {

Bytes encode(const TranscriptPart& part) {
  wire::TranscriptPart out;
  std::visit(
      Overloaded{
          [&](const SignedCharter& c) { *out.mutable_charter() = signed_charter_to_wire(c); },
          [&](const Decided& d) { *out.mutable_decided() = decided_to_wire(d); },
          [&](const Equivocation& e) { *out.mutable_equivocation() = equivocation_to_wire(e); },
          [&](const WrongEntry& w) { envelope_to_wire(w.envelope, *out.mutable_wrong()); },
          [&](const HistoryAnswer& b) { *out.mutable_branch() = answer_to_wire(b); }},
      part);
  return serialize(out);
}

Result<TranscriptPart> decode_transcript_part(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::TranscriptPart>(bytes));
  if (in.part_case() == wire::TranscriptPart::kCharter) {
    FD_TRY(SignedCharter charter, signed_charter_from_wire(in.charter()));
    return TranscriptPart(std::move(charter));
  }
  if (in.part_case() == wire::TranscriptPart::kDecided) {
    FD_TRY(Decided decided, decided_from_wire(in.decided()));
    return TranscriptPart(std::move(decided));
  }
  if (in.part_case() == wire::TranscriptPart::kEquivocation) {
    FD_TRY(Equivocation evidence, equivocation_from_wire(in.equivocation()));
    return TranscriptPart(std::move(evidence));
  }
  if (in.part_case() == wire::TranscriptPart::kWrong) {
    FD_TRY(Envelope wrong, envelope_from_wire(in.wrong()));
    return TranscriptPart(WrongEntry{std::move(wrong)});
  }
  if (in.part_case() == wire::TranscriptPart::kBranch) {
    FD_TRY(HistoryAnswer branch, answer_from_wire(in.branch()));
    return TranscriptPart(std::move(branch));
  }
  return fail(Fault::not_canonical, "empty part of a transcript");
}

}  // namespace fairdeal::proto
