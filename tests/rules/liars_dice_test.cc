#include "games/liars-dice/liars_dice.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

using Dice = std::vector<std::int64_t>;

/// A round of three seats with two dice each, up to where bids begin.
AnyGame bidding() {
  AnyGame game = start_game("liars-dice", {{"dice", 2}}, 3).value();
  for (std::uint32_t i = 0; i < 3; ++i) game = game.after(RolledFor{Seat(i)}).value();
  return game;
}

AnyGame moved(const AnyGame& game, const char* move) {
  return game.after(Moved<Action>{game.active().at(0), {move}}).value();
}

AnyGame lifted(AnyGame game, const std::vector<Dice>& cups) {
  for (std::uint32_t i = 0; i < cups.size(); ++i)
    if (!cups[i].empty()) game = game.after(DiceShown{Seat(i), cups[i]}).value();
  return game;
}

TEST(LiarsDice, BidsRise) {
  const AnyGame game = moved(bidding(), R"({"bid":[2,3]})");
  EXPECT_EQ(game.active(), std::vector{Seat(1)});
  EXPECT_FALSE(allows(game, Seat(1), {R"({"bid":[2,3]})"}));
  EXPECT_FALSE(allows(game, Seat(1), {R"({"bid":[1,6]})"}));
  EXPECT_TRUE(allows(game, Seat(1), {R"({"bid":[2,4]})"}));
  EXPECT_TRUE(allows(game, Seat(1), {R"({"bid":[3,1]})"}));
  EXPECT_FALSE(allows(game, Seat(1), {R"({"bid":[7,1]})"}));  // six dice in all
}

TEST(LiarsDice, ATrueBidCostsTheDoubter) {
  const AnyGame doubted = moved(moved(bidding(), R"({"bid":[2,3]})"), R"("liar")");
  const AnyGame after = lifted(doubted, {{3, 5}, {1, 6}, {6, 6}});  // a one counts as a three
  EXPECT_EQ(after.scores(), (Payoff{2, 1, 2}));
  EXPECT_EQ(after.json()["turn"], 1);
  EXPECT_EQ(after.wants().size(), 3u);  // all roll again
}

TEST(LiarsDice, AFalseBidCostsTheBidder) {
  const AnyGame doubted = moved(moved(bidding(), R"({"bid":[3,3]})"), R"("liar")");
  const AnyGame after = lifted(doubted, {{3, 5}, {1, 6}, {6, 6}});
  EXPECT_EQ(after.scores(), (Payoff{1, 2, 2}));
  EXPECT_EQ(after.json()["turn"], 0);
}

TEST(LiarsDice, DiceThatCannotBeUnderACupAreRefused) {
  const AnyGame doubted = moved(moved(bidding(), R"({"bid":[3,3]})"), R"("liar")");
  for (const Dice& values : {Dice{3}, Dice{3, 3, 3}, Dice{0, 3}, Dice{3, 7}})
    EXPECT_FALSE(doubted.after(DiceShown{Seat(0), values}));
}

TEST(LiarsDice, AMissedMoveCostsADieAndAllRollAgain) {
  AnyGame game = moved(bidding(), R"({"bid":[2,3]})").after(Absent{Seat(1)}).value();
  EXPECT_EQ(game.scores(), (Payoff{2, 2, 2}));
  game = lifted(game, {{3, 5}, {1, 6}, {6, 6}});
  EXPECT_EQ(game.scores(), (Payoff{2, 1, 2}));
  EXPECT_EQ(game.json()["turn"], 1);
  EXPECT_EQ(game.wants().size(), 3u);
}

TEST(LiarsDice, WhoIsOutLosesAllDiceAndTheOthersGoOn) {
  AnyGame game = moved(bidding(), R"({"bid":[2,3]})").after(Out{Seat(1)}).value();
  EXPECT_EQ(game.scores(), (Payoff{2, 0, 2}));
  game = lifted(game, {{3, 5}, {}, {6, 6}});
  EXPECT_EQ(game.scores(), (Payoff{2, 0, 2}));  // nobody doubted
  for (const Seat seat : {Seat(0), Seat(2)}) game = game.after(RolledFor{seat}).value();
  EXPECT_EQ(game.after(Out{game.active().at(0)})->result(), (Payoff{2, -1, -1}));
}

TEST(LiarsDice, BeforeTheFirstBidWhoIsOutIsNotWaitedFor) {
  AnyGame game = start_game("liars-dice", {{"dice", 2}}, 3).value();
  game = game.after(RolledFor{Seat(0)})->after(Out{Seat(1)}).value();
  EXPECT_EQ(game.scores(), (Payoff{2, 0, 2}));
  ASSERT_EQ(game.wants().size(), 1u);
  EXPECT_EQ(std::get<WantRollFor>(game.wants()[0]).seat, Seat(2));
  EXPECT_EQ(game.after(Out{Seat(2)})->result(), (Payoff{2, -1, -1}));
}

TEST(LiarsDice, WhoMakesARoundVoidIsOutAndTheOthersRollAgain) {
  const AnyGame doubted = moved(moved(bidding(), R"({"bid":[3,3]})"), R"("liar")");
  const AnyGame after = doubted.after(Void{SeatSet::of({Seat(0)})}).value();
  EXPECT_EQ(after.scores(), (Payoff{0, 2, 2}));
  ASSERT_EQ(after.wants().size(), 2u);
  EXPECT_TRUE(std::holds_alternative<WantRollFor>(after.wants()[0]));
  EXPECT_EQ(after.after(Void{SeatSet::of({Seat(1)})})->result(), (Payoff{-1, -1, 2}));
}

TEST(LiarsDice, WhereAllWhoHaveDiceMakeItVoidNobodyWins) {
  const AnyGame two = bidding().after(Out{Seat(1)}).value();
  EXPECT_EQ(two.after(Void{SeatSet::of({Seat(0), Seat(2)})})->result(), (Payoff{0, 0, 0}));
}

}  // namespace
}  // namespace fairdeal::rules
