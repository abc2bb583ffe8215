#pragma once

#include <span>

#include "base/bytes.h"
#include "base/check.h"

namespace fairdeal {

/// A source of random bytes. Everything that draws takes one as an argument, so a seed repeats it.
class Rng {
 public:
  virtual ~Rng() = default;
  virtual void fill(std::span<std::byte> out) = 0;

  std::uint64_t u64() {
    ByteArray<8> bytes;
    fill(bytes);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
      value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
  }

  /// Uniform in [0, bound), bound > 0: multiply and shift, rejecting what would be unfair (Lemire,
  /// "Fast Random Integer Generation in an Interval", 2019). No division by or of what is drawn, so
  /// its time tells nothing of the result.
  std::uint64_t below(std::uint64_t bound) {
    CHECK(bound > 0);
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t unfair = (0 - bound) % bound;  // 2^64 mod bound
    for (;;) {
      const Wide product = static_cast<Wide>(u64()) * bound;
      if (static_cast<std::uint64_t>(product) >= unfair)
        return static_cast<std::uint64_t>(product >> 64);
    }
  }
};

}  // namespace fairdeal
