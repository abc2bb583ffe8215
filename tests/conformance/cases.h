#pragma once

#include <algorithm>
#include <cctype>
#include <ostream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/registry.h"

/// The matches on which every game must prove itself.
namespace fairdeal::rules {

struct Case {
  std::string name;
  Json params;
  std::size_t seats;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.name << " " << c.params << " for " << c.seats;
  }
};

/// Tables of poker with rules of the house.
inline void add_house_rules(std::vector<Case>& cases) {
  cases.push_back(
      {"holdem", {{"straddle", true}, {"straddle_from", "any"}, {"stack", 200}, {"hands", 9}}, 5});
  cases.push_back(
      {"holdem", {{"bomb_every", 2}, {"bomb_ante", 30}, {"stack", 100}, {"sit_out", true}}, 4});
  cases.push_back({"holdem", {{"rabbit", true}, {"stack", 150}, {"hands", 12}}, 2});
  cases.push_back(
      {"omaha-hi-lo", {{"rabbit", true}, {"stack", 90}, {"sit_out", true}, {"hands", 9}}, 3});
  cases.push_back({"mixed",
                   {{"rabbit", true}, {"stack", 150}, {"dealers_choice", true}, {"game_hands", 1}},
                   3});
  cases.push_back({"omaha", {{"bomb_every", 1}, {"stack", 120}, {"run_outs", 2}}, 5});
  cases.push_back({"short-deck", {{"bomb_every", 3}, {"stack", 120}}, 4});
  cases.push_back({"mixed", {{"bomb_every", 2}, {"game_hands", 1}, {"stack", 150}}, 4});
}

/// Every game of the registry with the fewest and the most seats, and some parameters that lead
/// elsewhere. A full table has so few chips that it plays some hands and not hundreds.
inline std::vector<Case> cases() {
  std::vector<Case> cases;
  for (const Module& module : modules()) {
    const GameInfo& info = module.info();
    cases.push_back({info.name, Json::object(), info.seats_min});
    const bool has_stacks = std::ranges::count(info.params, "stack", &Param::name) > 0;
    if (info.seats_max != info.seats_min)
      cases.push_back(
          {info.name, has_stacks ? Json{{"stack", 200}} : Json::object(), info.seats_max});
  }
  cases.push_back({"holdem", {{"hands", 3}, {"ante", 5}}, 3});
  cases.push_back({"holdem", {{"stack", 25}, {"ante", 7}}, 6});
  cases.push_back({"holdem", {{"betting", "pot-limit"}, {"straddle", true}, {"hands", 9}}, 4});
  add_house_rules(cases);
  cases.push_back({"holdem", {{"betting", "fixed-limit"}, {"sit_out", true}, {"stack", 200}}, 3});
  cases.push_back({"holdem",
                   {{"run_outs", 2}, {"winner_shows", true}, {"called_shows", true}, {"stack", 90}},
                   3});
  const Json level = {{"from", 3}, {"small", 15}, {"big", 25}, {"ante", 9}};
  cases.push_back({"holdem",
                   {{"betting", "fixed-limit"},
                    {"ante_from", "big-blind"},
                    {"ante", 7},
                    {"stack", 130},
                    {"levels", {level}},
                    {"straddle", true},
                    {"sit_out", true},
                    {"run_outs", 2},
                    {"winner_shows", true}},
                   5});
  cases.push_back(
      {"omaha",
       {{"run_outs", 2}, {"ante", 7}, {"stack", 130}, {"straddle", true}, {"winner_shows", true}},
       5});
  cases.push_back({"omaha-hi-lo", {{"betting", "pot-limit"}, {"run_outs", 2}, {"stack", 90}}, 4});
  cases.push_back({"short-deck", {{"run_outs", 2}, {"stack", 60}, {"sit_out", true}}, 4});
  cases.push_back({"stud", {{"betting", "no-limit"}, {"stack", 60}, {"sit_out", true}}, 4});
  cases.push_back({"stud-hi-lo", {{"stack", 90}, {"winner_shows", true}}, 5});
  cases.push_back({"razz", {{"betting", "pot-limit"}, {"stack", 40}, {"ante", 9}}, 5});
  cases.push_back({"five-card-draw", {{"betting", "fixed-limit"}, {"stack", 60}}, 6});
  cases.push_back({"triple-draw", {{"stack", 130}, {"straddle", true}, {"sit_out", true}}, 6});
  cases.push_back({"badugi", {{"betting", "no-limit"}, {"stack", 90}, {"winner_shows", true}}, 5});
  cases.push_back(
      {"mixed", {{"games", {"holdem", "stud", "badugi"}}, {"game_hands", 1}, {"stack", 150}}, 3});
  cases.push_back({"mixed",
                   {{"dealers_choice", true},
                    {"game_hands", 0},
                    {"stack", 90},
                    {"sit_out", true},
                    {"winner_shows", true}},
                   4});
  cases.push_back({"holdem", {{"stacks", {60, 0, 90, 40}}}, 4});
  cases.push_back({"odds-and-evens", {{"turns", 9}}, 2});
  cases.push_back({"pig", {{"goal", 15}}, 2});
  cases.push_back({"bet", {{"die", "D20"}, {"goal", 7}}, 1});
  cases.push_back({"liars-dice", {{"dice", 2}}, 3});
  cases.push_back({"hearts", {{"hands", 5}, {"goal", 50}}, 4});
  cases.push_back({"hearts", {{"hands", 16}}, 4});
  cases.push_back({"hearts", {{"passing", false}, {"hands", 2}}, 4});
  cases.push_back({"hearts", {{"two_of_clubs", true}, {"hands", 3}}, 4});
  cases.push_back({"choose2win", {{"turns", 3}}, 2});
  cases.push_back({"connect-four", {{"height", 3}, {"width", 16}, {"line_length", 3}}, 2});
  cases.push_back({"connection-game", {{"height", 3}, {"width", 4}, {"line_length", 3}}, 2});
  cases.push_back({"mancala-kalah", {{"houses", 3}, {"emptyCapture", true}}, 2});
  cases.push_back({"othello", {{"rows", 10}, {"columns", 12}}, 2});
  cases.push_back({"reversi", {{"rows", 4}, {"columns", 6}}, 2});
  cases.push_back({"toads-and-frogs", {{"chips", 5}, {"separation", 1}}, 2});
  return cases;
}

inline std::string name_of(const testing::TestParamInfo<Case>& test) {
  std::string name = test.param.name + "_" + std::to_string(test.param.seats);
  for (const auto& [key, value] : test.param.params.items()) name += "_" + key + value.dump();
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

}  // namespace fairdeal::rules
