// A peer that asks and asks (docs/attacks.md): asking where others stand is cheap, so answering
// must be too.
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

std::size_t bytes_of(const node::Effects& effects) {
  std::size_t bytes = 0;
  for (const auto& out : effects.outgoing) bytes += out.frame.size();
  return bytes;
}

/// When, in milliseconds, and how much one member sends to others who ask at a finished table.
struct Answers {
  std::vector<int> at{};
  std::size_t bytes = 0;
};

Answers flood(World& world, int ms, const std::function<std::pair<Seat, Step>(int)>& question) {
  auto& node = world.node(Seat(0));
  Answers answers;
  const auto note = [&](const node::Effects& effects, int when) {
    if (!effects.outgoing.empty()) answers.at.push_back(when);
    answers.bytes += bytes_of(effects);
  };
  for (int when = 0; when < ms; when += 10) {
    const Instant now = world.now() + Duration{1000 + when};
    note(node.on_time(now), when);
    const auto [from, step] = question(when);
    const auto head = node.parts().history.head_before(node.table(), step);
    const proto::Status status{node.table().id(), step, head.value_or(crypto::Digest{}), 0, 0, 7};
    note(*node.on_frame(from, proto::encode(proto::Message(status)), now), when);
  }
  return answers;
}

TEST(Status, A29_WhoAsksAgainAtTheSameStepIsAnsweredAfterTwoFourAndEightSeconds) {
  World world({.game = "kuhn", .seed = 1});
  world.run();
  expect_finished(world);
  const auto same = [](int) { return std::pair(Seat(1), Step(2)); };
  EXPECT_EQ(flood(world, 40'000, same).at,
            (std::vector{0, 2'000, 6'000, 14'000, 22'000, 30'000, 38'000}));
  // Steps before that are nothing new either, and a new connection is worth one answer.
  World other({.game = "kuhn", .seed = 1});
  other.run();
  const auto back = [](int when) {
    return std::pair(Seat(1), Step(static_cast<std::uint64_t>(when / 10 % 3 == 0 ? 2 : when % 2)));
  };
  EXPECT_EQ(flood(other, 10'000, back).at, (std::vector{0, 2'000, 6'000}));
  auto& node = other.node(Seat(0));
  const Instant then = other.now() + Duration{11'000};
  static_cast<void>(node.on_link(Seat(1), false, then));
  static_cast<void>(node.on_link(Seat(1), true, then));
  const Bytes ask =
      proto::encode(proto::Message(proto::Status{node.table().id(), Step(2), {}, 0, 0, 7}));
  EXPECT_FALSE(node.on_frame(Seat(1), ask, then + Duration{1})->outgoing.empty());
  EXPECT_TRUE(node.on_frame(Seat(1), ask, then + Duration{500})->outgoing.empty());
}

TEST(Status, A29_WhatIsToldAgainToAllTogetherIsAMegabyteASecondAtMost) {
  World world({.game = "holdem", .params = R"({"stack":60})", .seats = 3, .seed = 1});
  world.run();
  expect_finished(world);
  constexpr int kSeconds = 6;
  // Each asks from a later step each time.
  const auto later = [](int when) {
    return std::pair(Seat(1 + static_cast<std::uint32_t>(when / 10 % 2)),
                     Step(static_cast<std::uint64_t>(when / 100)));
  };
  const Answers answers = flood(world, kSeconds * 1000, later);
  // A quarter of a second's is free at first, and an answer may be 256 KiB and one record too long.
  EXPECT_LT(answers.bytes, kSeconds * 1'000'000u + 250'000u + (256 + 90) * 1024u);
  EXPECT_GT(answers.bytes, kSeconds * 1'000'000u / 3) << "and it is told, as fast as that allows";
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

TEST(Status, ANewLinkBringsAMembersOwnStatementsOfTheStep) {
  // A member that forwards may have heard of the link before it had the entry: then it forwards
  // nothing, and a Status would come only after half a second.
  World world({.game = "tic-tac-toe", .seed = 1});
  Member member(world, Seat(0));
  member.link(Seat(1), false);
  member.sent.clear();
  member.act(member.node.table().game().legal(Seat(0)).front().action.text);
  ASSERT_TRUE(member.sent.empty());
  member.link(Seat(1), true);
  const auto sent = member.sent_of<proto::EntryFrame>();
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent.front().envelope.by, Seat(0));
  EXPECT_EQ(member.sent_of<proto::VoteFrame>().size(), member.votes().size());
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
      EXPECT_TRUE(noticed<node::Refused>(world, Seat(i)).empty());
  }
}

TEST(Ahead, A29_ALiarsNextEntriesDoNotCrowdOutTheOthers) {
  World world({.game = "odds-and-evens", .witnesses = 1, .seed = 1});
  ASSERT_TRUE(run_to<state::stages::Committing>(world, Seat(0)));
  const auto& table = world.node(Seat(0)).table();
  const Step next = table.step().next();
  for (std::uint8_t i = 0; i < 200; ++i) {
    proto::Entry entry{
        table.id(), next, table.head(), proto::RevealPayload{Bytes{std::byte{i}}, {}}, {}};
    world.inject(Seat(1), Seat(0), frame(proto::sign(Seat(2), entry, world.key(Seat(2)))));
  }
  const Instant before = world.now();
  world.run();
  expect_finished(world);
  EXPECT_LT((world.now() - before).ms, 400) << "nothing had to be repaired";
}

// ---- Whether what decided a step is sent on

using Decision = StepFour;

TEST_F(Decision, OfALaterStepMakesWhoIsBehindAskSoon) {
  Member m(world, Seat(3));
  m.sent.clear();
  m.wait(Duration{60});
  EXPECT_TRUE(m.sent_of<proto::Status>().empty());
  m.hear(Seat(0), proto::Decided{Step(kStep.value + 1), {}, {}});
  m.wait(Duration{60});
  EXPECT_EQ(m.sent_of<proto::Status>().size(), world.size() - 1);
}

/// Why: a flush of the disk for each step would make the next vote or entry late.
TEST_F(Decision, IsSentOnWithoutWaitingForTheDisk) {
  Member m(world, Seat(0));  // its turn is the first at step 4
  const auto outcome = this->outcome(record());
  m.hear(kMover, frame_of(entry()));
  m.hear(kMover, vote(kMover, 0, proto::Phase::prevote, outcome));
  m.hear(Seat(2), vote(Seat(2), 0, proto::Phase::prevote, outcome));
  m.sent.clear();
  const auto last = proto::Message(vote(Seat(3), 0, proto::Phase::prevote, outcome));
  const auto effects = m.node.on_frame(Seat(3), proto::encode(last), m.now);
  ASSERT_TRUE(effects);
  EXPECT_TRUE(effects->outgoing.empty());
  EXPECT_EQ(effects->votes.size(), world.size() - 1);
  for (const state::Put& put : effects->store)
    EXPECT_TRUE(put.space == state::Put::Space::record || put.space == state::Put::Space::local);
}

}  // namespace
}  // namespace fairdeal::sim
