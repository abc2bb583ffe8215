#pragma once

#include <span>

#include "base/bytes.h"
#include "base/check.h"

namespace fairdeal {

/// A source of random bytes. Every function that draws takes one as an argument, so that a run can
/// be repeated from a seed.
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

  /// Returns a uniform number in [0, bound), by multiplication, shift and rejection (Lemire, "Fast
  /// Random Integer Generation in an Interval", 2019). Requires bound > 0 (CHECKed).
  ///
  /// Its time tells nothing of the result: only the bound is divided, which is public, and whether
  /// a draw was rejected is independent of the draw that was accepted after it.
  std::uint64_t below(std::uint64_t bound) {
    CHECK(bound > 0);
    __extension__ using Wide = unsigned __int128;
    // 2^64 mod bound: a low word below this is rejected, since the 2^64 draws do not divide evenly
    // among `bound` results.
    const std::uint64_t unfair = (0 - bound) % bound;
    for (;;) {
      const Wide product = static_cast<Wide>(u64()) * bound;
      if (static_cast<std::uint64_t>(product) >= unfair)
        return static_cast<std::uint64_t>(product >> 64);
    }
  }
};

}  // namespace fairdeal
