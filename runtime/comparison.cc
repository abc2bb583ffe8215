#include "runtime/comparison.h"

#include <algorithm>

#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "proto/envelope.h"
#include "proto/transcript.h"

namespace fairdeal::runtime {
namespace {

struct DecidedAt {
  proto::SignedCharter charter;
  proto::Decided decided;
};

std::optional<DecidedAt> decided_at(Result<proto::TranscriptReader> reader, Step step) {
  if (!reader) return {};
  const auto first = reader->next();
  const auto* charter = first && *first ? std::get_if<proto::SignedCharter>(&**first) : nullptr;
  if (charter == nullptr) return {};
  for (;;) {
    const auto part = reader->next();
    const auto* decided = part && *part ? std::get_if<proto::Decided>(&**part) : nullptr;
    if (decided == nullptr) return {};
    if (decided->step == step) return DecidedAt{*charter, *decided};
  }
}

/// Returns the entry in an answer, if its author signed it.
std::optional<proto::Signed<proto::Entry>> signed_entry(const proto::Answer& answer,
                                                        const proto::Charter& charter) {
  const auto* sound = std::get_if<proto::Envelope>(&answer);
  const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
  if (sound == nullptr && wrong == nullptr) return {};
  auto entry = proto::verify_entry(sound != nullptr ? *sound : wrong->envelope, charter);
  return entry ? std::optional(*std::move(entry)) : std::nullopt;
}

}  // namespace

std::string name(Comparison::Relation relation) {
  switch (relation) {
    case Comparison::Relation::equal:
      return "equal";
    case Comparison::Relation::prefix:
      return "prefix";
    case Comparison::Relation::forked:
      return "forked";
  }
  return {};
}

Comparison compare(const AuditReport& a, const AuditReport& b) {
  using Relation = Comparison::Relation;
  const auto differ = std::ranges::mismatch(a.heads, b.heads);
  const auto common = static_cast<std::uint64_t>(differ.in1 - a.heads.begin());
  if (differ.in1 != a.heads.end() && differ.in2 != b.heads.end()) return {Relation::forked, common};
  return {a.heads.size() == b.heads.size() ? Relation::equal : Relation::prefix, common};
}

namespace {

std::vector<proto::Equivocation> contradictions_of(const std::optional<DecidedAt>& one,
                                                   const std::optional<DecidedAt>& other) {
  if (!one || !other || one->charter.raw != other->charter.raw) return {};
  const proto::Charter& charter = one->charter.charter;
  auto found =
      consensus::contradictions(one->decided.certificate, other->decided.certificate, charter);
  for (const proto::Answer& x : one->decided.record) {
    for (const proto::Answer& y : other->decided.record) {
      const auto first = signed_entry(x, charter);
      const auto second = signed_entry(y, charter);
      if (!first || !second) continue;
      if (auto evidence = consensus::contradiction(*first, *second))
        found.push_back(*std::move(evidence));
    }
  }
  std::erase_if(found, [&](const auto& evidence) { return !consensus::verify(evidence, charter); });
  return found;
}

}  // namespace

std::vector<proto::Equivocation> contradictions(ByteSpan a, ByteSpan b, Step step) {
  using proto::TranscriptReader;
  return contradictions_of(decided_at(TranscriptReader::open(a), step),
                           decided_at(TranscriptReader::open(b), step));
}

std::vector<proto::Equivocation> contradictions(proto::MoreBytes a, proto::MoreBytes b, Step step) {
  using proto::TranscriptReader;
  return contradictions_of(decided_at(TranscriptReader::open(std::move(a)), step),
                           decided_at(TranscriptReader::open(std::move(b)), step));
}

}  // namespace fairdeal::runtime
