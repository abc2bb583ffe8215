// Row A29: asking where others stand is cheap, so answering must be too.
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

std::size_t bytes_of(const runtime::Effects& effects) {
  std::size_t bytes = 0;
  for (const auto& out : effects.outgoing) bytes += out.frame.size();
  return bytes;
}

TEST(Status, A29_AFloodOfQuestionsIsAnsweredTenTimesASecond) {
  World world({.game = "holdem", .params = R"({"stack":60})", .seats = 3, .seed = 1});
  world.run();
  expect_finished(world);
  auto& node = world.node(Seat(0));
  proto::Status status{node.table().id(), Step(0), {}, 0, 0, 7};
  std::size_t answers = 0, bytes = 0;
  for (int i = 0; i < 1000; ++i) {  // a second
    status.step = Step(static_cast<std::uint64_t>(i % 3));
    const auto effects = node.on_frame(Seat(1), proto::encode(proto::Message(status)),
                                       world.now() + Duration{1000 + i});
    answers += effects->outgoing.empty() ? 0 : 1;
    bytes += bytes_of(*effects);
  }
  EXPECT_EQ(answers, 10u);
  EXPECT_LT(bytes, 10u * (256 + 90) * 1024) << "256 KiB and one record over it, each time";
}

TEST(Status, A29_OnePeersFloodDoesNotSilenceTheAnswerToAnother) {
  World world({.game = "tic-tac-toe", .witnesses = 1});
  world.run();
  auto& node = world.node(Seat(0));
  const Bytes ask =
      proto::encode(proto::Message(proto::Status{node.table().id(), Step(0), {}, 0, 0, 7}));
  const Instant then = world.now() + Duration{1000};
  EXPECT_FALSE(node.on_frame(Seat(1), ask, then)->outgoing.empty());
  EXPECT_TRUE(node.on_frame(Seat(1), ask, then)->outgoing.empty());
  EXPECT_FALSE(node.on_frame(Seat(2), ask, then)->outgoing.empty());
}

TEST(Status, WhoWasAwayCatchesUpAndNothingIsRefusedOnTheWay) {
  for (const char* game : {"tic-tac-toe", "kuhn", "pig"}) {
    World world({.game = game, .witnesses = 2, .seed = 5});
    world.link(Seat(3), Seat(0), false);
    world.link(Seat(3), Seat(1), false);
    world.link(Seat(3), Seat(2), false);
    for (int i = 0; i < 400; ++i) world.step();
    for (std::uint32_t i = 0; i < 3; ++i) world.link(Seat(3), Seat(i), true);
    world.run();
    expect_finished(world);
    for (std::uint32_t i = 0; i < world.size(); ++i)
      EXPECT_TRUE(noticed<runtime::Refused>(world, Seat(i)).empty());
  }
}

TEST(Ahead, A29_ALiarsNextEntriesDoNotCrowdOutTheOthers) {
  World world({.game = "odds-and-evens", .witnesses = 1, .seed = 1});
  ASSERT_TRUE(run_to<runtime::Committing>(world, Seat(0)));
  const auto& table = world.node(Seat(0)).table();
  const Step next = table.step().next();
  for (std::uint8_t i = 0; i < 200; ++i) {
    proto::Entry entry{
        table.id(), next, table.head(), proto::RevealPayload{Bytes{std::byte{i}}, {}}, {}};
    world.inject(Seat(1), Seat(0), frame(proto::seal(Seat(2), entry, world.key(Seat(2)))));
  }
  const Instant before = world.now();
  world.run();
  expect_finished(world);
  EXPECT_LT((world.now() - before).ms, 400) << "nothing had to be repaired";
}

}  // namespace
}  // namespace fairdeal::sim
