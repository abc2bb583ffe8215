// One step's decision, certificates and evidence, each without a network. Letters and numbers in
// brackets are the rules of docs/model/README.md.
#include "consensus/agreement.h"

#include <set>

#include "consensus/certificate.h"
#include "tests/runtime/match.h"

namespace fairdeal::consensus {
namespace {

using proto::Outcome;
using proto::Phase;
using proto::Signed;
using proto::Vote;
using sim::World;
using Added = Agreement::Added;

constexpr Quorum kFour{SeatSet::first(4), 3, 1};
constexpr Duration kRound{1'000};
constexpr Instant kStart{0}, kDue{10'000};
constexpr std::optional<Outcome> kNil;

// ---- How many must agree

TEST(Quorums, AreTheLeastThatOverlapInAnHonestMember) {
  const std::size_t want[] = {1, 2, 2, 3, 4, 5, 5, 6, 7, 7};
  for (std::size_t v = 1; v <= 10; ++v) {
    EXPECT_EQ(default_quorum(v), want[v - 1]) << v;
    const Quorum all = quorum_of(v, default_quorum(v), SeatSet::first(v), 0);
    EXPECT_EQ(all.needed, want[v - 1]) << v;
    if (v > 2) {
      EXPECT_EQ(all.liars, (v - 1) / 3) << v;
    }
  }
}

TEST(Quorums, OfWhoeverIsLeftStillOverlapInAnHonestMember) {
  for (std::size_t v = 1; v <= 10; ++v)
    for (std::size_t needed = default_quorum(v); needed <= v; ++needed)
      for (std::size_t left = 1; left <= v; ++left)
        for (std::size_t convicted = 0; convicted <= v - left; ++convicted) {
          const Quorum q = quorum_of(v, needed, SeatSet::first(left), convicted);
          EXPECT_GE(q.needed, 1u);
          EXPECT_LE(q.needed, left);
          EXPECT_TRUE(q.needed == left || 2 * q.needed > left + q.liars)
              << v << " members, " << left << " left, " << convicted << " convicted";
        }
}

TEST(Quorums, ShrinkFurtherWhenWhoIsMissingIsKnownToLie) {
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(3), 0).needed, 3u);
  EXPECT_EQ(quorum_of(4, 3, SeatSet::first(3), 1).needed, 2u);
  EXPECT_EQ(quorum_of(7, 5, SeatSet::first(5), 0).needed, 4u);
  EXPECT_EQ(quorum_of(7, 5, SeatSet::first(5), 2).needed, 3u);
}

TEST(Quorums, OfAllStayOfAllAndWithstandAnyNumberOfLiars) {
  const Quorum q = quorum_of(5, 5, SeatSet::first(4), 0);
  EXPECT_EQ(q.needed, 4u);
  EXPECT_EQ(q.liars, 3u);
}

/// A table of odds and evens where both seats commit at once, with two witnesses: two slots, four
/// votes, of which three decide and one may lie.
class OneStep : public testing::Test {
 protected:
  OneStep() { EXPECT_TRUE(sim::run_to<runtime::Committing>(world, Seat(0))); }

  const runtime::Table& table() { return world.node(Seat(0)).table(); }
  const proto::Charter& charter() { return table().charter(); }

  Agreement fresh(const Quorum& quorum = kFour) {
    Agreement a(
        {table().id(), table().step(), table().head()}, quorum, table().slots(),
        [](const Record& record) { return std::optional(of(record)); }, kRound, kStart);
    a.wait_until(kDue);
    return a;
  }
  /// Who leads round k + 1.
  Seat m(std::uint32_t k) { return fresh().leader(Round(k + 1)); }

  // Statements.
  Signed<proto::Entry> entry(std::uint32_t seat, std::byte what = {}) {
    proto::CommitPayload p{};
    p.commitment[0] = what;
    return proto::seal(Seat(seat),
                       proto::Entry{table().id(), table().step(), table().head(), p, {}},
                       world.key(Seat(seat)));
  }
  Checked checked(std::uint32_t seat, std::byte what = {}) {
    return table().vouch(entry(seat, what));
  }
  Signed<Vote> vote(Seat by, Round round, Phase phase, const std::optional<Outcome>& outcome,
                    std::optional<Round> proved = {}) {
    return proto::seal(by, Vote{table().id(), table().step(), round, phase, outcome, proved},
                       world.key(by));
  }
  Signed<proto::Proposal> proposal(Seat by, Round round, const Record& record,
                                   std::optional<Round> proved = {}) {
    return proto::seal(
        by, proto::Proposal{table().id(), table().step(), round, proved, to_wire(record)},
        world.key(by));
  }

