#pragma once

#include <string>

#include "apps/report.h"

namespace fairdeal::apps {

/// Returns whether a game is named by the file of a shared library: "./skull.so".
bool is_native(const std::string& game);

/// Puts in place of a library's file the name of its game, which can be started by it from then on.
/// Any other name stays as it is. The library becomes a part of this program, so whoever names it
/// trusts it; a name without a slash is refused, and nothing is searched. Fails in words if the
/// file is no game, or was built for another version of this program.
tl::expected<void, Failure> use_native(std::string& game);

/// Returns the failure of a table for which a library is named.
Failure native_at_table();

}  // namespace fairdeal::apps
