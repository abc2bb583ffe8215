#include "net/mesh/peer_links.h"

#include "tests/net/two_sides.h"

namespace fairdeal::mesh {
namespace {

using namespace net::testing_;

/// A relayed peer that has been up for a minute.
class Relayed : public testing::Test {
 protected:
  Relayed() {
    world.open(channel::Rung::relayed);
    world.settle();
    world.wait(Duration{60'000});
  }
  net::testing_::World world;
  net::testing_::Side& decider = world.sides[0];
  net::testing_::Side& other = world.sides[1];
};

TEST_F(Relayed, ABetterRungIsTakenWithoutADown) {
  world.send(0);
  world.open(channel::Rung::lan);
  for (const std::size_t to : {0u, 1u, 0u, 1u}) {
    world.deliver(to, 1);
    world.send(0);
    world.send(1);
  }
  world.send(0);
  world.settle();
  world.send(1);
  world.settle();
  for (const net::testing_::Side& side : world.sides) {
    EXPECT_EQ(side.moves, 1);
    EXPECT_EQ(side.ups, 1);
    EXPECT_EQ(side.downs, 0);
    EXPECT_EQ(side.links.current(), 1u);
  }
  net::testing_::expect_nothing_lost(world);
  EXPECT_EQ(other.received, 6);
  EXPECT_TRUE(world.wires[0].ends[0].closed && world.wires[0].ends[1].closed);
}

TEST_F(Relayed, OfCrossingUpgradesOneIsTaken) {
  world.open(channel::Rung::lan);
  world.open(channel::Rung::direct);
  world.open(channel::Rung::lan);
  world.settle();
  EXPECT_EQ(decider.moves, 1);
  EXPECT_EQ(other.moves, 1);
  EXPECT_EQ(decider.refusals, 2);
  EXPECT_EQ(decider.downs + other.downs, 0);
  net::testing_::expect_nothing_lost(world);
}

TEST_F(Relayed, ARungThatIsNotBetterIsRefusedWithoutADown) {
  world.open(channel::Rung::relayed);
  world.settle();
  EXPECT_EQ(decider.refusals, 1);
  EXPECT_EQ(decider.downs + other.downs + decider.moves + other.moves, 0);
  EXPECT_EQ(other.links.current(), 0u);
}

TEST_F(Relayed, WhoeverHasLostTheOldConnectionGetsTheNewOneAsAFirst) {
  for (const std::size_t loser : {1u, 0u}) {
    net::testing_::World fresh = world;
    fresh.wires[0].cut = true;
    fresh.ending.emplace_back(loser, 0);
    fresh.end(0);
    EXPECT_EQ(fresh.sides[loser].downs, 1);
    fresh.open(channel::Rung::lan);
    fresh.settle();
    for (const net::testing_::Side& side : fresh.sides) {
      EXPECT_EQ(side.ups, 2);
      EXPECT_EQ(side.downs, 1);
      EXPECT_EQ(side.moves, 0);
    }
    net::testing_::expect_nothing_lost(fresh);
  }
}

TEST_F(Relayed, AHandoverThatTakesTooLongEndsBothConnections) {
  world.open(channel::Rung::lan);
  world.wires[0].cut = true;  // nobody notices
  for (const std::size_t to : {0u, 1u, 0u, 1u}) world.deliver(to, 1);
  world.wait(net::testing_::kHandover);
  EXPECT_EQ(decider.downs, 1);
  EXPECT_EQ(other.downs, 1);
  EXPECT_EQ(decider.links.deadline(), never());
  world.settle();
  EXPECT_TRUE(decider.links.empty() && other.links.empty());
}

TEST_F(Relayed, EitherConnectionThatIsLostDuringAHandoverTakesTheOtherWithIt) {
  for (const std::size_t lost : {0u, 1u}) {
    net::testing_::World fresh = world;
    fresh.open(channel::Rung::lan);
    for (const std::size_t to : {0u, 1u, 0u, 1u}) fresh.deliver(to, 1);
    ASSERT_NE(fresh.sides[0].links.deadline(), never());
    ASSERT_NE(fresh.sides[1].links.deadline(), never());
    SeededRng rng(1);
    for (net::testing_::LinkEnd& end : fresh.wires[0].ends) end.coming.clear();
    fresh.cut(lost, rng);
    fresh.settle();
    for (const net::testing_::Side& side : fresh.sides) EXPECT_EQ(side.downs, 1);
    EXPECT_TRUE(fresh.sides[0].links.empty() && fresh.sides[1].links.empty());
  }
}

TEST(PeerLinks, TheFirstOfTwoAtOnceStaysAndALaterOneReplacesIt) {
  for (const auto& [age, replaced] :
       {std::pair{Duration{net::testing_::kTwin.ms - 1}, false}, {net::testing_::kTwin, true}}) {
    PeerLinks links(true, net::testing_::kTwin, net::testing_::kHandover);
    EXPECT_TRUE(links.on_established(1, {}, channel::Rung::lan).empty());
    EXPECT_EQ(links.on_welcomed(1, {}, Instant{0}).size(), 1u);
    EXPECT_EQ(links.on_opened(1, {}, Instant{0}).size(), 1u);
    EXPECT_TRUE(links.on_established(2, {}, channel::Rung::lan).empty());
    const auto answer = links.on_welcomed(2, {}, Instant{0} + age);
    ASSERT_EQ(answer.size(), 1u);
    EXPECT_EQ(std::holds_alternative<PeerLinks::SayWelcome>(answer[0]), replaced);
    EXPECT_EQ(std::holds_alternative<PeerLinks::RefuseLink>(answer[0]), !replaced);
  }
}

/// While no connection breaks and no time passes, any order of what comes leads to one connection,
/// without a down: also if a handover comes before the welcome that it belongs to.
TEST(PeerLinks, WithoutCutsNoScheduleHasADown) {
  int moves = 0;
  for (std::uint64_t seed = 0; seed < 3'000 && !testing::Test::HasFailure(); ++seed) {
    SeededRng rng(seed);
    net::testing_::World world;
    world.open(channel::Rung::relayed);
    for (int steps = 0; steps < 100; ++steps) {
      const std::size_t side = rng.below(2), wire = rng.below(world.wires.size());
      if (rng.below(10) == 0 && world.wires.size() < 6)
        world.open(static_cast<channel::Rung>(rng.below(4)));
      if (rng.below(4) == 0) world.send(side);
      if (world.can_deliver(side, wire)) world.deliver(side, wire);
    }
    world.settle();
    net::testing_::expect_nothing_lost(world);
    for (const net::testing_::Side& side : world.sides) {
      EXPECT_EQ(side.ups, 1);
      EXPECT_EQ(side.downs, 0);
      moves += side.moves;
    }
    EXPECT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(moves, 3'000);
}

/// The cases that the random schedules have met.
struct Met {
  int moves = 0, downs_in_handovers = 0, refusals = 0, frames = 0;
};

void one_step(net::testing_::World& world, SeededRng& rng, Met& met) {
  const std::size_t wire = world.wires.empty() ? 0 : rng.below(world.wires.size());
  const std::size_t side = rng.below(2);
  const std::uint64_t dice = rng.below(100);
  if (dice < 12 || world.wires.empty()) {
    if (dice < 4 || world.wires.empty()) world.open(static_cast<channel::Rung>(rng.below(4)));
    if (rng.below(3) == 0) world.open(static_cast<channel::Rung>(rng.below(4)));
  } else if (dice < 14) {
    if (!world.wires[wire].cut) world.cut(wire, rng);
  } else if (dice < 30) {
    world.send(side);
  } else if (dice < 36) {
    if (!world.ending.empty()) world.end(rng.below(world.ending.size()));
  } else if (dice < 40) {
    world.wait(Duration{static_cast<std::int64_t>(rng.below(dice == 39 ? 12'000 : 600))});
  } else {
    const auto& [a, b] = world.sides;
    const int downs = a.downs + b.downs;
    const bool handing = a.links.deadline() != never() || b.links.deadline() != never();
    if (world.can_deliver(side, wire)) world.deliver(side, wire);
    met.downs_in_handovers += handing ? a.downs + b.downs - downs : 0;
  }
}

/// Random connections, delays, cuts and frames. At the end each side has every frame that the other
/// has sent in the session in which both are, or neither is up. (That frames come in order and
/// without a gap is checked at each of them.)
TEST(PeerLinks, NoScheduleLosesAFrameUnnoticed) {
  Met met;
  for (std::uint64_t seed = 0; seed < 12'000 && !testing::Test::HasFailure(); ++seed) {
    SeededRng rng(seed);
    net::testing_::World world;
    for (std::uint64_t steps = 20 + rng.below(200); steps > 0; --steps) one_step(world, rng, met);
    world.settle();
    net::testing_::expect_nothing_lost(world);
    for (const net::testing_::Side& side : world.sides) {
      met.moves += side.moves;
      met.refusals += side.refusals;
      met.frames += side.received;
      EXPECT_EQ(side.links.empty(), !side.up) << "no connection is left over";
    }
    EXPECT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(met.moves, 5'000);
  EXPECT_GT(met.downs_in_handovers, 100);
  EXPECT_GT(met.refusals, 5'000);
  EXPECT_GT(met.frames, 20'000);
}

}  // namespace
}  // namespace fairdeal::mesh