  // What the step may come to.
  Record record(Answer first, Answer second) {
    return {table().step(), table().head(), {std::move(first), std::move(second)}};
  }
  Record both() { return record(checked(0), checked(1)); }
  Record another() { return record(checked(0), checked(1, std::byte{1})); }
  Record without() { return record(checked(0), proto::AbsentSeat{Seat(1)}); }
  static Outcome of(const Record& record) { return {digest(record), digest(record)}; }

  // What happens to an agreement.
  void prevote(Agreement& a, Seat by, Round round, const std::optional<Outcome>& outcome,
               std::optional<Round> proved = {}) {
    a.add(vote(by, round, Phase::prevote, outcome, proved));
  }
  void precommit(Agreement& a, Seat by, Round round, const std::optional<Outcome>& outcome) {
    a.add(vote(by, round, Phase::precommit, outcome));
  }
  void propose(Agreement& a, Round round, const Record& record, std::optional<Round> proved = {}) {
    EXPECT_EQ(a.add(proposal(a.leader(round), round, record, proved), record.answers),
              Added::fresh);
  }
  /// The others are heard in a later round, where they have not prevoted.
  void draw_to(Agreement& a, Seat me, Round round) {
    for (const Seat by : kFour.voters.list())
      if (by != me) precommit(a, by, round, kNil);
    EXPECT_FALSE(a.advance(me, kStart));
    EXPECT_EQ(a.round(), round);
  }
  /// The vote that is due, signed and taken in; none if none is.
  std::optional<Vote> say(Agreement& a, Seat me, Instant now = kStart) {
    const auto due = a.advance(me, now);
    if (!due) return {};
    const auto* vote = std::get_if<Vote>(&*due);
    if (vote == nullptr) {
      ADD_FAILURE() << "a proposal";
      return {};
    }
    EXPECT_EQ(a.add(proto::seal(me, *vote, world.key(me))), Added::fresh);
    return *vote;
  }
  std::optional<Vote> expected(Round round, Phase phase, const std::optional<Outcome>& outcome,
                               std::optional<Round> proved = {}) {
    return Vote{table().id(), table().step(), round, phase, outcome, proved};
  }
  std::optional<Agreement::Proposing> proposed(Agreement& a, Seat me, Instant now = kStart) {
    const auto due = a.advance(me, now);
    const auto* proposing = due ? std::get_if<Agreement::Proposing>(&*due) : nullptr;
    return proposing ? std::optional(*proposing) : std::nullopt;
  }

  World world{{.game = "odds-and-evens", .witnesses = 2}};
};

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
    Agreement a = fresh();
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
      Agreement a = fresh();
      for (const std::size_t what : order) {
        EXPECT_FALSE(a.decision());
        EXPECT_EQ(what < 2 ? a.add(entries[what]) : a.add(votes[what - 2]), Added::fresh);
      }
      ASSERT_TRUE(a.decision());
      EXPECT_EQ(digest(a.decision()->record), want.record);
      EXPECT_TRUE(is_partial(a.decision()->certificate, kFour));
    } while (std::ranges::next_permutation(order).found);
    Agreement a = fresh();
    for (const Checked& e : entries) a.add(e);
    for (const auto& v : votes) a.add(v);
    EXPECT_TRUE(check_certificate(a.decision()->certificate, charter(), kFour, table().id(),
                                  table().step(), want));
  }
}

TEST_F(OneStep, NeitherAQuorumsPrevotesNorPrecommitsOfTwoRoundsDecide) {
  Agreement a = fresh();
  a.add(checked(0));
  a.add(checked(1));
  for (const std::uint32_t i : {0u, 1u, 2u}) prevote(a, Seat(i), Round(0), of(both()));
  for (const std::uint32_t i : {0u, 1u, 2u, 3u}) prevote(a, Seat(i), Round(1), of(both()));
  for (const std::uint32_t i : {0u, 1u}) precommit(a, Seat(i), Round(0), of(both()));
  for (const std::uint32_t i : {2u, 3u}) precommit(a, Seat(i), Round(1), of(both()));
  EXPECT_FALSE(a.decision());
}

TEST_F(OneStep, WhoHasDecidedVotesNoMore) {
  Agreement a = fresh();
  a.add(checked(0));
  a.add(checked(1));
  for (const std::uint32_t i : {0u, 1u, 2u}) precommit(a, Seat(i), Round(1), of(both()));
  ASSERT_TRUE(a.decision());
  EXPECT_FALSE(a.advance(Seat(3), kDue));
  EXPECT_EQ(a.deadline(Seat(3)), never());
}

