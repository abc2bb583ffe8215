// A member's memory of the others' conduct, alone: what is charged to whom, and who is still
// thought of.
#include "runtime/node/peers.h"

#include <gtest/gtest.h>

namespace fairdeal::node {
namespace {

class Conduct : public testing::Test {
 protected:
  static constexpr Seat kMe{0}, kLiar{1}, kOther{2};
  static constexpr Instant kNow{1'000'000};

  Error wrong(Seat by) { return {Fault::bad_proof, by, "a proof"}; }
  Peers peers{kMe, 3};
  Effects out;
};

TEST_F(Conduct, WhatIsRefusedIsShownAndCountedAgainstItsCulprit) {
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(peers.has_refused_enough(kLiar)) << i;
    peers.refuse(wrong(kLiar), out);
  }
  EXPECT_TRUE(peers.has_refused_enough(kLiar));
  EXPECT_FALSE(peers.has_refused_enough(kOther));
  EXPECT_FALSE(peers.has_refused_enough(Seat(7))) << "nobody sits there";
  EXPECT_EQ(out.notices.size(), 4u);
  peers.begin_step();
  EXPECT_FALSE(peers.has_refused_enough(kLiar)) << "another step";
}

TEST_F(Conduct, WhatNobodyIsToBlameForCountsAgainstNobody) {
  for (int i = 0; i < 9; ++i) peers.refuse({Fault::bad_proof, {}, "a proof"}, out);
  for (const Seat seat : {kMe, kLiar, kOther}) EXPECT_FALSE(peers.has_refused_enough(seat));
}

TEST_F(Conduct, WhoSendsUselessFramesIsHungUpOnAndNotWhoForwardsOne) {
  for (int i = 1; i < PeerScore::kPointsMax; ++i) {
    peers.useless(kLiar, wrong(kOther), out);
    EXPECT_EQ(peers.charge_frame(kLiar, kNow), std::nullopt) << i;
  }
  peers.useless(kLiar);
  EXPECT_TRUE(peers.charge_frame(kLiar, kNow));
  EXPECT_EQ(peers.shut_until(kLiar), kNow + PeerScore::kShutFor);
  EXPECT_EQ(peers.charge_frame(kLiar, kNow), std::nullopt) << "each frame is charged once";
  EXPECT_EQ(peers.charge_frame(kOther, kNow), std::nullopt);
  EXPECT_LE(peers.shut_until(kOther), kNow);
}

TEST_F(Conduct, BytesThatAreNoFrameShutTheDoorAtOnce) {
  peers.charge_garbage(kLiar, kNow);
  EXPECT_GT(peers.shut_until(kLiar), kNow);
}

TEST_F(Conduct, WhoWasNotHeardForTwoStepsIsQuietAndThisMemberNever) {
  EXPECT_TRUE(peers.quiet(Step(2)).empty());
  EXPECT_EQ(peers.quiet(Step(3)).list(), (std::vector{kLiar, kOther}));
  peers.heard(kOther, Step(3));
  peers.heard(kOther, Step(1));  // late, of a step that is decided
  EXPECT_EQ(peers.quiet(Step(5)).list(), std::vector{kLiar});
  EXPECT_EQ(peers.quiet(Step(6)).list(), (std::vector{kLiar, kOther}));
}

TEST_F(Conduct, WhoWasConnectedAMinuteAgoIsThoughtOfUntilThen) {
  Links links(kMe, 3);
  EXPECT_EQ(peers.forgets_at(links), never());
  peers.lost(kLiar, kNow);
  const Instant end = kNow + Peers::kNear, before = kNow + Duration{Peers::kNear.ms - 1};
  EXPECT_EQ(peers.forgets_at(links), end);
  EXPECT_TRUE(peers.was_near(kLiar, before));
  EXPECT_FALSE(peers.was_near(kLiar, end));
  EXPECT_FALSE(peers.was_near(kOther, kNow));
  peers.forget_lost(before);
  EXPECT_EQ(peers.forgets_at(links), end) << "too early";
  links.set(kLiar, true);
  EXPECT_EQ(peers.forgets_at(links), never()) << "it is back";
  links.set(kLiar, false);
  peers.forget_lost(end);
  EXPECT_EQ(peers.forgets_at(links), never());
  peers.lost(kLiar, end);
  peers.expect_nobody();
  EXPECT_FALSE(peers.was_near(kLiar, end));
}

}  // namespace
}  // namespace fairdeal::node
