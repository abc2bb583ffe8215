// Rabbit hunting at a table of peers: the rest of a board is decrypted after a hand that ended by a
// fold, and a seat that keeps its share back changes nobody's chips.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using rules::Json;

Options hunting(std::size_t seats, std::uint64_t seed) {
  return {.game = "holdem",
          .params = R"({"betting":"fixed-limit","hands":1,"rabbit":true})",
          .seats = seats,
          .witnesses = seats == 3 ? 1u : 0u,
          .seed = seed};
}

/// Runs until all have agreed, and the cards are wanted. Returns false if they do not.
bool run_to_hunt(World& world) {
  return run_to<state::stages::Decrypting>(world, Seat(0), [&](const state::stages::Decrypting&) {
    return world.node(Seat(0)).table().game().json().at("street") == "rabbit";
  });
}

std::vector<std::int64_t> stacks(const World& world, Seat seat) {
  return world.node(seat).table().game().json().at("stacks").get<std::vector<std::int64_t>>();
}

TEST(Rabbit, TheRestOfTheBoardIsDecryptedAndNoHand) {
  int hunts = 0, folded_early = 0;
  for (std::uint64_t seed = 1; seed <= 2000 && (hunts < 8 || folded_early < 3); ++seed) {
    const std::size_t seats = 2 + seed % 3;
    World world(hunting(seats, seed));
    if (!run_to_hunt(world)) continue;
    ++hunts;
    const Json asked = world.node(Seat(0)).table().game().json();
    const auto before = stacks(world, Seat(0));
    folded_early += asked.at("board").size() > 0;
    for (const auto& card :
         std::get<state::stages::Decrypting>(world.node(Seat(0)).table().stage()).cards) {
      EXPECT_FALSE(card.to) << "for all";
      EXPECT_GE(card.slot.value, 2 * seats) << "no slot of a hand";
    }
    world.run();
    expect_finished(world);
    const Json over = world.node(Seat(0)).table().game().json();
    EXPECT_EQ(over.at("board").size(), 5U);
    EXPECT_EQ(over.at("pockets"), asked.at("pockets"));
    EXPECT_EQ(stacks(world, Seat(0)), before);
  }
  EXPECT_GE(hunts, 8);
  EXPECT_GE(folded_early, 3) << "seats that folded while the hand went on had given their locks";
}

/// Of four the others recover the share, of three the cards are void.
TEST(Rabbit, WhoKeepsAShareBackChangesNoChips) {
  for (const std::size_t seats : {3, 4}) {
    int hunts = 0;
    for (std::uint64_t seed = 1; seed <= 2000 && hunts < 4; ++seed) {
      World world(hunting(seats, seed));
      if (!run_to_hunt(world)) continue;
      ++hunts;
      const auto before = stacks(world, Seat(0));
      world.kill(Seat(1));
      world.run();
      ASSERT_TRUE(world.node(Seat(0)).finished());
      EXPECT_EQ(stacks(world, Seat(0)), before) << "seed " << seed;
    }
    EXPECT_GE(hunts, 4) << seats;
  }
}

}  // namespace
}  // namespace fairdeal::sim
