// A restarted member, alone: what it remembers to have signed, and when it has asked enough.
#include "runtime/node/restart.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using state::Put;
namespace kept = state::kept;

constexpr Instant kNow{1'000'000};

// ---- Its own statements

class Own : public StepFour {
 protected:
  Put move() { return {state::kept::Entry{kStep}, entry().body()}; }
  Put prevote(Step step) {
    const proto::Vote nil{table->id(), step, Round(0), proto::Phase::prevote, {}, {}};
    return {state::kept::Vote{step, Round(0), proto::Phase::prevote},
            proto::sign(kMover, nil, world.key(kMover)).body()};
  }
  node::OwnStatements own;
};

TEST_F(Own, AStatementIsFoundByItsPlaceAndByItsName) {
  own.add(move());
  EXPECT_TRUE(own.has(state::kept::Entry{kStep}));
  EXPECT_FALSE(own.has(state::kept::Entry{kStep.next()}));
  EXPECT_FALSE(own.has(state::kept::Vote{kStep, Round(0), proto::Phase::prevote}));
  EXPECT_TRUE(own.names(node::name_of_statement(entry().body())));
  EXPECT_FALSE(own.names(node::name_of_statement(entry(1).body())));
}

TEST_F(Own, WhatWasSaidOfDecidedStepsIsForgottenAndNothingElse) {
  own.add(move());
  own.add(prevote(kStep));
  own.add(prevote(kStep.next()));
  own.forget_before(kStep);
  EXPECT_EQ(own.all().size(), 3u);
  own.forget_before(kStep.next());
  ASSERT_EQ(own.all().size(), 1u);
  EXPECT_EQ(*node::step_of_statement(own.all().front()), kStep.next());
}

TEST_F(Own, AStatementThatTheDiskDamagedHasNoStep) {
  Put cut = move();
  cut.value.pop_back();
  const auto step = node::step_of_statement(cut);
  ASSERT_FALSE(step);
}

// ---- When it has asked enough

/// Seat 1 of four, three of which are a quorum; nobody is connected to it yet.
class Asks : public StepFour {
 protected:
  static constexpr Seat kMe{1};

  bool enough(Instant now, bool holds = true) {
    return asking.heard_enough(kMe, *table, links, ahead, now,
                               [holds](const crypto::Digest&) { return holds; });
  }
  void answers(Seat from, Step step = kStep) {
    links.set(from, true);
    asking.on_recall(from, {table->id(), step, {crypto::Digest{}}});
  }
  node::Links links{kMe, 4};
  SeatSet ahead;
  node::Asking asking;
};

TEST_F(Asks, AQuorumWithItselfAndAllWhoAreConnectedAreEnough) {
  ASSERT_EQ(table->quorum().needed, 3u);
  EXPECT_FALSE(enough(kNow));
  answers(Seat(0));
  EXPECT_FALSE(enough(kNow + Duration{1'000'000})) << "no time replaces a quorum";
  answers(Seat(2));
  EXPECT_TRUE(enough(kNow));
}

TEST_F(Asks, WhoIsConnectedAndSilentIsWaitedForAWhile) {
  answers(Seat(0));
  answers(Seat(2));
  links.set(Seat(3), true);
  EXPECT_FALSE(enough(kNow));
  EXPECT_EQ(asking.deadline(), kNow + Duration{2'000});
  EXPECT_FALSE(enough(kNow + Duration{1'999}));
  EXPECT_TRUE(enough(asking.deadline()));
}

TEST_F(Asks, AnAnswerCountsOnceAllThatItNamesIsHere) {
  answers(Seat(0));
  answers(Seat(2));
  EXPECT_FALSE(enough(kNow, false));
  EXPECT_TRUE(enough(kNow, true));
  EXPECT_TRUE(enough(kNow, false)) << "what counted once goes on counting";
}

TEST_F(Asks, AnAnswerFromAStepAheadCountsOnceThisOneIsThere) {
  answers(Seat(0), kStep.next());
  answers(Seat(2), kStep.next());
  EXPECT_FALSE(enough(kNow));
  table = *table->after(record());
  EXPECT_TRUE(enough(kNow));
}

TEST_F(Asks, AnAnswerAboutOneStepNeverCountsForAnother) {
  answers(Seat(0));
  answers(Seat(2));
  links.set(Seat(3), true);
  EXPECT_FALSE(enough(kNow)) << "one is waited for";
  table = *table->after(record());
  EXPECT_FALSE(enough(kNow + Duration{60'000})) << "nobody has answered here";
  answers(Seat(0), kStep.next());
  answers(Seat(2), kStep.next());
  answers(Seat(3), kStep.next());
  EXPECT_TRUE(enough(kNow + Duration{60'000}));
}

TEST_F(Asks, AWordThatSomebodyIsPastTheStepHoldsItTenSecondsThere) {
  for (const Seat peer : {Seat(0), Seat(2), Seat(3)}) answers(peer);
  ahead.insert(Seat(3));
  EXPECT_FALSE(enough(kNow));
  EXPECT_EQ(asking.deadline(), kNow + Duration{10'000});
  EXPECT_FALSE(enough(kNow + Duration{9'999}));
  EXPECT_TRUE(enough(kNow + Duration{10'000}));
}

TEST_F(Asks, EachAuthorsWordHoldsItByItself) {
  for (const Seat peer : {Seat(0), Seat(2), Seat(3)}) answers(peer);
  ahead.insert(Seat(3));
  EXPECT_FALSE(enough(kNow));
  ahead.insert(Seat(2));
  EXPECT_FALSE(enough(kNow + Duration{5'000}));
  EXPECT_FALSE(enough(kNow + Duration{14'999})) << "the second word came later";
  EXPECT_TRUE(enough(kNow + Duration{15'000}));
}

/// A liar is past each step to which the table comes without this member.
TEST_F(Asks, OneMemberHoldsItForHalfAMinuteInAllAtMost) {
  ahead.insert(Seat(3));
  std::int64_t waited = 0;
  for (int steps = 0; steps < 8; ++steps) {
    for (const Seat peer : {Seat(0), Seat(2), Seat(3)}) answers(peer, table->step());
    while (waited < 9'000 * (steps + 1) && !enough(kNow + Duration{waited})) waited += 500;
    if (waited < 9'000 * (steps + 1)) break;
    const Seat due = table->slots().front().seat;
    const proto::Entry move{table->id(),
                            table->step(),
                            table->head(),
                            proto::MovePayload{table->game().legal(due).front().action.text},
                            {}};
    table = *table->after({table->step(),
                           table->head(),
                           {table->assume_valid(proto::sign(due, move, world.key(due)))}});
  }
  EXPECT_EQ(waited, 30'000);
}

}  // namespace
}  // namespace fairdeal::sim
