#include "games/players/range_player.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/registry.h"
#include "tests/rules/players/small_games.h"
#include "tests/run_size.h"

namespace fairdeal::rules {
namespace {

AnyGame one_hand_of(const char* name, std::size_t seats) {
  return start_game(name, {{"hands", 1}}, seats).value();
}

Thought ranges_thought(const Match& match, const Budget& budget, const GoOn& go_on = {}) {
  const Seat seat = match.game().active().front();
  const Trail trail = trail_of(match, seat);
  SeededRng rng(1);
  const GoOn always = [](const Progress&) { return true; };
  return range_kind()
      .think({match.game(), seat, match.dealer().known(seat), &trail}, budget,
             go_on ? go_on : always, rng)
      .value();
}

/// Returns the first choice of the seat to act that begins so; none: there is no such one.
std::optional<Action> choice_of(const AnyGame& game, const std::string& begins) {
  for (const Choice& one : game.legal(game.active().front()))
    if (one.action.text.starts_with(begins)) return one.action;
  return {};
}

/// Plays heads-up hold'em up to the last card. Seat 0 only checks and calls; seat 1 does so too, or
/// bets the least and raises wherever it may. Seat 0 is then to act.
Match at_the_river(std::uint64_t seed, bool rival_bets) {
  Match match(one_hand_of("holdem", 2), Dealer(seed));
  EXPECT_TRUE(match.begin());
  while (!match.game().over()) {
    const AnyGame& game = match.game();
    const Seat seat = game.active().front();
    const bool ends = game.json().at("street") == "river" && seat == Seat(0) &&
                      (rival_bets ? choice_of(game, "\"call").has_value()
                                  : choice_of(game, "\"check").has_value());
    if (ends) break;
    std::optional<Action> move;
    if (rival_bets && seat == Seat(1)) move = choice_of(game, "{\"");
    for (const char* usual : {"\"check", "\"call"})
      if (!move) move = choice_of(game, usual);
    EXPECT_TRUE(match.move({{seat, *move}}));
  }
  return match;
}

/// Returns the number in "it wins 63 times in 100".
int wins_in_hundred(const Thought& thought) {
  const auto at = thought.why.find("wins ");
  return at == std::string::npos ? -1 : std::stoi(thought.why.substr(at + 5));
}

TEST(Ranges, TakeARivalWhoBetOnEachStreetForStronger) {
  int lower = 0, higher = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Match quiet = at_the_river(seed, false), loud = at_the_river(seed, true);
    if (quiet.game().over() || loud.game().over()) continue;
    const int after_checks = wins_in_hundred(ranges_thought(quiet, {.simulations = 60}));
    const int after_bets = wins_in_hundred(ranges_thought(loud, {.simulations = 60}));
    ASSERT_GE(after_checks, 0);
    ASSERT_GE(after_bets, 0);
    lower += after_bets < after_checks;
    higher += after_bets > after_checks;
  }
  EXPECT_GE(lower, 15);
  EXPECT_LE(higher, 2);
}

/// On the river nothing is left to chance, so what a call brings follows from how often it wins.
TEST(Ranges, CallWhatThePotIsWorth) {
  int called = 0, folded = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Match match = at_the_river(seed, true);
    if (match.game().over()) continue;
    const Thought thought = ranges_thought(match, {});
    const auto call = std::ranges::find(thought.moves, Action{"\"call\""}, &Weighed::move);
    const auto fold = std::ranges::find(thought.moves, Action{"\"fold\""}, &Weighed::move);
    ASSERT_TRUE(call != thought.moves.end() && fold != thought.moves.end());
    EXPECT_EQ(fold->value, Rational(0));
    EXPECT_NE(thought.move == fold->move, call->value > Rational(0)) << "seed " << seed;
    called += thought.move != fold->move;
    folded += thought.move == fold->move;
    for (const Weighed& one : thought.moves) {
      const auto best = std::ranges::find(thought.moves, thought.move, &Weighed::move);
      EXPECT_LE(one.value, best->value);
    }
  }
  EXPECT_GT(called, 3);
  EXPECT_GT(folded, 3);
}

TEST(Ranges, RepeatAndStopWhenTheyAreTold) {
  const Match match = at_the_river(7, true);
  const Thought first = ranges_thought(match, {.simulations = 20});
  EXPECT_EQ(ranges_thought(match, {.simulations = 20}).move, first.move);
  int asked = 0;
  const Thought stopped = ranges_thought(match, {.simulations = 1'000'000},
                                         [&](const Progress&) { return ++asked < 10; });
  EXPECT_EQ(asked, 10) << "it goes on after a no";
  EXPECT_TRUE(allows(match.game(), Seat(0), stopped.move));
}

class RangesPlay : public ::testing::TestWithParam<const char*> {};

TEST_P(RangesPlay, WholeMatchesWithEachNumberOfSeats) {
  const Module& module = *find_module(GetParam()).value();
  for (std::size_t seats = 2; seats <= module.info().seats_max; ++seats) {
    const AnyGame game = start_game(GetParam(), {{"hands", 3}}, seats).value();
    Opponent opponent = opponent_named("ranges:easy", game).value();
    const std::vector<Opponent> players(seats, opponent);
    const auto end = play_contest(game, players, seats);
    ASSERT_TRUE(end) << end.error().about;
    EXPECT_TRUE(end->over());
  }
}
INSTANTIATE_TEST_SUITE_P(Games, RangesPlay, ::testing::Values("holdem", "short-deck", "omaha"),
                         [](const auto& given) {
                           std::string name = given.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Ranges, PlayNoGameOfOtherCards) {
  for (const char* name : {"omaha-hi-lo", "stud", "five-card-draw", "mixed", "kuhn", "chess"})
    EXPECT_FALSE(range_kind().plays(game_of(name))) << name;
}

/// Returns how much the first player wins a match on average, in each seat of so many deals.
std::int64_t won_by(const char* player, const char* others, const AnyGame& game,
                    std::uint64_t deals) {
  std::int64_t sum = 0;
  const Opponent one = opponent_named(player, game).value();
  const std::vector<Opponent> rivals(game.seats(), opponent_named(others, game).value());
  for (std::uint64_t deal = 0; deal < deals; ++deal)
    for (std::size_t seat = 0; seat < game.seats(); ++seat) {
      auto seats = rivals;
      seats[seat] = one;
      sum += play_contest(game, seats, deal).value().result().value().at(seat);
    }
  return sum / static_cast<std::int64_t>(deals * game.seats());
}

/// At least 20 big blinds in 100 hands, which is 4 chips a hand. docs/players.md has intervals.
TEST(RangesStrength, BeatASimplePlayerHeadsUp) {
  const auto deals = sizes::number_in("FD_MATCHES", 250);
  EXPECT_GE(won_by("ranges:normal", "simple", one_hand_of("holdem", 2), deals), 4);
}

/// "simple" is what the figures in docs/players.md compare with: a change of its play changes them.
TEST(RangesStrength, TheSimplePlayerIsTheOneOfTheFigures) {
  std::uint64_t digest = 14695981039346656037u;  // FNV-1a
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::vector<Player> players(2 + seed % 5, simple_move);
    const auto watch = [&](const Report& report) {
      if (report.event == nullptr) return;
      const auto* moved = std::get_if<Moved<Action>>(report.event);
      if (moved == nullptr) return;
      for (const char c : moved->move.text)
        digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211u;
    };
    ASSERT_TRUE(play(one_hand_of("holdem", players.size()), players, seed, watch));
  }
  EXPECT_EQ(digest, 10592887745308413884u);
}

}  // namespace
}  // namespace fairdeal::rules
