// (c) and (d): who is absent. Nobody is by its own vote, and nobody whose entry is being checked.
#include "tests/consensus/one_step.h"

namespace fairdeal::consensus {
namespace {

class Absence : public OneStep {
 protected:
  /// `me` in round 1 with nil in round 0 as all have, and seat 0's entry; seat 1's may be being
  /// checked.
  StepAgreement in_round_one(Seat me, bool checking = false) {
    StepAgreement a = fresh();
    a.add(checked(0));
    a.checking(Seat(1), checking);
    for (const Seat by : kFour.voters.list()) prevote(a, by, Round(0), kNil);
    draw_to(a, me, Round(1));
    return a;
  }
  Record none() { return record(checked(0), table().assume_valid(said_none())); }
  Signed<proto::Entry> said_none() {
    return proto::sign(
        Seat(1),
        proto::Entry{table().id(), table().step(), table().head(), proto::NonePayload{}, {}},
        table().key(Seat(1)));
  }
};

TEST_F(Absence, NobodyPrevotesItsOwnAbsence) {
  for (const std::uint32_t me : {0u, 1u, 2u, 3u}) {
    if (m(0) == Seat(me)) continue;  // leads round 1, and proposes itself
    StepAgreement a = in_round_one(Seat(me));
    propose(a, Round(1), without());
    EXPECT_EQ(say(a, Seat(me)),
              expected(Round(1), Phase::prevote, me == 1 ? kNil : std::optional(of(without()))))
        << me;
  }
}

TEST_F(Absence, NobodyProposesItsOwnButWaitsForItsAnswer) {
  for (std::uint32_t round = 1; round <= 4; ++round) {
    StepAgreement a = fresh();
    if (a.leader(Round(round)) != Seat(1)) continue;
    a.add(checked(0));
    for (const Seat by : kFour.voters.list()) prevote(a, by, Round(0), kNil);
    draw_to(a, Seat(1), Round(round));
    EXPECT_FALSE(proposed(a, Seat(1)));
    a.add(table().assume_valid(said_none()));
    const auto p = proposed(a, Seat(1));
    ASSERT_TRUE(p);
    EXPECT_EQ(p->proposal.record, digest(none()));
  }
}

TEST_F(Absence, NobodyIsAbsentWhileItsEntryIsChecked) {
  for (const std::uint32_t me : {0u, 2u, 3u}) {
    StepAgreement a = in_round_one(Seat(me), true);
    const bool leads = a.leader(Round(1)) == Seat(me);
    StepAgreement checked_in_vain = a;
    checked_in_vain.checking(Seat(1), false);
    if (leads) {
      EXPECT_FALSE(proposed(a, Seat(me)));
      ASSERT_TRUE(proposed(checked_in_vain, Seat(me)));
      EXPECT_EQ(proposed(checked_in_vain, Seat(me))->proposal.record, digest(without()));
      continue;
    }
    propose(a, Round(1), without());
    EXPECT_EQ(say(a, Seat(me)), expected(Round(1), Phase::prevote, kNil));
    propose(checked_in_vain, Round(1), without());
    EXPECT_EQ(say(checked_in_vain, Seat(me)), expected(Round(1), Phase::prevote, of(without())));
  }
}

TEST_F(Absence, ANoneEntryCompletesTheRecordInRoundZero) {
  StepAgreement a = fresh();
  a.add(checked(0));
  EXPECT_EQ(a.add(table().assume_valid(said_none())), Added::fresh);
  EXPECT_TRUE(a.complete());
  EXPECT_TRUE(is_absence(a.entry(1) != nullptr ? *a.entry(1) : proto::AbsentSeat{Seat(0)}));
  for (const Seat by : kFour.voters.list()) prevote(a, by, Round(0), of(none()));
  ASSERT_TRUE(a.decision());
  EXPECT_EQ(digest(a.decision()->record), digest(none()));
}

TEST_F(Absence, ANoneEntryIsFinal) {
  for (const bool none_first : {true, false}) {
    StepAgreement a = fresh();
    a.add(none_first ? table().assume_valid(said_none()) : checked(1));
    EXPECT_EQ(a.add(none_first ? checked(1) : table().assume_valid(said_none())),
              Added::contradicts);
    const auto evidence = a.take_evidence();
    ASSERT_EQ(evidence.size(), 1u);
    EXPECT_EQ(*verify(evidence.front(), charter()), Seat(1));
  }
}

}  // namespace
}  // namespace fairdeal::consensus
