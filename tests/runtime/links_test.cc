// The forwarding of messages: from which member, and to which.
#include "runtime/node/links.h"

#include <gtest/gtest.h>

namespace fairdeal::node {
namespace {

constexpr Seat kMe{0}, kAuthor{1}, kHears{2}, kDoesNot{3};

class Connected : public testing::Test {
 protected:
  Connected() {
    for (const Seat peer : {kAuthor, kHears, kDoesNot}) links.set(peer, true);
    links.learn(kHears, SeatSet::of({kMe, kAuthor}).bits());
    links.learn(kDoesNot, SeatSet::of({kMe}).bits());
  }
  Links links{kMe, 5};
};

TEST_F(Connected, AMessageIsForwardedToThoseWhomItsAuthorDoesNotReach) {
  Effects out;
  links.forward(kAuthor, kAuthor, proto::PresenceFrame{}, out);
  ASSERT_EQ(out.outgoing.size(), 1u);
  EXPECT_EQ(out.outgoing[0].to, kDoesNot);
  links.forward(kAuthor, kDoesNot, proto::PresenceFrame{}, out);
  EXPECT_EQ(out.outgoing.size(), 1u) << "not back to whoever sent it";
}

TEST_F(Connected, WhoIsNotConnectedIsHeardThroughSomebodyWhoIs) {
  EXPECT_EQ(links.through(kAuthor), std::nullopt) << "it is heard itself";
  links.set(kAuthor, false);
  EXPECT_EQ(links.through(kAuthor), kHears);
  links.set(kHears, false);
  EXPECT_EQ(links.through(kAuthor), std::nullopt);
  links.set(kHears, true);
  EXPECT_EQ(links.through(kAuthor), std::nullopt) << "what it said before is forgotten";
}

}  // namespace
}  // namespace fairdeal::node
