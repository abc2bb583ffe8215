#include "runtime/evidence.h"

#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/follow.h"

namespace fairdeal::runtime {
namespace {

using proto::Equivocation;
using proto::TranscriptPart;
using proto::WrongEntry;

Result<std::string> verdict(const Evidence& evidence, const Equivocation& two, Rng&) {
  FD_CHECKED(consensus::verify(two, evidence.charter->charter));
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

Result<std::string> verdict(const Evidence& evidence, const WrongEntry& wrong, Rng& rng) {
  FD_TRY(Table table, Table::open(evidence.charter));
  for (const proto::Decided& decided : evidence.history) {
    FD_TRY(auto followed, follow(table, decided, rng));
    table = std::move(followed.next);
  }
  FD_TRY(auto entry, proto::open_entry(wrong.envelope, table.charter()));
  const auto checked = table.check(entry, rng);
  FD_CHECKED(table.condemn(std::move(entry), rng));
  return "signed a false answer at step " + std::to_string(table.step().value) + ": " +
         describe(checked.error());
}

}  // namespace

namespace {

/// The note in an entry that convicts a member.
std::optional<Equivocation> note_against(const proto::Envelope& envelope, Seat member) {
  const auto entry = proto::decode_entry(envelope.body);
  if (!entry) return {};
  for (const proto::Note& note : entry->notes)
    if (const auto* two = std::get_if<Equivocation>(&note); two && two->first.by == member)
      return *two;
  return {};
}

}  // namespace

Result<std::optional<Evidence>> evidence_in(std::shared_ptr<const proto::SealedCharter> charter,
                                            std::span<const Put> stored, Seat against) {
  std::vector<proto::Decided> history;
  for (const Put& put : stored) {
    if (put.space != Put::Space::record) continue;
    FD_TRY(auto part, proto::decode_transcript_part(put.value));
    auto* decided = std::get_if<proto::Decided>(&part);
    if (decided == nullptr) return fail(Fault::damaged, "a stored record");
    for (const proto::Answer& answer : decided->record) {
      const auto* wrong = std::get_if<WrongEntry>(&answer);
      if (wrong != nullptr && wrong->envelope.by == against)
        return Evidence{std::move(charter), std::move(history), *wrong};
      const auto* sound = std::get_if<proto::Envelope>(&answer);
      if (sound == nullptr) continue;
      if (auto two = note_against(*sound, against))
        return Evidence{std::move(charter), {}, *std::move(two)};
    }
    history.push_back(std::move(*decided));
  }
  return std::nullopt;
}

Seat Evidence::seat() const {
  return std::visit(Overloaded{[](const Equivocation& two) { return two.first.by; },
                               [](const WrongEntry& wrong) { return wrong.envelope.by; }},
                    lie);
}

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

Result<Evidence> decode_evidence(ByteSpan file) {
  FD_TRY(auto reader, proto::TranscriptReader::open(file, proto::kEvidenceMagic));
  Evidence evidence{};
  for (;;) {
    FD_TRY(auto part, reader.next());
    if (!part) return fail(Fault::incomplete, "file of evidence");
    auto* charter = std::get_if<proto::SealedCharter>(&*part);
    if ((charter != nullptr) != (evidence.charter == nullptr))
      return fail(Fault::not_canonical, "file of evidence: not one table, first");
    if (charter != nullptr) {
      evidence.charter = std::make_shared<const proto::SealedCharter>(std::move(*charter));
      continue;
    }
    if (auto* decided = std::get_if<proto::Decided>(&*part)) {
      evidence.history.push_back(std::move(*decided));
      continue;
    }
    if (auto* two = std::get_if<Equivocation>(&*part)) evidence.lie = std::move(*two);
    if (auto* wrong = std::get_if<WrongEntry>(&*part)) evidence.lie = std::move(*wrong);
    FD_TRY(const auto rest, reader.next());
    if (rest) return fail(Fault::not_canonical, "file of evidence: more after the lie");
    return evidence;
  }
}

Result<std::string> verify(const Evidence& evidence, Rng& rng) {
  FD_CHECKED(proto::verify_charter(*evidence.charter));
  return std::visit([&](const auto& lie) { return verdict(evidence, lie, rng); }, evidence.lie);
}

}  // namespace fairdeal::runtime
