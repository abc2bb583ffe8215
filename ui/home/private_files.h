#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace fairdeal::home {

/// Makes a folder that only its owner can open, unless it exists. Missing parents get the usual
/// permissions. Throws std::filesystem::filesystem_error.
void make_private_folder(const std::filesystem::path& folder);

/// Writes a file that only its owner can read, and syncs it to the disk. Errors: storage.
Result<> write_synced(const std::filesystem::path& path, std::string_view text);

/// Makes a new private folder under $TMPDIR or /tmp, for files that may be lost.
std::filesystem::path make_temporary_folder();

}  // namespace fairdeal::home
