#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "crypto/sign.h"
#include "runtime/state/put.h"
#include "runtime/state/table.h"
#include "ui/words/report.h"

namespace fairdeal::home {

/// Returns the table after the records that a store has without a gap. Their proofs are not checked
/// again, because they were checked before they were stored. Errors: damaged; those of follow.
Result<state::Table> replay_kept(std::span<const state::Put> puts, Rng& rng);

/// Prints what `fairdeal resume` can resume, the latest table first, and after the tables the
/// matches against bots, whose names are `plays`. Returns the exit code.
int list_kept_tables(const std::vector<std::filesystem::path>& latest_last,
                     const std::vector<std::string>& plays, const words::Output& output);

/// A kept table as a report has it, and the names of its people, which no report has.
struct AboutTable {
  words::Json about;  ///< date, bytes, game, seats, witnesses and where it stands
  std::vector<std::string> people;
};
AboutTable about_kept_table(const std::filesystem::path& store);

/// Returns whether the store belongs to a table at which this key is a witness. A witness has no
/// moves, so nobody has to be asked for them.
bool is_witness_at(const std::filesystem::path& store, const crypto::PublicKey& key);

}  // namespace fairdeal::home
