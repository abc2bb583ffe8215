#pragma once

#include "base/seeded_rng.h"
#include "tests/rules/holdem_table.h"

/// Random matches of hold'em, with all kinds of terms and silence of all kinds.
namespace fairdeal::rules {

inline Json drawn_terms(Rng& rng) {
  const char* const kBetting[] = {"no-limit", "pot-limit", "fixed-limit"};
  const char* const kStraddlers[] = {"first", "button", "any"};
  const auto flag = [&] { return rng.below(3) == 0; };
  return {{"stack", 40 + rng.below(400)},
          {"ante", flag() ? 1 + rng.below(9) : 0},
          {"ante_from", flag() ? "big-blind" : "each"},
          {"betting", kBetting[rng.below(4) % 3]},
          {"straddle", flag()},
          {"straddle_from", kStraddlers[rng.below(3)]},
          {"run_outs", flag() ? 2 : 1},
          {"rabbit", flag()},
          {"bomb_every", flag() ? 1 + rng.below(4) : 0},
          {"sit_out", flag()},
          {"called_shows", flag()},
          {"winner_shows", flag()}};
}

inline Seat drawn_seat(Rng& rng, const Holdem& game) {
  return Seat(static_cast<std::uint32_t>(rng.below(game.betting().seats)));
}

/// A seat that has left is not out of the next deal, and so comes back.
inline Out drawn_out(Rng& rng, const Holdem& game) {
  return {.seat = drawn_seat(rng, game), .left = rng.below(2) == 0, .opens = rng.below(2) == 0};
}

/// A move, mostly; sometimes silence of one kind or another.
inline void go_on(HoldemTable& table, Rng& rng) {
  const Holdem& game = table.game();
  const Seat seat = *table.asked();
  const auto chance = rng.below(60);
  if (chance < 2) {
    table.after(Absent{seat, rng.below(2) == 0});
  } else if (chance == 2) {
    table.out(drawn_out(rng, game));
  } else if (chance == 3) {
    table.after(Void{SeatSet::of({drawn_seat(rng, game), drawn_seat(rng, game)})});
  } else {
    const auto moves = game.legal(seat);
    auto move = moves[rng.below(moves.size())];
    if (move.kind == Holdem::Move::Kind::fold && rng.below(3) != 0) move = moves.front();
    if (const auto range = game.range(seat, move))
      move.to += static_cast<Chips>(
          rng.below(static_cast<std::uint64_t>(range->max - range->min) + 1) >> rng.below(4));
    table.after(Moved<Holdem::Move>{seat, move});
  }
}

/// Plays a match to its end, or for some hundred events.
inline void play_randomly(HoldemTable& table, SeededRng& rng) {
  for (int event = 0; event < 600 && table.game().street() != Holdem::Street::over; ++event) {
    if (table.asked())
      go_on(table, rng);
    else if (rng.below(20) == 0)
      table.out(drawn_out(rng, table.game()));
    else
      table.deal(rng.next());
  }
}

}  // namespace fairdeal::rules
