#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/relay.h"
#include "relay/limits.h"
#include "ui/home/settings.h"
#include "ui/words/report.h"

/// relay.toml: all options of a relay, and all its limits.

namespace fairdeal::cli {

struct RelayFile {
  RelayOptions options;
  relay::Bounds bounds;
};

/// The largest relay.toml that is read.
inline constexpr std::size_t kRelayFileBytesMax{64 * 1024};

/// Reads the text of a relay.toml at `path`, which is named in failures. Paths in it that do not
/// begin with "/" are those of files beside it. Fails if it is not TOML, has a key that is no
/// option or limit, or a value of another kind.
home::OrFailure<RelayFile> parse_relay_file(std::string_view text,
                                            const std::filesystem::path& path);

/// Returns a relay.toml with these values, and a line about each key.
std::string relay_file_text(const RelayFile& file);

/// Returns the options of the command line, and those of the file where the command line has none.
RelayOptions merged(const RelayOptions& given, const RelayOptions& file);

}  // namespace fairdeal::cli
