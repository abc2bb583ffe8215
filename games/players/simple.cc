#include <algorithm>

#include "games/pig/pig.h"
#include "games/players/simple_go_fish.h"
#include "games/players/simple_hearts.h"
#include "games/players/simple_poker.h"
#include "games/poker/poker_game.h"
#include "games/tic-tac-toe/tic_tac_toe.h"
#include "rules/players/player.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

/// Win if you can, else block, else the centre, else a corner, else what is left.
int simple_square(const TicTacToe& game, Seat seat) {
  const auto squares = game.moves();
  const Seat rival(1 - seat.value);
  for (const Seat who : {seat, rival})
    for (const int square : squares)
      if (game.completes_line(who, square)) return square;
  constexpr int kByWorth[] = {4, 0, 2, 6, 8, 1, 3, 5, 7};
  return *std::ranges::find_first_of(kByWorth, squares);
}

/// Hold at 20, the best simple policy (Neller and Presser, "Optimal Play of the Dice Game Pig",
/// 2004).
Pig::Move hold_at_20(const Pig& game, Seat seat) {
  const auto moves = game.legal(seat);
  const bool holds = game.turn_points() >= 20 || moves.size() == 1;
  return holds ? moves.front() : Pig::Move::roll;
}

}  // namespace

Action simple_move(const AnyGame& game, Seat seat, const Known& known, Rng& rng) {
  if (const Poker* poker = poker_in(game))
    return {text(Poker::move_json(simple_poker_move(*poker, seat, known, rng)))};
  if (const auto* tic_tac_toe = position_of<TicTacToe>(game))
    return {text(TicTacToe::move_json(simple_square(*tic_tac_toe, seat)))};
  if (const auto* pig = typed<Pig>(game)) return {text(Pig::move_json(hold_at_20(*pig, seat)))};
  if (const auto* hearts = typed<Hearts>(game))
    return {text(Hearts::move_json(simple_hearts_move(*hearts, seat, known)))};
  if (const auto* go_fish = typed<GoFish>(game))
    return {text(GoFish::move_json(simple_go_fish_move(*go_fish, seat, known, rng)))};
  if (auto move = game.suggested(seat, known)) return *std::move(move);
  return random_move(game, seat, known, rng);
}

}  // namespace fairdeal::rules
