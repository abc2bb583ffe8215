#pragma once

#include <filesystem>

namespace fairdeal::apps {

/// Returns the folder for this program's files (XDG base directories): $XDG_DATA_HOME/fairdeal or,
/// without that variable, ~/.local/share/fairdeal.
std::filesystem::path data_folder();

/// Makes a folder that only its owner can open, unless it exists. Missing parents get the usual
/// permissions. Throws std::filesystem::filesystem_error.
void make_private_folder(const std::filesystem::path& folder);

/// Makes a new private folder under $TMPDIR or /tmp, for files that may be lost.
std::filesystem::path make_temporary_folder();

}  // namespace fairdeal::apps
