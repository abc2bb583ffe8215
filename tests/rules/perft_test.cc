#include "rules/perft.h"

#include <gtest/gtest.h>

#include "games/connect-four/connect_four.h"
#include "games/tic-tac-toe/tic_tac_toe.h"
#include "rules/registry.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

TEST(Perft, MergedAndOneByOneCountTheSame) {
  const auto start = ConnectFour::start({{"height", 4}, {"width", 4}, {"line_length", 3}}, 2);
  const auto merged = *perft_of(*start, {.depth = 8});
  const auto plain = *perft_of(*start, {.depth = 8, .merge = false});
  for (std::size_t depth = 0; depth <= 8; ++depth) {
    EXPECT_EQ(merged.levels[depth].sequences, plain.levels[depth].sequences);
    EXPECT_EQ(merged.levels[depth].finished_by_result, plain.levels[depth].finished_by_result);
  }
}

TEST(Perft, WhatIsTooLargeToKeepIsCountedOnly) {
  const auto start = ConnectFour::start({{"height", 4}, {"width", 4}, {"line_length", 3}}, 2);
  const auto kept = *perft_of(*start, {.depth = 9});
  const auto small = *perft_of(*start, {.depth = 9, .bytes = 20'000});
  EXPECT_FALSE(small.levels[9].distinct_states);
  for (std::size_t depth = 0; depth <= 9; ++depth)
    EXPECT_EQ(kept.levels[depth].sequences, small.levels[depth].sequences);
}

TEST(Perft, TicTacToeHasItsKnownNumbers) {
  const auto perft = *perft_of(TicTacToe(), {});
  std::uint64_t nodes = 0, games = 0, states = 0;
  for (const auto& level : perft.levels) {
    nodes += level.sequences;
    games += level.finished_sequences;
    states += *level.distinct_states;
  }
  EXPECT_TRUE(perft.complete);
  EXPECT_EQ(nodes, 549'946u);
  EXPECT_EQ(games, 255'168u);
  EXPECT_EQ(states, 5'478u);
}

TEST(Perft, EveryOpenGameAnswersTheSameThroughItsJsonForm) {
  for (const Module& module : modules()) {
    const GameInfo& info = module.info();
    if (info.hidden || info.chance || info.simultaneous) continue;
    const AnyGame start = start_game(info.name, {}, info.seats_min).value();
    const auto typed = *module.perft(start, {.depth = 2});
    const auto general = *perft_any(start, {.depth = 2});
    ASSERT_EQ(typed.levels.size(), general.levels.size()) << info.name;
    for (std::size_t depth = 0; depth < typed.levels.size(); ++depth) {
      EXPECT_EQ(typed.levels[depth].sequences, general.levels[depth].sequences) << info.name;
      EXPECT_EQ(typed.levels[depth].distinct_states, general.levels[depth].distinct_states)
          << info.name;
    }
  }
}

TEST(Solve, AgreesWithTheGeneralWay) {
  for (const char* name : {"tic-tac-toe", "toads-and-frogs", "colograph"}) {
    const AnyGame start = start_game(name, {}, 2).value();
    const auto typed = *(*find_module(name))->solve(start, {});
    const auto general = *solve_any(start, {});
    EXPECT_EQ(typed.value, general.value);
    EXPECT_EQ(typed.states, general.states);
  }
}

TEST(Solve, GoesAsDeepAsItIsToldTo) {
  // A line of 100,000 moves, which the stack of calls has no room for.
  const AnyGame start = start_game("puzzle-15", {{"max_moves", 100'000}}, 1).value();
  const auto solve = (*find_module("puzzle-15"))->solve;
  EXPECT_EQ(solve(start, {.states = 150'000}).error().fault, Fault::too_large);
  EXPECT_EQ(solve(start, {.bytes = 1 << 20}).error().fault, Fault::too_large);
}

TEST(Solve, SaysWhyItCannot) {
  const auto answer = [](const char* name) {
    const AnyGame start = start_game(name, {}, (*find_module(name))->info().seats_min).value();
    return (*find_module(name))->solve(start, {.states = 1000}).error().fault;
  };
  EXPECT_EQ(answer("choose2win"), Fault::bad_parameters);  // pass for ever
  EXPECT_EQ(answer("pig"), Fault::bad_parameters);
  EXPECT_EQ(answer("othello"), Fault::too_large);
}

}  // namespace
}  // namespace fairdeal::rules
