#pragma once

#include <filesystem>

namespace fairdeal::apps {

/// Where files go (XDG base directories): $XDG_DATA_HOME/fairdeal, ~/.local/share/fairdeal without
/// it.
std::filesystem::path data_folder();

/// Makes a folder, and what leads to it, for its owner only. Throws
/// std::filesystem::filesystem_error.
void make_private_folder(const std::filesystem::path& folder);

/// A new private folder for what may be lost, under $TMPDIR or /tmp.
std::filesystem::path make_temporary_folder();

}  // namespace fairdeal::apps
