#pragma once

#include <array>
#include <bit>
#include <cstdint>

/// The squares that a chess piece attacks. A set of squares is a word with bit 8 · rank + file for
/// each, so a1 is the lowest bit.
namespace fairdeal::rules::chess {

using Bits = std::uint64_t;
using SquareIndex = std::uint8_t;  ///< a square, 0…63

constexpr Bits bit(int square) { return Bits{1} << square; }
constexpr int rank_of(int square) { return square / 8; }
constexpr int file_of(int square) { return square % 8; }
inline SquareIndex first(Bits set) { return static_cast<SquareIndex>(std::countr_zero(set)); }

/// Calls `visit` with each square of a set, the lowest first, as long as it returns true. Returns
/// whether it always did.
template <class Visit>
bool each(Bits set, Visit&& visit) {
  for (; set != 0; set &= set - 1)
    if (!visit(first(set))) return false;
  return true;
}

enum class Side : std::uint8_t { white, black };
constexpr Side other(Side side) { return side == Side::white ? Side::black : Side::white; }
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

struct AttackTables {
  AttackTables();
  std::array<Bits, 64> knight;
  std::array<Bits, 64> king;
  std::array<std::array<Bits, 64>, 2> pawn;  ///< by side
  /// The squares beyond a square in each direction. First come the four directions to higher
  /// squares (north, east, north-east, north-west), then their opposites.
  std::array<std::array<Bits, 64>, 8> ray;
  std::array<std::array<Bits, 64>, 64> between;  ///< the squares between two in a line
  std::array<std::array<Bits, 64>, 64> line;     ///< the whole line through both, if there is one
};
extern const AttackTables kAttacks;

/// Returns the squares that a piece attacks in one direction, up to and including the first square
/// with a piece on it.
inline Bits slide(int direction, int from, Bits occupied) {
  const auto& ray = kAttacks.ray[static_cast<std::size_t>(direction)];
  const Bits squares = ray[static_cast<std::size_t>(from)];
  const Bits in_the_way = squares & occupied;
  if (in_the_way == 0) return squares;
  const int nearest =
      direction < 4 ? std::countr_zero(in_the_way) : 63 - std::countl_zero(in_the_way);
  return squares ^ ray[static_cast<std::size_t>(nearest)];
}
inline Bits rook_attacks(int from, Bits occupied) {
  return slide(0, from, occupied) | slide(1, from, occupied) | slide(4, from, occupied) |
         slide(5, from, occupied);
}
inline Bits bishop_attacks(int from, Bits occupied) {
  return slide(2, from, occupied) | slide(3, from, occupied) | slide(6, from, occupied) |
         slide(7, from, occupied);
}

}  // namespace fairdeal::rules::chess
