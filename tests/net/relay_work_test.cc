#include "net/signaling/relay_work.h"

#include <functional>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/system_rng.h"
#include "net/rendezvous/core_timer.h"
#include "net/sockets/stream.h"
#include "tests/net/pipe_opener.h"
#include "tests/net/relay_scene.h"

/// A member at a relay that asks for work, honestly or for ever.

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;
using signaling::PipeSide;
using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::RelayWorkBudget;
using signaling::RelayWorkTask;
using For = proto::RelayWork::For;
using What = RelayTrouble::What;

const proto::BoxId kBox{std::byte{1}};

proto::RelayWork work_for(For purpose, std::uint32_t bits = proto::kWorkBitsMin) {
  return {.purpose = purpose, .bits = bits, .period = 7, .challenge = {std::byte{9}}};
}

bool solves(const proto::RelayMessage& message, const proto::RelayWork& work) {
  const auto* worked = std::get_if<proto::Worked>(&message);
  return worked != nullptr && *worked == proto::solution(work, worked->counter) &&
         proto::begins_with_zeros(proto::work_digest(work, worked->counter), work.bits);
}

class RelayWorkTest : public testing::Test, protected net::testing_::Scene {
 protected:
  /// Answers everything that a guest says with more work, until it has said enough for ten times
  /// as much as it may do.
  void ask_for_ever(std::size_t of_guest, const Bytes& work, std::size_t first) {
    std::size_t answered = first;
    EXPECT_TRUE(run([&] {
      if (relay.guests.size() <= of_guest) return false;
      for (; answered < guest(of_guest).messages.size(); ++answered)
        if (answered % 2 == first % 2) guest(of_guest).send(Bytes(work));
      return heard_of_work();
    }));
    EXPECT_LT(answered, 200u);
  }
  bool heard_of_work() const {
    for (const auto& trouble : ann->troubles)
      if (trouble.what == What::work) return true;
    for (const auto& [visit, end] : ann->gone)
      if (const auto* why = std::get_if<RelayTrouble>(&end); why && why->what == What::work)
        return true;
    return false;
  }
  RelaySettings with_little() {
    auto settings = relay.settings();
    settings.work = std::make_shared<RelayWorkBudget>(100'000);
    return settings;
  }
};

TEST_F(RelayWorkTest, PlacesAreAskedForAgainOnceTheWorkIsDone) {
  ASSERT_TRUE(connect());
  ann->client->claim(20);
  ASSERT_TRUE(ann->client->open(kBox, {}));
  ASSERT_TRUE(run([&] { return guest().messages.size() == 3; }));
  guest().send(proto::RelayMessage(work_for(For::claim)));
  guest().send(proto::RelayMessage(work_for(For::box, 13)));
  ASSERT_TRUE(run([&] { return guest().messages.size() == 7; }));
  EXPECT_TRUE(solves(message(0, 3), work_for(For::claim)));
  EXPECT_EQ(message(0, 4), proto::RelayMessage(proto::Claim{.minutes = 20}));
  EXPECT_TRUE(solves(message(0, 5), work_for(For::box, 13)));
  EXPECT_EQ(message(0, 6), proto::RelayMessage(proto::OpenBox{.box = kBox}));
  guest().send(proto::Claimed{.nameplate = 7, .seconds = 1200, .keep = {}});
  guest().send(proto::Held{kBox});
  EXPECT_TRUE(run([&] { return ann->nameplates.size() == 1 && ann->held.size() == 1; }));
}

TEST_F(RelayWorkTest, AVisitIsMadeAgainOnceTheWorkIsDone) {
  ASSERT_TRUE(connect());
  ASSERT_TRUE(ann->client->visit(kBox, to_bytes("hello")));
  ASSERT_TRUE(run([&] { return relay.guests.size() == 2 && guest(1).messages.size() == 2; }));
  guest(1).send(proto::RelayMessage(work_for(For::visit)));
  ASSERT_TRUE(run([&] { return guest(1).messages.size() == 4; }));
  EXPECT_TRUE(solves(message(1, 2), work_for(For::visit)));
  EXPECT_EQ(message(1, 3), message(1, 1));
  guest(1).send(proto::Say{.visit = 5, .body = to_bytes("answer")});
  EXPECT_TRUE(run([&] { return ann->said.size() == 1; }));
}

TEST_F(RelayWorkTest, APipeOpensOnceTheWorkIsDone) {
  std::unique_ptr<sockets::Stream> stream;
  const PipeOpener opener(
      io, relay.settings(), {}, PipeSide::asking,
      {.on_open = [&](std::unique_ptr<sockets::Stream> opened) { stream = std::move(opened); },
       .on_failure = [](const RelayTrouble&) { ADD_FAILURE(); }});
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; }));
  Bytes question{std::byte{2}};
  const Bytes work = proto::encode(proto::RelayMessage(work_for(For::pipe)));
  question.insert(question.end(), work.begin(), work.end());
  guest().send(question);
  ASSERT_TRUE(run([&] { return guest().messages.size() == 2; }));
  const Bytes answer = guest().messages.at(1);
  EXPECT_EQ(answer.at(0), std::byte{2});
  EXPECT_TRUE(
      solves(proto::decode_relay(ByteSpan(answer).subspan(1)).value(), work_for(For::pipe)));
  guest().send(Bytes{std::byte{1}});
  EXPECT_TRUE(run([&] { return stream != nullptr; }));
}

