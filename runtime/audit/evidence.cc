#include "runtime/audit/evidence.h"

#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/audit/evidence_file.h"
#include "runtime/state/follow.h"

namespace fairdeal::audit {
namespace {

using proto::Equivocation;
using proto::TranscriptPart;
using proto::WrongEntry;

Result<std::string> verdict(const proto::Charter& charter, const Equivocation& two) {
  FD_TRY(consensus::verify(two, charter));
  switch (two.what) {
    case Equivocation::What::entry:
      return "signed two different answers for one place";
    case Equivocation::What::vote:
      return "signed two votes that contradict each other";
    case Equivocation::What::proposal:
      return "signed two proposals for one round";
  }
  return fail(Fault::bad_proof, "evidence of no kind");
}

/// Returns in words what a false answer convicts its author of. Requires: `table` is at the step of
/// that answer.
Result<std::string> verdict(const state::Table& table, const WrongEntry& wrong, Rng& rng) {
  FD_TRY(auto entry, proto::verify_entry(wrong.envelope, table.charter()));
  const auto checked = table.check(entry, rng);
  FD_TRY(table.check_invalid(std::move(entry), rng));
  return "signed a false answer at step " + std::to_string(table.step().value) + ": " +
         describe(checked.error());
}

Seat accused(const std::variant<Equivocation, WrongEntry>& lie) {
  return std::visit(Overloaded{[](const Equivocation& two) { return two.first.by; },
                               [](const WrongEntry& wrong) { return wrong.envelope.by; }},
                    lie);
}

/// The verification of one lie: it follows the steps before the lie as they are read, and says at
/// the end what the lie proves.
class Trial {
 public:
  Trial(const std::shared_ptr<const proto::SignedCharter>& charter, Rng& rng)
      : charter_(*charter), rng_(rng), terms_(proto::verify_charter(*charter)) {
    if (!terms_) return;
    auto opened = state::Table::create(charter);
    if (opened)
      table_ = *std::move(opened);
    else
      followed_ = fail(opened.error());
  }
  void follow(const proto::Decided& decided) {
    if (!table_) return;
    auto followed = state::follow(*table_, decided, rng_);
    if (followed) {
      table_ = std::move(followed->next);
    } else {
      followed_ = fail(followed.error());
      table_.reset();
    }
  }
  Result<std::string> verdict_on(const std::variant<Equivocation, WrongEntry>& lie) const {
    FD_TRY(terms_);
    if (const auto* two = std::get_if<Equivocation>(&lie)) return verdict(charter_.charter, *two);
    FD_TRY(followed_);
    return verdict(*table_, std::get<WrongEntry>(lie), rng_);
  }

