#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairdeal::crypto {

/// A step of a sorting network: it swaps the things at places `low` and `high` if they are in the
/// wrong order; low < high.
struct Comparator {
  std::uint32_t low, high;
};

/// Returns comparators that sort any n things when they run one after another. They depend on n
/// alone, so sorting by them touches the same places in the same order whatever the things are.
///
/// Source: Batcher, "Sorting networks and their applications", 1968, in the form for any n of
/// Knuth, The Art of Computer Programming, volume 3, 5.2.2, algorithm M. There are about n·(lg
/// n)²/4 of them: 417 for 52 things, 7,567 for 416.
std::vector<Comparator> sorting_network(std::size_t n);

}  // namespace fairdeal::crypto
