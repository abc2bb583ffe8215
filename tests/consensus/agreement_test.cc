// One step's decision, without a network. Letters in brackets are the rules of
// docs/model/README.md.
#include <set>

#include "consensus/certificate.h"
#include "tests/consensus/one_step.h"

namespace fairdeal::consensus {
namespace {

// ---- How many must agree

TEST(Quorums, AreTheLeastThatOverlapInAnHonestMember) {
  const std::size_t want[] = {1, 2, 2, 3, 4, 5, 5, 6, 7, 7};
  for (std::size_t v = 1; v <= 10; ++v) {
    EXPECT_EQ(default_quorum(v), want[v - 1]) << v;
    const Quorum all = quorum_of(v, default_quorum(v), SeatSet::first(v), 0, 0);
    EXPECT_EQ(all.needed, want[v - 1]) << v;
    if (v > 2) {
      EXPECT_EQ(all.max_faulty, (v - 1) / 3) << v;
    }
  }
}

TEST(Quorums, OverlapInAnHonestMemberWhoeverLeft) {
  for (std::size_t v = 1; v <= 10; ++v)
    for (std::size_t needed = default_quorum(v); needed <= v; ++needed)
      for (std::size_t voters = 1; voters <= v; ++voters)
        for (std::size_t convicted = 0; convicted <= v - voters; ++convicted)
          for (std::size_t left = 0; left <= v - voters - convicted; ++left) {
            const Quorum q = quorum_of(v, needed, SeatSet::first(voters), convicted, left);
            EXPECT_GE(q.needed, 1u);
            EXPECT_LE(q.needed, voters);
            EXPECT_TRUE(q.needed == voters || 2 * q.needed > voters + q.max_faulty)
                << v << " members, " << voters << " vote, " << convicted << " convicted, " << left
                << " left";
          }
}

TEST(Quorums, AfterLeavingEqualThoseOfASmallerTable) {
  for (std::size_t v = 3; v <= 10; ++v)
    for (std::size_t left = 1; left < v; ++left) {
      const std::size_t rest = v - left;
      const Quorum q = quorum_of(v, default_quorum(v), SeatSet::first(rest), 0, left);
      const Quorum smaller = quorum_of(rest, default_quorum(rest), SeatSet::first(rest), 0, 0);
      EXPECT_EQ(q.needed, smaller.needed) << v << " members, " << left << " left";
      if (rest > 2) {  // of two, both are needed whoever lies
        EXPECT_EQ(q.max_faulty, smaller.max_faulty) << v << " members, " << left << " left";
      }
    }
}

TEST(Quorums, ShrinkLessForTheVotedOutThanForThoseWhoLeft) {
  // Of four, one is out against its will: a liar among the other three must not decide with one.
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(3), 0, 0).needed, 3u);
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(3), 0, 1).needed, 2u);
  // And one of the three that remain may be voted out as at a table of three.
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(2), 0, 1).needed, 2u);
}

TEST(Quorums, ShrinkFurtherWhenWhoIsMissingIsKnownToLie) {
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(3), 0, 0).needed, 3u);
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(3), 1, 0).needed, 2u);
  EXPECT_EQ(quorum_of(7, 5, SeatSet::first(5), 0, 0).needed, 4u);
  EXPECT_EQ(quorum_of(7, 5, SeatSet::first(5), 2, 0).needed, 3u);
}

TEST(Quorums, NeedAllVotersWhereAllMustAgreeWhateverTheLiars) {
  const Quorum q = quorum_of(5, 5, SeatSet::first(4), 0, 0);
  EXPECT_EQ(q.needed, 4u);
  EXPECT_EQ(q.max_faulty, 3u);
}

// ---- Deciding

