#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fairdeal::net {

/// What happens to a file that exists already.
enum class Existing { emptied, kept };

/// Opens a file for its owner alone (0600), to write at its end, and makes it if there is none. A
/// symbolic link is not followed: whoever may make one in a shared folder could have any file of
/// ours overwritten. Errors: storage.
Result<int> open_private(const std::string& path, Existing existing);

/// Writes all of it to such a file. Errors: storage.
Result<> write_private(const std::string& path, std::string_view text);

}  // namespace fairdeal::net
