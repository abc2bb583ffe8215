// The games of docs/writing-a-game.md, built from the page: see tests/CMakeLists.txt.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/check.h"
#include "rules/laws.h"
#include "rules/players/player.h"
#include "rules/recording.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

class Page : public testing::TestWithParam<const char*> {
 protected:
  const Module& module = **find_module(GetParam());
  AnyGame start = start_game(GetParam(), Json::object(), 2).value();
};

TEST_P(Page, ItsGamesObeyTheLaws) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const LawReport report = check_laws(module, Json::object(), 2, seed);
    ASSERT_FALSE(report.broken) << *report.broken << " (seed " << seed << ")";
  }
}

TEST_P(Page, WhatTheyPlayIsFoundRightAgain) {
  const auto line = rules::record_playout(start, std::vector<Player>(2, random_move), 1);
  ASSERT_TRUE(line);
  const auto checked = conformance::check_line(text(*line));
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->skipped.empty() && !checked->difference);
}

/// A game without load() begins at the beginning alone.
TEST_P(Page, TheyBeginFromTheirFirstState) {
  const auto first = load_game(GetParam(), Json::object(), 2, start.json());
  ASSERT_TRUE(first) << first.error().about;
  EXPECT_EQ(*first, start);
  const AnyGame later = start.after(AnyEvent(Void{SeatSet::of({Seat(0)})})).value();
  EXPECT_EQ(load_game(GetParam(), Json::object(), 2, later.json()).has_value(), module.loads);
}

using HeapPage = Page;

/// The first player leaves a multiple of four, or heaps whose numbers modulo four cancel out.
TEST_P(HeapPage, TheyAreWonByWhoBegins) {
  const auto solution = module.solve(start, {});
  ASSERT_TRUE(solution);
  EXPECT_EQ(solution->value, (Payoff{1, -1}));
  const auto perft = module.perft(start, {.depth = 2});
  ASSERT_TRUE(perft);
  EXPECT_EQ(perft->levels[1].sequences, solution->moves.size());
}

std::string name_of_test(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Games, Page, testing::Values("nim", "piece-nim", "higher"), name_of_test);
INSTANTIATE_TEST_SUITE_P(Games, HeapPage, testing::Values("nim", "piece-nim"), name_of_test);

}  // namespace
}  // namespace fairdeal::rules
