#pragma once

#include <string>
#include <vector>

#include "ui/words/report.h"

namespace fairdeal::sandbox {

/// Returns whether a game is named by the file of a shared library: "./skull.so".
bool is_native(const std::string& game);

/// Puts in place of a library's file the name of its game, which can be started by it from then on.
/// Any other name stays as it is. The library becomes a part of this program, so whoever names it
/// trusts it; a name without a slash is refused, and nothing is searched. A file that is in use is
/// not loaded again. Fails in words if the file is no game, or was built for another version of
/// this program. Call it before confine(), after which no library can be loaded.
tl::expected<void, words::Failure> use_native(std::string& game);

/// Loads the libraries that --library names, whose games tables, transcripts and stores may then
/// name.
tl::expected<void, words::Failure> use_libraries(const std::vector<std::string>& files);

/// Says what to do about a game that is not known here: a hint of a failure at a table.
inline constexpr const char* kNameTheLibrary =
    "If the game is a library, name your own copy: --library ./FILE.so. Else build it into your "
    "program, or take the same version of it (docs/modules.md).";

}  // namespace fairdeal::sandbox
