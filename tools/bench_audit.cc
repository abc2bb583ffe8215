#include "tools/bench_audit.h"

#include "base/check.h"
#include "crypto/system_rng.h"
#include "proto/codec.h"
#include "proto/transcript.h"
#include "runtime/audit/audit.h"
#include "runtime/state/follow.h"
#include "ui/home/stopwatch.h"
#include "ui/home/transcript_files.h"

namespace fairdeal::tools {
namespace {

using state::PendingProofs;
using state::Table;

/// The counts and timings of a walk through a transcript that is VALID.
struct Walk {
  double signatures_us = 0, proofs_us = 0;
  std::size_t signatures = 0, records = 0, hands = 0, seats = 0;

  void verify(const Table& table, std::string_view domain, const proto::Envelope& envelope) {
    const auto& key = table.charter().member(envelope.by).key;
    signatures_us += home::microseconds_of(
        [&] { CHECK(key.verify(domain, envelope.body, envelope.signature)); });
    ++signatures;
  }
  void verify_attachments(const Table& table, const proto::Envelope& envelope) {
    const auto entry = proto::decode_entry(envelope.body);
    CHECK(entry);
    for (const proto::Attachment& attachment : entry->attachments) {
      if (const auto* passed = std::get_if<proto::PassedAttachment>(&attachment))
        verify(table, "passed", passed->envelope);
      if (const auto* presence = std::get_if<proto::PresenceAttachment>(&attachment))
        verify(table, "presence", presence->envelope);
    }
  }
  void verify(const Table& table, const proto::Decided& decided) {
    for (const proto::Answer& answer : decided.record) {
      const auto* wrong = std::get_if<proto::WrongEntry>(&answer);
      const auto* entry = wrong ? &wrong->envelope : std::get_if<proto::Envelope>(&answer);
      if (entry == nullptr) continue;  // voted absent
      verify(table, "entry", *entry);
      if (wrong == nullptr) verify_attachments(table, *entry);
    }
    for (const proto::Envelope& vote : decided.certificate) verify(table, "vote", vote);
  }
  void settle(PendingProofs& proofs, Rng& rng) {
    proofs_us += home::microseconds_of([&] { CHECK(proofs.settle(rng)); });
    proofs = {};
  }
};

Walk walk(ByteSpan transcript, Rng& rng) {
  Walk found;
  auto reader = *proto::TranscriptReader::open(transcript);
  const auto charter = std::get<proto::SignedCharter>(**reader.next());
  Table table = *Table::create(std::make_shared<const proto::SignedCharter>(charter));
  found.seats = table.seats();
  PendingProofs proofs;
  while (!table.over()) {
    const auto decided = std::get<proto::Decided>(**reader.next());
    found.verify(table, decided);
    table = state::follow(table, decided, proofs, rng)->next;
    ++found.records;
    for (const auto& event : table.events())
      found.hands += std::holds_alternative<rules::Shuffled>(event);
    if (proofs.terms() >= audit::kTermsAtOnce) found.settle(proofs, rng);
  }
  found.settle(proofs, rng);
  return found;
}

}  // namespace

Result<nlohmann::json> bench_audit(const std::filesystem::path& file, std::size_t runs) {
  CHECK(runs > 0);
  FD_TRY(const Bytes transcript, home::read_transcript(file));
  crypto::SystemRng rng;
  if (const auto report = audit::audit(transcript, rng); report.error) return fail(*report.error);
  Walk found;
  std::vector<double> audits, signatures, proofs, yardstick;
  for (std::size_t run = 0; run < runs; ++run) {  // in turns, so that all run under the same load
    audits.push_back(home::microseconds_of([&] { audit::audit(transcript, rng); }));
    found = walk(transcript, rng);
    signatures.push_back(found.signatures_us);
    proofs.push_back(found.proofs_us);
    for (int i = 0; i < 10; ++i) yardstick.push_back(home::yardstick_us());
  }
  const double audit_us = home::median(audits);
  const auto per_second = [&](std::size_t things) {
    return static_cast<double>(things) * 1e6 / audit_us;
  };
  return nlohmann::json{{"runs", runs},
                        {"bytes", transcript.size()},
                        {"seats", found.seats},
                        {"records", found.records},
                        {"hands", found.hands},
                        {"signatures", found.signatures},
                        {"records_per_second", per_second(found.records)},
                        {"hands_per_second", per_second(found.hands)},
                        {"yardstick_us", home::median(yardstick)},
                        {"milliseconds",
                         {{"audit", audit_us / 1e3},
                          {"signatures", home::median(signatures) / 1e3},
                          {"proofs", home::median(proofs) / 1e3}}},
                        {"share",
                         {{"signatures", home::median(signatures) / audit_us},
                          {"proofs", home::median(proofs) / audit_us}}}};
}

}  // namespace fairdeal::tools
