// Levels of poker that go by minutes: an alarm at any moment of a hand changes nothing but the
// level of the next one, in every game of poker.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/player.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

/// Two later levels of the game, by minutes, in which each of its forced chips doubles.
Json by_minutes(const std::string& name) {
  const AnyGame usual = *start_game(name, {}, 2);
  const std::map<std::string, std::string> columns{{"small", "small_blind"},   {"big", "big_blind"},
                                                   {"button", "button_blind"}, {"bet", "bet"},
                                                   {"bring_in", "bring_in"},   {"ante", "ante"}};
  Json levels = Json::array();
  for (const int times : {2, 4}) {
    Json level = Json::object();
    for (const auto& [column, param] : columns)
      if (usual.params().contains(param)) level[column] = times * usual.params()[param].get<int>();
    levels.push_back(level);
  }
  return {{"hands", 6}, {"level_minutes", 10}, {"levels", levels}};
}

struct Rung {
  std::set<std::string> streets;
  std::size_t times = 0, raised = 0;
};

/// Rings at the match's states with this probability, and checks each ring.
void play(const std::string& name, const Json& params, std::size_t seats, std::uint64_t seed,
          Rung& rung) {
  SeededRng rng(seed);
  Match match(*start_game(name, params, seats), Dealer(seed));
  ASSERT_TRUE(match.begin());
  while (!match.game().over()) {
    const AnyGame before = match.game();
    if (before.alarm() && rng.below(12) == 0) {
      ASSERT_TRUE(match.happen(AlarmRang{}));
      Json after = match.game().json();
      EXPECT_EQ(after.at("level_due").get<std::size_t>(),
                before.json().value("level_due", before.json().at("level").get<std::size_t>()) + 1);
      after.erase("level_due");
      Json was = before.json();
      was.erase("level_due");
      EXPECT_EQ(after, was);
      EXPECT_EQ(match.game().wants(), before.wants());
      ++rung.times;
      rung.streets.insert(before.json().at("street"));
    }
    const Json state = match.game().json();
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves.emplace(seat, random_move(match.game(), seat, match.dealer().known(seat), rng));
    ASSERT_TRUE(match.move(moves));
    const Json next = match.game().json();
    const bool same_hand = next.at("hand") == state.at("hand");
    const std::size_t due = state.value("level_due", state.at("level").get<std::size_t>());
    if (!same_hand) {
      EXPECT_EQ(next.at("level"), due);
      rung.raised += next.at("level") != state.at("level");
    } else {
      EXPECT_EQ(next.at("level"), state.at("level"));
    }
  }
  EXPECT_FALSE(match.game().alarm());
}

TEST(Levels, AnAlarmChangesTheNextHandAndNothingElse) {
  for (const char* name :
       {"holdem", "short-deck", "omaha", "omaha-hi-lo", "five-card-draw", "single-draw",
        "triple-draw", "badugi", "razz", "stud", "stud-hi-lo", "mixed"}) {
    SCOPED_TRACE(name);
    Rung rung;
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
      play(name, by_minutes(name), 2 + seed % 3, seed, rung);
    EXPECT_GT(rung.raised, 3u);
    EXPECT_GT(rung.streets.size(), 2u);
  }
}

TEST(Levels, ByMinutesAreFromNoHandOnAndByHandsFromOne) {
  const auto refused = [](const Json& params) {
    const auto game = start_game("holdem", params, 2);
    return game ? "" : game.error().about;
  };
  const Json by_hand = Json::parse(R"([{"from":11,"small":20,"big":40,"ante":0}])");
  const Json by_minute = Json::parse(R"([{"small":20,"big":40,"ante":0}])");
  EXPECT_EQ(refused({{"levels", by_hand}}), "");
  EXPECT_EQ(refused({{"levels", by_minute}, {"level_minutes", 5}}), "");
  EXPECT_EQ(refused({{"levels", by_hand}, {"level_minutes", 5}}),
            "levels: with level_minutes no level has 'from'");
  EXPECT_NE(refused({{"levels", by_minute}}), "");
  EXPECT_EQ(refused({{"level_minutes", 5}}), "level_minutes: there are no levels after the first");
  EXPECT_NE(refused({{"levels", by_minute}, {"level_minutes", 1441}}), "");
}

}  // namespace
}  // namespace fairdeal::rules