TEST_F(OneStep, TheFastPathDecidesTheSameInWhateverOrderItsPartsCome) {
  const Outcome want = of(both());
  std::vector<Signed<Vote>> votes;
  for (const Seat by : kFour.voters.list())
    votes.push_back(vote(by, Round(0), Phase::prevote, want));
  const Checked entries[] = {checked(0), checked(1)};
  std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
  std::optional<Certificate> first;
  do {
    StepAgreement a = fresh();
    for (const std::size_t what : order) {
      EXPECT_FALSE(a.decision());
      EXPECT_EQ(what < 2 ? a.add(entries[what]) : a.add(votes[what - 2]), Added::fresh);
    }
    ASSERT_TRUE(a.decision());
    EXPECT_EQ(digest(a.decision()->record), want.record);
    if (!first) first = a.decision()->certificate;
    EXPECT_EQ(a.decision()->certificate, *first);
  } while (std::ranges::next_permutation(order).found);
  EXPECT_TRUE(check_certificate(*first, charter(), kFour, table().id(), table().step(), want));
  EXPECT_FALSE(is_partial(*first, kFour));
}

TEST_F(OneStep, AQuorumsPrecommitsDecideTheSameInWhateverOrderTheyCome) {
  const Outcome want = of(both());
  for (const Round round : {Round(0), Round(1)}) {
    std::vector<Signed<Vote>> votes;
    for (const std::uint32_t i : {0u, 1u, 3u})
      votes.push_back(vote(Seat(i), round, Phase::precommit, want));
    const Checked entries[] = {checked(0), checked(1)};
    std::vector<std::size_t> order{0, 1, 2, 3, 4};
    do {
      StepAgreement a = fresh();
      for (const std::size_t what : order) {
        EXPECT_FALSE(a.decision());
        EXPECT_EQ(what < 2 ? a.add(entries[what]) : a.add(votes[what - 2]), Added::fresh);
      }
      ASSERT_TRUE(a.decision());
      EXPECT_EQ(digest(a.decision()->record), want.record);
      EXPECT_TRUE(is_partial(a.decision()->certificate, kFour));
    } while (std::ranges::next_permutation(order).found);
    StepAgreement a = fresh();
    for (const Checked& e : entries) a.add(e);
    for (const auto& v : votes) a.add(v);
    EXPECT_TRUE(check_certificate(a.decision()->certificate, charter(), kFour, table().id(),
                                  table().step(), want));
  }
}

TEST_F(OneStep, NeitherAQuorumsPrevotesNorPrecommitsOfTwoRoundsDecide) {
  StepAgreement a = fresh();
  a.add(checked(0));
  a.add(checked(1));
  for (const std::uint32_t i : {0u, 1u, 2u}) prevote(a, Seat(i), Round(0), of(both()));
  for (const std::uint32_t i : {0u, 1u, 2u, 3u}) prevote(a, Seat(i), Round(1), of(both()));
  for (const std::uint32_t i : {0u, 1u}) precommit(a, Seat(i), Round(0), of(both()));
  for (const std::uint32_t i : {2u, 3u}) precommit(a, Seat(i), Round(1), of(both()));
  EXPECT_FALSE(a.decision());
}

TEST_F(OneStep, WhoHasDecidedVotesNoMore) {
  StepAgreement a = fresh();
  a.add(checked(0));
  a.add(checked(1));
  for (const std::uint32_t i : {0u, 1u, 2u}) precommit(a, Seat(i), Round(1), of(both()));
  ASSERT_TRUE(a.decision());
  EXPECT_FALSE(a.advance(Seat(3), kDue));
  EXPECT_EQ(a.deadline(Seat(3)), never());
}

TEST_F(OneStep, RepeatedMessagesAreKnownAndUnownedOnesUnwanted) {
  StepAgreement a = fresh();
  EXPECT_EQ(a.add(checked(0)), Added::fresh);
  EXPECT_EQ(a.add(checked(0)), Added::known);
  const auto nil = vote(Seat(2), Round(0), Phase::prevote, kNil);
  EXPECT_EQ(a.add(nil), Added::fresh);
  EXPECT_EQ(a.add(nil), Added::known);
  EXPECT_TRUE(a.take_evidence().empty());

  StepAgreement other(
      {table().id(), table().step(), table().head()}, kFour,
      {EntrySlot{Seat(1), proto::Kind::commit}},
      [](const Record& r) { return std::optional(of(r)); }, kRound, kStart);
  EXPECT_EQ(other.add(checked(0)), Added::unwanted);
  for (int i = 0; i < 3; ++i) {
    Vote v{table().id(), table().step(), Round(0), Phase::prevote, {}, {}};
    if (i == 0) v.table = {};
    if (i == 1) v.step = v.step.next();
    if (i == 2) v.round = Round(2);
    EXPECT_EQ(a.add(proto::sign(Seat(0), v, table().key(Seat(0)))), Added::unwanted) << i;
  }
  StepAgreement fewer = fresh({SeatSet::first(2), 2, 0});
  EXPECT_EQ(fewer.add(nil), Added::unwanted) << "does not vote";
  EXPECT_FALSE(fewer.advance(Seat(2), kDue));
}

