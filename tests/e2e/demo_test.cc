#include <csignal>

#include "rules/registry.h"
#include "tests/e2e/process.h"

/// `fairdeal demo`: the contract that checks from outside rely on.
namespace fairdeal::e2e {
namespace {

class Demo : public E2e {
 protected:
  /// Plays, and checks all that a demo promises.
  void play(const std::string& game, std::size_t seats, const std::vector<std::string>& more = {}) {
    const std::string file = folder_ / "table.fdt";
    std::vector<std::string> arguments{
        "demo",         "--game", game,     "--seats", std::to_string(seats),
        "--transcript", file,     "--json", "--seed",  "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ended = run(arguments);
    ASSERT_EQ(ended.code, 0) << ended.out << ended.err;
    const Json table = ended.json();
    EXPECT_EQ(table.at("audit"), "VALID");
    EXPECT_EQ(table.at("heads"), Json(std::vector<Json>(seats, table.at("heads").at(0))));
    EXPECT_EQ(table.at("result").size(), seats);
    EXPECT_GT(table.at("steps"), 0);
    EXPECT_GT(table.at("bytes_sent"), 0);
    EXPECT_GT(table.at("seconds"), 0);

    const auto audit = run({"audit", file, "--json"});
    EXPECT_EQ(audit.code, 0) << audit.out;
    EXPECT_EQ(audit.json().at("head"), table.at("heads").at(0));
    EXPECT_EQ(audit.json().at("result"), table.at("result"));
  }
};

class DemoOfGame : public Demo, public testing::WithParamInterface<std::string> {};
TEST_P(DemoOfGame, EndsInOneHeadForAllAndIsValid) {
  play(GetParam(), (*rules::find_module(GetParam()))->info().seats_min);
}
std::vector<std::string> all_games() {
  std::vector<std::string> names;
  for (const auto& module : rules::modules())
    if (module.info().seats_max > 1) names.push_back(module.info().name);  // one seat is no table
  return names;
}
INSTANTIATE_TEST_SUITE_P(Each, DemoOfGame, testing::ValuesIn(all_games()), [](const auto& game) {
  std::string name = game.param;
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST_F(Demo, HoldemOfTwoHandsAtTwoSeats) { play("holdem", 2, {"--hands", "2"}); }
TEST_F(Demo, HoldemAtFourSeats) { play("holdem", 4, {"--hands", "1"}); }
TEST_F(Demo, HoldemAtNineSeats) { play("holdem", 9, {"--hands", "1"}); }

TEST_F(Demo, WhatCannotBePlayedIsUsage) {
  run_refused({"demo", "--game", "whist"}, 2, "unknown_module");
  run_refused({"demo", "--game", "holdem", "--seats", "1"}, 2, "bad_parameters");
  run_refused({"demo", "--game", "holdem", "--seats", "11"}, 2, "bad_parameters");
  run_refused({"demo", "--game", "pig", "--seats", "2", "--hands", "3"}, 2, "bad_parameters");
  run_refused({"demo", "--game", "pig", "--seats", "2", "--params", "{"}, 2, "not_canonical");
}

TEST_F(Demo, AFullDiskIsSaid) {
  const auto ended = run_refused(
      {"demo", "--game", "kuhn", "--seats", "2", "--transcript", "/dev/full"}, 2, "storage");
  EXPECT_NE(ended.out.find("No space left"), std::string::npos) << ended.out;
}

TEST_F(Demo, APlaceForTheTranscriptThatIsNoneIsSaid) {
  run_refused({"demo", "--game", "kuhn", "--seats", "2", "--transcript", "/no/such/place"}, 2,
              "storage");
}

/// A demo that goes on for long, in the middle of it.
class LongDemo : public Demo {
 protected:
  std::unique_ptr<Process> demo =
      start({"demo", "--game", "holdem", "--seats", "3", "--hands", "1000", "--params",
             "{\"stack\":1000000}", "--json", "--transcript", folder_ / "t.fdt"});
  void SetUp() override { demo->said("The cards are shuffled"); }
  bool left_files() const {
    for (const auto& entry : fs::directory_iterator(folder_.path))
      if (entry.path().filename().string().starts_with("fairdeal-")) return true;
    return false;
  }
};

TEST_F(LongDemo, InterruptedEndsAllItsPeersAndLeavesNothing) {
  demo->signal(SIGINT);
  demo->all_gone();
  expect_error(demo->end(), 130, "interrupted");
  EXPECT_FALSE(left_files());
  EXPECT_EQ(run({"audit", folder_ / "t.fdt"}).code, 4) << "what was decided is kept";
}

TEST_F(LongDemo, TerminatedEndsAllItsPeersAndLeavesNothing) {
  demo->signal(SIGTERM);
  demo->all_gone();
  expect_error(demo->end(), 130, "interrupted");
  EXPECT_FALSE(left_files());
}

TEST_F(LongDemo, EndsWhenOneOfItsPeersIsKilled) {
  const auto peers = demo->children();
  ASSERT_EQ(peers.size(), 3U);
  ::kill(peers[1], SIGKILL);
  const auto ended = demo->end();
  expect_error(ended, 1, "peer_failed");
  EXPECT_NE(ended.out.find("Bob"), std::string::npos) << ended.out;
}

TEST_F(LongDemo, KilledTakesItsPeersWithIt) {
  demo->signal(SIGKILL);
  demo->all_gone();
  EXPECT_EQ(demo->end().code, 128 + SIGKILL);
}

}  // namespace
}  // namespace fairdeal::e2e
