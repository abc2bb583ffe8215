#include <gmock/gmock.h>

#include "relay/cluster/remote_end.h"
#include "tests/relay/fake_bus.h"

/// Pipes between two processes of a relay.

namespace fairdeal::relay {
namespace {

struct NatsPipes : testing::Test {
  /// Joins Ann at the first process and Bob at the second.
  void join() {
    ann = world.come(0, 1, 0);
    world.run_for(700);
    bob = world.come(1, 1, 1);
    world.run_for(20);
    ASSERT_TRUE(ann->other && bob->other);
  }
  /// Ann's client sends a piece; returns whether it is taken at once.
  bool send(const std::string& piece) {
    kept.push_back(piece);
    auto taken = std::make_shared<bool>(false);
    last_taken = taken;
    ann->other->write(as_bytes(kept.back()), [taken] { *taken = true; });
    return *taken;
  }
  std::uint64_t gaps(std::size_t at) { return world[at].counters.nats_gaps; }
  void lose_next_data() {
    world.swallow = [lost = false](const std::string&, const Bytes& bytes) mutable {
      const bool is_data = bytes[0] == static_cast<std::byte>(cluster::PipeWord::data);
      return is_data && !std::exchange(lost, lost || is_data);
    };
  }

  BusWorld world;
  std::shared_ptr<ClientEnd> ann, bob;
  std::deque<std::string> kept;
  std::shared_ptr<bool> last_taken;
};

TEST_F(NatsPipes, JoinEndsOfTwoProcesses) {
  join();
  EXPECT_TRUE(send("to bob"));
  bob->other->write(as_bytes("to ann"), [] {});
  world.run_for(5);
  EXPECT_EQ(bob->text, "to bob");
  EXPECT_EQ(ann->text, "to ann");
  EXPECT_EQ(world[0].exchange->occupancy().pipes, 1u);
  EXPECT_EQ(world[1].exchange->occupancy().pipes, 1u);
  world.leave(1, 1, 1, *bob);
  world.run_for(5);
  EXPECT_EQ(ann->end, CloseCode::other_left);
  world.leave(0, 1, 0, *ann);
  EXPECT_EQ(world[0].exchange->occupancy().pipes, 0u);
  EXPECT_EQ(world[1].exchange->occupancy().pipes, 0u);
  EXPECT_EQ(world[0].line->subjects.size(), 1u) << "that of visits";
  EXPECT_EQ(world[1].line->subjects.size(), 1u);
}

TEST_F(NatsPipes, ATokenIsDeadAfterItsPipeAtBothProcesses) {
  join();
  const auto third = world.come(0, 1, 0), fourth = world.come(1, 1, 1), fifth = world.come(1, 1, 0);
  world.run_for(100);
  EXPECT_FALSE(third->other || fourth->other || fifth->other);
  world.leave(0, 1, 0, *third);
  EXPECT_TRUE(send("still there"));
  world.run_for(5);
  EXPECT_EQ(bob->text, "still there");
  world.leave(0, 1, 0, *ann);
  world.run_for(5);
  EXPECT_EQ(bob->end, CloseCode::other_left);
  const auto late = world.come(0, 1, 0), later = world.come(1, 1, 1);
  world.run_for(16'000);
  EXPECT_EQ(late->end, CloseCode::nobody);
  EXPECT_EQ(later->end, CloseCode::nobody);
}

TEST_F(NatsPipes, EndsOfOneProcessAreJoinedThereAndTheBusIsNotUsed) {
  ann = world.come(0, 1, 0);
  bob = world.come(0, 1, 1);
  EXPECT_EQ(ann->other, bob);
  EXPECT_EQ(world[0].line->subjects.size(), 1u);
  const std::size_t before = world.published.size();
  EXPECT_TRUE(send("here"));
  world.run_for(60'000);
  EXPECT_EQ(world.published.size(), before);
}

TEST_F(NatsPipes, WhoWaitsSeeksTheOtherEndUntilItGivesUp) {
  ann = world.come(0, 1, 0);
  world.run_for(15'500);
  EXPECT_EQ(ann->end, CloseCode::nobody);
  EXPECT_EQ(world[0].line->subjects.size(), 1u);
  EXPECT_NEAR(static_cast<double>(world.published.size()), 30, 2);
  const auto again = world.come(0, 1, 0);
  bob = world.come(1, 1, 1);
  world.run_for(10);
  EXPECT_TRUE(again->other && bob->other);
}

TEST_F(NatsPipes, WhatWasSentBeforeTheClientLeftArrives) {
  join();
  bob->slow = true;
  EXPECT_TRUE(send("one, "));
  EXPECT_TRUE(send("two"));
  world.leave(0, 1, 0, *ann);
  world.run_for(100);
  EXPECT_EQ(bob->end, std::nullopt);
  while (bob->take()) continue;
  world.run_for(1'000);
  EXPECT_EQ(bob->text, "one, two");
  EXPECT_EQ(bob->end, CloseCode::other_left);
}

TEST_F(NatsPipes, AGapClosesBothEnds) {
  join();
  lose_next_data();
  EXPECT_TRUE(send("lost"));
  world.run_for(1'000);
  EXPECT_EQ(bob->end, std::nullopt) << "nobody knows yet";
  EXPECT_TRUE(send("after the hole"));
  world.run_for(10);
  EXPECT_EQ(bob->end, CloseCode::lost_bytes);
  EXPECT_EQ(ann->end, CloseCode::lost_bytes);
  EXPECT_EQ(bob->text, "");
  EXPECT_EQ(gaps(0) + gaps(1), 1u);
}

TEST_F(NatsPipes, AGapBeforeTheEndIsOne) {
  join();
  lose_next_data();
  EXPECT_TRUE(send("lost"));
  world.leave(0, 1, 0, *ann);
  world.run_for(10);
  EXPECT_EQ(bob->end, CloseCode::lost_bytes);
}

TEST_F(NatsPipes, ASlowClientSlowsTheOtherDownAndNothingIsLost) {
  join();
  bob->slow = true;
  std::string all;
  std::size_t pieces = 0;
  const std::string piece(16 * 1024, 'x');
  while (send(piece + static_cast<char>('a' + pieces))) {
    all += kept.back();
    ASSERT_LT(++pieces, 20u);
  }
  all += kept.back();
  EXPECT_LE(pieces * piece.size(), kPipeWindowBytes);
  EXPECT_GT((pieces + 1) * piece.size(), kPipeWindowBytes - piece.size());
  world.run_for(60'000);
  EXPECT_EQ(ann->end, std::nullopt) << "it is slow and not lost";
  EXPECT_FALSE(*last_taken);
  while (bob->take()) world.run_for(2);
  EXPECT_TRUE(*last_taken);
  EXPECT_EQ(bob->text, all);
}

TEST_F(NatsPipes, SmallPiecesAreNotFree) {
  join();
  bob->slow = true;
  std::size_t pieces = 0;
  while (send("x")) ASSERT_LT(++pieces, 10'000u);
  EXPECT_LE(pieces * 64, kPipeWindowBytes);
}

TEST_F(NatsPipes, WithoutAWordOfCreditThePipeEnds) {
  join();
  bob->slow = true;
  while (send(std::string(60'000, 'x'))) continue;
  world[1].dead = true;
  world.run_for(4'000);
  EXPECT_EQ(ann->end, std::nullopt);
  world.run_for(3'000);
  EXPECT_EQ(ann->end, CloseCode::lost_bytes);
  EXPECT_EQ(gaps(0), 1u);
}

TEST_F(NatsPipes, WhoSendsMoreThanWasAllowedIsCutOff) {
  join();
  bob->slow = true;
  Bytes forged;
  const std::string subject = cluster::RemotePipes::subject(world.hello(1, 1));
  EXPECT_TRUE(send(std::string(60'000, 'x')));
  world.run_for(5);
  forged = world.published.back().second;
  for (unsigned char number = 1; number < 6; ++number) {
    forged[1 + 8 + 8 + 7] = std::byte{number};
    world.event(1, cluster::BusMessage{subject, forged});
  }
  EXPECT_EQ(bob->end, CloseCode::lost_bytes);
}

TEST_F(NatsPipes, TheLossOfTheBusEndsPipesBetweenProcessesOnly) {
  join();
  const auto cat = world.come(0, 2, 0), dan = world.come(0, 2, 1);
  world.event(0, cluster::BusLost{});
  EXPECT_EQ(ann->end, CloseCode::lost_bytes);
  EXPECT_EQ(cat->end, std::nullopt);
  world.run_for(10);
  EXPECT_EQ(bob->end, CloseCode::lost_bytes);
  world.event(0, cluster::BusBack{});
  const auto ann2 = world.come(0, 3, 0), bob2 = world.come(1, 3, 1);
  world.run_for(10);
  EXPECT_TRUE(ann2->other && bob2->other);
}

TEST_F(NatsPipes, TwoEndsThatComeTogetherAreJoinedInThreeMessages) {
  ann = world.come(0, 1, 0);
  bob = world.come(1, 1, 1);
  world.run_for(5);
  EXPECT_TRUE(ann->other && bob->other);
}

TEST_F(NatsPipes, MessagesThatNobodyWritesAreIgnoredAndCounted) {
  join();
  EXPECT_TRUE(send("a piece"));
  world.run_for(5);
  const auto real = world.published;
  std::uint64_t changed = 0;
  for (const auto& [subject, bytes] : real) {
    // A piece that is cut is a shorter piece.
    for (std::size_t size = 0; size < std::min<std::size_t>(bytes.size(), 26); ++size) {
      const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      for (const std::size_t at : {0u, 1u}) world.event(at, cluster::BusMessage{subject, cut});
    }
    for (int i = 0; i < 200; ++i, ++changed) {
      Bytes noise(world.rng.below(100));
      world.rng.fill(noise);
      for (const std::size_t at : {0u, 1u}) {
        world.event(at, cluster::BusMessage{subject, noise});
        world.event(at, cluster::BusMessage{*world[at].line->subjects.begin(), noise});
        for (const auto& own : std::set<std::string>(world[at].line->subjects))
          world.event(at, cluster::BusMessage{own, noise});
      }
    }
  }
  world.event(0, cluster::BusMessage{"somewhere", {}});
  world.event(0, cluster::KeyAnswer{.request = cluster::KeyRequestId(99),
                                    .what = cluster::KeyAnswer::What::done});
  EXPECT_GT(world[0].counters.nats_ignored, changed);
  EXPECT_EQ(ann->end, std::nullopt);
  EXPECT_TRUE(send(", and another"));
  world.run_for(5);
  EXPECT_EQ(bob->text, "a piece, and another");
}

/// Streams over a bus that loses, doubles, delays and reorders.
struct BadBus : testing::TestWithParam<std::uint64_t> {};

TEST_P(BadBus, NoHoleInAStreamIsOverlooked) {
  BusWorld world(GetParam());
  world.faults = {.lost = 20, .doubled = 10, .late = 30};
  int joined = 0, bytes = 0;
  for (unsigned char token = 1; token < 40; ++token) {
    const auto ann = world.come(0, token, 0), bob = world.come(1, token, 1);
    world.run_for(14'000);
    if (ann->end || bob->end || !ann->other || !bob->other) continue;
    ++joined;
    world.faults.lost = world.percent(50) ? 0 : 3;
    world.faults.doubled = world.faults.late = world.percent(50) ? 0 : 2;
    std::deque<std::string> pieces;
    std::string sent;
    auto may_send = std::make_shared<bool>(true);
    for (int i = 0; i < 60 && ann->other; ++i) {
      bob->slow = world.percent(20);
      if (*may_send) {
        pieces.push_back(std::to_string(i) + std::string(1 + world.rng.below(20'000), '.'));
        sent += pieces.back();
        *may_send = false;
        ann->other->write(as_bytes(pieces.back()), [may_send] { *may_send = true; });
      }
      world.run_for(static_cast<std::int64_t>(world.rng.below(60)));
      bob->take();
      ASSERT_TRUE(sent.starts_with(bob->text)) << "seed " << GetParam();
    }
    const bool was_open = ann->other != nullptr;
    world.leave(0, token, 0, *ann);
    for (int i = 0; i < 100; ++i) {
      world.run_for(20);
      bob->take();
    }
    world.run_for(2'000);
    ASSERT_TRUE(sent.starts_with(bob->text)) << "seed " << GetParam();
    // Everybody has heard of the end, and an end without a fault means that all has arrived.
    if (was_open && bob->end == CloseCode::other_left && *may_send) {
      EXPECT_EQ(bob->text, sent);
    }
    world.leave(1, token, 1, *bob);
    bytes += static_cast<int>(bob->text.size());
    world.faults = {.lost = 20, .doubled = 10, .late = 30};
  }
  EXPECT_GT(joined, 20);
  EXPECT_GT(bytes, 100'000);
}
INSTANTIATE_TEST_SUITE_P(Seeds, BadBus, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace fairdeal::relay
