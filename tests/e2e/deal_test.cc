#include <csignal>

#include "tests/e2e/network_table.h"

/// A deal goes on without who falls silent in it, and so does the match.
namespace fairdeal::e2e {
namespace {

class Deal : public testing::Test, protected NetworkTable {
 protected:
  void sit_down_to(const char* params, std::size_t seats) {
    sit_down(
        {"holdem", params, seats, 0},
        [](const std::string&) { return Faults{.delay = {5}, .jitter = {2}}; }, kHaste);
  }
};

/// Two are left, and no recovery: what the dead one put in is lost to it, and nothing else.
TEST_F(Deal, TheNextHandIsDealtThoughOneOfThreeIsKilledInMidHand) {
  is_person("Cat");  // who sits there and thinks
  sit_down_to(R"({"hands":3})", 3);
  members_[0].process->said("waiting for Cat");
  kill(2);
  members_[0].process->said("Hand 2: ");
  members_[0].process->said("Hand 3: ");
  expect_good_end(Json({2}));
}

/// Whoever stands still at its turn of the shuffle does not play that deal, and plays the next.
TEST_F(Deal, WhoIsStoppedAtTheShuffleIsDealtInAgainAfterThat) {
  sit_down_to(R"({"hands":6})", 3);
  members_[2].process->signal(SIGSTOP);
  members_[0].process->said("Hand 1: ");
  members_[2].process->signal(SIGCONT);
  members_[0].process->said("Hand 6: ");
  expect_good_end();
}

}  // namespace
}  // namespace fairdeal::e2e
