#include "crypto/system_rng.h"

#include <sodium.h>

#include "base/check.h"

namespace fairdeal::crypto {

SystemRng::SystemRng() { CHECK(sodium_init() >= 0); }

void SystemRng::fill(std::span<std::byte> out) { randombytes_buf(out.data(), out.size()); }

}  // namespace fairdeal::crypto
