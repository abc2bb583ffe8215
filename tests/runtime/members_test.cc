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

}  // namespace
}  // namespace fairdeal::state
