#pragma once

#include <vector>

#include "crypto/batch.h"

namespace fairdeal::crypto {

/// Gives the listed numbers, little-endian, one a draw; then zeros. So a test chooses what a prover
/// draws, and with which weights a verifier adds up.
class ChosenRng final : public Rng {
 public:
  explicit ChosenRng(std::vector<std::uint64_t> numbers) : numbers_(std::move(numbers)) {}

  void fill(std::span<std::byte> out) override {
    const std::uint64_t number = draws_ < numbers_.size() ? numbers_[draws_] : 0;
    ++draws_;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = i < 8 ? static_cast<std::byte>(number >> (8 * i)) : std::byte{0};
  }

  std::size_t draws() const { return draws_; }

 private:
  std::vector<std::uint64_t> numbers_;
  std::size_t draws_ = 0;
};

/// Whether each of the `count` equations holds by itself: with weight 1, the others with 0. In a
/// small group random weights would now and then let a false one pass.
inline bool each_holds(const Result<Equations>& equations, std::size_t count) {
  if (!equations) return false;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint64_t> one_hot(count, 0);
    one_hot[i] = 1;
    ChosenRng weights(one_hot);
    if (!hold(std::span(&*equations, 1), weights)) return false;
    CHECK(weights.draws() == count);
  }
  return true;
}

}  // namespace fairdeal::crypto
