#include "tests/rules/players/greedy_player.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/players/contest.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(FD_SOURCE_DIR "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The page says how to write a player. What it shows is this file, line by line.
TEST(GreedyPlayer, IsTheOneOfThePage) {
  const std::string page = text_of("docs/players.md");
  const std::string code = text_of("tests/rules/players/greedy_player.h");
  const auto begins = code.find("/// Takes the move");
  const auto ends = code.find("\n}  // namespace");
  ASSERT_NE(begins, std::string::npos);
  EXPECT_NE(page.find(code.substr(begins, ends - begins)), std::string::npos);
}

TEST(GreedyPlayer, BeatsRandomMoves) {
  const AnyGame game = start_game("tribolo", Json::object(), 3).value();
  const ThinkerKind kind = greedy_kind();
  ASSERT_TRUE(kind.plays(game));
  const Opponent greedy{"greedy", kind.think, kind.budget(game, Strength::normal)};
  const Opponent random = opponent_named("random", game).value();
  std::int64_t sum = 0;
  for (std::uint32_t seed = 0; seed < 9; ++seed) {
    std::vector<Opponent> seats(3, random);
    seats[seed % 3] = greedy;
    sum += play_contest(game, seats, seed).value().result()->at(seed % 3);
  }
  EXPECT_GT(sum, 0);
}

}  // namespace
}  // namespace fairdeal::rules
