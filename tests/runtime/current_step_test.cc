// One step, alone: what a member signs in it, what comes back to it, and how it ends.
#include "runtime/node/current_step.h"

#include "proto/codec.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using state::Put;
namespace kept = state::kept;

constexpr Instant kNow{1'000'000};

/// The mover's step, and that of seat 2, who only votes.
class Step4 : public StepFour {
 protected:
  static constexpr Seat kVoter{2};

  Step4() {
    for (const Seat peer : {Seat(0), kVoter, Seat(3)}) links.set(peer, true);
  }
  node::CurrentStep begun(Seat seat) {
    const auto here = std::make_shared<const state::Table>(*table);
    node::CurrentStep step(seat, here);
    step.begin(here, kNow);
    return step;
  }
  proto::Entry move(std::size_t choice = 0) { return entry(choice).message(); }
  proto::Signed<proto::Vote> prevote(Seat by, const std::optional<proto::Outcome>& of) {
    return *proto::verify_vote(vote(by, 0, proto::Phase::prevote, of).envelope, table->charter());
  }
  /// Whether a value under this key is stored.
  bool stores(const state::StoreKey& key) {
    return std::ranges::any_of(out.store, [&](const Put& put) { return key_of(put) == key; });
  }
  std::size_t sent() { return std::exchange(out.outgoing, {}).size(); }

  node::Links links{kMover, 4};
  node::Effects out;
  SeededRng rng{1};
};

TEST_F(Step4, AnEntryIsStoredAndSentAndOwedNoMore) {
  auto step = begun(kMover);
  EXPECT_TRUE(step.owes());
  EXPECT_FALSE(begun(kVoter).owes()) << "no slot is its";
  step.enter(move(), world.key(kMover), links, out);
  EXPECT_FALSE(step.owes());
  EXPECT_TRUE(step.has_entered());
  EXPECT_TRUE(stores(state::kept::Entry{kStep}));
  EXPECT_EQ(sent(), 3u);
}

TEST_F(Step4, AVoteIsStoredWithItsRecordBeforeItIsSentAndGivenOnce) {
  auto step = begun(kVoter);
  step.vote(world.key(kVoter), links, kNow, out);
  EXPECT_TRUE(out.store.empty()) << "nothing to vote for yet";
  step.add(table->assume_valid(entry()));
  step.vote(world.key(kVoter), links, kNow, out);
  EXPECT_TRUE(stores(state::kept::Vote{kStep, Round(0), proto::Phase::prevote}));
  EXPECT_TRUE(stores(state::kept::Held{}));
  EXPECT_EQ(sent(), 3u);
  step.vote(world.key(kVoter), links, kNow, out);
  EXPECT_EQ(sent(), 0u);
}

TEST_F(Step4, AllPrevotesForOneRecordDecideAndLeadToItsTable) {
  auto step = begun(kVoter);
  step.add(table->assume_valid(entry()));
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_FALSE(step.decision()) << i;
    step.add(prevote(Seat(i), outcome(record())));
  }
  ASSERT_TRUE(step.decision());
  EXPECT_FALSE(step.is_followed());
  EXPECT_EQ(step.after(*step.decision())->digest(), table->after(record())->digest());
  EXPECT_FALSE(step.impasse());
}

TEST_F(Step4, WhatAQuorumHoldsToLeadElsewhereIsAnImpasse) {
  auto step = begun(kVoter);
  step.add(table->assume_valid(entry()));
  proto::Outcome other = outcome(record());
  other.state = crypto::hash("test", to_bytes("another state"));
  step.add(prevote(Seat(0), other));
  EXPECT_FALSE(step.impasse()) << "one may be a liar";
  step.add(prevote(Seat(3), other));
  ASSERT_TRUE(step.impasse());
  EXPECT_EQ(step.impasse()->fault, Fault::state_differs);
}

