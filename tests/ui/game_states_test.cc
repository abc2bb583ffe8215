// The list of `fairdeal games NAME --state` for each game is that of its states.
#include "ui/match/game_states.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "games/poker/poker_game.h"
#include "rules/json_full.h"
#include "rules/match.h"
#include "rules/registry.h"

namespace fairdeal::match {
namespace {

using rules::Json;

std::string type_of(const Json& value) {
  if (value.is_string()) return "text";
  if (value.is_number_integer()) return "integer";
  if (value.is_boolean()) return "boolean";
  if (value.is_array()) return "list";
  return value.is_object() ? "object" : "null";
}

bool allows(const std::string& types, const std::string& type) {
  return types == type || types == type + " or null" ||
         (type == "null" && types.ends_with(" or null"));
}

/// Plays a match at random, in which a seat is absent now and then, and shows each state.
template <class See>
void play(const rules::AnyGame& game, std::uint64_t seed, See&& see) {
  SeededRng rng(seed);
  rules::Match match(game, rules::Dealer(seed), [&](const auto& report) { see(report.game); });
  ASSERT_TRUE(match.begin());
  while (!match.game().over() && match.ply() < 300) {
    const auto active = match.game().active();
    if (active.size() == 1 && rng.next() % 64 == 0) {
      ASSERT_TRUE(match.happen(rules::Absent{active.front()}));
      continue;
    }
    std::map<Seat, rules::Action> moves;
    for (const Seat seat : active) {
      const auto choices = match.game().legal(seat);
      moves[seat] = choices[rng.next() % choices.size()].action;
    }
    ASSERT_TRUE(match.move(moves));
  }
}

/// Parameters by which a game has members that it else has not.
std::vector<Json> params_of(const std::string& game) {
  if (game == "hearts") return {Json::object(), {{"two_of_clubs", true}}};
  if (game == "chess") return {Json::object(), {{"fide", true}}};
  const auto poker = rules::poker_games();
  if (std::ranges::count(poker, game) == 0) return {Json::object()};
  const auto& info = (*rules::find_module(game))->info();
  const auto has = [&](const std::string& name) {
    return std::ranges::count(info.params, name, &rules::Param::name) > 0;
  };
  Json level = {{"from", 2}, {"ante", 5}};
  if (has("small_blind")) level.update({{"small", 20}, {"big", 40}});
  if (has("button_blind")) level["button"] = 40;
  if (has("bring_in")) level["bring_in"] = 10;
  if (has("bet")) level["bet"] = 40;
  std::vector<Json> all{{{"betting", "no-limit"}},
                        {{"betting", "fixed-limit"}, {"straddle", true}},
                        {{"betting", "pot-limit"}, {"sit_out", true}, {"run_outs", 2}},
                        {{"ante", 5}, {"ante_from", "big-blind"}, {"levels", {level}}}};
  if (has("games")) {  // a game with a board, one with open cards and one with changes of cards
    for (Json& params : all)
      params.update({{"games", {"holdem", "razz", "badugi"}}, {"game_hands", 1}});
    all.push_back({{"dealers_choice", true}, {"game_hands", 1}});
  }
  if (has("bomb_every")) all[3]["bomb_every"] = 2;
  for (Json& params : all) {
    for (const char* some : {"straddle", "run_outs", "ante_from"})
      if (!has(some)) params.erase(some);
    params["hands"] = 3;
  }
  return all;
}

class EveryGame : public testing::TestWithParam<std::string> {};

TEST_P(EveryGame, HasStatesOfTheMembersThatItsTextNames) {
  const auto& info = (*rules::find_module(GetParam()))->info();
  std::map<std::string, StateField> fields;
  for (const StateField& field : state_of(GetParam()).fields)
    EXPECT_TRUE(fields.emplace(field.key, field).second) << field.key << " stands twice";
  ASSERT_FALSE(fields.empty());
  std::set<std::string> seen;
  const auto see = [&](const rules::AnyGame& game) {
    const Json state = game.json();
    for (const auto& [key, value] : state.items()) {
      if (fields.contains(key)) {
        EXPECT_TRUE(allows(fields[key].type, type_of(value))) << key << ": " << value.dump();
      } else {
        ADD_FAILURE() << "no word of " << key << ": " << value.dump();
      }
      seen.insert(key);
    }
    for (const auto& [key, field] : fields)
      EXPECT_TRUE(!field.always || state.contains(key)) << key << " is not in " << state.dump();
  };
  for (const std::size_t seats : {info.seats_min, std::min(info.seats_max, std::size_t{4})})
    for (const Json& params : params_of(GetParam())) {
      const auto game = rules::start_game(GetParam(), params, seats);
      ASSERT_TRUE(game) << describe(game.error());
      for (std::uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) play(*game, seed, see);
    }
  // These are there only once somebody was silent.
  const std::set<std::string> by_silence{"settled", "presence", "spoilt", "gone", "spoilt_by"};
  for (const auto& [key, field] : fields)
    if (!by_silence.contains(key)) {
      EXPECT_TRUE(seen.contains(key)) << key << " is in no state";
    }
}

std::vector<std::string> all_games() {
  std::vector<std::string> names;
  for (const auto& module : rules::modules()) names.push_back(module.info().name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(States, EveryGame, testing::ValuesIn(all_games()));

TEST(GameStates, AreNotOfAGameThatThereIsNot) {
  EXPECT_TRUE(state_of("every").fields.empty());
  EXPECT_TRUE(state_of("no-such-game").fields.empty());
}

}  // namespace
}  // namespace fairdeal::match
