#pragma once

#include <algorithm>

#include "base/rng.h"

namespace fairdeal::sim {

/// Says the same whenever it is asked: a snapshot restored, a broken generator.
class StuckRng final : public Rng {
 public:
  explicit StuckRng(unsigned char byte) : byte_(std::byte{byte}) {}
  void fill(std::span<std::byte> out) override { std::ranges::fill(out, byte_); }

 private:
  std::byte byte_;
};

}  // namespace fairdeal::sim
