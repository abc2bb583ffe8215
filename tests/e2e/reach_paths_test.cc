#include <algorithm>

#include "tests/e2e/reach_scene.h"

/// Members of a table that have no connection of their own, or one by a relay alone: what the
/// person is told of it. Real routers are in tests/lab/nat.sh.
namespace fairdeal::e2e {
namespace {

class ReachPaths : public Reach {
 protected:
  /// Asks who is there until the answer about `who` begins with these words; returns what follows.
  static std::string who_says(Process& seat, const std::string& who, const std::string& words) {
    for (;;) {
      seat.type("who\n");
      const std::string rest = seat.said(who + ": here");
      if (rest.starts_with(words)) return rest.substr(words.size());
    }
  }
  std::unique_ptr<Process> person(const std::string& name, const std::string& by,
                                  const Arguments& more = {}) {
    Arguments arguments{"join", by, "--accept"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return seat(name, arguments);
  }
};

TEST_F(ReachPaths, APairWithoutAPathPlaysThroughAnother) {
  const Port nobody;
  const auto ann = host({"holdem", "--seats", "3", "--start", "auto"});
  const std::string link = link_of(*ann);
  const auto bob = person("Bob", link, {"--advertise", std::to_string(nobody.number())});
  ann->said("2 of 3 are here");
  const auto cat = person("Cat", link);
  cat->said("Everybody is here.");
  EXPECT_EQ(who_says(*cat, "Bob", ", via "), "Ann");
  const Json seats = run({"status", "--json"}).json().at("seats");
  EXPECT_NE(seats.dump().find("\"through\""), std::string::npos) << seats;
}

TEST_F(ReachPaths, WhyAPairStaysOnTheRelayIsTold) {
  open_relay();
  const auto ann = host({"othello", "--start", "auto"});
  const auto bob = person("Bob", ann->said("for 20 minutes: "), {"--listen", "127.0.0.1:0"});
  bob->said("Everybody is here.");
  const std::string rest = who_says(*bob, "Ann", ", by a relay (");
  EXPECT_NE(rest.find("reflector"), std::string::npos) << rest;
}

}  // namespace
}  // namespace fairdeal::e2e
