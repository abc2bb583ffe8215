#include "games/chess/attacks.h"

#include <initializer_list>

namespace fairdeal::rules::chess {
namespace {

struct Step {
  int ranks, files;
};

constexpr Step kDirections[8] = {{1, 0},  {0, 1},  {1, 1},   {1, -1},
                                 {-1, 0}, {0, -1}, {-1, -1}, {-1, 1}};

bool on_board(int rank, int file) { return rank >= 0 && rank < 8 && file >= 0 && file < 8; }

Bits steps(int from, std::initializer_list<Step> all) {
  Bits squares = 0;
  for (const auto [ranks, files] : all) {
    const int rank = rank_of(from) + ranks, file = file_of(from) + files;
    if (on_board(rank, file)) squares |= bit(8 * rank + file);
  }
  return squares;
}

Bits walk(int from, Step step) {
  Bits squares = 0;
  for (int rank = rank_of(from) + step.ranks, file = file_of(from) + step.files;
       on_board(rank, file); rank += step.ranks, file += step.files)
    squares |= bit(8 * rank + file);
  return squares;
}

}  // namespace

AttackTables::AttackTables() {
  for (int from = 0; from < 64; ++from) {
    const auto i = static_cast<std::size_t>(from);
    knight[i] =
        steps(from, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
    king[i] = steps(from, {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
    pawn[0][i] = steps(from, {{1, -1}, {1, 1}});
    pawn[1][i] = steps(from, {{-1, -1}, {-1, 1}});
    between[i].fill(0);
    line[i].fill(0);
    for (std::size_t d = 0; d < 8; ++d) ray[d][i] = walk(from, kDirections[d]);
  }
  for (std::size_t from = 0; from < 64; ++from)
    for (std::size_t d = 0; d < 8; ++d)
      for (Bits left = ray[d][from]; left != 0; left &= left - 1) {
        const std::size_t to = first(left);
        between[from][to] = ray[d][from] & ray[(d + 4) % 8][to];
        line[from][to] = ray[d][from] | ray[(d + 4) % 8][from] | bit(static_cast<int>(from));
      }
}

const AttackTables kAttacks;

}  // namespace fairdeal::rules::chess
