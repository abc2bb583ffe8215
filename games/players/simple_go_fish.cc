#include "games/players/simple_go_fish.h"

#include <algorithm>

#include "base/check.h"
#include "base/random_index.h"

namespace fairdeal::rules {

GoFish::Move simple_go_fish_move(const GoFish& game, Seat seat, const Known& known, Rng& rng) {
  using Kind = GoFish::Move::Kind;
  const auto hand = game.hand(seat, known);
  auto moves = game.legal(seat);
  if (const auto rank = game.asked_rank()) {
    for (const auto& [slot, face] : hand)
      if (card_of(face).rank == *rank) return {Kind::give, slot.value};
    return {Kind::fish};
  }
  std::erase_if(moves, [&](const GoFish::Move& move) {
    return std::ranges::none_of(
        hand, [&](const auto& card) { return card_of(card.second).rank == move.b; });
  });
  CHECK(!moves.empty());
  return moves[random_index(rng, moves.size())];
}

}  // namespace fairdeal::rules
