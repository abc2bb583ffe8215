// Members alone: which are in, out or gone, which vote, and when a seat has earned its way
// back.
#include "runtime/state/members.h"

#include <gtest/gtest.h>

namespace fairdeal::state {
namespace {

constexpr Seat kOne{1};

/// Four seats, and nothing has happened yet.
class FourMembers : public testing::Test {
 protected:
  /// Puts a seat out of the deal that is played, and lets the rules hear of it.
  void put_out(Seat seat, Step step, std::uint64_t deals) {
    members.goes_out(SeatSet::of({seat}), {step, deals});
    members.hears_out(seat);
  }
  Members members{4, 4};
};

TEST_F(FourMembers, AreGoneAfterSoManyAbsencesInARow) {
  members.absent(kOne, 2, {Step(1), 1});
  members.answered(kOne);
  members.absent(kOne, 2, {Step(2), 1});
  EXPECT_EQ(members.membership(kOne), Membership::in);
  members.absent(kOne, 2, {Step(3), 1});
  EXPECT_EQ(members.membership(kOne), Membership::gone);
  EXPECT_EQ(members.standing(kOne).why, Gone::silent);
  EXPECT_FALSE(members.present().has(kOne));
  EXPECT_FALSE(members.quorum(3).voters.has(kOne));
}

TEST_F(FourMembers, MakeASmallerTableOnlyByTheirOwnWord) {
  Members silent = members;
  silent.absent(kOne, 1, {Step(1), 1});
  members.says_left(kOne, Step(0), {Step(1), 1});
  EXPECT_EQ(silent.quorum(3).needed, 3u) << "one of four may lie, and is not the one voted out";
  EXPECT_EQ(members.quorum(3).needed, 2u) << "as at a table of three";
}

TEST_F(FourMembers, OutOfADealStillVote) {
  put_out(kOne, Step(1), 1);
  EXPECT_EQ(members.membership(kOne), Membership::out);
  EXPECT_TRUE(members.present().has(kOne));
  EXPECT_FALSE(members.in().has(kOne));
  EXPECT_TRUE(members.quorum(3).voters.has(kOne));
}

TEST_F(FourMembers, ConvictedNeverComeBack) {
  members.convict(kOne, {Step(1), 1});
  EXPECT_FALSE(members.awaits_word(kOne));
  members.says_back(kOne, Step(2), {Step(2), 1});
  members.says_left(kOne, Step(2), {Step(2), 1});
  EXPECT_EQ(members.membership(kOne), Membership::gone);
  EXPECT_EQ(members.standing(kOne).why, Gone::convicted);
}

TEST_F(FourMembers, SayNothingByAWordFromBeforeTheyWent) {
  members.absent(kOne, 1, {Step(5), 1});
  members.says_back(kOne, Step(4), {Step(6), 1});
  EXPECT_EQ(members.membership(kOne), Membership::gone);
  members.says_back(kOne, Step(5), {Step(6), 1});
  EXPECT_NE(members.membership(kOne), Membership::gone);
}

TEST_F(FourMembers, AreGoneAtTheFirstAbsenceAfterTheyCameBack) {
  members.absent(kOne, 1, {Step(1), 1});
  members.says_back(kOne, Step(1), {Step(2), 1});
  members.absent(kOne, 3, {Step(3), 1});
  EXPECT_EQ(members.membership(kOne), Membership::gone);
}

TEST_F(FourMembers, OutWaitTwiceAsManyDealsEachTime) {
  std::uint64_t deals = 1;
  for (const std::uint64_t waits : {1u, 2u, 4u, 8u}) {
    const Step step(deals);
    put_out(kOne, step, deals);
    members.says_back(kOne, step, {step, deals});
    for (std::uint64_t later = 0; later + 1 < waits; ++later)
      EXPECT_FALSE(members.may_play(deals + later).has(kOne)) << waits << " after " << later;
    deals += waits - 1;
    EXPECT_TRUE(members.may_play(deals).has(kOne)) << waits;
    members.begins_deal();
    ++deals;
  }
}

TEST_F(FourMembers, WaitTwoDealsAfterAVoid) {
  members.spoil(SeatSet::of({kOne}), true, {Step(1), 1});
  members.hears_out(kOne);
  EXPECT_EQ(members.standing(kOne).times, 2u);
  members.says_back(kOne, Step(1), {Step(1), 1});
  EXPECT_FALSE(members.may_play(1).has(kOne)) << "the next deal passes without it";
  EXPECT_TRUE(members.may_play(2).has(kOne));
  members.begins_deal();
  members.spoil(SeatSet::of({kOne}), true, {Step(2), 3});
  EXPECT_EQ(members.standing(kOne).times, 4u);
}

TEST_F(FourMembers, CountAVoidThatPutsNobodyOutOrAnotherOneInTheSameDeal) {
  members.spoil(SeatSet::of({kOne}), false, {Step(1), 1});
  EXPECT_EQ(members.membership(kOne), Membership::in);
  EXPECT_EQ(members.standing(kOne).times, 2u);
  put_out(kOne, Step(2), 1);
  members.spoil(SeatSet::of({kOne}), true, {Step(3), 1});
  EXPECT_EQ(members.standing(kOne).times, 5u);
}

TEST_F(FourMembers, ForgetOneTimeForTenDealsPlayedThrough) {
  put_out(kOne, Step(1), 1);
  ASSERT_EQ(members.standing(kOne).times, 1u);
  for (int deal = 0; deal < 9; ++deal) members.played_through(SeatSet::of({kOne}));
  EXPECT_EQ(members.standing(kOne).times, 1u);
  members.played_through(SeatSet::of({kOne}));
  EXPECT_EQ(members.standing(kOne).times, 0u);
}

TEST_F(FourMembers, OutWithoutAWordAreGoneAfterThirtyTwoStepsOrAtTheNextOpening) {
  put_out(kOne, Step(1), 1);
  Members opened = members;
  members.go_without_word(Step(1), {Step(33), 1});
  EXPECT_EQ(members.membership(kOne), Membership::out);
  members.go_without_word(Step(1), {Step(34), 1});
  EXPECT_EQ(members.membership(kOne), Membership::gone);
  opened.go_without_word(Step(2), {Step(2), 2});
  EXPECT_EQ(opened.membership(kOne), Membership::gone);
}

TEST_F(FourMembers, WhoSaidTheyAreBackAreLetInAtOnceWhereFewerThanTwoPlay) {
  for (const Seat seat : {Seat(1), Seat(2)}) {
    put_out(seat, Step(1), 1);
    members.says_back(seat, Step(1), {Step(1), 1});
  }
  Members few = members;
  members.let_in(Step(1));
  EXPECT_FALSE(members.in().has(kOne)) << "two others play, and its time is not over";
  few.convict(Seat(3), {Step(1), 1});
  few.let_in(Step(1));
  EXPECT_TRUE(few.in().has(kOne));
}

/// Three seats of which the second made a deal void, and then the third missed one.
class ThreeMembers : public testing::Test {
 protected:
  ThreeMembers() {
    members.answered(kOne);
    for (std::uint32_t times = 0; times < 2; ++times) {
      members.spoil(SeatSet::of({kOne}), times == 0, {Step(10), 5});
      members.hears_out(kOne);
    }
    members.says_back(kOne, Step(10), {Step(11), 5});
    members.begins_deal();
    members.hears_out(kOne);
    members.goes_out(SeatSet::of({kTwo}), {Step(20), 6});
    members.hears_out(kTwo);
  }
  /// Begins a deal of these seats.
  void begin(SeatSet play) {
    members.begins_deal();
    for (const Seat seat : (SeatSet::first(3) - play).list()) members.hears_out(seat);
  }
  static constexpr Seat kTwo{2};
  Members members{3, 5};
};

TEST_F(ThreeMembers, WaitForAVoidAlsoWhereAnotherMissesADeal) {
  ASSERT_EQ(members.standing(kOne).times, 4u);
  EXPECT_EQ(members.may_play(6), SeatSet::of({Seat(0), kTwo})) << "it has not even said so yet";
  members.says_back(kTwo, Step(20), {Step(21), 6});
  EXPECT_EQ(members.may_play(6), SeatSet::of({Seat(0), kTwo}));
  EXPECT_EQ(members.may_play(11), SeatSet::of({Seat(0), kTwo}));
  EXPECT_EQ(members.may_play(12), SeatSet::first(3)) << "eight deals after the void";
}

TEST_F(ThreeMembers, LetInBeforeTheirTimePlayOnlyUntilAnotherCan) {
  for (std::uint32_t absences = 0; absences < 2; ++absences) members.absent(kTwo, 2, {Step(22), 7});
  ASSERT_EQ(members.membership(kTwo), Membership::gone);
  EXPECT_EQ(members.may_play(7), SeatSet::of({Seat(0), kOne})) << "else nobody could play";
  begin(members.may_play(7));
  EXPECT_EQ(members.may_play(8), SeatSet::of({Seat(0), kOne}));
  members.says_back(kTwo, Step(22), {Step(23), 8});
  EXPECT_EQ(members.may_play(8), SeatSet::of({Seat(0), kTwo})) << "the void is still to be paid";
  begin(members.may_play(8));
  EXPECT_EQ(members.may_play(12), SeatSet::first(3));
}

TEST_F(ThreeMembers, AmongWhomFewerThanTwoAreDueFillTheTableByTheirTime) {
  members.goes_out(SeatSet::of({Seat(0)}), {Step(20), 6});
  members.hears_out(Seat(0));
  EXPECT_EQ(members.may_play(6), SeatSet::of({Seat(0), kTwo})) << "both missed one deal";
  EXPECT_EQ(members.may_play(6, SeatSet::of({Seat(0)})), SeatSet::of({kOne, kTwo}));
}

}  // namespace
}  // namespace fairdeal::state
