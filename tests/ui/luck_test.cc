#include "ui/match/luck.h"

#include <cmath>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/params.h"
#include "rules/registry.h"
#include "ui/match/stats.h"

/// Luck beside its expectation.

namespace fairdeal::match {
namespace {

using rules::HandRecord;
using Kind = HandRecord::Action::Kind;

std::vector<Face> cards(std::initializer_list<const char*> names) {
  std::vector<Face> faces;
  for (const char* name : names) faces.push_back(rules::parse_card(name).value());
  return faces;
}

/// A hand between two that are all in after these cards of the board; the first won `won`.
HandRecord all_in(const std::vector<Face>& mine, const std::vector<Face>& others,
                  const std::vector<Face>& board, rules::Chips won) {
  HandRecord hand{.ended = true};
  hand.players = {{.seat = Seat(0), .stack = 100, .dealt_in = true, .paid = 100, .won = won},
                  {.seat = Seat(1), .stack = 100, .dealt_in = true, .paid = 100, .won = 200 - won}};
  hand.players[0].own = {mine[0], mine[1]};
  if (!board.empty()) hand.actions.push_back({.kind = Kind::board, .cards = board});
  hand.actions.push_back({.kind = Kind::raise, .seat = Seat(0), .chips = 100, .all_in = true});
  hand.actions.push_back({.kind = Kind::call, .seat = Seat(1), .chips = 100, .all_in = true});
  hand.actions.push_back({.kind = Kind::board, .cards = cards({"2c"})});
  hand.actions.push_back({.kind = Kind::show, .seat = Seat(1), .cards = others});
  return hand;
}

/// On the turn a flush draw of nine cards and two overcards, of which three each pair: 44 rivers,
/// counted by hand: 9 hearts, and 3 aces and 3 kings that are no hearts.
TEST(AllInLuck, CountsEachRiver) {
  const HandRecord hand =
      all_in(cards({"Ah", "Kh"}), cards({"Qs", "Qd"}), cards({"7h", "2h", "9c", "3d"}), 200);
  const auto tally = all_in_luck(hand, Seat(0));
  ASSERT_TRUE(tally);
  EXPECT_EQ(tally->count, 1u);
  EXPECT_DOUBLE_EQ(tally->sum, 200);
  EXPECT_NEAR(tally->expected, 200.0 * 15 / 44, 1e-9);
  const double share = 15.0 / 44;
  EXPECT_NEAR(tally->variance, 200.0 * 200 * share * (1 - share), 1e-6);
}

/// Before the flop aces win some 82 of 100 against kings. Boards are drawn, so it is not exact.
TEST(AllInLuck, DrawsBoardsWhereAllAreMissing) {
  const auto tally = all_in_luck(all_in(cards({"Ah", "As"}), cards({"Kc", "Kd"}), {}, 0), Seat(0));
  ASSERT_TRUE(tally);
  EXPECT_NEAR(tally->expected / 200, 0.82, 0.015);
  EXPECT_EQ(tally->sum, 0);
}

TEST(AllInLuck, IsOfHandsWhoseCardsAreKnownAndWhoseBoardWasToCome) {
  const auto mine = cards({"Ah", "Kh"}), others = cards({"Qs", "Qd"});
  const auto turn = cards({"7h", "2h", "9c", "3d"}), river = cards({"7h", "2h", "9c", "3d", "4s"});
  EXPECT_FALSE(all_in_luck(all_in(mine, others, river, 0), Seat(0))) << "nothing was to come";
  EXPECT_FALSE(all_in_luck(all_in(mine, others, turn, 0), Seat(2))) << "not at this table";
  HandRecord hidden = all_in(mine, others, turn, 0);
  hidden.actions.pop_back();
  EXPECT_FALSE(all_in_luck(hidden, Seat(0))) << "the other did not show";
  HandRecord folded = all_in(mine, others, turn, 200);
  folded.actions[2].kind = Kind::fold;
  EXPECT_FALSE(all_in_luck(folded, Seat(0))) << "nobody was left";
  HandRecord again = all_in(mine, others, turn, 0);
  again.actions.push_back({.kind = Kind::anew});
  EXPECT_FALSE(all_in_luck(again, Seat(0))) << "the deck was spoilt";
}

/// A short stack can win the main pot alone.
TEST(AllInLuck, GivesNobodyAPotThatItDidNotPayFor) {
  HandRecord hand =
      all_in(cards({"Ah", "As"}), cards({"Qs", "Qd"}), cards({"Ac", "2h", "9c", "3d"}), 120);
  hand.players[0].paid = 60;
  const auto mine = all_in_luck(hand, Seat(0)), other = all_in_luck(hand, Seat(1));
  ASSERT_TRUE(mine && other);
  EXPECT_DOUBLE_EQ(mine->expected, 120) << "twice 60: three aces win on each river";
  EXPECT_DOUBLE_EQ(other->expected, 40) << "and the rest comes back";
}

rules::AnyGame first_of(const char* name, std::size_t seats) {
  const rules::Module* module = rules::find_module(name).value();
  return module->start(rules::complete_params(module->info(), rules::Json::object()).value(), seats)
      .value();
}

/// In pig a player goes on after any roll but a one.
TEST(Roller, MovesNextAfterMostValues) {
  rules::AnyGame game = first_of("pig", 2);
  game = game.after(rules::moved({{Seat(0), game.legal(Seat(0)).front().action}})).value();
  const auto wants = game.wants();
  const auto* dice = std::get_if<rules::WantRoll>(&wants.front());
  ASSERT_NE(dice, nullptr);
  EXPECT_EQ(roller(game, dice->dice, Seat(1)), Seat(0));
}

TEST(GameStats, EstimateAMatchByStudentsT) {
  // The results 1, 2, 3 and 4 have the mean 2.5 and the deviation 1.29099; t of 3 degrees is 3.182.
  GameStats stats{.matches = 4, .sum = 10, .squares = 30};
  const auto four = stats.per_match();
  ASSERT_TRUE(four);
  EXPECT_DOUBLE_EQ(four->value, 2.5);
  EXPECT_NEAR(four->high - four->value, 3.182 * 1.290994 / 2, 1e-3);
  EXPECT_NEAR(four->value - four->low, 3.182 * 1.290994 / 2, 1e-3);
  // 31 matches of +1 and −1 in turn: t with 30 degrees of freedom is 2.042.
  stats = {.matches = 31, .sum = 1, .squares = 31};
  const double deviation = std::sqrt((31 - 31.0 / 31 / 31) / 30);
  EXPECT_NEAR(stats.per_match()->high - 1.0 / 31, 2.042 * deviation / std::sqrt(31.0), 1e-3);
}

}  // namespace
}  // namespace fairdeal::match