TEST_F(RelayWorkTest, ARelayThatAsksForMoreThanTwentyBitsBreaksTheProtocol) {
  ASSERT_TRUE(connect());
  ann->client->claim(20);
  ASSERT_TRUE(run([&] { return guest().messages.size() == 2; }));
  guest().send(proto::RelayMessage(work_for(For::claim, proto::kWorkBitsMax + 1)));
  EXPECT_EQ(trouble().what, What::protocol);
}

TEST_F(RelayWorkTest, ARelayThatAsksForWorkForNothingBreaksTheProtocol) {
  ASSERT_TRUE(connect());
  ann->client->claim(20);
  ASSERT_TRUE(run([&] { return guest().messages.size() == 2; }));
  guest().send(proto::RelayMessage(work_for(For::box)));
  EXPECT_EQ(trouble().what, What::protocol);
}

TEST_F(RelayWorkTest, ARelayThatAsksForEverForAPlaceGetsABoundedAmount) {
  start(with_little());
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; }));
  ann->client->claim(20);
  ask_for_ever(0, proto::encode(proto::RelayMessage(work_for(For::claim))), 1);
  EXPECT_TRUE(run([&] { return ann->refusals.size() == 1; })) << "it is asked for no more";
}

TEST_F(RelayWorkTest, ARelayThatAsksForEverForAVisitGetsABoundedAmount) {
  start(with_little());
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; }));
  ASSERT_TRUE(ann->client->visit(kBox, {}));
  ask_for_ever(1, proto::encode(proto::RelayMessage(work_for(For::visit))), 1);
}

TEST_F(RelayWorkTest, AllConnectionsToOneRelayShareWhatItMayAskFor) {
  auto settings = with_little();
  ASSERT_TRUE(settings.work->take(100'000, sockets::now()));
  std::optional<RelayTrouble> failed;
  const PipeOpener opener(io, settings, {}, PipeSide::asking,
                          {.on_open = [](std::unique_ptr<sockets::Stream>) { ADD_FAILURE(); },
                           .on_failure = [&](const RelayTrouble& why) { failed = why; }});
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; }));
  Bytes question{std::byte{2}};
  const Bytes work = proto::encode(proto::RelayMessage(work_for(For::pipe, proto::kWorkBitsMax)));
  question.insert(question.end(), work.begin(), work.end());
  guest().send(question);
  ASSERT_TRUE(run([&] { return failed.has_value(); }));
  EXPECT_EQ(failed->what, What::work);
}

TEST(RelayWork, TwoSolutionsOfOneChallengeDiffer) {
  crypto::SystemRng rng;
  std::vector<proto::Worked> all;
  for (int i = 0; i < 2; ++i) {
    RelayWorkBudget budget;
    RelayWorkTask task(work_for(For::box), rng, Instant{0});
    RelayWorkTask::Turn turn;
    while (!turn.over()) turn = task.on_turn(budget, Instant{0});
    all.push_back(turn.worked.value());
  }
  EXPECT_NE(all.at(0), all.at(1));
}

/// A turn is short, and the timer of a core lets everything else have its turn in between.
TEST(RelayWork, IsDoneInSlices) {
  SeededRng rng(1), same(1);
  const std::uint64_t first = same.u64();
  RelayWorkBudget budget;
  RelayWorkTask task(work_for(For::visit, proto::kWorkBitsMax), rng, Instant{0});
  std::uint64_t turns = 1;
  RelayWorkTask::Turn turn;
  for (; !(turn = task.on_turn(budget, Instant{0})).over(); ++turns)
    EXPECT_LE(task.deadline(), Instant{0}) << "the next turn is due at once";
  ASSERT_TRUE(turn.worked);
  EXPECT_GT(turns, 5u);
  EXPECT_EQ((turn.worked->counter - first) / static_cast<std::uint64_t>(net::kWorkSlice) + 1,
            turns);
}

TEST(CoreTimer, ADeadlineThatIsOverLetsOthersHaveTheirTurn) {
  asio::io_context io;
  CoreTimer timer(io);
  int due = 0, turns = 0;
  timer.on_due([&] {
    ++due;
    timer.arm(Instant{due % 2});  // both are over long since
  });
  timer.arm(Instant{0});
  std::function<void()> other = [&] {
    ++turns;
    if (due < 5 || turns < 5)
      asio::post(io, other);
    else
      timer.stop();
  };
  asio::post(io, other);
  io.run();
  EXPECT_GE(due, 5);
  EXPECT_GE(turns, 5);
}

TEST(RelayWork, IsToldOfOnceWhenItTakesLongerThanASecond) {
  SeededRng rng(1);
  RelayWorkBudget budget(std::int64_t{1} << 40);
  RelayWorkTask task(work_for(For::visit, 32), rng, Instant{0});
  int told = 0;
  for (Instant now{0}; now <= Instant{5'000}; now = now + Duration{100}) {
    const auto turn = task.on_turn(budget, now);
    ASSERT_FALSE(turn.over());
    told += turn.is_long;
    EXPECT_EQ(told, now - Instant{0} >= net::kWorkTold ? 1 : 0);
  }
}

}  // namespace
}  // namespace fairdeal::rendezvous
