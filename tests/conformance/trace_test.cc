#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/check.h"
#include "rules/model.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "tests/run_size.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

std::vector<std::string> lines_of(const std::string& name) {
  std::ifstream file(std::string(FD_SOURCE_DIR "/tests/traces/") + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Returns the difference of a playout in words: "ply 2, state: recorded 1, but here 2".
std::string difference(const Json& line) {
  const auto checked = check_line(text(line));
  if (!checked) return describe(checked.error());
  if (checked->kind != "playout" || !checked->skipped.empty()) return "skipped: " + checked->kind;
  if (!checked->difference) return "none";
  const auto& [ply, what, expected, got] = *checked->difference;
  return (ply == 0 ? "" : "ply " + std::to_string(ply) + ", ") + what + ": recorded " + expected +
         ", but here " + got;
}

/// Returns that of the line after `change`.
std::string difference(const std::string& line, const std::function<void(Json&)>& change) {
  Json json = Json::parse(line);
  change(json);
  return difference(json);
}

TEST(Trace, TheFirstDifferenceIsNamedByItsPly) {
  const std::string pig = lines_of("pig.jsonl")[2];
  ASSERT_EQ(difference(pig, [](Json&) {}), "none");
  EXPECT_EQ(difference(pig, [](Json& line) { line["plies"][1]["haps"]["die"] = 5; }),
            "ply 2, state, rolls: recorded [2,6], but here [2,5]");
  EXPECT_EQ(difference(pig, [](Json& line) { line["plies"][1]["legal_moves"]["One"] = {"roll"}; }),
            R"(ply 2, legal moves of One: recorded ["roll"], but here ["hold","roll"])");
  EXPECT_EQ(difference(pig, [](Json& line) { line["plies"][4]["result"]["One"] = 14; }),
            R"(ply 5, result: recorded {"One":14,"Two":-15}, but here {"One":15,"Two":-15})");
  EXPECT_EQ(difference(pig, [](Json& line) { line["plies"][2]["state_after"]["bonus"] = 1; }),
            R"(ply 3, state, bonus: recorded 1, but here "nothing")");
  EXPECT_EQ(difference(pig, [](Json& line) { line["plies"][0]["active"] = {"Two"}; }),
            R"(ply 1, active: recorded ["Two"], but here ["One"])");
  EXPECT_EQ(difference(pig, [](Json& line) { line["complete"] = false; }),
            "complete: recorded false, but here true");
}

TEST(Trace, LegalMovesAreComparedAsSets) {
  const std::string pig = lines_of("pig.jsonl")[2];
  EXPECT_EQ(difference(pig,
                       [](Json& line) {
                         line["plies"][1]["legal_moves"]["One"] = {"roll", "hold"};
                       }),
            "none");
}

TEST(Trace, TwoHandsInOnePlyAreCheckedAsTheyWereRecorded) {
  const Json params = {{"stack", 3}, {"small_blind", 1}, {"big_blind", 2}};
  const auto game = *start_game("holdem", params, 4);
  const std::vector<Player> players(4, random_move);
  std::size_t twice = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Json line = *record_playout(game, players, seed);
    EXPECT_EQ(difference(line), "none") << "seed " << seed;
    for (const Json& ply : line["plies"])
      for (const Json& face : ply.value("shown", Json::object())) twice += face.is_array();
  }
  EXPECT_GT(twice, 0u);
}

TEST(Trace, LinesOfAnotherKindAreSkippedByItsName) {
  const auto skipped = [](const char* line) {
    const auto checked = check_line(line);
    return checked ? checked->skipped.empty() ? "" : checked->kind : describe(checked.error());
  };
  EXPECT_EQ(skipped(R"({"topic":"weather"})"), "weather");
  EXPECT_EQ(skipped(R"({"kind":"weather","game":"pig"})"), "weather");
  EXPECT_EQ(skipped(R"({"topic":"tournament","rounds":3})"), "tournament of another form");
  EXPECT_EQ(skipped(R"({"topic":"count"})"), "count of another form");
  EXPECT_EQ(skipped(R"({"topic":"replay","game":"pig"})"), "replay of another form");
  EXPECT_EQ(skipped(R"({"topic":5})"), "unknown");
  EXPECT_EQ(skipped("{}"), "unknown");
  EXPECT_EQ(skipped(R"({"game":"go","plies":[]})"), "playout of go");
  EXPECT_EQ(check_line(R"({"plies":[]})").error().about,
            "a line that cannot be read: key 'initial' not found");
}

/// Returns whether a match shows cards before its first move, as stud does: then its first state
/// with a move can be read only by a game that has load().
bool shows_before_it_asks(AnyGame game) {
  while (const auto event = silent_answer(game.wants()))
    game = game.after(event_of<Action>(*event)).value();
  return !game.over() && std::holds_alternative<WantShow>(game.wants().front());
}

TEST(Trace, WhatWeRecordWeFindRight) {
  for (const Module& module : modules()) {
    const GameInfo& info = module.info();
    for (std::uint64_t seed = 0; seed < 4 * sizes::number_in("FD_MATCHES", 1); ++seed) {
      const std::size_t seats = seed % 2 == 0 ? info.seats_min : info.seats_max;
      const AnyGame game = start_game(info.name, Json::object(), seats).value();
      const auto line = record_playout(game, std::vector<Player>(seats, random_move), seed);
      ASSERT_TRUE(line);
      if (!module.loads && shows_before_it_asks(game))
        EXPECT_NE(difference(*line).find("this game has no load()"), std::string::npos)
            << info.name << ": " << difference(*line);
      else
        EXPECT_EQ(difference(*line), "none") << info.name;
    }
  }
}

}  // namespace
}  // namespace fairdeal::conformance
