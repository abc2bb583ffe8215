#include "runtime/audit/comparison.h"

#include <algorithm>

#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "proto/envelope.h"
#include "proto/transcript.h"

namespace fairdeal::audit {
namespace {

/// How many pieces of evidence against one author are returned. One convicts it; more show that it
/// was no accident.
constexpr std::ptrdiff_t kShownOfOneMax = 4;

/// A transcript that is read step by step.
class Steps {
 public:
  explicit Steps(Result<proto::TranscriptReader> reader) : reader_(std::move(reader)) {
    if (!reader_) return;
    const auto first = reader_->next();
    if (const auto* charter =
            first && *first ? std::get_if<proto::SignedCharter>(&**first) : nullptr)
      charter_ = *charter;
  }
  const std::optional<proto::SignedCharter>& charter() const { return charter_; }
  /// Reads on to this step. Returns its decision; none if the file does not reach it.
  std::optional<proto::Decided> at(Step step) {
    while (charter_) {
      const auto part = reader_->next();
      const auto* decided = part && *part ? std::get_if<proto::Decided>(&**part) : nullptr;
      if (decided == nullptr || decided->step > step) return {};
      if (decided->step == step) return *decided;
    }
    return {};
  }

 private:
  Result<proto::TranscriptReader> reader_;
  std::optional<proto::SignedCharter> charter_;
};

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

Comparison compare(const Report& a, const Report& b) {
  using Relation = Comparison::Relation;
  const auto differ = std::ranges::mismatch(a.heads, b.heads);
  const auto common = static_cast<std::uint64_t>(differ.in1 - a.heads.begin());
  if (differ.in1 != a.heads.end() && differ.in2 != b.heads.end()) return {Relation::forked, common};
  return {a.heads.size() == b.heads.size() ? Relation::equal : Relation::prefix, common};
}

namespace {

/// Returns the evidence in two decisions of one step.
std::vector<proto::Equivocation> contradictions_of(const proto::Decided& one,
                                                   const proto::Decided& other,
                                                   const proto::Charter& charter) {
  auto found = consensus::contradictions(one.certificate, other.certificate, charter);
  for (const proto::Answer& x : one.record) {
    for (const proto::Answer& y : other.record) {
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

std::vector<proto::Equivocation> compare_steps(Steps a, Steps b, Step first) {
  std::vector<proto::Equivocation> found;
  if (!a.charter() || !b.charter() || a.charter()->raw != b.charter()->raw) return found;
  const proto::Charter& charter = a.charter()->charter;
  for (Step step = first;; step = step.next()) {
    const auto one = a.at(step);
    const auto other = b.at(step);
    if (!one || !other) return found;
    if (*one == *other) continue;
    for (auto& evidence : contradictions_of(*one, *other, charter)) {
      const auto by_author = [](const auto& e) { return e.first.by; };
      if (std::ranges::count(found, evidence.first.by, by_author) < kShownOfOneMax)
        found.push_back(std::move(evidence));
    }
  }
}

}  // namespace

std::vector<proto::Equivocation> contradictions(ByteSpan a, ByteSpan b, Step first) {
  using proto::TranscriptReader;
  return compare_steps(Steps(TranscriptReader::open(a)), Steps(TranscriptReader::open(b)), first);
}

std::vector<proto::Equivocation> contradictions(proto::MoreBytes a, proto::MoreBytes b,
                                                Step first) {
  using proto::TranscriptReader;
  return compare_steps(Steps(TranscriptReader::open(std::move(a))),
                       Steps(TranscriptReader::open(std::move(b))), first);
}

}  // namespace fairdeal::audit
