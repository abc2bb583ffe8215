#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

/// The people who may read a file that a command writes.
enum class ReadableBy { anybody, owner };

/// Writes parts to a file as `part_of` returns them, up to an empty one. A file that was there
/// stays as it was until the new one is whole. Returns what went wrong, if something did.
std::optional<words::Failure> write_file(const std::string& path, ReadableBy readable_by,
                                         const std::function<Result<Bytes>()>& part_of);

}  // namespace fairdeal::cli
