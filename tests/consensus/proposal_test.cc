// Leaders' proposals and the answers of others. Letters in brackets are the rules of
// docs/model/README.md.
#include "tests/consensus/one_step.h"

namespace fairdeal::consensus {
namespace {

// ---- (c) Proposals

class Leading : public OneStep {
 protected:
  /// The leader of round 1, there, with its own prevote of round 0 and others'.
  StepAgreement leading(const std::vector<std::optional<Outcome>>& prevotes) {
    StepAgreement a = fresh();
    for (std::uint32_t k = 0; k < prevotes.size(); ++k) prevote(a, m(k), Round(0), prevotes[k]);
    for (const std::uint32_t k : {1u, 2u, 3u}) precommit(a, m(k), Round(1), kNil);
    return a;
  }
};

TEST_F(Leading, ALeaderWaitsForAQuorumOfRoundZeroVotes) {
  StepAgreement a = leading({kNil, kNil});
  a.add(checked(1));  // the leader's own
  EXPECT_FALSE(proposed(a, m(0)));
  EXPECT_EQ(a.round(), Round(1));
  prevote(a, m(2), Round(0), kNil);
  const auto p = proposed(a, m(0));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->proposal.round, Round(1));
  EXPECT_EQ(p->proposal.proved, std::nullopt);
  EXPECT_EQ(p->proposal.record, digest(record(proto::AbsentSeat{Seat(0)}, checked(1))));
  EXPECT_EQ(a.grounds(p->proposal).size(), 3u);
}

TEST_F(Leading, WhatMayHaveBeenDecidedIsProposedAndElseWhatIsHeld) {
  const auto first_held = record(checked(0), checked(1, std::byte{1}));
  for (const bool may : {true, false}) {
    StepAgreement a = leading({kNil, of(both()), may ? std::optional(of(both())) : kNil});
    const Record want = may ? both() : first_held;
    a.add(checked(0));
    a.add(checked(1, std::byte{1}));  // its author's other entry came first
    a.add(checked(1));
    const auto p = proposed(a, m(0));
    ASSERT_TRUE(p);
    EXPECT_EQ(p->proposal.record, digest(want));
  }
}

TEST_F(Leading, WhatMayHaveBeenDecidedIsWaitedForIfItIsNotHeld) {
  StepAgreement a = leading({kNil, of(both()), of(both())});
  a.add(checked(0));
  EXPECT_FALSE(proposed(a, m(0)));
  a.add(checked(1));
  ASSERT_TRUE(proposed(a, m(0)));
  EXPECT_EQ(proposed(a, m(0))->proposal.record, digest(both()));
}

TEST_F(Leading, WhatAQuorumPrevotedIsProposedWithTheRoundThatProvesIt) {
  StepAgreement next = fresh();
  prevote(next, m(1), Round(0), kNil);
  next.add(proposal(m(0), Round(1), both()), both().answers);
  for (const std::uint32_t k : {0u, 2u, 3u}) prevote(next, m(k), Round(1), of(both()));
  for (const std::uint32_t k : {0u, 2u, 3u}) precommit(next, m(k), Round(2), kNil);
  const auto p = proposed(next, m(1));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->proposal.round, Round(2));
  EXPECT_EQ(p->proposal.proved, Round(1));
  EXPECT_EQ(p->proposal.record, digest(both()));
  EXPECT_EQ(next.grounds(p->proposal).size(), 3u);
}

// ---- (d) Prevotes in later rounds

class Answering : public OneStep {
 protected:
  /// A follower in round 1, and what it prevoted and precommitted in round 0.
  StepAgreement in_round_one(const std::optional<Outcome>& first,
                             const std::optional<Outcome>& lock = {}) {
    StepAgreement a = fresh();
    prevote(a, me, Round(0), first);
    precommit(a, me, Round(0), lock);
    draw_to(a, me, Round(1));
    return a;
  }
  Seat me = m(2);
};

