#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/laws.h"

/// A folder of games that is built in, as -DFAIRDEAL_GAMES=games/new does.
namespace fairdeal::rules {
namespace {

TEST(GamesOfAFolder, AreFoundAsOurOwnAre) {
  EXPECT_EQ(modules().back().info().name, "new-game");
  EXPECT_TRUE(find_module("chess"));
  const auto module = find_module("new-game");
  ASSERT_TRUE(module);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto report = check_laws(**module, Json::object(), 2, seed);
    EXPECT_FALSE(report.broken) << *report.broken;
  }
}

}  // namespace
}  // namespace fairdeal::rules
