#include <csignal>

#include "tests/e2e/process.h"
#include "tests/e2e/proxy.h"

/// Matches of real processes over a network that fails: each ends, with transcripts that are VALID
/// and heads that are equal; who does not come back is named, and nobody else is.
namespace fairdeal::e2e {
namespace {

constexpr Faults kDelay{.delay = {50}, .jitter = {20}};

struct Match {
  const char* game;
  const char* params;
  std::size_t seats;
  bool witness;
};
std::ostream& operator<<(std::ostream& out, const Match& match) { return out << match.game; }

/// A table whose members reach each other through lines of a proxy: the host by a line for each who
/// joins, every other seat by one line.
class Network : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  struct Member {
    std::string name;
    std::unique_ptr<Process> process;
    bool killed = false;
  };

  static constexpr const char* kNames[] = {"Ann", "Bob", "Cat", "Dan"};
  static constexpr const char* kWitness = "Wim";

  std::unique_ptr<Process> member(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--identity", folder_ / (name + ".id"), "--data",
                                       folder_ / name, "--timeout", "120", "--json"});
    if (name != kWitness) arguments.insert(arguments.end(), {"--bot", "simple"});
    return start(arguments);
  }
  std::string line(const std::string& name, std::uint16_t to, const Faults& faults) {
    return proxy_.line(name, to, faults).text();
  }

  /// All sit down; `faults` says how each line is, by its name: "Bob-Ann", or "-Bob" for the one by
  /// which those after him call Bob.
  void sit_down(const Match& match, const std::function<Faults(const std::string&)>& faults,
                const Arguments& terms = {}) {
    const std::uint16_t port = free_port();
    const std::string seats = std::to_string(match.seats);
    Arguments host{"host",        match.game,
                   "--seats",     seats,
                   "--params",    match.params,
                   "--witnesses", match.witness ? "1" : "0",
                   "--listen",    "127.0.0.1:" + std::to_string(port),
                   "--nickname",  "Ann"};
    host.insert(host.end(), terms.begin(), terms.end());
    members_.push_back({"Ann", member("Ann", host)});
    members_[0].process->said("The table is open at ");
    for (std::size_t i = 1; i < match.seats; ++i) {
      const std::string name = kNames[i];
      const std::uint16_t mine = free_port();
      const auto told = proxy_.line("-" + name, mine, faults("-" + name));
      members_.push_back(
          {name, member(name, {"join", line(name + "-Ann", port, faults(name + "-Ann")), "--listen",
                               "127.0.0.1:" + std::to_string(mine), "--advertise",
                               std::to_string(told.port), "--nickname", name})});
      members_[0].process->said(std::to_string(i + 1) + " of " + seats + " are here");
    }
    const std::string name = kWitness;
    if (match.witness)
      members_.push_back(
          {name, member(name, {"witness", line(name + "-Ann", port, faults(name + "-Ann")),
                               "--nickname", name})});
    members_[0].process->said("Everybody is here.");
    proxy_.begin();
  }

  void kill(std::size_t i) {
    members_[i].process->signal(SIGKILL);
    members_[i].process->end();
    members_[i].killed = true;
  }
  void resume(std::size_t i) {
    members_[i].process = member(members_[i].name, {"resume"});
    members_[i].killed = false;
  }

  /// All who are left end in one head, and name these and no others.
  void expect_good_end(const Json& gone = Json::array()) {
    std::set<Json> heads;
    Arguments audit{"audit"};
    for (const Member& m : members_) {
      if (m.killed) continue;
      const Ended ended = m.process->end();
      ASSERT_EQ(ended.code, 0) << m.name << ": " << ended.out << ended.err << what_happened();
      const Json end = ended.json();
      heads.insert(end.at("head"));
      audit.push_back(end.at("transcript"));
      EXPECT_EQ(end.at("gone"), gone) << m.name << ended.err << what_happened();
      EXPECT_EQ(end.at("convicted"), Json::array()) << m.name << ended.err;
    }
    EXPECT_EQ(heads.size(), 1u) << what_happened();
    const Ended audited = run(audit);
    EXPECT_EQ(audited.code, 0) << audited.out << audited.err;
  }
  std::string what_happened() const {
    std::string text = "\nThe network:\n";
    for (const std::string& line : proxy_.log()) text += line + "\n";
    return text;
  }

  Proxy proxy_{7};
  std::vector<Member> members_;
};

