#include <numeric>

#include "tests/rules/holdem_table.h"

/// Laws of hold'em that hold whatever is played.
namespace fairdeal::rules {
namespace {

Chips chips_of(const Holdem& game) {
  Chips chips = 0;
  for (const Stake& stake : game.betting().stakes) chips += stake.total();
  return chips;
}

/// Each slot and each face in one place at the most.
void expect_cards_apart(const Holdem& game) {
  std::set<Slot> slots;
  std::set<Face> seen;
  std::size_t placed = 0, shown = 0;
  for (std::uint32_t i = 0; i < game.betting().seats; ++i) {
    const Holdem::Pocket& pocket = game.pocket(Seat(i));
    if (!pocket.dealt_in) continue;
    slots.insert(pocket.slots.begin(), pocket.slots.end());
    placed += 2;
    for (const auto& face : pocket.faces)
      if (face) seen.insert(*face), ++shown;
  }
  for (std::uint32_t i = 0; i < game.board().size; ++i) {
    slots.insert(Slot(static_cast<std::uint32_t>(placed)));
    seen.insert(game.board().faces[i]);
    ++placed, ++shown;
  }
  ASSERT_EQ(slots.size(), placed);
  ASSERT_EQ(seen.size(), shown);
}

/// A legal move; of the numbers of a range, small ones more often.
Holdem::Move random_move(const Holdem& game, Seat seat, Rng& rng) {
  const auto moves = game.legal(seat);
  Holdem::Move move = moves[rng.below(moves.size())];
  if (const auto range = game.range(seat, move)) {
    const auto span = static_cast<std::uint64_t>(range->max - range->min);
    move.to += static_cast<Chips>(rng.below((span >> rng.below(8)) + 1));
  }
  return move;
}

TEST(HoldemLaws, ChipsAndCardsStayInTheirPlacesOverAMillionMoves) {
  SeededRng rng(1);
  int moves = 0;
  for (std::uint64_t match = 0; moves < 1'000'000; ++match) {
    const std::size_t seats = 2 + match % 9;
    const Json params = {{"stack", 1 + rng.below(2000)}, {"ante", rng.below(3)}};
    Holdem game = Holdem::start(complete_params(Holdem::info(), params).value(), seats).value();
    const Chips chips = chips_of(game);
    Dealer dealer(match);
    int moves_in_hand = 0;
    while (!game.result()) {
      const Want want = game.wants().front();
      if (const auto* move = std::get_if<WantMove>(&want)) {
        const Seat seat = move->seats.front();
        game = game.after(Moved<Holdem::Move>{seat, random_move(game, seat, rng)}).value();
        ++moves;
        ASSERT_LT(++moves_in_hand, 1000) << "the betting of a hand ends";
      } else {
        if (std::holds_alternative<WantShuffle>(want)) moves_in_hand = 0;
        game = game.after(event_of<Holdem::Move>(dealer.answer(want))).value();
      }
      ASSERT_EQ(chips_of(game), chips);
      for (const Stake& stake : game.betting().stakes)
        ASSERT_TRUE(stake.stack >= 0 && stake.bet >= 0 && stake.paid >= 0);
      expect_cards_apart(game);
    }
    const Payoff payoff = *game.result();
    ASSERT_EQ(std::accumulate(payoff.begin(), payoff.end(), Chips{0}), 0);
  }
}

TEST(HoldemLaws, EverybodyPaysTheBigBlindInTurn) {
  for (std::uint64_t match = 0; match < 200; ++match) {
    HoldemTable table(3 + match % 8, {{"stack", 200}});
    SeededRng rng(match);
    std::uint32_t before = table.game().json()["blinds"][1];
    while (!table.game().result()) {
      table.deal(rng.u64());
      const auto hand = table.game().json()["hand"];
      while (table.asked() && table.game().json()["hand"] == hand)
        table.after(
            Moved<Holdem::Move>{*table.asked(), random_move(table.game(), *table.asked(), rng)});
      if (table.game().result()) break;
      // From one big blind to the next, nobody with chips is passed over.
      const std::uint32_t now = table.game().json()["blinds"][1];
      Seat seat(before);
      do seat = table.game().betting().after(seat);
      while (!table.game().pocket(seat).dealt_in);
      ASSERT_EQ(seat, Seat(now));
      before = now;
    }
  }
}

}  // namespace
}  // namespace fairdeal::rules