TEST_F(Answering, AProposalIsPrevotedByWhoIsNotBoundAndNilWithoutOneInTime) {
  StepAgreement a = in_round_one(kNil);
  StepAgreement without_one = a;
  propose(a, Round(1), both());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, of(both())));
  EXPECT_EQ(without_one.deadline(me), Instant{2'000});
  EXPECT_FALSE(say(without_one, me, {1'999}));
  EXPECT_EQ(say(without_one, me, {2'000}), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, WhoPrevotedSomethingElseIsReleasedByMoreThanFOthers) {
  for (const std::size_t others : {0u, 1u, 2u}) {
    StepAgreement a = in_round_one(of(both()));
    if (others > 0) prevote(a, m(0), Round(0), kNil);
    if (others > 1) prevote(a, m(1), Round(0), of(another()));
    propose(a, Round(1), another());
    EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote,
                                   others > kFour.max_faulty ? std::optional(of(another())) : kNil))
        << others;
  }
}

TEST_F(Answering, WhereAllMustAgreeNobodyIsReleased) {
  StepAgreement a = fresh({SeatSet::first(4), 4, 3});
  prevote(a, me, Round(0), of(both()));
  for (const std::uint32_t k : {0u, 1u, 3u}) prevote(a, m(k), Round(0), kNil);
  for (const std::uint32_t k : {0u, 1u, 2u, 3u}) precommit(a, m(k), Round(0), kNil);
  EXPECT_FALSE(say(a, me));
  ASSERT_EQ(a.round(), Round(1));
  propose(a, Round(1), another());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, AbsentIsPrevotedOnlyForWhoseEntryIsNotHeld) {
  StepAgreement a = in_round_one(kNil);
  StepAgreement holds = a;
  holds.add(checked(1));
  propose(a, Round(1), without());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, of(without())));
  propose(holds, Round(1), without());
  EXPECT_EQ(say(holds, me), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, WhatTheRulesCannotFollowIsPrevotedNil) {
  StepAgreement a(
      {table().id(), table().step(), table().head()}, kFour, table().slots(),
      [](const Record&) { return std::optional<Outcome>(); }, kRound, kStart);
  prevote(a, me, Round(0), kNil);
  draw_to(a, me, Round(1));
  propose(a, Round(1), both());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, WhoIsLockedPrevotesThatAndNothingElseHoweverMany) {
  for (const bool same : {true, false}) {
    StepAgreement a = in_round_one(of(both()), of(both()));
    for (const std::uint32_t k : {0u, 1u, 3u}) prevote(a, m(k), Round(0), kNil);
    propose(a, Round(1), same ? both() : another());
    EXPECT_EQ(say(a, me),
              expected(Round(1), Phase::prevote, same ? std::optional(of(both())) : kNil));
  }
}

/// In round 2, led by m(1): what was precommitted in `locked_in`, and what a proof of round
/// `proved` with that many prevotes makes of it.
class Unlocking : public Answering {
 protected:
  std::optional<Outcome> prevoted(Round locked_in, std::optional<Round> proved,
                                  std::size_t prevotes, std::optional<Round> grounds = {}) {
    StepAgreement a = fresh();
    prevote(a, me, Round(0), of(both()));
    precommit(a, me, locked_in, of(both()));
    const Seat others[] = {m(0), m(1), m(3)};
    for (std::size_t i = 0; i < prevotes; ++i)
      prevote(a, others[i], *proved, of(another()), i == 0 ? grounds : std::nullopt);
    draw_to(a, me, Round(2));
    propose(a, Round(2), another(), proved);
    const auto vote = say(a, me);
    EXPECT_TRUE(vote && vote->round == Round(2) && vote->phase == Phase::prevote);
    EXPECT_EQ(vote->proved, vote->outcome ? proved : std::nullopt);
    return vote->outcome;
  }
};

TEST_F(Unlocking, AQuorumsPrevotesSinceTheLockUnlock) {
  EXPECT_EQ(prevoted(Round(0), Round(1), 3), of(another()));
  EXPECT_EQ(prevoted(Round(1), Round(1), 3), of(another()));
}
TEST_F(Unlocking, AProofOlderThanTheLockDoesNotUnlock) {
  EXPECT_EQ(prevoted(Round(1), Round(0), 3), kNil);
}
TEST_F(Unlocking, FewerPrevotesThanAQuorumDoNotUnlock) {
  EXPECT_EQ(prevoted(Round(0), Round(1), 2), kNil);
}
TEST_F(Unlocking, PrevotesThatNameDifferentProofsDoNotUnlock) {
  EXPECT_EQ(prevoted(Round(0), Round(1), 3, Round(0)), kNil);
}
TEST_F(Unlocking, NothingUnlocksWithoutAProof) { EXPECT_EQ(prevoted(Round(0), {}, 0), kNil); }
TEST_F(Unlocking, AProofOfTheSameRoundDoesNotUnlock) {
  EXPECT_EQ(prevoted(Round(0), Round(2), 3), kNil);
}

}  // namespace
}  // namespace fairdeal::consensus