class Matches : public Network, public testing::WithParamInterface<Match> {};

TEST_P(Matches, EndOverALineThatDelays) {
  sit_down(GetParam(), [](const std::string&) { return kDelay; });
  expect_good_end();
  EXPECT_GE(proxy_.count("connected"), 2u) << what_happened();
}

TEST_P(Matches, EndOverLinesThatAreCutNowAndThen) {
  sit_down(GetParam(), [this](const std::string&) {
    Faults faults = kDelay;
    for (int i = 0; i < 3; ++i)
      faults.cuts.push_back(proxy_.within({{100 + 1000 * i}, {600 + 1000 * i}}, {300}));
    return faults;
  });
  expect_good_end();
  EXPECT_GE(proxy_.count("cut"), 2u) << what_happened();
}

TEST_P(Matches, EndAfterAPartitionThatHeals) {
  const Faults::Span span = proxy_.within({{100}, {400}}, {3000});
  sit_down(GetParam(), [&](const std::string& name) {  // the host here, all others there
    Faults faults = kDelay;
    if (name.ends_with("-Ann")) faults.partition = {span};
    return faults;
  });
  expect_good_end();
  EXPECT_EQ(proxy_.count("parted"), proxy_.count("together")) << what_happened();
  EXPECT_GE(proxy_.count("parted"), 2u) << what_happened();
}

TEST_P(Matches, EndThoughALineIsHalfOpen) {
  sit_down(GetParam(), [this](const std::string& name) {
    Faults faults = kDelay;
    if (name == "Bob-Ann") faults.half_open = {proxy_.within({{100}, {400}}, {1000})};
    return faults;
  });
  expect_good_end();
  EXPECT_GE(proxy_.count("half open, 1"), 1u) << what_happened();
}

TEST_P(Matches, EndThoughOneIsKilledAndResumed) {
  sit_down(GetParam(), [](const std::string&) { return kDelay; });
  proxy_.wait_for_bytes("Bob-Ann", 2'000);  // it has begun, and its table is on its disk
  kill(1);
  resume(1);
  expect_good_end();
}

TEST_P(Matches, EndThoughTheHostIsKilledAndResumed) {
  sit_down(GetParam(), [](const std::string&) { return kDelay; });
  proxy_.wait_for_bytes("Bob-Ann", 2'000);  // it has begun, and its table is on its disk
  kill(0);
  resume(0);
  expect_good_end();
}

INSTANTIATE_TEST_SUITE_P(Of, Matches,
                         testing::Values(Match{"odds-and-evens", R"({"turns":9})", 2, true},
                                         Match{"pig", R"({"goal":30})", 2, true},
                                         Match{"kuhn", "{}", 2, true},
                                         Match{"holdem", R"({"hands":1})", 4, true}),
                         [](const auto& match) {
                           std::string name = match.param.game;
                           std::erase(name, '-');
                           return name;
                         });

/// Nobody is waited for long.
const std::vector<std::string> kHaste{"--work-time",      "3", "--move-time",  "3",
                                      "--bank",           "0", "--increment",  "0",
                                      "--reconnect-time", "1", "--round-time", "0.5"};

TEST_F(Network, WhoIsKilledAndStaysAwayIsNamedAndNobodyElse) {
  sit_down(
      {"holdem", R"({"hands":2})", 4, false}, [](const std::string&) { return kDelay; }, kHaste);
  proxy_.wait_for_bytes("Cat-Ann", 5'000);
  kill(2);
  expect_good_end(Json({2}));
}

TEST_F(Network, WhoWasVotedOutPlaysAgainFromTheNextDealOnceItIsResumed) {
  sit_down(
      {"holdem", R"({"hands":6})", 4, false}, [](const std::string&) { return kDelay; }, kHaste);
  proxy_.wait_for_bytes("Cat-Ann", 5'000);
  kill(2);
  members_[0].process->said("Cat is no longer waited for.");
  resume(2);
  members_[0].process->said("Cat plays again from the next deal.");
  expect_good_end();
}

}  // namespace
}  // namespace fairdeal::e2e
