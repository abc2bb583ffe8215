#pragma once

#include <span>

#include <sodium/utils.h>

#include "base/bytes.h"

namespace fairdeal::crypto {

/// Wipes a secret in a buffer that no Secret can hold, such as text on its way to a file. The
/// compiler may not remove this, as it could an ordinary assignment before the buffer is freed.
inline void wipe(std::span<std::byte> bytes) { sodium_memzero(bytes.data(), bytes.size()); }

}  // namespace fairdeal::crypto
