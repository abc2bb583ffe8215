#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairdeal::crypto {

/// Swaps what is at `low` and `high` if they are in the wrong order; low < high.
struct Comparator {
  std::uint32_t low, high;
};

/// Comparators that, one after another, sort any n things. They depend on n alone, so that sorting
/// by them touches the same places whatever the things are.
///
/// Source: Batcher, "Sorting networks and their applications", 1968, as Knuth has it for any n:
/// volume 3, 5.2.2, algorithm M. About n·(lg n)²/4 of them: 417 for 52, 7,567 for 416.
std::vector<Comparator> sorting_network(std::size_t n);

}  // namespace fairdeal::crypto
