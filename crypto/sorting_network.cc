#include "crypto/sorting_network.h"

#include <bit>

namespace fairdeal::crypto {

std::vector<Comparator> sorting_network(std::size_t n) {
  std::vector<Comparator> network;
  const std::size_t half = std::bit_ceil(n) / 2;
  for (std::size_t p = half; p > 0; p /= 2) {
    // Here things at places 2p apart are sorted; after this pass things p apart are. First each
    // place whose bit p is clear is compared with the place p after it; then each place whose bit p
    // is set with the place q − p after it, for q = half, half/2, … 2p.
    std::size_t r = 0, d = p;
    for (std::size_t q = half;; q /= 2) {
      for (std::size_t i = 0; i + d < n; ++i)
        if ((i & p) == r)
          network.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + d)});
      if (q == p) break;
      d = q - p;
      r = p;
    }
  }
  return network;
}

}  // namespace fairdeal::crypto
