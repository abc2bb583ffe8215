#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace fairdeal::home {

/// Returns $HOME or, if it is no absolute path, the home folder of the user database. Never returns
/// a relative path, which would mean the current folder. Throws std::filesystem::filesystem_error
/// for a user without one, as do the next three.
std::filesystem::path home_folder();

/// Returns the folder for this program's data (XDG base directories): $XDG_DATA_HOME/fairdeal or,
/// without that variable, ~/.local/share/fairdeal.
std::filesystem::path data_folder();
/// Returns the folder of config.toml: $XDG_CONFIG_HOME/fairdeal, or ~/.config/fairdeal.
std::filesystem::path config_folder();
/// Returns the folder of logs: $XDG_STATE_HOME/fairdeal, or ~/.local/state/fairdeal.
std::filesystem::path state_folder();

/// Returns the folder of sockets: $XDG_RUNTIME_DIR/fairdeal or, where no such folder is given to
/// the user, one in that of logs.
std::filesystem::path runtime_folder();
/// Returns the folder of the sockets at which this user's programs tell how they are.
std::filesystem::path status_folder();

/// Makes a folder that only its owner can open, unless it exists. Missing parents get the usual
/// permissions. Throws std::filesystem::filesystem_error.
void make_private_folder(const std::filesystem::path& folder);

/// Writes a file that only its owner can read, and syncs it to the disk. Errors: storage.
Result<> write_synced(const std::filesystem::path& path, std::string_view text);

/// Makes a new private folder under $TMPDIR or /tmp, for files that may be lost.
std::filesystem::path make_temporary_folder();

}  // namespace fairdeal::home
