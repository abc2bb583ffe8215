#include <algorithm>

#include <gtest/gtest.h>

#include "rules/players/thinker.h"
#include "tests/rules/players/hiding_games.h"
#include "tests/run_size.h"
#include "tests/sim/trial.h"

/// Players that think, at whole tables: the simulator's rules hold, and that of secrecy before all.
namespace fairdeal::sim {
namespace {

/// Returns the games that hide cards or dice, by the names of their modules: those of scripts are
/// added.
std::vector<std::string> every_game() {
  std::vector<std::string> names;
  for (const std::string& game : rules::every_hiding_game()) {
    rules::Module module = rules::hiding_module(game);
    names.push_back(module.info().name);
    if (rules::find_module(names.back())) continue;
    EXPECT_TRUE(rules::add_module(std::move(module))) << game;
  }
  return names;
}

/// Parameters by which a match is short.
std::string short_match(const std::string& game) {
  const auto module = rules::find_module(game);
  const auto has = [&](const char* name) {
    return std::ranges::count((*module)->info().params, name, &rules::Param::name) > 0;
  };
  if (has("hands")) return R"({"hands":1})";
  if (has("to")) return R"({"to":1})";
  return "{}";
}

class Players : public testing::TestWithParam<std::string> {};

/// Each seat's player has what its own node knows, and thinks for real. The observer looks at all
/// that the members publish, and at what their disks hold.
TEST_P(Players, SeeNoMoreThanTheirSeatsAndShowNoMoreThanTheRules) {
  const std::string& game = GetParam();
  const auto module = rules::find_module(game);
  ASSERT_TRUE(module);
  const std::size_t seats = std::max<std::size_t>((*module)->info().seats_min, 2);
  for (std::uint64_t seed = 1; seed <= sizes::number_in("FD_MATCHES", 1); ++seed) {
    Plan plan = plan_of({.name = game, .game = game, .params = short_match(game), .seats = seats});
    plan.options.seed = seed;
    plan.options.player = "hard";
    plan.options.simulations = 2;
    const auto verdict = play(plan);
    for (const Violation& violation : verdict.violations)
      ADD_FAILURE() << game << " breaks " << violation.rule << ": " << violation.how;
    EXPECT_TRUE(verdict.finished) << game;
    EXPECT_EQ(verdict.absences, 0U) << game;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Players, testing::ValuesIn(every_game()), [](const auto& made) {
  std::string name = made.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace fairdeal::sim
