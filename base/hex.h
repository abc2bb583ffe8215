#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal {

/// Returns the bytes as hexadecimal text in lower case, for vectors, JSON and people.
std::string to_hex(ByteSpan bytes);

/// Returns the bytes that hexadecimal text says; letters may be of either case. Errors:
/// not_canonical (odd length, another character).
Result<Bytes> from_hex(std::string_view text);

}  // namespace fairdeal