TEST_F(Step4, EntriesAreShownOnceToWhoVotedForOthers) {
  auto step = begun(kVoter);
  step.add(table->assume_valid(entry()));
  step.vote(world.key(kVoter), links, kNow, out);
  sent();
  step.show_entries(out);
  EXPECT_EQ(sent(), 0u);
  step.add(prevote(Seat(0), outcome(record(1))));
  step.show_entries(out);
  EXPECT_EQ(sent(), 1u);
  step.show_entries(out);
  EXPECT_EQ(sent(), 0u);
}

// ---- Statements that come back

TEST_F(Step4, ItsOwnEntryThatComesBackIsStoredAndBinds) {
  auto step = begun(kMover);
  ASSERT_TRUE(step.adopt(entry(), links, out));
  EXPECT_TRUE(stores(state::kept::Entry{kStep}));
  EXPECT_TRUE(step.has_entered());
  EXPECT_TRUE(step.holds_own(node::name_of_statement(entry().body())));
  ASSERT_TRUE(step.adopt(entry(), links, out)) << "the same again";
  EXPECT_EQ(step.adopt(entry(1), links, out).error().fault, Fault::equivocation);
}

/// After a fork several of the others may have it.
TEST_F(Step4, ItsOwnEntryAfterAnotherHistoryBindsHoweverOftenItComesBack) {
  auto step = begun(kMover);
  proto::Entry elsewhere = move();
  elsewhere.parent = crypto::hash("test", to_bytes("another history"));
  const auto own = proto::sign(kMover, elsewhere, world.key(kMover));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(step.adopt(own, links, out)) << i;
  EXPECT_TRUE(step.has_entered());
  EXPECT_FALSE(step.owes());
  EXPECT_EQ(step.adopt(entry(), links, out).error().fault, Fault::equivocation);
}

TEST_F(Step4, AVoteThatComesBackIsItsVote) {
  auto step = begun(kVoter);
  ASSERT_TRUE(step.adopt(prevote(kVoter, {}), out));
  EXPECT_TRUE(stores(state::kept::Vote{kStep, Round(0), proto::Phase::prevote}));
  step.add(table->assume_valid(entry()));
  step.vote(world.key(kVoter), links, kNow, out);
  EXPECT_EQ(sent(), 0u) << "it has voted nil in round 0";
  EXPECT_EQ(step.adopt(prevote(kVoter, outcome(record())), out).error().fault, Fault::equivocation);
}

TEST_F(Step4, WhatItSignedAtALaterStepWaitsForItAndContradictsAnother) {
  auto step = begun(kVoter);
  const auto later = [&](const std::optional<proto::Outcome>& of) {
    return proto::sign(
        kVoter, proto::Vote{table->id(), kStep.next(), Round(0), proto::Phase::prevote, of, {}},
        world.key(kVoter));
  };
  ASSERT_TRUE(step.adopt(later({}), out));
  EXPECT_TRUE(stores(state::kept::Vote{kStep.next(), Round(0), proto::Phase::prevote}));
  ASSERT_TRUE(step.adopt(later({}), out)) << "the same again";
  EXPECT_EQ(step.adopt(later(outcome(record())), out).error().fault, Fault::equivocation);
  const auto next = std::make_shared<const state::Table>(*table->after(record()));
  step.begin(next, kNow);
  ASSERT_TRUE(step.restore(world.key(kVoter), {}, rng));
  EXPECT_NE(step.agreement().vote(Round(0), proto::Phase::prevote, kVoter), nullptr);
}

TEST_F(Step4, AStepForgetsWhatWasSaidAtTheOneBefore) {
  auto step = begun(kMover);
  step.remember({state::kept::Entry{kStep}, entry().body()});
  EXPECT_TRUE(step.has_entered());
  step.begin(std::make_shared<const state::Table>(*table->after(record(1))), kNow);
  EXPECT_FALSE(step.holds_own(node::name_of_statement(entry().body())));
  EXPECT_FALSE(step.has_entered());
}

}  // namespace
}  // namespace fairdeal::sim
