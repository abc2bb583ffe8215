#include "tests/rules/holdem_table.h"

/// The cost of silence in hold'em: the seat's bets, and never less than playing on.
namespace fairdeal::rules {
namespace {

using Street = Holdem::Street;

SeatSet by(std::initializer_list<std::uint32_t> seats) {
  SeatSet set;
  for (const std::uint32_t seat : seats) set.insert(Seat(seat));
  return set;
}

/// Seat 1 is all-in for 100; seats 0 and 2 have paid 200 each and see the flop; seat 2 is to act.
HoldemTable with_one_all_in() {
  HoldemTable table(3);
  table.stacks({1000, 100, 1900}).deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  return table.play_all({"raise 200", "call", "call"});
}

Chips sum(const std::vector<Chips>& chips) {
  return std::accumulate(chips.begin(), chips.end(), Chips{0});
}

TEST(HoldemSilence, WhoMakesAHandVoidIsFoldedAllInOrNotAndTheNextHandIsDealt) {
  HoldemTable table = with_one_all_in();
  table.after(Void{by({1})});
  EXPECT_EQ(table.game().hand(), 2);
  EXPECT_FALSE(table.game().result());
  EXPECT_EQ(table.won()[1], 0);
  EXPECT_EQ(sum(table.won()), 500) << "what it put in stays";
  EXPECT_EQ(table.stack(1), 0);
}

TEST(HoldemSilence, ThoseLeftShowAndANewDeckOfUnseenFacesCompletesTheBoard) {
  HoldemTable table = with_one_all_in();
  table.after(Void{by({1})});
  const auto& last = table.game().last();
  EXPECT_EQ(last.board.size, 5u);
  EXPECT_TRUE(std::ranges::equal(std::span(last.board.faces).first(3), faces("2c 3d 4h")));
  EXPECT_TRUE(last.shown[0] && last.shown[2]);
  EXPECT_FALSE(last.shown[1]);
}

TEST(HoldemSilence, TheNewDeckIsOfWhatWasNotShownUnderTheLocksOfThoseLeft) {
  Holdem game = with_one_all_in().game().after(Void{by({1})}).value();
  for (const char* card : {"Qh", "Ah", "Qd", "Ad"}) {
    const Want want = game.wants().front();
    game = game.after(Shown{std::get<WantShow>(want).slot, faces(card)[0]}).value();
  }
  const auto wants = game.wants();
  ASSERT_EQ(wants.size(), 1u);
  const auto& deck = std::get<WantShuffle>(wants.front());
  EXPECT_EQ(deck.by, by({0, 2}));
  EXPECT_EQ(deck.faces.size(), 52u - 7u);
  EXPECT_EQ(deck.slots.size(), deck.faces.size());
  for (const Face face : faces("2c 3d 4h Ah Ad Qh Qd"))
    EXPECT_EQ(std::ranges::count(deck.faces, face), 0);
}

TEST(HoldemSilence, WhatNobodyCalledGoesBackAndSidePotsAreWhatTheyAlwaysAre) {
  HoldemTable table = with_one_all_in();
  table.play("bet 300").after(Void{by({0})});
  const auto& last = table.game().last();
  EXPECT_EQ(last.paid[2], 200) << "300 went back";
  EXPECT_EQ(sum(table.won()), 500);
  EXPECT_EQ(table.won()[0], 0);
  EXPECT_GE(table.won()[2], 200) << "the side pot is not for who is all-in";
}

TEST(HoldemSilence, WhoThenDoesNotShowIsVoidInTurnAndTheLastOneWins) {
  const Holdem first = with_one_all_in().game().after(Void{by({1})}).value();
  const Holdem second = first.after(Void{by({0})}).value();
  EXPECT_EQ(second.hand(), 2);
  EXPECT_EQ(second.last().won[2], 500);
  EXPECT_FALSE(second.last().shown[2]);
}

TEST(HoldemSilence, IfAllWhoCouldWinMakeItVoidChipsGoBackAndTheNextHandIsDealt) {
  HoldemTable table(3);
  table.deal().play_all({"raise 100", "fold", "call"}).after(Void{by({0, 2})});
  EXPECT_EQ(table.game().hand(), 2);
  for (const Stake& stake : std::span(table.game().betting().stakes).first(3))
    EXPECT_EQ(stake.total(), 1000);
}

TEST(HoldemSilence, BeforeTheFirstBetTheOthersAreDealtAnew) {
  Holdem game = HoldemTable(3).game();
  const auto deck = std::get<WantShuffle>(game.wants().front());
  game = game.after(Shuffled{deck.slots}).value();
  ASSERT_EQ(game.street(), Street::deal);
  game = game.after(Dealt{CardSlot(0), Seat(1)})->after(Void{by({2})}).value();
  const auto anew = std::get<WantShuffle>(game.wants().front());
  EXPECT_EQ(anew.faces.size(), 52u);
  EXPECT_EQ(anew.by, by({0, 1}));
  game = game.after(Shuffled{anew.slots}).value();
  EXPECT_EQ(game.wants().size(), 4u) << "two cards for each of two";
  EXPECT_EQ(game.betting().at(Seat(2)).bet, 20) << "the big blind stays";
}

TEST(HoldemSilence, WhoIsOutBeforeTheDealGetsNoCards) {
  HoldemTable table(3);
  table.out(Seat(0)).deal();
  EXPECT_FALSE(table.game().pocket(Seat(0)).dealt_in);
  EXPECT_EQ(table.asked(), Seat(1));
}

TEST(HoldemSilence, WhoIsOutFoldsOnItsMoveOrNotAndTheOthersBetOn) {
  HoldemTable table(4);
  table.deal().play_all({"raise 60", "call"});  // seats 3 and 0
  table.out(Seat(0));
  EXPECT_EQ(table.asked(), Seat(1));
  table.out(Seat(1));
  EXPECT_EQ(table.asked(), Seat(2));
  EXPECT_EQ(table.game().betting().to_call(), 40);
  table.play("call");
  EXPECT_EQ(table.game().street(), Street::flop);
  EXPECT_EQ(table.game().betting().in(), 2u);
}

TEST(HoldemSilence, WhoIsLeftAloneByItWinsAndTheNextHandIsDealt) {
  HoldemTable table(2);
  table.deal().play("call").out(Seat(0));
  EXPECT_EQ(table.won(), (std::vector<Chips>{0, 40}));
  EXPECT_EQ(table.game().hand(), 2);
  EXPECT_FALSE(table.game().result());
}

/// Seat 1 makes the first hand void and misses three more, in which seat 0 folds at once. Returns
/// what seat 1 loses in these three.
Chips lost_after_a_void(const Out& missed) {
  Holdem game = HoldemTable(3).game().after(Void{by({1})}).value().without(Out{Seat(0)});
  EXPECT_EQ(game.hand(), 2);
  const Chips had = game.betting().at(Seat(1)).total();
  for (int i = 0; i < 3; ++i) game = game.without(missed).without(Out{Seat(0)});
  return had - game.betting().at(Seat(1)).total();
}

TEST(HoldemSilence, WhoMadeAHandVoidPaysTheBlindsOfThoseThatItMissesAlsoIfItLeaves) {
  EXPECT_EQ(lost_after_a_void({.seat = Seat(1), .owes = true}), 10 + 20);
  EXPECT_EQ(lost_after_a_void({.seat = Seat(1), .left = true, .owes = true}), 10 + 20);
  EXPECT_EQ(lost_after_a_void({.seat = Seat(1), .left = true}), 0) << "after no void";
}

/// So it has no keys, and cannot make a hand void for a friend.
TEST(HoldemSilence, WhoHasNoChipsHasNothingLeftToPlayFor) {
  HoldemTable table(3);
  table.stacks({1500, 0, 1500});
  EXPECT_TRUE(table.game().spent(Seat(1)));
  EXPECT_FALSE(table.game().spent(Seat(0)));
  EXPECT_FALSE(with_one_all_in().game().spent(Seat(1))) << "its chips are in the pot";
}

TEST(HoldemSilence, TheHistorySaysWhoWasSilent) {
  HoldemTable table(3);
  table.keep_history({"Ann", "Bob", "Cat"});
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c").play("raise 60").out(Seat(1));
  EXPECT_NE(table.history().find("Bob is out of this hand\nBob: folds\n"), std::string::npos);
  table.after(Void{by({0})});
  EXPECT_NE(table.history().find("Ann has timed out\nAnn: folds\n"), std::string::npos);
  EXPECT_NE(table.history().find("Cat collected 90 from pot\n"), std::string::npos)
      << table.history();
}

}  // namespace
}  // namespace fairdeal::rules