TEST_F(OneStep, WhatIsKnownIsKnownAndWhatNobodyOwesIsUnwanted) {
  Agreement a = fresh();
  EXPECT_EQ(a.add(checked(0)), Added::fresh);
  EXPECT_EQ(a.add(checked(0)), Added::known);
  const auto nil = vote(Seat(2), Round(0), Phase::prevote, kNil);
  EXPECT_EQ(a.add(nil), Added::fresh);
  EXPECT_EQ(a.add(nil), Added::known);
  EXPECT_TRUE(a.take_evidence().empty());

  Agreement other(
      {table().id(), table().step(), table().head()}, kFour,
      {EntrySlot{Seat(1), proto::Kind::commit}},
      [](const Record& r) { return std::optional(of(r)); }, kRound, kStart);
  EXPECT_EQ(other.add(checked(0)), Added::unwanted);
  for (int i = 0; i < 3; ++i) {
    Vote v{table().id(), table().step(), Round(0), Phase::prevote, {}, {}};
    if (i == 0) v.table = {};
    if (i == 1) v.step = v.step.next();
    if (i == 2) v.round = Round(2);
    EXPECT_EQ(a.add(proto::seal(Seat(0), v, world.key(Seat(0)))), Added::unwanted) << i;
  }
  Agreement fewer = fresh({SeatSet::first(2), 2, 0});
  EXPECT_EQ(fewer.add(nil), Added::unwanted) << "does not vote";
  EXPECT_FALSE(fewer.advance(Seat(2), kDue));
}

TEST_F(OneStep, OnlyTheLeaderOfALaterRoundProposesARecordOfTheseSlots) {
  Agreement a = fresh();
  const auto good = both();
  EXPECT_EQ(a.add(proposal(m(1), Round(1), good), good.answers), Added::unwanted);
  EXPECT_EQ(a.add(proposal(a.leader(Round(0)), Round(0), good), good.answers), Added::unwanted);
  EXPECT_EQ(a.add(proposal(m(1), Round(2), good), good.answers), Added::unwanted) << "too early";
  auto bad = both();
  bad.answers.pop_back();
  EXPECT_EQ(a.add(proposal(m(0), Round(1), bad), bad.answers), Added::unwanted);
  bad = both();
  std::swap(bad.answers[0], bad.answers[1]);
  EXPECT_EQ(a.add(proposal(m(0), Round(1), bad), bad.answers), Added::unwanted);
  EXPECT_EQ(a.add(proposal(m(0), Round(1), good), good.answers), Added::fresh);
  EXPECT_EQ(a.add(proposal(m(0), Round(1), good), good.answers), Added::known);
  EXPECT_TRUE(a.complete()) << "its entries count as received";
}

TEST_F(OneStep, LeadersTakeTurnsAmongThoseWhoVote) {
  const Agreement a = fresh({SeatSet::of_bits(0b1011), 3, 0});
  std::set<Seat> leaders;
  for (const std::uint32_t r : {1u, 2u, 3u}) leaders.insert(a.leader(Round(r)));
  EXPECT_EQ(leaders, (std::set{Seat(0), Seat(1), Seat(3)}));
  EXPECT_EQ(a.leader(Round(1)), a.leader(Round(4)));
}

// ---- (a) Round 0