TEST_F(OneStep, OnlyTheLeaderOfALaterRoundProposesARecordOfTheseSlots) {
  StepAgreement a = fresh();
  const auto good = both();
  EXPECT_EQ(a.add(proposal(m(1), Round(1), good), good.answers), Added::unwanted);
  EXPECT_EQ(a.add(proposal(a.leader(Round(0)), Round(0), good), good.answers), Added::unwanted);
  EXPECT_EQ(a.add(proposal(m(1), Round(2), good), good.answers), Added::unwanted) << "too early";
  auto bad = both();
  bad.answers.pop_back();
  StepAgreement b = fresh();
  EXPECT_EQ(b.add(proposal(m(0), Round(1), bad), bad.answers), Added::unwanted);
  bad = both();
  std::swap(bad.answers[0], bad.answers[1]);
  b = fresh();
  EXPECT_EQ(b.add(proposal(m(0), Round(1), bad), bad.answers), Added::unwanted);
  EXPECT_EQ(a.add(proposal(m(0), Round(1), good), without().answers), Added::unwanted)
      << "another record than it names";
  EXPECT_EQ(a.add(proposal(m(0), Round(1), good), good.answers), Added::fresh);
  EXPECT_EQ(a.add(proposal(m(0), Round(1), good), good.answers), Added::known);
  EXPECT_TRUE(a.complete()) << "its entries count as received";
}

TEST_F(OneStep, LeadersTakeTurnsAmongThoseWhoVote) {
  const StepAgreement a = fresh({SeatSet::of_bits(0b1011), 3, 0});
  std::set<Seat> leaders;
  for (const std::uint32_t r : {1u, 2u, 3u}) leaders.insert(a.leader(Round(r)));
  EXPECT_EQ(leaders, (std::set{Seat(0), Seat(1), Seat(3)}));
  EXPECT_EQ(a.leader(Round(1)), a.leader(Round(4)));
}

// ---- (a) Round 0

