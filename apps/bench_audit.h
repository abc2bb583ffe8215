#pragma once

#include <filesystem>

#include "base/result.h"
#include "rules/json_full.h"

namespace fairdeal::apps {

/// What auditing a transcript costs on this machine, as `fairdeal bench audit --json` prints it:
///
///   milliseconds      medians of `runs` timings, single-threaded: audit, the whole file;
///                     signatures and proofs, those parts of it by themselves
///   share             of the audit that these two take: signatures, proofs
///   hands             decks shuffled in it; hands_per_second: by the median
///   records, records_per_second, signatures, seats, bytes
///   yardstick_us      as in bench_cards.h; runs: as asked
///
/// Requires runs ≥ 1 (CHECKed). Cost: three audits a run. Errors: storage; those of an audit that
/// does not find it VALID.
Result<nlohmann::json> bench_audit(const std::filesystem::path& file, std::size_t runs);

}  // namespace fairdeal::apps
