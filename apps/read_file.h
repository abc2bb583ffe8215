#pragma once

#include <filesystem>
#include <functional>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal::apps {

/// Reads a file of any kind, a pipe or a device too; no further than `may_go_on` says after each
/// piece. Errors: storage, too_large (more than `bytes_max`).
Result<Bytes> read_file(const std::filesystem::path& path, std::size_t bytes_max,
                        const std::function<bool(ByteSpan)>& may_go_on = {});

}  // namespace fairdeal::apps
