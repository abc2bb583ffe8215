// When a member says where it stands, and what it sends to who stands elsewhere: alone, without a
// table.
#include "runtime/node/catch_up.h"

#include <gtest/gtest.h>

#include "proto/codec.h"

namespace fairdeal::node {
namespace {

using Answer = CatchUp::Answer;

constexpr Seat kPeer{1}, kOther{2};
constexpr Step kHere{50};
constexpr Step kNext = kHere.next();
constexpr Instant kNow{1'000'000};

History::Decision decision(std::uint64_t step) {
  return {.how = {{Step(step), {}, {}}, {}, {}}, .parent = {}, .quorum = {}, .outcome = {}};
}
proto::EntryFrame entry(Seat by, int body) { return {{by, Bytes{std::byte(body)}, {}}}; }

class CatchingUp : public testing::Test {
 protected:
  CatchUp catch_up{4};
};

// ---- When it says where it stands

TEST_F(CatchingUp, AStepWithoutProgressIsSaidLessAndLessOften) {
  catch_up.note_progress(kHere, false, kNow);
  std::vector<std::int64_t> waits;
  for (Instant now = kNow; waits.size() < 6; now = catch_up.deadline()) {
    if (now != kNow) {
      EXPECT_TRUE(catch_up.is_due(false, now));
    }
    waits.push_back((catch_up.deadline() - now).ms);
  }
  EXPECT_EQ(waits, (std::vector<std::int64_t>{500, 1000, 2000, 4000, 4000, 4000}));
  catch_up.note_progress(kHere.next(), false, kNow);
  EXPECT_EQ(catch_up.deadline(), kNow + Duration{500}) << "a new step begins anew";
}

TEST_F(CatchingUp, AWayOnWhichEveryStepTakesLongIsNoReasonToAskForMore) {
  Instant now = kNow;
  Step here = kHere;
  const auto step_takes = [&](std::int64_t ms) {
    now = now + Duration{ms};
    here = here.next();
    catch_up.note_progress(here, false, now);
    return (catch_up.deadline() - now).ms;
  };
  catch_up.note_progress(here, false, now);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(step_takes(700), 500);
  EXPECT_EQ(step_takes(60'000), 1400) << "somebody thought for a while";
  EXPECT_EQ(step_takes(700), 1400);
  EXPECT_EQ(step_takes(30), 500);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(step_takes(60'000), 500);
  EXPECT_EQ(step_takes(60'000), 2000);
}

TEST_F(CatchingUp, WhoIsBehindOrWasRestartedAsksAsSoonAsItIsAnswered) {
  catch_up.note_progress(kHere, true, kNow);
  EXPECT_EQ(catch_up.deadline(), kNow + Duration{100});
  catch_up.learn(kPeer, Step(60));
  catch_up.note_progress(kHere.next(), false, kNow);
  EXPECT_EQ(catch_up.deadline(), kNow + Duration{100});
}

TEST_F(CatchingUp, ALaterStatementHurriesItOnceAStep) {
  catch_up.note_progress(kHere, false, kNow);
  catch_up.hurry(kHere, kNow);
  EXPECT_EQ(catch_up.deadline(), kNow + Duration{50});
  EXPECT_TRUE(catch_up.is_due(false, catch_up.deadline()));
  const Instant next = catch_up.deadline();
  catch_up.hurry(kHere, kNow);
  EXPECT_EQ(catch_up.deadline(), next) << "or a liar would make it ask without end";
}

// ---- Its answers

TEST_F(CatchingUp, APeerGetsWhatItsStepNeeds) {
  const auto answer = [&](std::uint64_t there) {
    return CatchUp(4).on_status(kPeer, Step(there), false, kHere, kNow);
  };
  EXPECT_EQ(answer(51), Answer::status);
  EXPECT_EQ(answer(50), Answer::statements);
  EXPECT_EQ(answer(49), Answer::records);
}

TEST_F(CatchingUp, AFloodOfQuestionsIsNotAnswered) {
  EXPECT_EQ(catch_up.on_status(kPeer, kHere, false, kHere, kNow), Answer::statements);
  catch_up.answered(kPeer, kHere, kNow);
  EXPECT_EQ(catch_up.on_status(kPeer, kHere, false, kHere, kNow + Duration{99}), Answer::nothing);
  EXPECT_EQ(catch_up.on_status(kPeer, kHere, false, kHere, kNow + Duration{200}), Answer::nothing);
  EXPECT_EQ(catch_up.on_status(kOther, kHere, false, kHere, kNow), Answer::statements);
  EXPECT_EQ(catch_up.on_status(kPeer, kHere, false, kHere, kNow + Duration{2'000}),
            Answer::statements);
}

TEST_F(CatchingUp, AStatusThatAsksIsAnsweredAtOnceTheFirstTimeOnAConnection) {
  const auto answer = [&](bool asks, std::int64_t after_ms) {
    return catch_up.on_status(kPeer, Step(7), asks, kHere, kNow + Duration{after_ms});
  };
  catch_up.answered(kPeer, kHere, kNow);  // it had come this far before it was restarted
  EXPECT_EQ(answer(false, 200), Answer::nothing);
  EXPECT_EQ(answer(true, 250), Answer::records) << "it asks";
  catch_up.answered(kPeer, Step(7), kNow + Duration{250});
  EXPECT_EQ(answer(false, 500), Answer::nothing) << "again on the same connection";
  catch_up.lost(kPeer);
  EXPECT_EQ(answer(true, 700), Answer::records);
}

TEST_F(CatchingUp, ARestartedPeerIsAnsweredOftenButNotWithoutEnd) {
  const auto answers = [&](std::int64_t from_ms, std::int64_t to_ms) {
    int count = 0;
    for (Instant now = kNow + Duration{from_ms}; now < kNow + Duration{to_ms};
         now = now + Duration{100})
      if (catch_up.on_status(kPeer, Step(7), true, kHere, now) == Answer::records) {
        catch_up.answered(kPeer, Step(7), now);
        ++count;
      }
    return count;
  };
  EXPECT_EQ(answers(0, 10'000), 50);
  EXPECT_LE(answers(10'000, 40'000), 128 - 49 + 5);
  catch_up.lost(kPeer);
  EXPECT_LE(answers(40'000, 46'000), 3) << "a new connection within a minute";
  catch_up.lost(kPeer);
  EXPECT_EQ(answers(60'000, 70'000), 50);
}

TEST_F(CatchingUp, AMemberThatAsksRepeatsItsStatusAtOnePace) {
  catch_up.note_progress(kHere, true, kNow);
  for (int i = 0; i < 20; ++i) {
    const Instant due = catch_up.deadline();
    EXPECT_TRUE(catch_up.is_due(true, due));
    EXPECT_EQ(catch_up.deadline(), due + Duration{250});
  }
}

TEST_F(CatchingUp, APeerThatAsksFromTheSameRecordAgainGetsThatRecordAlone) {
  History history;
  for (std::uint64_t step = 45; step < kHere.value; ++step) history.keep(decision(step));
  const auto sent = [&](Instant now) {
    Effects out;
    catch_up.resend(kPeer, Step(45));
    catch_up.send_decided(history, kHere, now, out);
    return out.outgoing.size();
  };
  EXPECT_EQ(sent(kNow), 5u);
  EXPECT_EQ(sent(kNow + Duration{2'000}), 1u);
  catch_up.lost(kPeer);
  EXPECT_EQ(sent(kNow + Duration{4'000}), 5u);
}

TEST_F(CatchingUp, RecordsComeFromMemoryOrAreReadByTheCaller) {
  History history;
  for (std::uint64_t step = 45; step < kHere.value; ++step) history.keep(decision(step));
  Effects out;
  catch_up.resend(kPeer, Step(44));
  catch_up.resend(kPeer, Step(47));  // it has come further meanwhile
  catch_up.resend(kOther, Step(3));
  EXPECT_LE(catch_up.resend_at(), kNow);
  catch_up.send_decided(history, kHere, kNow, out);
  ASSERT_EQ(out.outgoing.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(out.outgoing[i].frame, proto::encode(proto::Message(decision(47 + i).how.decided)));
  ASSERT_EQ(out.resends.size(), 1u);
  EXPECT_EQ(out.resends[0].to, kOther);
  EXPECT_EQ(out.resends[0].first, Step(3));
  EXPECT_EQ(out.resends[0].steps, 32u);
  EXPECT_EQ(catch_up.resend_at(), never()) << "nothing waits";
}

TEST_F(CatchingUp, WhatWaitsForALostPeerIsForgotten) {
  catch_up.resend(kPeer, Step(3));
  catch_up.lost(kPeer);
  EXPECT_EQ(catch_up.resend_at(), never());
}

// ---- Its memory for the next step

TEST_F(CatchingUp, StatementsOfEachAuthorAreKeptForTheNextStepOnceEach) {
  for (const int body : {1, 1, 2, 3, 4, 5, 6}) catch_up.keep(kOther, kNext, entry(kPeer, body));
  catch_up.keep(kOther, kNext, entry(kOther, 1));
  EXPECT_EQ(catch_up.early().size(), 7u) << "six of one author, one of another";
  EXPECT_EQ(catch_up.take_early(kNext).size(), 7u);
  EXPECT_TRUE(catch_up.early().empty());
}

TEST_F(CatchingUp, OnlySoManyOfOneAuthorAreKept) {
  for (int body = 0; body < 100; ++body) catch_up.keep(kOther, kNext, entry(kPeer, body));
  EXPECT_EQ(catch_up.early().size(), 64u);
  catch_up.take_early(kNext);
  catch_up.keep(kOther, kNext, entry(kPeer, 100));
  EXPECT_TRUE(catch_up.early().empty()) << "in each step";
  catch_up.begin_step();
  catch_up.keep(kOther, kNext, entry(kPeer, 100));
  EXPECT_EQ(catch_up.early().size(), 1u);
}

TEST_F(CatchingUp, OfLongOnesAFewAreKept) {
  for (int body = 0; body < 10; ++body) {
    auto frame = entry(kPeer, body);
    frame.envelope.body.resize(40'000);
    catch_up.keep(kOther, kNext, frame);
  }
  EXPECT_EQ(catch_up.early().size(), 4u);
}

/// Those of far rounds of a step are kept for their authors alone, and only until it is decided.
TEST_F(CatchingUp, WhatIsKeptOfAnotherStepIsForgotten) {
  catch_up.keep(kOther, kHere, entry(kPeer, 1));
  catch_up.keep(kOther, kNext, entry(kPeer, 2));
  EXPECT_EQ(catch_up.early().size(), 2u);
  EXPECT_EQ(catch_up.take_early(kNext).size(), 1u);
  EXPECT_TRUE(catch_up.early().empty());
}

// ---- History

TEST(Histories, KeepTheLastStepsAndSayWhatTheStoreMayForget) {
  History history;
  auto late = decision(0);
  late.how.votes.push_back({});  // decided in a later round
  EXPECT_EQ(history.keep(std::move(late)), std::nullopt);
  std::optional<Step> forgotten;
  std::uint64_t step = 1;
  while (history.find(Step(0)) != nullptr) forgotten = history.keep(decision(step++));
  EXPECT_EQ(forgotten, Step(0));
  EXPECT_NE(history.find(Step(1)), nullptr);
  EXPECT_EQ(history.find(Step(step)), nullptr);
  EXPECT_EQ(history.keep(decision(step)), std::nullopt) << "decided by all at once";
}

}  // namespace
}  // namespace fairdeal::node
