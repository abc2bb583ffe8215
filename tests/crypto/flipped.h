#pragma once

#include <cstddef>

namespace fairdeal {

/// Bytes of any kind with bit `bit` the other way.
template <class Range>
Range flipped(Range bytes, std::size_t bit) {
  bytes[bit / 8] ^= std::byte(1 << bit % 8);
  return bytes;
}

}  // namespace fairdeal
