#pragma once

#include <filesystem>

#include "base/result.h"
#include "rules/json_full.h"

namespace fairdeal::tools {

/// Measures what auditing a transcript costs on this machine. The result is what `fairdeal bench
/// audit --json` prints:
///
///   milliseconds      medians of `runs` timings, single-threaded: `audit` is the whole audit;
///                     `signatures` and `proofs` are these two parts of it, measured separately
///   share             the fraction of the audit that `signatures` and `proofs` take
///   hands             how many decks the transcript shuffles
///   hands_per_second, records_per_second     computed from the median of the audit
///   records, signatures, seats, bytes        counts of the transcript
///   yardstick_us      as in bench_cards.h
///   runs              the argument
///
/// Requires runs ≥ 1 (CHECKed). Cost: about three audits a run. Errors: those of read_transcript;
/// the error of an audit whose verdict is not VALID.
Result<nlohmann::json> bench_audit(const std::filesystem::path& file, std::size_t runs);

}  // namespace fairdeal::tools
