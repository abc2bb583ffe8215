#include "games/puzzle-15/sliding_puzzle.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

TEST(TutorialPuzzle, Scores80MinusThePointsLeftWhateverItStartsWith) {
  const auto start = [](int points) {
    return TutorialPuzzle15::start({{"width", 4},
                                    {"height", 4},
                                    {"goal", " ABCDEFGHIJKLMNO"},
                                    {"board", "A BCDEFGHIJKLMNO"},
                                    {"start_points", points}},
                                   1)
        .value();
  };
  auto puzzle = start(30);
  EXPECT_EQ(puzzle.scores(), Payoff{50});
  puzzle.play(puzzle.moves().back());
  EXPECT_EQ(puzzle.scores(), Payoff{51});
  EXPECT_EQ(start(100).scores(), Payoff{-20});
}

TEST(TutorialPuzzle, MayStartWithNoPointsAndIsLostThen) {
  const auto game = start_game("tutorial-15-puzzle", {{"start_points", 0}}, 1);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->result(), Payoff{-1});
  EXPECT_EQ(game->scores(), Payoff{80});
  EXPECT_FALSE(start_game("tutorial-15-puzzle", {{"start_points", -1}}, 1));
}

TEST(SlidingPuzzle, TilesAreCharactersThatAMoveLeavesWhole) {
  const Json params = {{"target", "é123456789ABCD "}, {"board", "1é23456789ABCD "}};
  const auto game = start_game("puzzle-15", params, 1);
  ASSERT_FALSE(game);
  EXPECT_EQ(game.error().about, "a tile is a character of ASCII");
}

}  // namespace
}  // namespace fairdeal::rules