TEST_F(OneStep, ACompleteRecordIsPrevotedOnceAndAnIncompleteOneOnlyAsNilWhenTimeIsUp) {
  Agreement a = fresh();
  a.add(checked(0));
  EXPECT_FALSE(say(a, m(1), {9'999}));
  EXPECT_EQ(a.deadline(m(1)), kDue);
  Agreement late = a;
  a.add(checked(1));
  EXPECT_EQ(say(a, m(1)), expected(Round(0), Phase::prevote, of(both())));
  EXPECT_FALSE(say(a, m(1)));
  EXPECT_EQ(say(late, m(1), kDue), expected(Round(0), Phase::prevote, kNil));
  late.add(checked(1));
  EXPECT_FALSE(say(late, m(1), kDue)) << "what it said it said";
}

TEST_F(OneStep, NothingButItsOwnClockMakesItsFirstVoteNil) {
  Agreement a = fresh();
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
  Agreement a = fresh();
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
  Agreement a = fresh();
  prevote(a, m(1), Round(0), kNil);
  for (const std::uint32_t k : {0u, 2u, 3u}) prevote(a, m(k), Round(1), of(both()));
  EXPECT_FALSE(say(a, m(1), {0}));
  EXPECT_TRUE(say(a, m(1), {2'000})) << "without a proposal: nil";
  a.add(checked(0));
  a.add(checked(1));
  EXPECT_EQ(say(a, m(1), {2'000}), expected(Round(1), Phase::precommit, of(both())));
}

TEST_F(OneStep, AQuorumsNilIsPrecommittedAtOnceAndDisagreementAfterATimer) {
  Agreement a = fresh();
  Agreement mixed = fresh();
  for (Agreement* each : {&a, &mixed}) prevote(*each, m(1), Round(0), kNil);
  prevote(a, m(0), Round(0), kNil);
  prevote(a, m(2), Round(0), kNil);
  EXPECT_EQ(say(a, m(1)), expected(Round(0), Phase::precommit, kNil));
  prevote(mixed, m(0), Round(0), of(both()));
  prevote(mixed, m(2), Round(0), kNil);
  EXPECT_FALSE(say(mixed, m(1), {0}));
  EXPECT_EQ(say(mixed, m(1), {1'000}), expected(Round(0), Phase::precommit, kNil));
}

TEST_F(OneStep, WhatItCannotComputeItselfIsNotPrecommitted) {
  Agreement a = fresh();
  prevote(a, m(1), Round(0), kNil);
  for (const std::uint32_t k : {0u, 2u, 3u}) prevote(a, m(k), Round(0), of(both()));
  EXPECT_FALSE(say(a, m(1), {0}));
  EXPECT_EQ(say(a, m(1), {1'000}), expected(Round(0), Phase::precommit, kNil));
}

// ---- (c) Proposals

class Leading : public OneStep {
 protected:
  /// The leader of round 1, there, with its own prevote of round 0 and others'.
  Agreement leading(const std::vector<std::optional<Outcome>>& prevotes) {
    Agreement a = fresh();
    for (std::uint32_t k = 0; k < prevotes.size(); ++k) prevote(a, m(k), Round(0), prevotes[k]);
    for (const std::uint32_t k : {1u, 2u, 3u}) precommit(a, m(k), Round(1), kNil);
    return a;
  }
};

TEST_F(Leading, ALeaderWaitsForAQuorumOfRoundZeroVotes) {
  Agreement a = leading({kNil, kNil});
  a.add(checked(0));
  EXPECT_FALSE(proposed(a, m(0)));
  EXPECT_EQ(a.round(), Round(1));
  prevote(a, m(2), Round(0), kNil);
  const auto p = proposed(a, m(0));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->proposal.round, Round(1));
  EXPECT_EQ(p->proposal.proved, std::nullopt);
  EXPECT_EQ(p->proposal.record, to_wire(without()));
  EXPECT_EQ(a.grounds(p->proposal).size(), 3u);
}

TEST_F(Leading, WhatMayHaveBeenDecidedIsProposedAndElseWhatIsHeld) {
  const auto first_held = record(checked(0), checked(1, std::byte{1}));
  for (const bool may : {true, false}) {
    Agreement a = leading({kNil, of(both()), may ? std::optional(of(both())) : kNil});
    const Record want = may ? both() : first_held;
    a.add(checked(0));
    a.add(checked(1, std::byte{1}));  // its author's other entry came first
    a.add(checked(1));
    const auto p = proposed(a, m(0));
    ASSERT_TRUE(p);
    EXPECT_EQ(p->proposal.record, to_wire(want));
  }
}

TEST_F(Leading, WhatMayHaveBeenDecidedIsWaitedForIfItIsNotHeld) {
  Agreement a = leading({kNil, of(both()), of(both())});
  a.add(checked(0));
  EXPECT_FALSE(proposed(a, m(0)));
  a.add(checked(1));
  ASSERT_TRUE(proposed(a, m(0)));
  EXPECT_EQ(proposed(a, m(0))->proposal.record, to_wire(both()));
}

TEST_F(Leading, WhatAQuorumPrevotedIsProposedWithTheRoundThatProvesIt) {
  Agreement next = fresh();
  prevote(next, m(1), Round(0), kNil);
  next.add(proposal(m(0), Round(1), both()), both().answers);
  for (const std::uint32_t k : {0u, 2u, 3u}) prevote(next, m(k), Round(1), of(both()));
  for (const std::uint32_t k : {0u, 2u, 3u}) precommit(next, m(k), Round(2), kNil);
  const auto p = proposed(next, m(1));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->proposal.round, Round(2));
  EXPECT_EQ(p->proposal.proved, Round(1));
  EXPECT_EQ(p->proposal.record, to_wire(both()));
  EXPECT_EQ(next.grounds(p->proposal).size(), 3u);
}

// ---- (d) Prevotes in later rounds

class Answering : public OneStep {
 protected:
  /// A follower in round 1, and what it prevoted and precommitted in round 0.
  Agreement in_round_one(const std::optional<Outcome>& first,
                         const std::optional<Outcome>& lock = {}) {
    Agreement a = fresh();
    prevote(a, me, Round(0), first);
    precommit(a, me, Round(0), lock);
    draw_to(a, me, Round(1));
    return a;
  }
  Seat me = m(2);
};

TEST_F(Answering, AProposalIsPrevotedByWhoIsNotBoundAndNilWithoutOneInTime) {
  Agreement a = in_round_one(kNil);
  Agreement without_one = a;
  propose(a, Round(1), both());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, of(both())));
  EXPECT_EQ(without_one.deadline(me), Instant{2'000});
  EXPECT_FALSE(say(without_one, me, {1'999}));
  EXPECT_EQ(say(without_one, me, {2'000}), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, WhoPrevotedSomethingElseIsReleasedByMoreThanFOthers) {
  for (const std::size_t others : {0u, 1u, 2u}) {
    Agreement a = in_round_one(of(both()));
    if (others > 0) prevote(a, m(0), Round(0), kNil);
    if (others > 1) prevote(a, m(1), Round(0), of(another()));
    propose(a, Round(1), another());
    EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote,
                                   others > kFour.liars ? std::optional(of(another())) : kNil))
        << others;
  }
}

TEST_F(Answering, WhereAllMustAgreeNobodyIsReleased) {
  Agreement a = fresh({SeatSet::first(4), 4, 3});
  prevote(a, me, Round(0), of(both()));
  for (const std::uint32_t k : {0u, 1u, 3u}) prevote(a, m(k), Round(0), kNil);
  for (const std::uint32_t k : {0u, 1u, 2u, 3u}) precommit(a, m(k), Round(0), kNil);
  EXPECT_FALSE(say(a, me));
  ASSERT_EQ(a.round(), Round(1));
  propose(a, Round(1), another());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, AbsentIsPrevotedOnlyForWhoseEntryIsNotHeld) {
  Agreement a = in_round_one(kNil);
  Agreement holds = a;
  holds.add(checked(1));
  propose(a, Round(1), without());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, of(without())));
  propose(holds, Round(1), without());
  EXPECT_EQ(say(holds, me), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, WhatTheRulesCannotFollowIsPrevotedNil) {
  Agreement a(
      {table().id(), table().step(), table().head()}, kFour, table().slots(),
      [](const Record&) { return std::optional<Outcome>(); }, kRound, kStart);
  prevote(a, me, Round(0), kNil);
  draw_to(a, me, Round(1));
  propose(a, Round(1), both());
  EXPECT_EQ(say(a, me), expected(Round(1), Phase::prevote, kNil));
}

TEST_F(Answering, WhoIsLockedPrevotesThatAndNothingElseHoweverMany) {
  for (const bool same : {true, false}) {
    Agreement a = in_round_one(of(both()), of(both()));
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
    Agreement a = fresh();
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
TEST_F(Unlocking, AnEarlierProofDoesNot) { EXPECT_EQ(prevoted(Round(1), Round(0), 3), kNil); }
TEST_F(Unlocking, FewerPrevotesDoNot) { EXPECT_EQ(prevoted(Round(0), Round(1), 2), kNil); }
TEST_F(Unlocking, PrevotesOnDifferentGroundsDoNot) {
  EXPECT_EQ(prevoted(Round(0), Round(1), 3, Round(0)), kNil);
}
TEST_F(Unlocking, NoProofDoesNot) { EXPECT_EQ(prevoted(Round(0), {}, 0), kNil); }
TEST_F(Unlocking, AProofOfTheRoundItselfDoesNot) {
  EXPECT_EQ(prevoted(Round(0), Round(2), 3), kNil);
}

// ---- (e), (f) The next round

TEST_F(OneStep, AQuorumsNilPrecommitsEndARoundAtOnceAndOthersAfterATimer) {
  for (const bool nil : {true, false}) {
    Agreement a = fresh();
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
  Agreement a = fresh();
  prevote(a, m(2), Round(0), kNil);
  precommit(a, m(0), Round(9), kNil);
  EXPECT_FALSE(say(a, m(2)));
  EXPECT_EQ(a.round(), Round(0)) << "one may lie";
  precommit(a, m(1), Round(4), kNil);
  EXPECT_FALSE(say(a, m(2)));
  EXPECT_EQ(a.round(), Round(4));
}

TEST_F(OneStep, WhoIsRestartedGoesOnFromItsLastVote) {
  Agreement a = fresh();
  prevote(a, m(2), Round(0), of(both()));
  precommit(a, m(2), Round(0), of(both()));
  prevote(a, m(2), Round(1), of(both()));
  EXPECT_FALSE(say(a, m(2), kDue));
  EXPECT_EQ(a.round(), Round(1));
  EXPECT_TRUE(a.take_evidence().empty());
}

TEST_F(OneStep, ADeadlineIsNeverBeforeSomethingIsDueNorAfter) {
  Agreement a = fresh();
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
    Agreement early = a;
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
    std::vector<Agreement> peers(4, fresh());
    std::vector<Signed<Vote>> votes;
    std::vector<std::pair<Signed<proto::Proposal>, std::vector<Answer>>> proposals;
    const Checked entries[] = {checked(0), checked(1), checked(1, std::byte{1})};
    Instant now = kStart;
    for (int turns = 0; turns < 400; ++turns) {
      for (std::uint32_t i = 0; i < speaking; ++i)
        while (const auto due = peers[i].advance(Seat(i), now)) {
          if (const auto* v = std::get_if<Vote>(&*due)) {
            votes.push_back(proto::seal(Seat(i), *v, world.key(Seat(i))));
            peers[i].add(votes.back());
          } else {
            const auto& p = std::get<Agreement::Proposing>(*due);
            proposals.emplace_back(proto::seal(Seat(i), p.proposal, world.key(Seat(i))), p.answers);
            peers[i].add(proposals.back().first, p.answers);
          }
        }
      for (std::size_t k = 0; k < 12 + votes.size(); ++k) {
        Agreement& to = peers[below(4)];
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
    // Whoever has not decided is sent the decision (g).
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

// ---- What contradicts

TEST_F(OneStep, TwoEntriesOfOneAuthorAreKeptAsEvidenceAndTheFirstStays) {
  Agreement a = fresh();
  EXPECT_EQ(a.add(checked(1)), Added::fresh);
  EXPECT_EQ(a.add(checked(1, std::byte{1})), Added::contradicts);
  EXPECT_EQ(a.add(checked(1, std::byte{2})), Added::unwanted);
  const auto evidence = a.take_evidence();
  ASSERT_EQ(evidence.size(), 1u);
  EXPECT_EQ(*verify(evidence[0], charter()), Seat(1));
  EXPECT_EQ(consensus::entry_in(*a.entry(1))->body(), entry(1).body());
  EXPECT_TRUE(a.take_evidence().empty()) << "once is enough";
}

TEST_F(OneStep, TwoVotesOrProposalsOfOneRoundAreKeptAsEvidence) {
  Agreement a = fresh();
  EXPECT_EQ(a.add(vote(Seat(2), Round(0), Phase::prevote, kNil)), Added::fresh);
  EXPECT_EQ(a.add(vote(Seat(2), Round(0), Phase::prevote, of(both()))), Added::contradicts);
  EXPECT_EQ(a.add(vote(Seat(3), Round(1), Phase::precommit, kNil)), Added::fresh);
  EXPECT_EQ(a.add(vote(Seat(3), Round(1), Phase::precommit, of(both()))), Added::contradicts);
  propose(a, Round(1), both());
  EXPECT_EQ(a.add(proposal(m(0), Round(1), without()), without().answers), Added::contradicts);
  const auto evidence = a.take_evidence();
  ASSERT_EQ(evidence.size(), 3u);
  EXPECT_EQ(*verify(evidence[0], charter()), Seat(2));
  EXPECT_EQ(*verify(evidence[1], charter()), Seat(3));
  EXPECT_EQ(*verify(evidence[2], charter()), m(0));
}

TEST_F(OneStep, AVoteThatForgetsAPrecommitIsKeptAsEvidenceInWhateverOrderTheyCome) {
  const auto before = vote(Seat(2), Round(0), Phase::precommit, of(both()));
  const auto after = vote(Seat(2), Round(1), Phase::prevote, of(another()));
  for (const bool in_order : {true, false}) {
    Agreement a = fresh();
    EXPECT_EQ(a.add(in_order ? before : after), Added::fresh);
    a.add(in_order ? after : before);
    const auto evidence = a.take_evidence();
    ASSERT_EQ(evidence.size(), 1u);
    EXPECT_EQ(*verify(evidence[0], charter()), Seat(2));
  }
}

TEST_F(OneStep, APrevoteForgetsAPrecommitOnlyIfBothAreForSomethingAndNothingWasShownSince) {
  const auto lock = vote(Seat(2), Round(2), Phase::precommit, of(both()));
  const auto later = [&](Round round, const std::optional<Outcome>& outcome,
                         std::optional<Round> proved, Phase phase = Phase::prevote) {
    return contradiction(lock, vote(Seat(2), round, phase, outcome, proved)).has_value();
  };
  EXPECT_TRUE(later(Round(3), of(another()), {}));
  EXPECT_TRUE(later(Round(4), of(another()), Round(1)));
  EXPECT_FALSE(later(Round(4), of(another()), Round(2))) << "a quorum prevoted it since";
  EXPECT_FALSE(later(Round(4), of(another()), Round(3)));
  EXPECT_FALSE(later(Round(3), of(both()), {})) << "the same";
  EXPECT_FALSE(later(Round(3), kNil, {}));
  EXPECT_FALSE(later(Round(2), of(another()), {})) << "before it";
  EXPECT_FALSE(later(Round(1), of(another()), {}));
  EXPECT_FALSE(later(Round(3), of(another()), {}, Phase::precommit)) << "its prevote convicts";
  EXPECT_FALSE(contradiction(vote(Seat(2), Round(2), Phase::precommit, kNil),
                             vote(Seat(2), Round(3), Phase::prevote, of(both()))));
}

TEST_F(OneStep, APrevoteForTheSameRecordAndAnotherStateIsDissent) {
  Agreement a = fresh();
  const Outcome odd{of(both()).record, {}};
  prevote(a, Seat(2), Round(0), odd);
  EXPECT_EQ(a.dissent(), nullptr) << "this peer does not know the record yet";
  a.add(checked(0));
  a.add(checked(1));
  ASSERT_NE(a.dissent(), nullptr);
  EXPECT_EQ(a.dissent()->by(), Seat(2));
  EXPECT_EQ(a.dissenters(), 1u);
  prevote(a, Seat(3), Round(0), of(another()));
  EXPECT_EQ(a.dissenters(), 1u) << "another record is no dissent";
  EXPECT_TRUE(a.differs());
}

// ---- Certificates

class Certificates : public OneStep {
 protected:
  void expect_good_only_as_it_is(Round round, Phase phase, const std::vector<Seat>& voters) {
    const Outcome want = of(both());
    Certificate good;
    for (const Seat by : voters) good.push_back(proto::envelope(vote(by, round, phase, want)));
    const auto ok = [&](const Certificate& c, const Quorum& quorum = kFour) {
      const auto said = check_certificate(c, charter(), quorum, table().id(), table().step(), want);
      if (!said) {
        EXPECT_EQ(said.error().fault, Fault::bad_certificate);
      }
      return said.has_value();
    };
    ASSERT_TRUE(ok(good));
    EXPECT_FALSE(ok({}));
    EXPECT_FALSE(ok(good, {SeatSet::of_bits(0b1101), 2, 0})) << "seat 1 does not vote";
    for (std::size_t i = 0; i < good.size(); ++i) {
      const Seat seat = voters[i];
      const auto& next = good[(i + 1) % good.size()];
      const auto with = [&](const proto::Envelope& other) {
        auto c = good;
        c[i] = other;
        return c;
      };
      const auto revoted = [&](auto change) {
        Vote v{table().id(), table().step(), round, phase, want, {}};
        change(v);
        return with(proto::envelope(proto::seal(seat, v, world.key(seat))));
      };
      auto missing = good;
      missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(ok(missing));
      auto doubled = good;
      doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), good[i]);
      EXPECT_FALSE(ok(doubled));
      EXPECT_FALSE(ok(with(next)));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.table = {}; })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.step = v.step.next(); })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.round = v.round.next(); })));
      EXPECT_FALSE(ok(revoted([](auto& v) {
        v.phase = v.phase == Phase::prevote ? Phase::precommit : Phase::prevote;
      })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome.reset(); })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome->state = {}; })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome->record = {}; })));
      auto stolen = next;
      stolen.by = seat;
      EXPECT_FALSE(ok(with(stolen))) << "another's signature";
      auto bent = good[i];
      bent.signature.bytes[5] ^= std::byte{1};
      EXPECT_FALSE(ok(with(bent)));
    }
    std::swap(good[0], good[1]);
    EXPECT_FALSE(ok(good));
  }
  Certificate of_votes(const Outcome& outcome, Round round, Phase phase,
                       const std::vector<Seat>& voters) {
    Certificate c;
    for (const Seat by : voters) c.push_back(proto::envelope(vote(by, round, phase, outcome)));
    return c;
  }
  const std::vector<Seat> all{Seat(0), Seat(1), Seat(2), Seat(3)};
  const std::vector<Seat> three{Seat(0), Seat(1), Seat(3)};
};

TEST_F(Certificates, OfEverybodysPrevotesAreRefusedIfWrongInAnyWay) {
  expect_good_only_as_it_is(Round(0), Phase::prevote, all);
}

TEST_F(Certificates, OfAQuorumsPrecommitsAreRefusedIfWrongInAnyWay) {
  expect_good_only_as_it_is(Round(0), Phase::precommit, three);
  expect_good_only_as_it_is(Round(3), Phase::precommit, three);
}

TEST_F(Certificates, PrevotesOfALaterRoundDecideNothing) {
  EXPECT_FALSE(check_certificate(of_votes(of(both()), Round(1), Phase::prevote, all), charter(),
                                 kFour, table().id(), table().step(), of(both())));
}

TEST_F(Certificates, TwoForOneStepConvictWhoContradictedItselfAndNotWhoWasOutvoted) {
  const auto fast = of_votes(of(both()), Round(0), Phase::prevote, all);
  const auto other_fast = of_votes(of(another()), Round(0), Phase::prevote, all);
  const auto later = of_votes(of(another()), Round(1), Phase::precommit, three);
  const auto found = contradictions(fast, other_fast, charter());
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(*verify(found[i], charter()), all[i]);
  EXPECT_TRUE(contradictions(fast, later, charter()).empty());
}

// ---- Evidence

TEST_F(OneStep, EvidenceIsTheSameWhoeverFindsItAndInWhateverOrder) {
  const auto a = entry(1), b = entry(1, std::byte{1});
  ASSERT_TRUE(contradiction(a, b));
  EXPECT_EQ(*contradiction(a, b), *contradiction(b, a));
  EXPECT_FALSE(contradiction(a, a));
}

TEST_F(OneStep, NothingButARealContradictionConvicts) {
  using What = Equivocation::What;
  const auto a = entry(1), b = entry(1, std::byte{1});
  const Equivocation good = *contradiction(a, b);
  EXPECT_EQ(*verify(good, charter()), Seat(1));
  const auto convicts = [&](const Equivocation& e) { return verify(e, charter()).has_value(); };
  EXPECT_FALSE(convicts({What::entry, good.second, good.first})) << "not in their order";
  EXPECT_FALSE(convicts({What::vote, good.first, good.second})) << "entries are no votes";
  EXPECT_FALSE(convicts({What::entry, good.first, good.first})) << "one statement twice";
  EXPECT_FALSE(convicts({What::entry, proto::envelope(entry(0)), good.second})) << "two authors";

  const auto at = [&](auto change) {
    proto::Entry e{table().id(), table().step(), table().head(), proto::CommitPayload{}, {}};
    change(e);
    return *contradiction(a, b) == good &&
           contradiction(a, proto::seal(Seat(1), e, world.key(Seat(1)))).has_value();
  };
  EXPECT_FALSE(at([](auto& e) { e.table = {}; })) << "another table";
  EXPECT_FALSE(at([](auto& e) { e.step = e.step.next(); })) << "another step";
  EXPECT_FALSE(at([](auto& e) { e.payload = proto::EndPayload{}; })) << "another kind";
  EXPECT_TRUE(at([](auto& e) { e.parent = {}; })) << "another history: nobody honest has two";

  for (std::size_t bit = 0; bit < 8 * good.first.body.size(); bit += 7) {
    auto bent = good;
    bent.first.body[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_FALSE(convicts(bent));
  }
  auto framed = good;
  framed.first.by = framed.second.by = Seat(0);
  EXPECT_FALSE(convicts(framed)) << "blaming another for one's own words";
}

TEST_F(OneStep, VotesAndProposalsOfOtherRoundsOrPhasesDoNotContradict) {
  const auto nil = vote(Seat(2), Round(0), Phase::prevote, kNil);
  const auto other = [&](Round round, Phase phase) {
    return contradiction(nil, vote(Seat(2), round, phase, of(both()))).has_value();
  };
  EXPECT_TRUE(other(Round(0), Phase::prevote));
  EXPECT_FALSE(other(Round(1), Phase::prevote));
  EXPECT_FALSE(other(Round(0), Phase::precommit));
  const auto p = proposal(Seat(2), Round(1), both());
  EXPECT_TRUE(contradiction(p, proposal(Seat(2), Round(1), without())));
  EXPECT_FALSE(contradiction(p, proposal(Seat(2), Round(5), without())));
  EXPECT_FALSE(contradiction(p, proposal(Seat(3), Round(1), without())));
}

// ---- Digests

TEST_F(OneStep, ARecordIsNamedByItsPlaceItsOrderAndEveryBody) {
  const Record good = both();
  auto other = good;
  other.step = other.step.next();
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.parent = {};
  EXPECT_NE(digest(other), digest(good));
  other = good;
  std::swap(other.answers[0], other.answers[1]);
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.answers[1] = table().vouch_wrong(entry(1));
  EXPECT_NE(digest(other), digest(good)) << "sound or wrong";
  other.answers[1] = proto::AbsentSeat{Seat(1)};
  EXPECT_NE(digest(other), digest(good));
  other.answers.pop_back();
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.answers[1] = checked(1, std::byte{1});
  EXPECT_NE(digest(other), digest(good));
}

TEST_F(OneStep, AHeadDependsOnAllBeforeItRecordAndState) {
  const Outcome o{of(both()).record, of(another()).state};
  const auto head = next_head(table().head(), o);
  EXPECT_NE(next_head({}, o), head);
  EXPECT_NE(next_head(table().head(), {o.record, {}}), head);
  EXPECT_NE(next_head(table().head(), {{}, o.state}), head);
  EXPECT_NE(next_head(table().head(), {o.state, o.record}), head);
  EXPECT_NE(first_head(table().id()), table().id());
}

}  // namespace
}  // namespace fairdeal::consensus
