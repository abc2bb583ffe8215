#pragma once

#include <algorithm>

#include "base/rng.h"

namespace fairdeal::sim {

/// A generator that returns the same bytes whenever it is asked, like that of a restored snapshot,
/// or a broken one.
class StuckRng final : public Rng {
 public:
  explicit StuckRng(unsigned char byte) : byte_(std::byte{byte}) {}
  void fill(std::span<std::byte> out) override { std::ranges::fill(out, byte_); }

 private:
  std::byte byte_;
};

}  // namespace fairdeal::sim
