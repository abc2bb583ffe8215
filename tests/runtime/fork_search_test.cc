// The search for the step where two histories part, alone: what is asked and answered, how often.
#include "runtime/fork.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

class Search : public StepFour {
 protected:
  static constexpr Seat kPeer{2};

  Search() {
    for (std::uint64_t step = 0; step < kStep.value; ++step) {
      crypto::Digest head{};
      head.bytes[0] = std::byte(step + 1);
      heads.push_back(head);
      history.keep(
          {.how = {{Step(step), {}, {}}, {}, {}}, .parent = head, .quorum = {}, .outcome = {}});
    }
  }
  std::vector<runtime::Outgoing> asked(Seat of, Seat to) {
    runtime::Effects out;
    forks.ask(of, to, *table, history, out);
    return out.outgoing;
  }
  std::vector<runtime::Outgoing> answered(Seat from, Step step,
                                          std::vector<crypto::Digest> theirs) {
    runtime::Effects out;
    forks.answer(from, {table->id(), step, std::move(theirs)}, *table, history, out);
    return out.outgoing;
  }
  std::vector<crypto::Digest> heads;  ///< before each step
  runtime::History history;
  runtime::ForkSearch forks{4};
};

TEST_F(Search, AQuestionIsAskedOnceAStepAndConnection) {
  ASSERT_EQ(asked(kPeer, Seat(3)).size(), 1u);
  EXPECT_EQ(asked(kPeer, Seat(0)).size(), 0u);
  EXPECT_EQ(asked(Seat(0), Seat(0)).size(), 1u) << "of somebody else";
  forks.lost(kPeer);
  const auto again = asked(kPeer, Seat(3));
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again.front().to, Seat(3));
  const auto message = *proto::decode_message(again.front().frame);
  const auto& query = std::get<proto::HistoryQuery>(message);
  EXPECT_EQ(query.step, kStep);
  EXPECT_EQ(query.heads, (std::vector{table->head(), heads[3], heads[2], heads[1], heads[0]}));
}

TEST_F(Search, AQuestionLostWithItsForwarderIsAskedAgain) {
  ASSERT_EQ(asked(kPeer, Seat(3)).size(), 1u);
  forks.lost(Seat(0));
  EXPECT_EQ(asked(kPeer, Seat(0)).size(), 0u) << "the question went another way";
  forks.lost(Seat(3));
  EXPECT_EQ(asked(kPeer, Seat(0)).size(), 1u);
}

TEST_F(Search, TheAnswerIsTheFirstStepAfterAHeadThatBothKnow) {
  const crypto::Digest invented{};
  const auto sent = answered(kPeer, kStep, {invented, invented, heads[2], heads[1], heads[0]});
  ASSERT_EQ(sent.size(), 1u);
  const auto message = *proto::decode_message(sent.front().frame);
  EXPECT_EQ(std::get<proto::HistoryAnswer>(message).decided.step, Step(2));
  EXPECT_TRUE(answered(kPeer, kStep, {heads[2]}).empty()) << "once a step";
}

TEST_F(Search, NothingIsAnsweredToWhoSharesNoHeadOrKnowsAllOfThem) {
  EXPECT_TRUE(answered(Seat(0), kStep, {crypto::Digest{}}).empty());
  EXPECT_TRUE(answered(Seat(3), kStep, {table->head()}).empty());
}

TEST_F(Search, HeadsBeforeTheFirstStepAreNotLookedAt) {
  EXPECT_TRUE(answered(kPeer, Step(0), {crypto::Digest{}, heads[0]}).empty());
}

}  // namespace
}  // namespace fairdeal::sim
