#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "conformance/check.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(FD_SOURCE_DIR "/tests/traces"))
    if (entry.path().extension() == ".jsonl") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

class Recorded : public testing::TestWithParam<std::string> {};

TEST_P(Recorded, WhatTheOriginalDidIsWhatWeDo) {
  std::ifstream file(FD_SOURCE_DIR "/tests/traces/" + GetParam() + ".jsonl");
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const auto checked = check_line(line);
    ASSERT_TRUE(checked) << "line " << number << ": " << describe(checked.error());
    EXPECT_EQ(checked->skipped, "") << "line " << number;
    if (const auto& d = checked->difference)
      ADD_FAILURE() << "line " << number << ", ply " << d->ply << ", " << d->what << ": expected "
                    << d->expected << ", got " << d->got;
  }
  EXPECT_GT(number, 0u);
}

std::string name_of(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(EveryFile, Recorded, testing::ValuesIn(files()), name_of);

/// The difference that a changed line leads to.
std::string difference(const std::string& line) {
  const auto checked = check_line(line);
  if (!checked) return "unreadable: " + checked.error().about;
  if (!checked->skipped.empty()) return "skipped";
  if (const auto& d = checked->difference) return d->what + ": " + d->expected + ", " + d->got;
  return "none";
}

TEST(Traces, WrongAnswersAreFound) {
  EXPECT_EQ(difference(R"({"game":"toads-and-frogs","params":{"chips":1,"separation":1},
    "initial":{"board":"T_F","active":["Toads"]},"value":{"Toads":-1,"Frogs":1},
    "outcome":"Toads wins","move_values":[],"mover":"Toads","best_moves":[0]})"),
            R"(value: {"Frogs":1,"Toads":-1}, {"Frogs":-1,"Toads":1})");
  EXPECT_EQ(difference(R"({"game":"puzzle-15","board":"0123456789ABCED ","solvable":true})"),
            "solvable: true, false");
  EXPECT_EQ(difference(R"({"game":"tic-tac-toe","initial":{"board":"_________","active":["Xs"]},
    "levels":[{"depth":0,"sequences":1},{"depth":1,"sequences":8}]})"),
            "depth 1, sequences: 8, 9");
  EXPECT_EQ(difference(R"({"topic":"heuristic_value","game":"tic-tac-toe","params":{},
    "state":{"board":"X________","active":["Os"]},"heuristic":"tic-tac-toe default",
    "values":{"Xs":0.11764705882352941,"Os":0.1}})"),
            "value for Os: 0.1, \"-0.117647058824\"");
}

TEST(Traces, WhatNobodyKnowsIsSkippedAndNotAgreedTo) {
  EXPECT_EQ(difference(R"({"topic":"weather"})"), "skipped");
  EXPECT_EQ(difference(R"({"game":"go","plies":[]})"), "skipped");
  EXPECT_EQ(difference("[]"), "unreadable: a line that is no JSON object");
  EXPECT_EQ(difference("{"), "unreadable: a line that is not JSON");
}

TEST(Traces, ARuleThatPlaysFromWithinIsRefusedAndTheGameGoesOn) {
  const auto with = [](const char* step) {
    return difference(std::string(R"({"filters":{"mode":"none"},"state":{"n":0},
      "update":[["if",["eq",{"action":"nest"},true],[[")") +
                      step + R"("]]],["add",["n"],1]],
      "steps":[{"action":{"nest":true},"error":{"kind":"nested_call"},"state_after":null},
               {"action":{"nest":false},"state_after":{"n":1}}]})");
  };
  EXPECT_EQ(with("nested_play"), "none");
  EXPECT_EQ(with("nested_replay"), "none");
  EXPECT_EQ(with("throw\",\"no"), "error: \"nested_call\", \"rule_failed\"");
}

/// A line of no known kind is named as such, and ends nothing else.
TEST(Traces, BrokenLinesAreUnreadable) {
  const std::string deep(1000, '['), shut(1000, ']');
  for (const std::string& line : std::vector<std::string>{
           std::string("\xff\xfe{}"), "{\"game\":\"\xff\",\"plies\":[]}", R"({"plies":[]})",
           R"({"topic":"value","node":"zz","to_move":"X","expect":{}})",
           R"({"topic":"rejected","given":{"node":"5","square":1e99},"expect":{}})",
           R"({"topic":"match","given":{"game":5,"players":{}},"expect":{}})",
           R"({"topic":"aleatory","given":{},"expect":)",
           "{\"topic\":\"x\",\"deep\":" + deep + shut + "}"}) {
    const auto checked = check_line(line);
    ASSERT_FALSE(checked) << line;
    EXPECT_FALSE(checked.error().about.empty());
  }
}

/// Every recorded line with something wrong somewhere: whatever it is then, the program goes on.
TEST_P(Recorded, ADamagedLineIsReadOrRefused) {
  const Json values[] = {nullptr, -1,  0,    1,     INT64_MAX,     UINT64_MAX,
                         "",      "x", true, false, Json::array(), Json::object()};
  constexpr std::size_t kBytesMax = 3000;  // of a line: longer ones hold the same again
  std::ifstream file(FD_SOURCE_DIR "/tests/traces/" + GetParam() + ".jsonl");
  SeededRng rng(1);
  std::size_t checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.size() > kBytesMax && checked > 0) continue;
    for (int i = 0; i < 3; ++i, ++checked) {
      Json damaged = Json::parse(line);
      const Json places = damaged.flatten();
      auto place = places.begin();
      std::advance(place, rng.below(places.size()));
      auto where = Json::json_pointer(place.key());
      for (auto up = rng.below(3); up > 0 && !where.parent_pointer().empty(); --up)
        where = where.parent_pointer();
      damaged.at(where) = values[rng.below(std::size(values))];
      const auto result = check_line(damaged.dump());
      EXPECT_TRUE(result || !result.error().about.empty()) << damaged.dump();
    }
  }
  EXPECT_GT(checked, 0u);
}

TEST(Traces, HugeNumbersAreRefusedOrSkipped) {
  EXPECT_EQ(difference(R"({"topic":"checkerboard","name":"lines","expect":{"lines":[]},
    "given":{"height":2000000000,"width":2000000000,"string":"x"}})"),
            "skipped");
  EXPECT_EQ(difference(R"({"topic":"checkerboard","name":"lines","expect":{"lines":[]},
    "given":{"height":3,"width":3,"string":"x"}})"),
            "skipped");
  EXPECT_EQ(difference(R"({"topic":"aleatory","name":"D9","expect":{"count":1},
    "given":{"kind":"die","name":"D99999999999999999999999"}})"),
            "skipped");
  EXPECT_EQ(difference(R"({"topic":"aleatory","name":"d","expect":{"error":"too many"},
    "given":{"min":-9000000000000000000,"max":9000000000000000000}})"),
            "none");
  EXPECT_EQ(difference(R"({"game":"tic-tac-toe","initial":{"board":"_________","active":["Xs"]},
    "levels":[{"depth":4000000000,"sequences":1}]})"),
            "skipped");
  EXPECT_EQ(difference(R"({"board":"","solvable":true})"), "skipped");
}

}  // namespace
}  // namespace fairdeal::conformance
