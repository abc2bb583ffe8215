#pragma once

#include "base/rng.h"

namespace fairdeal::crypto {

/// The operating system's randomness, from libsodium. No other code calls it.
class SystemRng final : public Rng {
 public:
  SystemRng();
  void fill(std::span<std::byte> out) override;
};

}  // namespace fairdeal::crypto
