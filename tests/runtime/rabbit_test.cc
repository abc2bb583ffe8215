// Rabbit hunting at a table of peers: the rest of a board is decrypted after a hand that ended by a
// fold. A seat that keeps its share back changes nobody's chips.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using rules::Json;
using state::stages::Decrypting;

Options hunting(std::size_t seats, std::uint64_t seed) {
  return {.game = "holdem",
          .params = R"({"betting":"fixed-limit","hands":2,"rabbit":true})",
          .seats = seats,
          .witnesses = seats == 3 ? 1u : 0u,
          .seed = seed};
}

Json game_at(const World& world, Seat seat) { return world.node(seat).table().game().json(); }

/// Runs until all have agreed in the first hand, and the cards are wanted. Returns false if they do
/// not.
bool run_to_hunt(World& world) {
  return run_to<Decrypting>(world, Seat(0), [&](const Decrypting&) {
    return game_at(world, Seat(0)).at("street") == "rabbit" &&
           game_at(world, Seat(0)).at("hand") == 1;
  });
}

/// Returns what each seat has, with what it has posted in the hand that begins.
std::vector<std::int64_t> chips(const World& world, Seat seat) {
  const Json game = game_at(world, seat);
  auto chips = game.at("stacks").get<std::vector<std::int64_t>>();
  for (std::size_t i = 0; i < chips.size(); ++i)
    chips[i] +=
        game.at("bets").at(i).get<std::int64_t>() + game.at("paid").at(i).get<std::int64_t>();
  return chips;
}

/// Returns whether the second hand begins.
bool run_to_next_hand(World& world) {
  while (game_at(world, Seat(0)).at("hand") == 1)
    if (!world.step()) return false;
  return true;
}

TEST(Rabbit, TheRestOfTheBoardIsDecryptedAndNoHand) {
  int hunts = 0, with_a_flop = 0;
  for (std::uint64_t seed = 1; seed <= 2000 && (hunts < 4 || with_a_flop < 2); ++seed) {
    const std::size_t seats = 2 + seed % 3;
    World world(hunting(seats, seed));
    if (!run_to_hunt(world)) continue;
    ++hunts;
    const Json asked = game_at(world, Seat(0));
    const auto before = chips(world, Seat(0));
    with_a_flop += asked.at("board").size() > 0;
    for (const auto& card : std::get<Decrypting>(world.node(Seat(0)).table().stage()).cards) {
      EXPECT_FALSE(card.to) << "for all";
      EXPECT_GE(card.slot.value, 2 * seats) << "no slot of a hand";
    }
    ASSERT_TRUE(run_to_next_hand(world));
    EXPECT_EQ(game_at(world, Seat(0)).at("last").at("board").size(), 5U);
    EXPECT_EQ(game_at(world, Seat(0)).at("last").at("shown"), asked.at("last").at("shown"));
    EXPECT_EQ(chips(world, Seat(0)), before);
    world.run();
    expect_finished(world);
  }
  EXPECT_GE(hunts, 4);
  EXPECT_GE(with_a_flop, 2);
}

/// A share that does not come costs chips of nobody; the cards are void if the others cannot
/// recover it.
TEST(Rabbit, WhoKeepsAShareBackChangesNoChips) {
  int shown = 0, hidden = 0;
  for (const std::size_t seats : {3, 4}) {
    int hunts = 0;
    for (std::uint64_t seed = 1; seed <= 2000 && hunts < 2; ++seed) {
      World world(hunting(seats, seed));
      if (!run_to_hunt(world)) continue;
      ++hunts;
      const auto before = chips(world, Seat(0));
      world.kill(Seat(1));
      ASSERT_TRUE(run_to_next_hand(world));
      EXPECT_EQ(chips(world, Seat(0)), before) << "seed " << seed;
      ++(game_at(world, Seat(0)).at("last").at("board").size() == 5 ? shown : hidden);
      world.run();
      EXPECT_TRUE(world.node(Seat(0)).finished());
    }
    EXPECT_GE(hunts, 2) << seats;
  }
  EXPECT_GT(shown, 0);
  EXPECT_GT(hidden, 0);
}

}  // namespace
}  // namespace fairdeal::sim
