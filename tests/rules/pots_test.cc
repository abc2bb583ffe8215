#include "rules/pots.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

namespace fairdeal::rules {
namespace {

Stake in(Chips paid) { return {.paid = paid, .in = true}; }
Stake folded(Chips paid) { return {.paid = paid}; }

std::vector<Pot> pots_of(const std::vector<Stake>& stakes) { return pots(stakes); }

TEST(Pots, EqualBetsAreOnePot) {
  EXPECT_EQ(pots_of({in(20), in(20), in(20)}),
            (std::vector<Pot>{{60, {Seat(0), Seat(1), Seat(2)}}}));
}

TEST(Pots, WhatFoldedSeatsPaidIsInThem) {
  EXPECT_EQ(pots_of({in(50), folded(20), in(50), folded(0)}),
            (std::vector<Pot>{{120, {Seat(0), Seat(2)}}}));
}

TEST(Pots, EachShortAllInMakesASidePotOfWhatItCouldNotPay) {
  EXPECT_EQ(pots_of({in(100), in(30), in(60), in(100), folded(45)}),
            (std::vector<Pot>{{150, {Seat(0), Seat(1), Seat(2), Seat(3)}},
                              {105, {Seat(0), Seat(2), Seat(3)}},
                              {80, {Seat(0), Seat(3)}}}));
}

TEST(Pots, AFoldedSeatBelowTheShortestMakesNoPot) {
  EXPECT_EQ(pots_of({in(30), in(30), folded(10)}), (std::vector<Pot>{{70, {Seat(0), Seat(1)}}}));
}

TEST(Pots, NobodyHasPaidAndThereIsNone) { EXPECT_TRUE(pots_of({in(0), in(0)}).empty()); }

TEST(Pots, OddChipsGoToTheFirst) {
  EXPECT_EQ(split(100, 1), (std::vector<Chips>{100}));
  EXPECT_EQ(split(101, 2), (std::vector<Chips>{51, 50}));
  EXPECT_EQ(split(101, 3), (std::vector<Chips>{34, 34, 33}));
}

TEST(Pots, EveryChipPaidIsInExactlyOnePot) {
  SeededRng rng(1);
  for (int i = 0; i < 10'000; ++i) {
    std::vector<Stake> stakes(2 + rng.below(9));
    for (Stake& stake : stakes)
      stake = {.paid = static_cast<Chips>(rng.below(6)), .in = rng.below(3) > 0};
    stakes[0] = in(5);  // the highest has not folded
    Chips in_pots = 0;
    for (const Pot& pot : pots_of(stakes)) {
      in_pots += pot.chips;
      EXPECT_EQ(pot.seats.front(), Seat(0)) << "who paid most may win every pot";
    }
    Chips all = 0;
    for (const Stake& stake : stakes) all += stake.paid;
    EXPECT_EQ(in_pots, all);
  }
}

}  // namespace
}  // namespace fairdeal::rules
