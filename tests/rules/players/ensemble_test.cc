#include "rules/players/ensemble.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/players/heuristics.h"
#include "rules/players/player.h"
#include "tests/rules/players/small_games.h"

namespace fairdeal::rules {
namespace {

/// A player that gives the first moves of a game these values or visits, and counts its calls.
Opponent with_values(std::vector<std::int64_t> values, bool visits = false) {
  return {"values",
          [=](const SeatSight& sight, const Budget& budget, const GoOn&, Rng&) -> Result<Thought> {
            Thought thought;
            const auto moves = sight.game.legal(sight.seat);
            for (std::size_t i = 0; i < values.size(); ++i)
              thought.moves.push_back({moves[i].action, visits ? Rational() : Rational(values[i]),
                                       visits ? static_cast<std::uint64_t>(values[i]) : 0});
            thought.move = moves.back().action;
            thought.progress.simulations = budget.simulations;
            return thought;
          },
          {.simulations = 160, .milliseconds = 100}};
}

/// A player that takes the move of this number, and gives no reason.
Opponent that_takes(std::size_t move) {
  return {"takes",
          [=](const SeatSight& sight, const Budget&, const GoOn&, Rng&) -> Result<Thought> {
            return Thought{.move = sight.game.legal(sight.seat)[move].action};
          },
          {.milliseconds = 300}};
}

Thought thought_of(const Opponent& opponent, const AnyGame& game, const GoOn& go_on = {}) {
  SeededRng rng(1);
  return opponent.thinker({game, Seat(0), {}}, opponent.budget, go_on, rng).value();
}

TEST(Ensemble, TakesTheMoveThatItsMembersLikeBestOnAverage) {
  const AnyGame game = game_of("tic-tac-toe");
  const auto moves = game.legal(Seat(0));
  // The second member has another scale: its votes count as much.
  const auto ensemble =
      ensemble_of("both", {with_values({4, 10, 0}), with_values({900, 0, 1000}), that_takes(0)});
  EXPECT_EQ(ensemble.budget.milliseconds, 300);
  const Thought thought = thought_of(ensemble, game);
  EXPECT_EQ(thought.move, moves[0].action);
  ASSERT_EQ(thought.moves.size(), moves.size());
  EXPECT_EQ(thought.moves[0].value, Rational(400'000 + 900'000 + 1'000'000, 3'000'000));
  EXPECT_EQ(thought.moves[1].value, Rational(1, 3));
  EXPECT_EQ(thought.moves[2].value, Rational(1, 3));
  EXPECT_EQ(thought.moves[3].value, Rational());
  EXPECT_EQ(thought.why, "has 76 of 100 votes of 3 players");
}

TEST(Ensemble, CountsVisitsWhereAMemberHasThem) {
  const AnyGame game = game_of("tic-tac-toe");
  const Thought thought =
      thought_of(ensemble_of("both", {with_values({5, 5, 25}, true), that_takes(1)}), game);
  EXPECT_EQ(thought.moves[2].value, Rational(1, 2));
  EXPECT_EQ(thought.moves[0].value, Rational());
}

/// A member whose moves are all alike to it votes for the one that it takes.
TEST(Ensemble, HearsAMemberThatFindsAllMovesAlike) {
  const AnyGame game = game_of("tic-tac-toe");
  const auto moves = game.legal(Seat(0));
  const Thought thought =
      thought_of(ensemble_of("both", {with_values({7, 7, 7}), with_values({7, 7, 7})}), game);
  EXPECT_EQ(thought.move, moves.back().action);
}

TEST(Ensemble, ThinksTwiceAsMuchEachTimeUntilItShallStop) {
  const AnyGame game = game_of("tic-tac-toe");
  const auto ensemble = ensemble_of("both", {with_values({1, 0}), with_values({0, 1})});
  EXPECT_EQ(thought_of(ensemble, game).progress.simulations, 2 * (10 + 20 + 40 + 80 + 160));
  // A real member stops; and its unfinished votes do not count, but for the first time.
  const auto all = opponent_named("uct:easy+montecarlo:easy", game).value();
  std::uint64_t asked = 0;
  const Thought stopped = thought_of(all, game, [&](const Progress&) { return ++asked < 3; });
  EXPECT_TRUE(allows(game, Seat(0), stopped.move));
  EXPECT_GE(asked, 3U);
  EXPECT_LT(asked, 10U);
}

TEST(Ensemble, IsNamedByItsMembers) {
  const AnyGame game = game_of("connect-four");
  const auto named = opponent_named("uct:easy+montecarlo+simple", game);
  ASSERT_TRUE(named) << named.error().about;
  EXPECT_EQ(named->name, "uct:easy+montecarlo+simple");
  EXPECT_FALSE(opponent_named("uct+nobody", game));
  EXPECT_FALSE(opponent_named("uct+uct+uct+uct+uct", game));
  EXPECT_FALSE(opponent_named("uct+", game));
  EXPECT_TRUE(may_name_opponent("uct:easy+montecarlo"));
  for (const char* name : {"+uct", "uct+", "uct++uct", "uct+uct+uct+uct+uct", "uct+a:b:c", "+"})
    EXPECT_FALSE(may_name_opponent(name)) << name;
}

TEST(Ensemble, RepeatsItsMoveFromASeed) {
  const AnyGame game = game_of("mancala-kalah");
  auto ensemble = opponent_named("uct:easy+montecarlo:easy", game).value();
  ensemble.budget = {.simulations = 200};
  const Thought once = thought_of(ensemble, game), again = thought_of(ensemble, game);
  EXPECT_EQ(once.move, again.move);
  EXPECT_EQ(once.moves.front().value, again.moves.front().value);
}

TEST(CompositeHeuristic, IsTheWeighedSumOfItsParts) {
  const AnyGame game = game_of("othello");
  AnyGame later = game;
  SeededRng rng(3);
  for (int i = 0; i < 12; ++i) {
    const Seat mover = later.active().front();
    later = later.after(moved({{mover, random_move(later, mover, {}, rng)}})).value();
  }
  const auto composite =
      heuristic_named("0.6 othello weights + 0.2 piece ratio + 0.2 mobility ratio").value();
  const auto known = heuristic_named("othello default").value();
  EXPECT_EQ(composite(later, Seat(0)), known(later, Seat(0)));
  EXPECT_NE(composite(later, Seat(0)), Rational());
  EXPECT_EQ(heuristic_named("1 zero").value()(game, Seat(0)), Rational());
  for (const char* wrong : {"0.5 zero", "0.5 zero + 0.6 zero", "0.5 zero + zero", "1.5 zero", "1",
                            "0.5 zero +0.5 zero", "0.1234 zero + 0.8766 zero", "0. zero"})
    EXPECT_FALSE(heuristic_named(wrong)) << wrong;
  EXPECT_EQ(heuristic_named("1 nothing").error().fault, Fault::unknown_module);
}

}  // namespace
}  // namespace fairdeal::rules
