// The search for the step where two histories part, alone: what is asked and answered, how often.
#include "proto/limits.h"
#include "runtime/node/fork.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

class Search : public StepFour {
 protected:
  static constexpr Seat kPeer{2};
  static constexpr Instant kNow{1'000'000};

  Search() {
    for (std::uint64_t step = 0; step < kStep.value; ++step) {
      crypto::Digest head{};
      head.bytes[0] = std::byte(step + 1);
      heads.push_back(head);
      history.keep(
          {.how = {{Step(step), {}, {}}, {}, {}}, .parent = head, .quorum = {}, .outcome = {}});
    }
  }
  std::vector<node::Outgoing> asked(Seat of, Seat to, Duration after = {0}) {
    node::Effects out;
    forks.ask(of, to, table->step(), *table, history, kNow + after, out);
    return out.outgoing;
  }
  std::vector<node::Outgoing> answered(Seat from, Step step, std::vector<crypto::Digest> theirs,
                                       Duration after = {0}) {
    node::Effects out;
    forks.answer(from, {table->id(), step, std::move(theirs)}, *table, history, kNow + after, out);
    return out.outgoing;
  }
  std::vector<crypto::Digest> heads;  ///< before each step
  node::History history;
  node::ForkSearch forks{4};
};

TEST_F(Search, AQuestionIsAskedOnceAStepAndConnectionAtFirst) {
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

TEST_F(Search, AQuestionOrAnswerThatWasLostIsSentAgainAfterAWhile) {
  ASSERT_EQ(asked(kPeer, kPeer).size(), 1u);
  EXPECT_EQ(asked(kPeer, kPeer, {9'999}).size(), 0u);
  EXPECT_EQ(asked(kPeer, kPeer, {10'000}).size(), 1u);
  EXPECT_EQ(asked(kPeer, kPeer, {19'999}).size(), 0u);
  const std::vector theirs{crypto::Digest{}, crypto::Digest{}, heads[2]};
  ASSERT_EQ(answered(kPeer, kStep, theirs).size(), 1u);
  EXPECT_EQ(answered(kPeer, kStep, theirs, {4'999}).size(), 0u);
  EXPECT_EQ(answered(kPeer, kStep, theirs, {5'000}).size(), 1u);
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

/// Two members whose histories part `age` steps ago, of `kLong`. Found by the third audit: a fork
/// more than 64 steps old was never noticed.
class OldForks : public StepFour, public testing::WithParamInterface<std::uint64_t> {
 protected:
  static constexpr std::uint64_t kLong = 5'000;

  node::History history(char name, Step fork) {
    node::History made;
    for (std::uint64_t step = 0; step < kLong; ++step) {
      const auto text = [&](std::uint64_t n) {
        return to_bytes((n > fork.value ? std::string(1, name) : "both") + std::to_string(n));
      };
      const auto parent = step == kStep.value ? table->head() : crypto::hash("h", text(step));
      made.keep({.how = {{Step(step), {}, {}}, {}, {}},
                 .parent = parent,
                 .quorum = {},
                 .outcome = {crypto::hash("h", text(step + 1)), {}}});
    }
    return made;
  }
};

TEST_P(OldForks, AreFoundByAFewQuestionsEachBelowTheOneBefore) {
  const Step fork(kLong - GetParam());
  const auto asker = history('a', fork), answerer = history('b', fork);
  constexpr Seat kAsker{0}, kAnswerer{1};
  node::ForkSearch asks(2), answers(2);
  node::Effects out;
  asks.ask(kAnswerer, kAnswerer, Step(kLong - 1), *table, asker, Instant{0}, out);
  std::optional<Step> found;
  int questions = 0;
  Step high(kLong);
  while (!found && !out.outgoing.empty()) {
    ++questions;
    const auto message = *proto::decode_message(out.outgoing.front().frame);
    const auto& query = std::get<proto::HistoryQuery>(message);
    EXPECT_LT(query.step, high);
    EXPECT_LE(query.heads.size(), proto::kHistoryMax);
    high = query.step;
    node::Effects answer;
    answers.answer(kAsker, query, *table, answerer, Instant{0}, answer);
    ASSERT_EQ(answer.outgoing.size() + answer.resends.size(), 1u);
    Step step{0};
    if (answer.resends.empty()) {
      const auto sent = *proto::decode_message(answer.outgoing.front().frame);
      step = std::get<proto::HistoryAnswer>(sent).decided.step;
    } else {
      EXPECT_EQ(answer.resends.front().steps, node::Resend::kAsAnswer);
      step = answer.resends.front().first;
    }
    out = {};
    if (asker.known(step)->outcome != answerer.known(step)->outcome)
      found = step;
    else
      asks.narrow(kAnswerer, step, *table, asker, out);
  }
  EXPECT_EQ(found, fork);
  EXPECT_LE(questions, 12);
}

INSTANTIATE_TEST_SUITE_P(Ages, OldForks, testing::Values(2, 10, 63, 64, 65, 66, 700, 4'000, 4'990));

TEST(StepsAsked, AreConsecutiveFirstAndThenDoubleTheirDistances) {
  const auto near = node::steps_asked(Step(4));
  EXPECT_EQ(near, (std::vector{Step(4), Step(3), Step(2), Step(1), Step(0)}));
  const auto far = node::steps_asked(Step(100'000));
  EXPECT_LE(far.size(), proto::kHistoryMax);
  EXPECT_EQ(far[31], Step(100'000 - 31));
  EXPECT_EQ(far.back(), Step(0));
  for (std::size_t i = 34; i + 1 < far.size(); ++i)
    EXPECT_EQ(far[i - 1].value - far[i].value, 2 * (far[i - 2].value - far[i - 1].value)) << i;
}

}  // namespace
}  // namespace fairdeal::sim
