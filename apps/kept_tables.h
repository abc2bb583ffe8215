#pragma once

#include <filesystem>
#include <vector>

#include "apps/report.h"
#include "crypto/sign.h"

namespace fairdeal::apps {

/// Prints for `fairdeal resume` without a name what can be resumed, the latest first. Returns the
/// exit code. `plays` are the names of matches against bots, which need nobody else.
int list_kept_tables(const std::vector<std::filesystem::path>& latest_last,
                     const std::vector<std::string>& plays, const Output& output);

/// Returns whether the store is of a table at which this key is a witness: then nobody has to be
/// asked.
bool is_witness_at(const std::filesystem::path& store, const crypto::PublicKey& key);

}  // namespace fairdeal::apps
