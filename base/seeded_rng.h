#pragma once

#include "base/rng.h"

namespace fairdeal {

/// xoshiro256** (Blackman and Vigna, 2018), seeded through SplitMix64. It is fast and repeatable
/// but predictable, so it serves simulations, bots, practice games and tests only: no secret is
/// drawn from it.
class SeededRng final : public Rng {
 public:
  explicit SeededRng(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }

  void fill(std::span<std::byte> out) override {
    for (std::size_t i = 0; i < out.size(); i += 8) {
      const std::uint64_t word = next();
      for (std::size_t j = 0; j < 8 && i + j < out.size(); ++j)
        out[i + j] = static_cast<std::byte>(word >> (8 * j));
    }
  }

  std::uint64_t next() {
    const auto rotate = [](std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace fairdeal
