#pragma once

#include <string>

#include "crypto/hash.h"
#include "rules/registry.h"

namespace fairdeal::state {

/// Returns the digest of a game's rules, which charters name. So two programs whose rules differ
/// find that out before they play. For a script it is the digest of its text. For a compiled game
/// it is that of its name, its version and matches that were recorded with it: rules_digests.inc
/// lists them, and a test records them anew. For a game that is not listed, such as a library or
/// one that was built in from a folder, they are recorded when the digest is asked for first.
crypto::Digest rules_digest(const rules::Module& module);

/// Returns the digest of matches that are recorded now: rules/recording.h. Cost: that of playing
/// them.
crypto::Digest recorded_digest(const rules::Module& module);

/// Returns the first digits of a digest, for people.
std::string short_hex(const crypto::Digest& digest);

}  // namespace fairdeal::state
