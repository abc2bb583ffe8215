#include "rules/betting.h"

#include <gtest/gtest.h>

namespace fairdeal::rules {
namespace {

constexpr Chips kBlind = 20;

/// A round of `stacks.size()` seats in which seat 0 acts first.
Betting round_of(const std::vector<Chips>& stacks) {
  Betting betting;
  betting.seats = stacks.size();
  for (std::size_t i = 0; i < stacks.size(); ++i)
    betting.stakes[i] = {.stack = stacks[i], .in = true};
  betting.raise_min = kBlind;
  betting.begin(Seat(0));
  return betting;
}

/// Before the flop: the last two of `stacks` post 10 and 20.
Betting preflop_of(const std::vector<Chips>& stacks) {
  Betting betting = round_of(stacks);
  const auto last = static_cast<std::uint32_t>(stacks.size() - 1);
  betting.post_blind(Seat(last - 1), kBlind / 2);
  betting.post_blind(Seat(last), kBlind);
  betting.begin(Seat(0));
  return betting;
}

TEST(Betting, AllCheckAndTheRoundIsOver) {
  Betting betting = round_of({100, 100, 100});
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(betting.turn, Seat(i));
    EXPECT_EQ(betting.to_call(), 0);
    betting.call();
  }
  EXPECT_FALSE(betting.turn);
  EXPECT_FALSE(betting.aggressor);
}

TEST(Betting, TheBigBlindHasTheOptionToRaise) {
  Betting betting = preflop_of({100, 100, 100});
  betting.call();
  betting.call();
  EXPECT_EQ(betting.turn, Seat(2));
  EXPECT_EQ(betting.to_call(), 0);
  EXPECT_EQ(betting.raises(), (Range{40, 100}));
  betting.call();
  EXPECT_FALSE(betting.turn);
}

TEST(Betting, ARaiseIsAtLeastAsLargeAsTheLast) {
  Betting betting = preflop_of({1000, 1000, 1000});
  EXPECT_EQ(betting.raises(), (Range{40, 1000}));
  betting.raise_to(90);  // by 70
  EXPECT_EQ(betting.raises(), (Range{160, 1000}));
  betting.raise_to(160);
  EXPECT_EQ(betting.raises(), (Range{230, 1000}));
  betting.raise_to(500);  // by 340
  EXPECT_EQ(betting.turn, Seat(0));
  EXPECT_EQ(betting.raises(), (Range{840, 1000}));
}

TEST(Betting, ABetIsAtLeastTheBigBlindOrAllThereIs) {
  EXPECT_EQ(round_of({100, 100}).raises(), (Range{20, 100}));
  EXPECT_EQ(round_of({15, 100}).raises(), (Range{15, 15}));
}

TEST(Betting, AShortAllInDoesNotReopenTheBetting) {
  Betting betting = round_of({1000, 1000, 150});
  betting.raise_to(100);
  betting.call();
  EXPECT_EQ(betting.raises(), (Range{150, 150})) << "less than 200, but all it has";
  betting.raise_to(150);
  for (const Seat seat : {Seat(0), Seat(1)}) {
    EXPECT_EQ(betting.turn, seat);
    EXPECT_EQ(betting.to_call(), 50);
    EXPECT_FALSE(betting.raises()) << "who acted before the short raise may call or fold";
    betting.call();
  }
  EXPECT_FALSE(betting.turn);
}

TEST(Betting, WhoHasNotActedYetMayRaiseAShortAllIn) {
  Betting betting = round_of({1000, 150, 1000});
  betting.raise_to(100);
  betting.raise_to(150);
  EXPECT_EQ(betting.turn, Seat(2));
  EXPECT_EQ(betting.raises(), (Range{250, 1000})) << "by 100, the last full raise";
}

TEST(Betting, ShortAllInsThatAddUpToARaiseReopenTheBetting) {
  Betting betting = round_of({1000, 150, 200, 1000});
  betting.raise_to(100);
  betting.raise_to(150);
  betting.raise_to(200);
  betting.call();
  EXPECT_EQ(betting.turn, Seat(0));
  EXPECT_EQ(betting.to_call(), 100);
  EXPECT_EQ(betting.raises(), (Range{300, 1000}));
}

TEST(Betting, AShortBlindIsMetInFull) {
  Betting betting = preflop_of({100, 100, 5});
  EXPECT_EQ(betting.to_call(), 20);
  EXPECT_EQ(betting.raises(), (Range{40, 100}));
}

TEST(Betting, WhoIsLeftAloneMeetsNoMoreThanOthersBet) {
  Betting betting = preflop_of({100, 3, 5});
  EXPECT_EQ(betting.to_call(), 5);
  EXPECT_FALSE(betting.raises()) << "nobody could answer";
  betting.call();
  EXPECT_FALSE(betting.turn);

  Betting heads_up = preflop_of({100, 5});  // the small blind has already put in more
  EXPECT_FALSE(heads_up.turn);
}

TEST(Betting, NobodyIsAskedWhenAllAreAllIn) {
  Betting betting = round_of({50, 80});
  betting.raise_to(50);
  EXPECT_EQ(betting.to_call(), 50);
  EXPECT_FALSE(betting.raises());
  betting.call();
  EXPECT_FALSE(betting.turn);
  betting.gather(kBlind);
  betting.begin(Seat(0));
  EXPECT_FALSE(betting.turn) << "one can still bet, but nobody could answer";
}

TEST(Betting, WhatNobodyCalledIsReturned) {
  Betting betting = round_of({100, 30, 100});
  betting.raise_to(80);
  betting.call();
  betting.fold();
  betting.gather(kBlind);
  EXPECT_EQ(betting.at(Seat(0)).paid, 30);
  EXPECT_EQ(betting.at(Seat(0)).stack, 70);
  EXPECT_EQ(betting.at(Seat(1)).paid, 30);
  EXPECT_EQ(betting.at(Seat(2)).paid, 0);
}

TEST(Betting, TheLastToRaiseIsTheAggressor) {
  Betting betting = round_of({100, 100, 100});
  betting.call();
  betting.raise_to(20);
  betting.raise_to(60);
  betting.call();
  EXPECT_EQ(betting.aggressor, Seat(2));
  betting.fold();
  EXPECT_FALSE(betting.turn);
  betting.gather(kBlind);
  EXPECT_FALSE(betting.aggressor) << "of this round only";
}

TEST(Betting, AntesNeedNotBeMet) {
  Betting betting = round_of({100, 3});
  betting.post_ante(Seat(0), 5);
  betting.post_ante(Seat(1), 5);
  EXPECT_EQ(betting.at(Seat(0)).paid, 5);
  EXPECT_EQ(betting.at(Seat(1)).paid, 3);
  EXPECT_EQ(betting.to_meet, 0);
}

}  // namespace
}  // namespace fairdeal::rules
