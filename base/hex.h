#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal {

/// Bytes as lower-case text, for vectors, JSON and people.
std::string to_hex(ByteSpan bytes);

/// The reverse; both cases of letters. Errors: not_canonical (odd length, another character).
Result<Bytes> from_hex(std::string_view text);

}  // namespace fairdeal
