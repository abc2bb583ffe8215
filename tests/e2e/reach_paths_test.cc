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

TEST_F(ReachPaths, ADoctorSaysWhetherTheRouterKeepsOnePort) {
  const auto ports = [&] {
    const Json found = run({"doctor", "--relay", relay_, "--json"}).json().at("findings");
    const auto is_it = [](const Json& finding) { return finding.at("name") == "ports"; };
    const auto at = std::ranges::find_if(found, is_it);
    return at == found.end() ? Json() : *at;
  };
  open_relay({"--reflect", "127.0.0.1:0", "--reflect", "127.0.0.1:0"});
  const Json steady = ports();
  EXPECT_EQ(steady.value("what", ""), "steady") << steady;
  EXPECT_EQ(steady.value("state", ""), "good") << steady;
  EXPECT_EQ(steady.at("seen").at(0), steady.at("seen").at(1)) << steady;
  open_relay();
  const Json unknown = ports();
  EXPECT_EQ(unknown.value("what", ""), "unknown") << unknown;
  EXPECT_NE(unknown.value("next", "").find("--reflect"), std::string::npos) << unknown;
}

}  // namespace
}  // namespace fairdeal::e2e
