// How a match goes on from the one before it.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/player.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

AnyGame played(const std::string& name, const Json& params, std::size_t seats, std::uint64_t seed) {
  SeededRng rng(seed);
  Match match(*start_game(name, params, seats), Dealer(seed));
  auto state = match.begin();
  while (state && !match.game().over()) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves.emplace(seat, random_move(match.game(), seat, match.dealer().known(seat), rng));
    state = match.move(moves);
  }
  EXPECT_TRUE(state);
  return match.game();
}

TEST(NextMatch, AnotherSeatBeginsAndNothingElseChanges) {
  const auto ended = played("kuhn", {}, 2, 1);
  EXPECT_EQ(ended.next_first(), Seat(1));
  EXPECT_EQ(ended.next_params(), ended.params());
}

TEST(NextMatch, HoldemGoesOnWithTheChipsThatEverybodyHas) {
  std::size_t carried = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto ended = played("holdem", {{"hands", 3}, {"stack", 500}}, 4, seed);
    const auto has = *ended.scores();
    const auto with_chips = std::ranges::count_if(has, [](auto chips) { return chips > 0; });
    const Json next = ended.next_params();
    if (with_chips < 2) {
      EXPECT_FALSE(next.contains("stacks")) << "all buy in anew";
      continue;
    }
    ++carried;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto before = has[(ended.next_first().value + i) % 4];
      EXPECT_EQ(next["stacks"][i], before > 0 ? before : 500) << "seed " << seed;
    }
    const auto again = start_game("holdem", next, 4);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->json()["button"], 0) << "where the button would have moved";
    const auto after = played("holdem", next, 4, seed);
    const auto result = *after.result();
    EXPECT_EQ(std::accumulate(result.begin(), result.end(), std::int64_t{0}), 0);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(next["stacks"][i].get<std::int64_t>() + result[i], (*after.scores())[i]);
  }
  EXPECT_GT(carried, 50U);
}

/// Returns the seats of the next table in the order in which the forced bet comes to them.
std::vector<std::optional<Seat>> payers(const AnyGame& ended, SeatSet staying,
                                        std::size_t newcomers) {
  auto seats = ended.next_seats(staying, newcomers);
  const auto next =
      start_game("holdem", ended.params_with_chips(std::vector<std::int64_t>(seats.size(), 1000)),
                 seats.size());
  EXPECT_TRUE(next);
  const auto big = next->json()["blinds"][1].get<std::ptrdiff_t>();
  std::ranges::rotate(seats, seats.begin() + big);
  return seats;
}

/// The big blind passes nobody over, and newcomers pay it first, whoever stays, leaves or comes.
TEST(NextMatch, TheBigBlindGoesOnToTheNextWhoStaysAndNewcomersPayItBeforeThem) {
  SeededRng rng(1);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto seats = 2 + rng.below(5);
    const auto ended = played("holdem", {{"hands", 2}}, seats, seed);
    const SeatSet staying =
        SeatSet::of_bits(static_cast<std::uint32_t>(rng.below(std::uint64_t{1} << seats)));
    const auto newcomers =
        static_cast<std::size_t>(rng.below(4) + (staying.size() < 2 ? 2 - staying.size() : 0));
    std::vector<std::optional<Seat>> expected(newcomers);
    const auto last = ended.json()["blinds"][1].get<std::uint32_t>();
    for (std::uint32_t i = 1; i <= seats; ++i)
      if (const Seat seat((last + i) % static_cast<std::uint32_t>(seats)); staying.has(seat))
        expected.emplace_back(seat);
    EXPECT_EQ(payers(ended, staying, newcomers), expected);
  }
}

/// Blinds that have risen stay so at the next table of an evening.
TEST(NextMatch, LevelsGoOnAtTheNextTableOfAnEvening) {
  const Json levels = Json::parse(R"([{"from":3,"small":20,"big":40,"ante":5},
                                      {"from":9,"small":40,"big":80,"ante":0}])");
  const auto by_hands = played("holdem", {{"hands", 4}, {"levels", levels}}, 3, 1);
  const Json next = by_hands.params_with_chips({500, 600, 700});
  EXPECT_EQ(next["small_blind"], 20);
  EXPECT_EQ(next["big_blind"], 40);
  EXPECT_EQ(next["ante"], 5);
  EXPECT_EQ(next["levels"], Json::parse(R"([{"from":5,"small":40,"big":80,"ante":0}])"));

  Json by_minutes{{"hands", 1}, {"level_minutes", 10}, {"levels", levels}};
  for (Json& level : by_minutes["levels"]) level.erase("from");
  auto game = *start_game("holdem", by_minutes, 2);
  EXPECT_EQ(game.params_with_chips({})["levels"].size(), 2U) << "nobody has played yet";
  for (std::size_t rung = 0; rung <= 2; ++rung) {
    const auto ended = *game.after(Void{SeatSet::first(2)});
    ASSERT_TRUE(ended.over());
    const Json after = ended.params_with_chips({500, 500});
    EXPECT_EQ(after["big_blind"], 20 << rung);
    EXPECT_EQ(after["levels"].size(), 2 - rung);
    EXPECT_EQ(after.contains("level_minutes"), rung < 2);
    EXPECT_TRUE(start_game("holdem", after, 2));
    if (rung < 2) game = *game.after(AlarmRang{});
  }
  EXPECT_FALSE(game.alarm());
  EXPECT_FALSE(game.after(AlarmRang{}));
}

TEST(NextMatch, ChipsThatPeopleOwnAreThoseOfTheSeatsAndTheNextStacks) {
  const auto ended = played("stud", {{"hands", 2}}, 3, 1);
  ASSERT_TRUE(ended.has_chips());
  EXPECT_EQ(ended.chips(), *ended.scores());
  const Json next = ended.params_with_chips({10, 20, 30, 40});
  EXPECT_EQ(start_game("stud", next, 4)->chips().size(), 4U);
  EXPECT_EQ(next["stacks"], Json({10, 20, 30, 40}));
  EXPECT_FALSE(ended.params_with_chips({}).contains("stacks"));
  EXPECT_EQ(ended.next_seats(SeatSet::first(3), 0).front(), Seat(2)) << "the button moves on";
  EXPECT_TRUE(ended.next_seats({}, 0).empty());
  EXPECT_FALSE(played("kuhn", {}, 2, 1).has_chips());
}

TEST(NextMatch, StacksAreOneNumberForEachSeatAndNothingIfNotGiven) {
  const auto fault = [](const Json& stacks, std::size_t seats) {
    const auto game = start_game("holdem", {{"stacks", stacks}}, seats);
    return game ? "" : describe(game.error());
  };
  EXPECT_EQ(fault({100, 200}, 2), "");
  EXPECT_NE(fault({100, 200}, 3).find("each of the 3 seats"), std::string::npos);
  EXPECT_NE(fault({100, -1}, 2).find("each is from 0"), std::string::npos);
  EXPECT_NE(fault({100, 0}, 2).find("two seats at least have chips"), std::string::npos);
  EXPECT_NE(fault({100, "all"}, 2).find("each is from 0"), std::string::npos);
  EXPECT_NE(fault("all", 2), "");
  EXPECT_FALSE(start_game("holdem", Json::object(), 2)->params().contains("stacks"));
  EXPECT_EQ(start_game("holdem", {{"stacks", Json::array()}}, 2)->params(),
            start_game("holdem", Json::object(), 2)->params());
}

}  // namespace
}  // namespace fairdeal::rules
