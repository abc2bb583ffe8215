#include "games/go-fish/go_fish.h"

#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/match.h"
#include "rules/model.h"
#include "rules/players/player.h"

namespace fairdeal::rules {
namespace {

/// Two seats; the deck lies as it was bought, so seat 0 has 2c 2h 3c 3h 4c 4h 5c in the even slots
/// and seat 1 has 2d 2s 3d 3s 4d 4s 5d in the odd ones.
Match dealt() {
  ChanceOutcome deck(Card::kFaces);
  std::iota(deck.begin(), deck.end(), 0);
  Match match(start_game("go-fish", {}, 2).value(), Dealer(1, {deck}));
  EXPECT_TRUE(match.begin());
  return match;
}

void moved(Match& match, const std::vector<const char*>& moves) {
  for (const char* move : moves) {
    const Seat seat = match.game().active().at(0);
    ASSERT_TRUE(match.move({{seat, {move}}})) << move;
  }
}

/// Plays on by the rules.
AnyGame finished(Match& match) {
  SeededRng rng(1);
  while (!match.game().over()) {
    const Seat seat = match.game().active().at(0);
    const auto move = simple_move(match.game(), seat, match.dealer().known(seat), rng);
    EXPECT_TRUE(match.move({{seat, move}}));
  }
  return match.game();
}

TEST(GoFish, WhoGetsWhatItAskedForAsksAgainAndTheCardsLieOpenBeforeIt) {
  Match match = dealt();
  moved(match, {"[1,2]", "1", "3", R"("fish")"});
  EXPECT_EQ(match.game().active(), std::vector{Seat(0)});
  const Json view = match.game().view({}, {});
  EXPECT_EQ(view["hands"][0], Json({0, 1, 2, 3, 4, 6, 8, 10, 12}));
  EXPECT_EQ(view["cards"][1], "2d");
  EXPECT_EQ(view["dealt"], 14);
}

TEST(GoFish, WhoGetsNothingDrawsAndTheOtherAsks) {
  Match match = dealt();
  moved(match, {"[1,14]", R"("fish")"});
  EXPECT_EQ(match.game().active(), std::vector{Seat(1)});
  EXPECT_EQ(match.game().view({}, {})["hands"][0].size(), 8u);
  EXPECT_TRUE(match.dealer().known(Seat(0)).faces.contains(CardSlot(14)));
}

TEST(GoFish, AWrongCardIsSeenAndStays) {
  Match match = dealt();
  moved(match, {"[1,2]", "5"});
  const Json view = match.game().view({}, {});
  EXPECT_EQ(view["cards"][5], "3d");
  EXPECT_EQ(view["hands"][1].size(), 7u);
  EXPECT_EQ(match.game().active(), std::vector{Seat(1)});
}

TEST(GoFish, ACardThatAllHaveSeenCannotBeKeptBack) {
  Match match = dealt();
  moved(match, {"[1,2]", "1", R"("fish")", "[1,14]", R"("fish")", "[0,2]"});
  EXPECT_FALSE(allows(match.game(), Seat(0), {R"("fish")"}));
  EXPECT_TRUE(allows(match.game(), Seat(0), {"1"}));
}

TEST(GoFish, WhoLiedIsNamedAtTheEndAndNotBefore) {
  Match match = dealt();
  moved(match, {"[1,14]", R"("fish")", "[0,2]", R"("fish")"});  // no ace; two twos
  EXPECT_FALSE(match.game().view({}, {}).contains("named"));
  const AnyGame over = finished(match);
  const auto* game = typed<GoFish>(over);
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(game->named(), (std::vector{GoFish::Named{Seat(0), 0, true}}));
  const auto books = game->books();
  EXPECT_EQ(over.result(), (Payoff{-13 - books[1], books[1] + 13}));
  EXPECT_NE(over.draw({}, {}).find("asked for aces in turn 1"), std::string::npos);

  Match other = dealt();
  moved(other, {"[1,2]", R"("fish")"});
  EXPECT_EQ(typed<GoFish>(finished(other))->named(),
            (std::vector{GoFish::Named{Seat(1), 0, false}}));
}

TEST(GoFish, PlayersWhoFollowTheRulesAreNeverNamed) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::size_t seats = 2 + seed % 5;
    const AnyGame over = play(start_game("go-fish", {}, seats).value(),
                              std::vector<Player>(seats, simple_move), seed)
                             .value();
    EXPECT_TRUE(typed<GoFish>(over)->named().empty()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace fairdeal::rules
