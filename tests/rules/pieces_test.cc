#include "rules/pieces.h"

#include <gtest/gtest.h>

#include "games/pieces-tic-tac-toe/piece_tic_tac_toe.h"
#include "rules/dealer.h"
#include "rules/players/player.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

using Pile = int;
constexpr Seat kAnn{0}, kBob{1};

Option<Pile> take(const char* id) {
  Option<Pile> option{.id = id, .effect = {}};
  option.effect = [](Pile& pile, Seat) { --pile; };
  return option;
}

PieceRules<Pile> rules(Option<Pile> option, std::optional<Seat> owner) {
  Piece<Pile> piece{.id = "pile", .options = {std::move(option)}};
  if (owner) piece.owner = [owner](const Pile&) { return owner; };
  return PieceRules<Pile>::make(2, {piece}).value();
}

TEST(Pieces, WhatNobodyOwnsAnybodyMayUse) {
  const auto unowned = rules(take("one"), {});
  EXPECT_EQ(unowned.options(3, kAnn).size(), 1u);
  EXPECT_EQ(unowned.options(3, kBob).size(), 1u);
}

TEST(Pieces, WhatIsOwnedOnlyItsOwnerMayUse) {
  const auto owned = rules(take("one"), kAnn);
  EXPECT_EQ(owned.options(3, kAnn).size(), 1u);
  EXPECT_TRUE(owned.options(3, kBob).empty());
  EXPECT_EQ(owned.commit(3, kBob, {"pile", "one"}).error().about, "bad option");
}

TEST(Pieces, AnOwnershipConditionSaysOtherwise) {
  Option<Pile> option = take("one");
  option.ownership = [](std::optional<Seat> owner, Seat player) { return owner != player; };
  EXPECT_TRUE(rules(option, kAnn).options(3, kAnn).empty());
  EXPECT_EQ(rules(option, kAnn).options(3, kBob).size(), 1u);
}

TEST(Pieces, AConditionHoldsAnOptionBackAndNextSaysWhoDecides) {
  Option<Pile> option = take("one");
  option.condition = [](const Pile& pile, Seat) { return pile > 0; };
  option.next = [](const Pile&, Seat player) { return player; };
  const auto again = rules(option, {});
  EXPECT_TRUE(again.options(0, kAnn).empty());
  const Pile before = 3;
  const auto after = again.commit(before, kAnn, {"pile", "one"});
  EXPECT_EQ(after->first, 2);
  EXPECT_EQ(after->second, kAnn);
  EXPECT_EQ(rules(take("one"), {}).commit(before, kAnn, {"pile", "one"})->second, kBob);
  EXPECT_EQ(before, 3);
}

TEST(Pieces, IdsStandOnceAndUnknownOnesAreNamed) {
  const Piece<Pile> piece{.id = "pile", .options = {take("one")}};
  EXPECT_FALSE(PieceRules<Pile>::make(2, {piece, piece}));
  EXPECT_FALSE(PieceRules<Pile>::make(2, {{.id = "pile", .options = {take("a"), take("a")}}}));
  EXPECT_FALSE(PieceRules<Pile>::make(2, {{.id = "pile", .options = {{.id = "a", .effect = {}}}}}));
  EXPECT_EQ(rules(take("one"), {}).commit(3, kAnn, {"hat", "one"}).error().about, "bad piece");
}

TEST(Pieces, TicTacToeByPiecesGoesThroughTheVeryStatesOfTheOther) {
  SeededRng rng(1);
  for (int match = 0; match < 50; ++match) {
    AnyGame direct = start_game("tic-tac-toe", {}, 2).value();
    AnyGame pieces = start_game("tic-tac-toe-pieces", {}, 2).value();
    while (!direct.over()) {
      ASSERT_EQ(text(direct.json()), text(pieces.json()));
      const Seat seat = direct.active().at(0);
      ASSERT_EQ(direct.legal(seat).size(), pieces.legal(seat).size());
      const Moved<Action> move{seat, random_move(direct, seat, {}, rng)};
      direct = direct.after(move).value();
      pieces = pieces.after(move).value();
    }
    EXPECT_EQ(text(direct.json()), text(pieces.json()));
    EXPECT_EQ(direct.result(), pieces.result());
  }
}

}  // namespace
}  // namespace fairdeal::rules
