#pragma once

#include "base/seeded_rng.h"
#include "tests/rules/poker_table.h"

/// Random matches of any game of poker, with silence of all kinds.
namespace fairdeal::rules {

inline Json random_terms(SeededRng& rng, const PokerVariant& variant) {
  const char* const kBetting[] = {"no-limit", "pot-limit", "fixed-limit"};
  Json terms{{"betting", kBetting[rng.below(3)]},
             {"stack", 40 + rng.below(400)},
             {"ante", rng.below(9)},
             {"sit_out", rng.below(4) == 0},
             {"winner_shows", rng.below(4) == 0}};
  if (variant.board() > 0 && rng.below(3) == 0) terms["bomb_every"] = 1 + rng.below(4);
  if (variant.board() > 0 && rng.below(3) == 0) terms["rabbit"] = true;
  return terms;
}

/// Lets one thing happen: a move mostly, sometimes silence of one kind or another.
inline void go_on(PokerTable& table, SeededRng& rng) {
  const Poker& game = table.game();
  const auto drawn_seat = [&] {
    return Seat(static_cast<std::uint32_t>(rng.below(game.betting().seats)));
  };
  if (!table.asked()) {
    table.deal_any(rng.next());
    return;
  }
  const Seat seat = *table.asked();
  const auto chance = rng.below(60);
  if (chance == 0) {
    table.after(Absent{seat, rng.below(2) == 0});
  } else if (chance == 1) {
    table.out({.seat = drawn_seat(), .left = rng.below(2) == 0, .opens = rng.below(2) == 0});
  } else if (chance == 2) {
    table.after(Void{SeatSet::of({drawn_seat(), drawn_seat()})});
  } else {
    const auto moves = game.legal(seat);
    auto move = moves[rng.below(moves.size())];
    if (move.kind == Poker::Move::Kind::fold && rng.below(3) != 0) move = moves.front();
    if (const auto range = game.range(seat, move))
      move.to += static_cast<Chips>(
          rng.below(static_cast<std::uint64_t>(range->max - range->min) + 1) >> rng.below(4));
    table.after(Moved<Poker::Move>{seat, move});
  }
}

}  // namespace fairdeal::rules