 private:
  const proto::SignedCharter& charter_;
  Rng& rng_;
  Result<> terms_;       ///< whether all members have signed the terms
  Result<> followed_{};  ///< why the steps could not be followed; two statements need no steps
  std::optional<state::Table> table_;
};

}  // namespace

namespace {

/// Returns the equivocation of `member` that an entry attaches; none if there is none.
std::optional<Equivocation> attachment_against(const proto::Envelope& envelope, Seat member) {
  const auto entry = proto::decode_entry(envelope.body);
  if (!entry) return {};
  for (const proto::Attachment& attachment : entry->attachments)
    if (const auto* two = std::get_if<Equivocation>(&attachment); two && two->first.by == member)
      return *two;
  return {};
}

}  // namespace

Result<std::optional<Evidence>> evidence_in(std::shared_ptr<const proto::SignedCharter> charter,
                                            std::span<const state::Put> stored, Seat against) {
  std::vector<proto::Decided> history;
  for (const state::Put& put : stored) {
    if (put.space != state::Put::Space::record) continue;
    FD_TRY(auto part, proto::decode_transcript_part(put.value));
    auto* decided = std::get_if<proto::Decided>(&part);
    if (decided == nullptr) return fail(Fault::damaged, "a stored record");
    for (const proto::Answer& answer : decided->record) {
      const auto* wrong = std::get_if<WrongEntry>(&answer);
      if (wrong != nullptr && wrong->envelope.by == against)
        return Evidence{std::move(charter), std::move(history), *wrong};
      const auto* sound = std::get_if<proto::Envelope>(&answer);
      if (sound == nullptr) continue;
      if (auto two = attachment_against(*sound, against))
        return Evidence{std::move(charter), {}, *std::move(two)};
    }
    history.push_back(std::move(*decided));
  }
  return std::nullopt;
}

Seat Evidence::seat() const { return accused(lie); }
Seat EvidenceFile::seat() const { return accused(lie); }

Bytes encode(const Evidence& evidence) {
  Bytes file = to_bytes(proto::kEvidenceMagic);
  const auto add = [&](const TranscriptPart& part) {
    const Bytes framed = proto::frame_part(proto::encode(part));
    file.insert(file.end(), framed.begin(), framed.end());
  };
  add(*evidence.charter);
  for (const auto& decided : evidence.history) add(decided);
  std::visit([&](const auto& lie) { add(lie); }, evidence.lie);
  return file;
}

namespace {

/// Returns the n-th part of a file of evidence, which does not end before it.
Result<proto::TranscriptPart> next_part(proto::TranscriptReader& reader, std::size_t n) {
  auto part = reader.next();
  if (part ? !*part : part.error().fault == Fault::incomplete)
    return fail(Fault::incomplete, "file of evidence, at part " + std::to_string(n));
  if (!part) return fail(part.error());
  return **std::move(part);
}

/// Reads the parts of a file of evidence: gives the charter and the steps to the two functions, and
/// returns the lie.
template <class OnCharter, class OnDecided>
Result<std::variant<Equivocation, WrongEntry>> read_parts(proto::TranscriptReader reader,
                                                          OnCharter on_charter,
                                                          OnDecided on_decided) {
  bool has_charter = false;
  for (std::size_t n = 0;; ++n) {
    FD_TRY(auto part, next_part(reader, n));
    auto* charter = std::get_if<proto::SignedCharter>(&part);
    if ((charter != nullptr) == has_charter)
      return fail(Fault::not_canonical, "file of evidence: not one table, first");
    if (charter != nullptr) {
      on_charter(std::make_shared<const proto::SignedCharter>(std::move(*charter)));
      has_charter = true;
      continue;
    }
    if (auto* decided = std::get_if<proto::Decided>(&part)) {
      on_decided(std::move(*decided));
      continue;
    }
    std::optional<std::variant<Equivocation, WrongEntry>> lie;
    if (auto* two = std::get_if<Equivocation>(&part)) lie = std::move(*two);
    if (auto* wrong = std::get_if<WrongEntry>(&part)) lie = std::move(*wrong);
    if (!lie) return fail(Fault::not_canonical, "file of evidence: a part that is no lie");
    FD_TRY(const auto rest, reader.next());
    if (rest) return fail(Fault::not_canonical, "file of evidence: more after the lie");
    return *std::move(lie);
  }
}

}  // namespace

Result<Evidence> decode_evidence(ByteSpan file) {
  FD_TRY(auto reader, proto::TranscriptReader::open(file, proto::kEvidenceMagic));
  Evidence evidence{};
  FD_TRY(evidence.lie,
         read_parts(
             std::move(reader), [&](auto charter) { evidence.charter = std::move(charter); },
             [&](auto decided) { evidence.history.push_back(std::move(decided)); }));
  return evidence;
}

Result<EvidenceFile> read_evidence(proto::MoreBytes more, Rng* rng) {
  FD_TRY(auto reader, proto::TranscriptReader::open(std::move(more), proto::kEvidenceMagic));
  EvidenceFile file{};
  std::optional<Trial> trial;
  const auto on_charter = [&](auto charter) {
    file.charter = std::move(charter);
    if (rng != nullptr) trial.emplace(file.charter, *rng);
  };
  const auto on_decided = [&](const proto::Decided& decided) {
    ++file.steps_before;
    if (trial) trial->follow(decided);
  };
  FD_TRY(file.lie, read_parts(std::move(reader), on_charter, on_decided));
  if (trial) file.verdict = trial->verdict_on(file.lie);
  return file;
}

Result<std::string> verify(const Evidence& evidence, Rng& rng) {
  Trial trial(evidence.charter, rng);
  if (std::holds_alternative<WrongEntry>(evidence.lie))
    for (const proto::Decided& decided : evidence.history) trial.follow(decided);
  return trial.verdict_on(evidence.lie);
}

}  // namespace fairdeal::audit
