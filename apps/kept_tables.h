#pragma once

#include <filesystem>
#include <vector>

#include "apps/report.h"
#include "crypto/sign.h"

namespace fairdeal::apps {

/// `fairdeal resume` without a name: what can be resumed, the latest first. Returns the exit code.
/// `plays`: the names of matches against bots, which need nobody else.
int list_kept_tables(const std::vector<std::filesystem::path>& latest_last,
                     const std::vector<std::string>& plays, const Output& output);

/// Whether the store is one of a table at which this key is a witness: nobody has to be asked
/// there.
bool is_witness_at(const std::filesystem::path& store, const crypto::PublicKey& key);

}  // namespace fairdeal::apps
