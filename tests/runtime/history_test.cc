// The last decisions in memory, alone: how many are kept, and what a late statement contradicts.
#include "runtime/node/history.h"

#include "consensus/equivocation.h"
#include "proto/limits.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

class Past : public StepFour {
 protected:
  static node::History::Decision decision(Step step, std::vector<proto::Envelope> votes = {}) {
    return {.how = {{step, {}, {}}, std::move(votes), {}},
            .parent = crypto::hash("test", to_bytes(std::to_string(step.value))),
            .quorum = {},
            .outcome = {}};
  }
  node::History history;
};

TEST_F(Past, KeepsTheLastDecisionsAndSaysWhoseVotesTheStoreMayForget) {
  const std::vector<proto::Envelope> votes{vote(Seat(0), 0, proto::Phase::prevote, {}).envelope};
  for (std::uint64_t step = 0; step < proto::kHistoryMax; ++step)
    EXPECT_FALSE(history.keep(decision(Step(step), step == 1 ? votes : decltype(votes){})));
  EXPECT_NE(history.find(Step(0)), nullptr);
  EXPECT_EQ(history.find(Step(proto::kHistoryMax)), nullptr);
  EXPECT_EQ(history.keep(decision(Step(proto::kHistoryMax))), std::nullopt) << "it had no votes";
  EXPECT_EQ(history.find(Step(0)), nullptr);
  EXPECT_EQ(history.keep(decision(Step(proto::kHistoryMax + 1))), Step(1));
}

TEST_F(Past, KnowsTheHeadsBeforeItsStepsAndThatOfTheTable) {
  for (std::uint64_t step = 1; step < kStep.value; ++step) history.keep(decision(Step(step)));
  EXPECT_EQ(history.head_before(*table, kStep), table->head());
  EXPECT_EQ(history.head_before(*table, Step(2)), decision(Step(2)).parent);
  EXPECT_EQ(history.head_before(*table, Step(0)), std::nullopt);
}

TEST_F(Past, CompletesOnlyTheDecisionThatItKeeps) {
  const std::vector<proto::Envelope> votes{vote(Seat(0), 0, proto::Phase::prevote, {}).envelope};
  history.keep(decision(Step(0)));
  auto other = decision(Step(0), votes).how;
  other.decided.record.push_back(proto::AbsentSeat{Seat(1)});
  history.restore_behind(other);
  EXPECT_TRUE(history.find(Step(0))->how.votes.empty());
  history.restore_behind(decision(Step(0), votes).how);
  EXPECT_EQ(history.find(Step(0))->how.votes.size(), 1u);
}

TEST_F(Past, ALateStatementConvictsWhoSignedAnotherInTheDecision) {
  auto decided = decision(kStep);
  decided.how.decided.record.push_back(proto::envelope(entry(0)));
  decided.how.decided.certificate.push_back(vote(Seat(0), 0, proto::Phase::prevote, {}).envelope);
  history.keep(std::move(decided));
  EXPECT_TRUE(history.contradicted_by(entry(0), table->charter()).empty()) << "the same";
  const auto found = history.contradicted_by(entry(1), table->charter());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(*consensus::verify(found.front(), table->charter()), kMover);
  const auto voted = [&](Seat by) {
    return *proto::verify_vote(vote(by, 0, proto::Phase::prevote, outcome(record())).envelope,
                               table->charter());
  };
  EXPECT_EQ(history.contradicted_by(voted(Seat(0)), table->charter()).size(), 1u);
  EXPECT_TRUE(history.contradicted_by(voted(Seat(3)), table->charter()).empty());
}

}  // namespace
}  // namespace fairdeal::sim
