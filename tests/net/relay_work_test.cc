#include "net/rendezvous/relay_work.h"

#include <gtest/gtest.h>

#include "net/rendezvous/relay_pipe.h"
#include "net/sockets/stream.h"
#include "tests/net/relay_scene.h"

/// A member at a relay that asks for work, honestly or for ever.

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;
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
  open_pipe(
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
  open_pipe(io, settings, {}, PipeSide::asking,
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
  asio::io_context io;
  std::vector<proto::Worked> all;
  const auto take = [&](const std::optional<proto::Worked>& worked) { all.push_back(*worked); };
  for (int i = 0; i < 2; ++i)
    solve_work(io.get_executor(), work_for(For::box), std::make_shared<RelayWorkBudget>(),
               std::make_shared<bool>(true), take);
  io.run();
  EXPECT_NE(all.at(0), all.at(1));
}

/// While the work goes on, everything else on the thread has its turn.
TEST(RelayWork, IsDoneInSlices) {
  asio::io_context io;
  const auto budget = std::make_shared<RelayWorkBudget>();
  const auto wanted = std::make_shared<bool>(true);
  solve_work(io.get_executor(), work_for(For::visit, proto::kWorkBitsMax), budget, wanted,
             [](const std::optional<proto::Worked>&) { ADD_FAILURE() << "nobody wants it"; });
  int turns = 0;
  std::function<void()> other = [&] {
    if (++turns == 5) *wanted = false;
    if (turns < 5) asio::post(io, other);
  };
  asio::post(io, other);
  io.run();
  EXPECT_EQ(turns, 5);
}

TEST(RelayWork, IsToldOfWhenItTakesLongerThanASecond) {
  asio::io_context io;
  const auto budget = std::make_shared<RelayWorkBudget>(std::int64_t{1} << 40);
  const auto wanted = std::make_shared<bool>(true);
  int told = 0;
  budget->on_long = [&] {
    ++told;
    *wanted = false;
  };
  // No counter solves this one within a second: its time is over first on any machine.
  while (told == 0) {
    io.restart();
    solve_work(io.get_executor(), work_for(For::visit, 32), budget, wanted,
               [](const std::optional<proto::Worked>&) {});
    io.run();
  }
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace fairdeal::rendezvous
