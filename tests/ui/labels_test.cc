#include <fstream>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "tests/shipped_script.h"

/// The German of the games' own words: games/labels.json.

namespace fairdeal::rules {
namespace {

constexpr int kTurnsMax = 150;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const Json& labels() {
  static const Json all = Json::parse(text_of(FD_SOURCE_DIR "/games/labels.json"));
  return all;
}

/// Returns the places of a pattern: "raise to {n}" has {n}.
std::multiset<std::string> places_of(const std::string& pattern) {
  static const std::regex kPlace(R"(\{\w+\})");
  return {std::sregex_token_iterator(pattern.begin(), pattern.end(), kPlace), {}};
}

/// Returns what matches a pattern, in which a place stands for any words.
std::regex matched_by(const std::string& pattern) {
  static const std::regex kPlace(R"(\{\w+\})"), kOther(R"([.?*+()|^$\[\]\\])");
  const std::string escaped = std::regex_replace(pattern, kOther, R"(\$&)");
  return std::regex(std::regex_replace(escaped, kPlace, "(.+)"));
}

bool has_german(const std::string& label) {
  static const std::vector<std::regex> all = [] {
    std::vector<std::regex> regexes;
    for (const auto& [english, german] : labels().at("labels").items())
      regexes.push_back(matched_by(english));
    return regexes;
  }();
  return std::ranges::any_of(all,
                             [&](const std::regex& one) { return std::regex_match(label, one); });
}

/// Plays a match at random, and collects the labels of all its moves that have no German.
void collect(const std::string& game, std::size_t seats, std::uint64_t seed,
             std::set<std::string>& without) {
  auto start = start_game(game, Json::object(), seats);
  ASSERT_TRUE(start) << game << start.error().about;
  Match match(*start, Dealer(seed));
  ASSERT_TRUE(match.begin());
  SeededRng rng(seed);
  const SeatNames all{"Ann", "Bob", "Cal", "Deb", "Eve", "Fay"};
  const SeatNames names(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(seats));
  for (int turn = 0; turn < kTurnsMax && !match.game().over(); ++turn) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active()) {
      const Known known = match.dealer().known(seat);
      for (const Choice& choice : match.game().choices(seat, known, names))
        if (!has_german(choice.label)) without.insert(choice.label);
      moves.emplace(seat, random_move(match.game(), seat, known, rng));
      const std::string told = match.game().label(seat, moves.at(seat), {}, names);
      if (!has_german(told)) without.insert(told);
    }
    ASSERT_TRUE(match.move(moves));
  }
}

TEST(Labels, HaveTheSamePlacesInBothLanguages) {
  for (const auto& [english, german] : labels().at("labels").items())
    EXPECT_EQ(places_of(english), places_of(german.get<std::string>())) << english;
}

TEST(Labels, OfAllShippedGamesHaveGermanOrAreNotation) {
  std::set<std::string> games;
  for (const std::string& file : sources::shipped_scripts()) {
    const auto script = Script::load(file, text_of(sources::shipped_script(file)));
    ASSERT_TRUE(script) << file;
    const auto module = add_module(module_of_script(*script));
    ASSERT_TRUE(module) << file;
    games.insert((*module)->info().name);
  }
  for (const Module& module : modules()) games.insert(module.info().name);
  for (const std::string& game : games) {
    const GameInfo& info = (*find_module(game))->info();
    if (info.shelf == "reference" || labels().at("notation").contains(game)) continue;
    const std::size_t seats =
        std::min<std::size_t>(info.seats_max, std::max<std::size_t>(info.seats_min, 3));
    std::set<std::string> without;
    for (const std::uint64_t seed : {1, 2, 3}) collect(game, seats, seed, without);
    EXPECT_TRUE(without.empty()) << game << ": " << testing::PrintToString(without);
  }
  for (const auto& [game, why] : labels().at("notation").items())
    EXPECT_TRUE(games.contains(game)) << game;
}

}  // namespace
}  // namespace fairdeal::rules