TEST_F(OneStep, ACompleteRecordIsPrevotedOnceAndAnIncompleteOneOnlyAsNilWhenTimeIsUp) {
  StepAgreement a = fresh();
  a.add(checked(0));
  EXPECT_FALSE(say(a, m(1), {9'999}));
  EXPECT_EQ(a.deadline(m(1)), kDue);
  StepAgreement late = a;
  a.add(checked(1));
  EXPECT_EQ(say(a, m(1)), expected(Round(0), Phase::prevote, of(both())));
  EXPECT_FALSE(say(a, m(1)));
  EXPECT_EQ(say(late, m(1), kDue), expected(Round(0), Phase::prevote, kNil));
  late.add(checked(1));
  EXPECT_FALSE(say(late, m(1), kDue)) << "what it said it said";
}

TEST_F(OneStep, NothingButItsOwnClockMakesItsFirstVoteNil) {
  StepAgreement a = fresh();
  for (const std::uint32_t k : {0u, 2u, 3u}) {
    prevote(a, m(k), Round(0), kNil);
    precommit(a, m(k), Round(3), kNil);
  }
  EXPECT_FALSE(say(a, m(1), {9'999}));
  EXPECT_EQ(a.round(), Round(0));
  EXPECT_EQ(say(a, m(1), kDue), expected(Round(0), Phase::prevote, kNil));
  EXPECT_FALSE(say(a, m(1), kDue));
  EXPECT_EQ(a.round(), Round(3));
}

// ---- (b) Precommits

TEST_F(OneStep, InRoundZeroAPrecommitLeavesTheLastPrevoteTimeToCome) {
  StepAgreement a = fresh();
  a.add(checked(0));
  a.add(checked(1));
  EXPECT_TRUE(say(a, m(1)));
  prevote(a, m(0), Round(0), of(both()));
  EXPECT_FALSE(say(a, m(1), {5'000})) << "two are no quorum";
  prevote(a, m(2), Round(0), of(both()));
  EXPECT_FALSE(say(a, m(1), {10}));
  EXPECT_EQ(a.deadline(m(1)), Instant{1'010});
  EXPECT_FALSE(say(a, m(1), {1'009}));
  EXPECT_EQ(say(a, m(1), {1'010}), expected(Round(0), Phase::precommit, of(both())));
}

TEST_F(OneStep, LaterAQuorumsPrevotesArePrecommittedAtOnce) {
  StepAgreement a = fresh();
  prevote(a, m(1), Round(0), kNil);
  for (const std::uint32_t k : {0u, 2u, 3u}) prevote(a, m(k), Round(1), of(both()));
  EXPECT_FALSE(say(a, m(1), {0}));
  EXPECT_TRUE(say(a, m(1), {2'000})) << "without a proposal: nil";
  a.add(checked(0));
  a.add(checked(1));
  EXPECT_EQ(say(a, m(1), {2'000}), expected(Round(1), Phase::precommit, of(both())));
}

TEST_F(OneStep, AQuorumsNilIsPrecommittedAtOnceAndDisagreementAfterATimer) {
  StepAgreement a = fresh();
  StepAgreement mixed = fresh();
  for (StepAgreement* each : {&a, &mixed}) prevote(*each, m(1), Round(0), kNil);
  prevote(a, m(0), Round(0), kNil);
  prevote(a, m(2), Round(0), kNil);
  EXPECT_EQ(say(a, m(1)), expected(Round(0), Phase::precommit, kNil));
  prevote(mixed, m(0), Round(0), of(both()));
  prevote(mixed, m(2), Round(0), kNil);
  EXPECT_FALSE(say(mixed, m(1), {0}));
  EXPECT_EQ(say(mixed, m(1), {1'000}), expected(Round(0), Phase::precommit, kNil));
}

TEST_F(OneStep, WhatItCannotComputeItselfIsNotPrecommitted) {
  StepAgreement a = fresh();
  prevote(a, m(1), Round(0), kNil);
  for (const std::uint32_t k : {0u, 2u, 3u}) prevote(a, m(k), Round(0), of(both()));
  EXPECT_FALSE(say(a, m(1), {0}));
  EXPECT_EQ(say(a, m(1), {1'000}), expected(Round(0), Phase::precommit, kNil));
}

// ---- (e), (f) The next round

TEST_F(OneStep, AQuorumsNilPrecommitsEndARoundAtOnceAndOthersAfterATimer) {
  for (const bool nil : {true, false}) {
    StepAgreement a = fresh();
    prevote(a, m(2), Round(0), kNil);
    precommit(a, m(2), Round(0), kNil);
    precommit(a, m(0), Round(0), kNil);
    EXPECT_FALSE(say(a, m(2), {99'000}));
    EXPECT_EQ(a.round(), Round(0)) << "without a quorum no round ends";
    precommit(a, m(1), Round(0), nil ? kNil : std::optional(of(both())));
    EXPECT_FALSE(say(a, m(2), {100'000}));
    EXPECT_EQ(a.round(), Round(nil ? 1 : 0));
    EXPECT_FALSE(say(a, m(2), {101'000}));
    EXPECT_EQ(a.round(), Round(1));
  }
}

TEST_F(OneStep, MoreThanFInALaterRoundDrawAlongToWhereOneHonestIs) {
  StepAgreement a = fresh();
  prevote(a, m(2), Round(0), kNil);
  precommit(a, m(0), Round(9), kNil);
  EXPECT_FALSE(say(a, m(2)));
  EXPECT_EQ(a.round(), Round(0)) << "one may lie";
  precommit(a, m(1), Round(4), kNil);
  EXPECT_FALSE(say(a, m(2)));
  EXPECT_EQ(a.round(), Round(4));
}

TEST_F(OneStep, WhoIsRestartedGoesOnFromItsLastVote) {
  StepAgreement a = fresh();
  prevote(a, m(2), Round(0), of(both()));
  precommit(a, m(2), Round(0), of(both()));
  prevote(a, m(2), Round(1), of(both()));
  EXPECT_FALSE(say(a, m(2), kDue));
  EXPECT_EQ(a.round(), Round(1));
  EXPECT_TRUE(a.take_evidence().empty());
}

TEST_F(OneStep, ADeadlineIsNeverBeforeSomethingIsDueNorAfter) {
  StepAgreement a = fresh();
  const Seat me = m(3);
  std::uint32_t rounds = 0;
  for (Instant now = kStart; rounds < 4;) {  // of which it leads none
    if (const auto said = say(a, me, now)) {
      for (const std::uint32_t k : {0u, 1u}) a.add(vote(m(k), said->round, said->phase, kNil));
      if (said->phase == Phase::precommit) ++rounds;
      continue;
    }
    const Instant then = a.deadline(me);
    ASSERT_NE(then, never());
    ASSERT_GT(then, now);
    StepAgreement early = a;
    EXPECT_FALSE(early.advance(me, {then.ms - 1}));
    now = then;
  }
}

// ---- All together

/// Four peers and a network that loses, delays and repeats; each decides the same.
TEST_F(OneStep, FourPeersDecideTheSameInWhateverOrderAllComes) {
  std::map<Round, int> rounds;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SeededRng rng(seed);
    const auto below = [&](std::uint64_t n) { return rng.next() % n; };
    const bool silent = below(2) == 0;
    const std::size_t speaking = silent ? 3 : 4;
    std::vector<StepAgreement> peers(4, fresh());
    std::vector<Signed<Vote>> votes;
    std::vector<std::pair<Signed<proto::Proposal>, std::vector<Answer>>> proposals;
    const Checked entries[] = {checked(0), checked(1), checked(1, std::byte{1})};
    Instant now = kStart;
    for (int turns = 0; turns < 400; ++turns) {
      for (std::uint32_t i = 0; i < speaking; ++i)
        while (const auto due = peers[i].advance(Seat(i), now)) {
          if (const auto* v = std::get_if<Vote>(&*due)) {
            votes.push_back(proto::sign(Seat(i), *v, table().key(Seat(i))));
            peers[i].add(votes.back());
          } else {
            const auto& p = std::get<StepAgreement::Proposing>(*due);
            proposals.emplace_back(proto::sign(Seat(i), p.proposal, table().key(Seat(i))),
                                   p.answers);
            peers[i].add(proposals.back().first, p.answers);
          }
        }
      for (std::size_t k = 0; k < 12 + votes.size(); ++k) {
        StepAgreement& to = peers[below(4)];
        if (const auto what = below(8); what == 0)
          to.add(entries[below(3)]);
        else if (what < 6 && !votes.empty())
          to.add(votes[below(votes.size())]);
        else if (!proposals.empty()) {
          const auto& [p, answers] = proposals[below(proposals.size())];
          for (const auto& v : votes)  // what shows that it may be voted for
            if (v.message().phase == Phase::prevote &&
                v.message().round == p.message().proved.value_or(Round(0)))
              to.add(v);
          to.add(p, answers);
        }
      }
      now = now + Duration{static_cast<std::int64_t>(below(1'000))};
    }
    // A member that has not decided is sent the decision (g).
    std::optional<Digest> decided;
    for (std::size_t i = 0; i < speaking; ++i) {
      if (const auto decision = peers[i].decision()) {
        const Digest mine = digest(decision->record);
        EXPECT_EQ(decided.value_or(mine), mine) << "peer " << i << ", seed " << seed;
        decided = mine;
      }
      for (const auto& evidence : peers[i].take_evidence())
        EXPECT_EQ(evidence.first.by, Seat(1)) << "who told two stories";
    }
    EXPECT_TRUE(decided) << seed;
    ++rounds[peers[0].round()];
  }
  EXPECT_GT(rounds.size(), 2u) << "all in the same round";
}

}  // namespace
}  // namespace fairdeal::consensus
