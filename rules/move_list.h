#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

#include "base/check.h"

namespace fairdeal::rules {

/// A list of at most `kMax` moves that needs no heap. A position's `moves` returns it where speed
/// matters.
template <class Move, std::size_t kMax>
class MoveList {
 public:
  MoveList() = default;
  MoveList(std::initializer_list<Move> moves) {
    for (const Move& move : moves) push_back(move);
  }

  void push_back(const Move& move) {
    CHECK(size_ < kMax);
    moves_[size_++] = move;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Move& operator[](std::size_t i) const { return moves_[i]; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Move, kMax> moves_;  // only the first size_ are set
};

}  // namespace fairdeal::rules
