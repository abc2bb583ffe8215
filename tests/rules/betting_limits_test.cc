#include <gtest/gtest.h>

#include "rules/betting.h"
#include "rules/pots.h"

/// Pot limit and fixed limit, by worked examples.
namespace fairdeal::rules {
namespace {

using Kind = BetLimit::Kind;

/// A round after the flop of `stacks.size()` seats, with `middle` paid by each; seat 0 acts first.
Betting round_of(BetLimit limit, const std::vector<Chips>& stacks, Chips middle, Chips bet_min) {
  Betting betting;
  betting.limit = limit;
  betting.seats = stacks.size();
  for (std::size_t i = 0; i < stacks.size(); ++i)
    betting.stakes[i] = {.stack = stacks[i], .paid = middle, .in = true};
  betting.raise_min = bet_min;
  betting.begin(Seat(0));
  return betting;
}

/// Before the flop: the last two of `stacks` post 50 and 100.
Betting preflop_of(BetLimit limit, const std::vector<Chips>& stacks) {
  Betting betting = round_of(limit, stacks, 0, 100);
  const auto last = static_cast<std::uint32_t>(stacks.size() - 1);
  betting.post_blind(Seat(last - 1), 50);
  betting.post_blind(Seat(last), 100);
  betting.count_blinds(1);
  betting.begin(Seat(0));
  return betting;
}

constexpr BetLimit kPot{.kind = Kind::pot};
constexpr BetLimit kFixed{.kind = Kind::fixed, .raises = 3};

TEST(PotLimit, TheFirstRaiseIsByBlindsAndCall) {
  Betting betting = preflop_of(kPot, {9000, 9000, 9000, 9000});
  EXPECT_EQ(betting.raises(), (Range{200, 350})) << "100 to call, then 50 + 100 + 100";
  betting.raise_to(350);
  EXPECT_EQ(betting.raises(), (Range{600, 1200})) << "350 to call, then 50 + 100 + 350 + 350";
}

TEST(PotLimit, ACallerMakesThePotLarger) {
  Betting betting = preflop_of(kPot, {9000, 9000, 9000, 9000});
  betting.call();
  EXPECT_EQ(betting.raises(), (Range{200, 450})) << "100 + (50 + 100 + 100 + 100)";
}

TEST(PotLimit, OwnChipsInFrontCountOnce) {
  Betting betting = preflop_of(kPot, {9000, 9000, 9000});
  betting.call();
  EXPECT_EQ(betting.raises(), (Range{200, 400})) << "50 to call, then 100 + 100 + 100";
}

TEST(PotLimit, AfterTheFlopTheOpenerMayBetThePot) {
  Betting betting = round_of(kPot, {9000, 9000, 9000}, 200, 100);
  EXPECT_EQ(betting.raises(), (Range{100, 600}));
  betting.raise_to(150);
  EXPECT_EQ(betting.raises(), (Range{300, 1050})) << "150 + (600 + 150 + 150)";
  betting.call();
  EXPECT_EQ(betting.raises(), (Range{300, 1200})) << "150 + (600 + 150 + 150 + 150)";
}

TEST(PotLimit, AShortBlindCountsInFullBeforeTheFlopOnly) {
  Betting betting = preflop_of(kPot, {9000, 9000, 20});
  EXPECT_EQ(betting.raises(), (Range{200, 350}));
  betting.call();
  betting.call();
  betting.gather(100);
  betting.begin(Seat(0));
  EXPECT_EQ(betting.raises(), (Range{100, 220})) << "what is there: 100 + 100 + 20";
}

TEST(PotLimit, ALeastBetMayBeMoreThanASmallPot) {
  EXPECT_EQ(round_of(kPot, {500, 500}, 10, 100).raises(), (Range{100, 100}));
}

TEST(PotLimit, NobodyBetsMoreThanItHas) {
  EXPECT_EQ(round_of(kPot, {80, 500}, 300, 100).raises(), (Range{80, 80}));
  EXPECT_EQ(round_of(kPot, {250, 500}, 300, 100).raises(), (Range{100, 250}));
}

TEST(FixedLimit, EveryRaiseHasOneSize) {
  Betting betting = preflop_of(kFixed, {9000, 9000, 9000});
  EXPECT_EQ(betting.raises(), (Range{200, 200}));
  betting.raise_to(200);
  EXPECT_EQ(betting.raises(), (Range{300, 300}));
}

TEST(FixedLimit, RaisesAreCapped) {
  Betting betting = preflop_of(kFixed, {9000, 9000, 9000});
  for (const Chips to : {200, 300, 400}) betting.raise_to(to);
  EXPECT_FALSE(betting.raises()) << "a bet and three raises";
  betting.call();
  EXPECT_FALSE(betting.raises());
}

TEST(FixedLimit, TheCapHoldsBetweenTwoOfThreeButNotBetweenTheLastTwo) {
  Betting betting = preflop_of(kFixed, {9000, 9000, 9000});
  betting.fold();
  for (const Chips to : {200, 300, 400}) betting.raise_to(to);
  EXPECT_FALSE(betting.raises()) << "two are in the hand, but three in the match";

  Betting last_two = preflop_of(kFixed, {9000, 9000});
  for (const Chips to : {200, 300, 400, 500, 600}) last_two.raise_to(to);
  EXPECT_EQ(last_two.raises(), (Range{700, 700}));
}

TEST(FixedLimit, WithoutACapRaisesGoOn) {
  Betting betting = preflop_of({.kind = Kind::fixed, .raises = 0}, {9000, 9000, 9000});
  for (Chips to = 200; to <= 2000; to += 100) betting.raise_to(to);
  EXPECT_EQ(betting.raises(), (Range{2100, 2100}));
}

TEST(FixedLimit, BelowHalfABetTheNextOnlyCompletesIt) {
  Betting betting = round_of(kFixed, {9000, 149, 9000}, 0, 100);
  betting.raise_to(100);
  EXPECT_EQ(betting.raises(), (Range{149, 149}));
  betting.raise_to(149);
  EXPECT_EQ(betting.raises(), (Range{200, 200})) << "completes, and is the first raise";
  EXPECT_EQ(betting.wagers, 1);
  betting.call();
  EXPECT_EQ(betting.turn, Seat(0));
  EXPECT_FALSE(betting.raises()) << "49 more reopen nothing";
}

TEST(FixedLimit, HalfABetIsARaise) {
  Betting betting = round_of(kFixed, {9000, 150, 9000}, 0, 100);
  betting.raise_to(100);
  betting.raise_to(150);
  EXPECT_EQ(betting.wagers, 2);
  EXPECT_EQ(betting.raises(), (Range{250, 250}));
  betting.call();
  EXPECT_EQ(betting.turn, Seat(0));
  EXPECT_EQ(betting.raises(), (Range{250, 250})) << "and opens the betting again";
}

TEST(FixedLimit, AnOpeningAllInBelowHalfIsCompleted) {
  Betting betting = round_of(kFixed, {40, 9000, 9000}, 100, 100);
  betting.raise_to(40);
  EXPECT_EQ(betting.raises(), (Range{100, 100}));
}

TEST(DeadChips, TheTablesAnteIsInTheMainPotAndGivesNoRightToMore) {
  std::vector<Stake> stakes{
      {.paid = 100, .in = true}, {.paid = 130, .dead = 30, .in = true}, {.paid = 60, .in = true}};
  EXPECT_EQ(pots(stakes),
            (std::vector<Pot>{{210, {Seat(0), Seat(1), Seat(2)}}, {80, {Seat(0), Seat(1)}}}));
}

TEST(DeadChips, WhoHasPaidNothingMayWinWhatOthersPaidAndLeft) {
  std::vector<Stake> stakes{{.paid = 10}, {.paid = 20}, {.paid = 0, .in = true}};
  EXPECT_EQ(pots(stakes), (std::vector<Pot>{{30, {Seat(2)}}}));
}

TEST(DeadChips, ABlindOfWhoIsNotInIsNotReturned) {
  Betting betting = preflop_of({}, {9000, 9000, 9000});
  betting.at(Seat(2)).in = false;
  betting.begin(Seat(0));
  betting.fold();
  EXPECT_FALSE(betting.turn) << "seat 1 is alone, and need not call";
  betting.gather(100);
  EXPECT_EQ(betting.at(Seat(2)).paid, 100);
  EXPECT_EQ(betting.at(Seat(1)).paid, 50);
}

}  // namespace
}  // namespace fairdeal::rules
