#include "tests/rules/holdem_table.h"

/// Blinds, turns, bets and the button of hold'em.
namespace fairdeal::rules {
namespace {

using Labels = std::vector<std::string>;
using Street = Holdem::Street;

TEST(HoldemBetting, HeadsUpTheButtonPostsTheSmallBlindAndActsFirstBeforeTheFlopOnly) {
  HoldemTable table(2);
  EXPECT_EQ(table.game().button(), Seat(0));
  EXPECT_EQ(table.game().betting().stakes[0].bet, 10);
  EXPECT_EQ(table.game().betting().stakes[1].bet, 20);
  table.deal();
  EXPECT_EQ(table.asked(), Seat(0));
  table.play_all({"call", "check"});
  EXPECT_EQ(table.game().street(), Street::flop);
  EXPECT_EQ(table.asked(), Seat(1));
}

TEST(HoldemBetting, InARingTheTwoLeftOfTheButtonPostAndTheNextActsFirst) {
  HoldemTable table(4);
  EXPECT_EQ(table.game().button(), Seat(0));
  EXPECT_EQ(table.game().betting().stakes[1].bet, 10);
  EXPECT_EQ(table.game().betting().stakes[2].bet, 20);
  table.deal();
  EXPECT_EQ(table.asked(), Seat(3));
  table.play_all({"call", "call", "call", "check"});
  EXPECT_EQ(table.asked(), Seat(1)) << "after the flop, the first left of the button";
}

TEST(HoldemBetting, CardsAreDealtFromTheButtonsLeftOneByOne) {
  const HoldemTable table(3);
  const auto slots = [&](std::uint32_t seat) {
    const Holdem::Pocket& pocket = table.game().pocket(Seat(seat));
    EXPECT_EQ(pocket.size, 2U);
    return std::pair(pocket.slots[0], pocket.slots[1]);
  };
  EXPECT_EQ(slots(1), std::pair(CardSlot(0), CardSlot(3)));
  EXPECT_EQ(slots(2), std::pair(CardSlot(1), CardSlot(4)));
  EXPECT_EQ(slots(0), std::pair(CardSlot(2), CardSlot(5)));
}

TEST(HoldemBetting, TheBigBlindMayRaiseWhenAllHaveCalled) {
  HoldemTable table(3);
  table.deal().play_all({"call", "call"});
  EXPECT_EQ(table.asked(), Seat(2));
  EXPECT_EQ(table.legal(), (Labels{"raise to 40", "check", "fold"}));
  table.play("check");
  EXPECT_EQ(table.game().street(), Street::flop);
}

TEST(HoldemBetting, LabelsSayWhatAMoveCosts) {
  HoldemTable table(3);
  table.deal();
  EXPECT_EQ(table.legal(), (Labels{"raise to 40", "call 20", "fold"}));
  table.play("raise 100");
  EXPECT_EQ(table.legal(), (Labels{"raise to 180", "call 90", "fold"}));
  table.play_all({"call", "call"});
  EXPECT_EQ(table.legal(), (Labels{"bet 20", "check", "fold"}));
}

TEST(HoldemBetting, BelowTheLeastRaiseOnlyAllInIsLegal) {
  HoldemTable table(3, {{"stack", 70}});
  table.deal().play("raise 60");
  EXPECT_EQ(table.game().range(Seat(1), {Holdem::Move::Kind::raise, 70}), (Range{70, 70}));
  const auto raise = [&](Chips to) {
    return table.game().after(Moved<Holdem::Move>{Seat(1), {Holdem::Move::Kind::raise, to}});
  };
  EXPECT_FALSE(raise(69));
  EXPECT_TRUE(raise(70));
  EXPECT_FALSE(raise(71));
}

TEST(HoldemBetting, AShortAllInDoesNotReopenTheBetting) {
  HoldemTable table(4, {{"stack", 500}});
  table.stacks({500, 500, 150, 850}).deal();
  table.play_all({"raise 100", "call", "fold", "raise 150"});
  EXPECT_EQ(table.asked(), Seat(3));
  EXPECT_EQ(table.legal(), (Labels{"call 50", "fold"}));
}

TEST(HoldemBetting, WhenAllFoldTheLastWinsUnseen) {
  HoldemTable table(3);
  table.deal().play_all({"raise 80", "fold", "fold"});
  EXPECT_EQ(table.won(), (std::vector<Chips>{50, 0, 0})) << "its own 20, 10 and 20; 60 came back";
  EXPECT_TRUE(table.shown().empty());
  EXPECT_EQ(table.game().json()["hand"], 2);
}

TEST(HoldemBetting, AntesArePaidBeforeTheBlindsAndCountForNoBet) {
  HoldemTable table(3, {{"ante", 5}});
  EXPECT_EQ(table.game().json()["paid"], Json({5, 5, 5}));
  EXPECT_EQ(table.stack(2), 1000 - 5 - 20);
  table.deal();
  EXPECT_EQ(table.legal()[1], "call 20");
}

TEST(HoldemBetting, WhoHasOnlyTheAnteIsAllInForIt) {
  HoldemTable table(3, {{"stack", 100}, {"ante", 5}});
  table.stacks({5, 100, 195}).deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  EXPECT_EQ(table.asked(), Seat(1)) << "seat 0 cannot act";
  table.play_all({"call", "check", "check", "check", "check", "check", "check", "check"});
  EXPECT_EQ(table.won(), (std::vector<Chips>{15, 40, 0}));
}

TEST(HoldemBetting, TheBigBlindGoesRoundSeatBySeat) {
  HoldemTable table(3);
  std::vector<std::uint32_t> big_blinds;
  for (int hand = 0; hand < 5; ++hand) {
    big_blinds.push_back(table.game().json()["blinds"][1]);
    table.deal().play_all({"fold", "fold"});
  }
  EXPECT_EQ(big_blinds, (std::vector<std::uint32_t>{2, 0, 1, 2, 0}));
}

TEST(HoldemBetting, TheButtonWaitsAtAnEmptySeat) {
  HoldemTable table(4, {{"stack", 100}});
  // Seat 1, the small blind, loses all to seat 0.
  table.stacks({100, 50, 100, 150}).deal({"Ah Ad", "Kh Kd", "2h 7d", "2c 7s"}, "3c 4d 5h 9s Jc");
  table.play_all({"fold", "raise 100", "call", "fold"});
  ASSERT_EQ(table.stack(1), 0);
  EXPECT_EQ(table.game().json()["blinds"], Json({2, 3})) << "the big blind moves one seat";
  EXPECT_EQ(table.game().button(), Seat(1))
      << "where the small blind was, though nobody sits there";
  table.deal();
  EXPECT_EQ(table.asked(), Seat(0));
}

TEST(HoldemBetting, NobodyPaysTheBigBlindTwiceWhenTwoAreLeft) {
  HoldemTable table(3, {{"stack", 100}});
  // Seat 0 (button) loses all to seat 2 (big blind).
  table.stacks({50, 100, 150}).deal({"Kh Kd", "2h 7d", "Ah Ad"}, "3c 4d 5h 9s Jc");
  table.play_all({"raise 50", "fold", "call"});
  ASSERT_EQ(table.stack(0), 0);
  EXPECT_EQ(table.game().json()["blinds"], Json({2, 1}));
  EXPECT_EQ(table.game().button(), Seat(2));
}

TEST(HoldemBetting, ASmallBlindThatIsGoneIsNotPosted) {
  HoldemTable table(4, {{"stack", 100}});
  // Seat 2, the big blind, loses all to seat 3.
  table.stacks({100, 100, 50, 150}).deal({"2h 7d", "2c 7s", "Kh Kd", "Ah Ad"}, "3c 4d 5h 9s Jc");
  table.play_all({"raise 60", "fold", "fold", "call"});
  ASSERT_EQ(table.stack(2), 0);
  EXPECT_EQ(table.game().json()["blinds"], Json({2, 3}));
  EXPECT_EQ(table.game().json()["bets"], Json({0, 0, 0, 20}));
}

TEST(HoldemBetting, AnAbsentSeatChecksWhereItCanAndElseFolds) {
  HoldemTable table(3);
  table.deal().play_all({"call", "call"});
  table.after(Absent{Seat(2)});
  EXPECT_TRUE(table.game().betting().at(Seat(2)).in);
  EXPECT_EQ(table.game().street(), Street::flop);
  table.play("bet 20").after(Absent{Seat(2)});
  EXPECT_FALSE(table.game().betting().at(Seat(2)).in);
}

TEST(HoldemBetting, AVoidHandIsAsIfItHadNotBegun) {
  HoldemTable table(3);
  table.deal().play_all({"raise 100", "fold", "fold"});  // seat 0 wins 30
  table.deal().play_all({"raise 200", "call", "call", "bet 100"});
  table.after(Void{SeatSet::first(3)});
  EXPECT_EQ(table.game().result(), (Payoff{30, -10, -20}));
  EXPECT_TRUE(table.game().wants().empty());
}

TEST(HoldemBetting, TheMatchEndsAfterTheAgreedHands) {
  HoldemTable table(3, {{"hands", 2}});
  table.deal().play_all({"fold", "fold"});
  EXPECT_FALSE(table.game().result());
  table.deal().play_all({"fold", "fold"});
  EXPECT_EQ(table.game().result(), (Payoff{10, -10, 0}));
}

TEST(HoldemBetting, ParametersThatCannotBeAreRefused) {
  const auto starts = [](const Json& params) {
    const auto complete = complete_params(Holdem::info(), params);
    return complete && Holdem::start(*complete, 2);
  };
  EXPECT_TRUE(starts({{"stack", 1}, {"big_blind", 1000}}));
  EXPECT_FALSE(starts({{"stack", 0}}));
  EXPECT_FALSE(starts({{"small_blind", 30}}));
  EXPECT_FALSE(starts({{"big_blind", "20"}}));
  EXPECT_FALSE(starts({{"blind", 20}}));
}

}  // namespace
}  // namespace fairdeal::rules
