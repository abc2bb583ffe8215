// Fuzzes the audit with tampered transcripts and with any bytes. It says VALID of what peers wrote
// and of nothing else, and whatever can be decoded is encoded again as it was.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/golden.h"
#include "fuzz/target.h"
#include "runtime/audit/audit.h"

namespace fairdeal {
namespace {

const std::vector<Golden>& goldens() {
  static const std::vector<Golden> all = [] {
    std::vector<Golden> made;
    for (const sim::Options& options :
         {sim::Options{.game = "odds-and-evens"}, sim::Options{.game = "kuhn"},
          sim::Options{.game = "odds-and-evens", .witnesses = 1, .seed = 2}})
      made.push_back(take_apart(transcript_of(options), proto::kTranscriptMagic));
    return made;
  }();
  return all;
}

}  // namespace

void fuzz(ByteSpan input) {
  Script script(input);
  const Bytes file = tampered_or_any(goldens(), script);
  check_parts(file, proto::kTranscriptMagic);
  bool honest = false;
  for (const Golden& golden : goldens()) honest = honest || golden.file() == file;
  SeededRng rng(1);
  const auto report = audit::audit(file, rng);
  CHECK((report.verdict == audit::Verdict::valid) == honest);
  CHECK(report.error.has_value() != honest);
}

}  // namespace fairdeal
