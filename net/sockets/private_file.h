#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fairdeal::sockets {

/// The treatment of a file that exists already.
enum class Existing { emptied, kept };

/// Opens a file that only its owner may read and write (0600), to write at its end; creates it if
/// there is none. Returns the descriptor. A symbolic link is not followed: otherwise somebody who
/// can make one in a shared folder could make us overwrite any file of ours. Errors: storage.
Result<int> open_private(const std::string& path, Existing existing);

/// Writes `text` to such a file, in place of what was there. Errors: storage.
Result<> write_private(const std::string& path, std::string_view text);

/// Puts such a file in the place of the one that is there, so that after a crash one of the two is
/// whole, and syncs it to the disk. Errors: storage.
Result<> replace_private(const std::string& path, std::string_view text);

}  // namespace fairdeal::sockets
