#pragma once

#include <span>

#include <sodium/utils.h>

#include "base/bytes.h"

namespace fairdeal::crypto {

/// Wipes a secret in a buffer that no Secret can hold, such as what is on its way to a file.
inline void wipe(std::span<std::byte> bytes) { sodium_memzero(bytes.data(), bytes.size()); }

}  // namespace fairdeal::crypto
