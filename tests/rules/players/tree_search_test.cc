#include "rules/players/tree_search.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/players/uct.h"
#include "rules/registry.h"
#include "tests/rules/players/small_games.h"
#include "tests/run_size.h"

namespace fairdeal::rules {
namespace {

/// Returns the game's first value at which a seat has to move.
AnyGame first_move_of(const char* name) {
  Match match(game_of(name), Dealer(1));
  EXPECT_TRUE(match.begin());
  return match.game();
}

Thought thought_of(const ThinkerKind& kind, const AnyGame& game, const Budget& budget,
                   std::uint64_t seed = 1, const GoOn& go_on = {}) {
  SeededRng rng(seed);
  return kind.think({game, game.active().front(), {}}, budget, go_on, rng).value();
}

/// Games in which everything is open: of turns, with dice, and with moves made together.
const char* const kOpenGames[] = {"connect-four", "othello", "mancala-kalah",  "chess",
                                  "pig",          "bahab",   "odds-and-evens", "tribolo"};

TEST(ForwardModel, GoesAsTheGameGoes) {
  for (const char* name : kOpenGames) {
    AnyGame game = game_of(name);
    const auto model = forward_model(game);
    Dealer dealer(1);
    SeededRng rng(2);
    for (int i = 0; i < 200 && !game.over(); ++i) {
      ASSERT_EQ(model->movers(), game.active()) << name;
      if (model->movers().empty()) {
        const ChanceEvent event = dealer.answer(model->chance());
        game = game.after(event_of<Action>(event)).value();
        ASSERT_TRUE(model->happen(event));
      } else {
        std::vector<std::size_t> chosen;
        std::map<Seat, Action> moves;
        for (std::size_t k = 0; k < model->movers().size(); ++k) {
          const Seat seat = model->movers()[k];
          chosen.push_back(static_cast<std::size_t>(rng.below(model->moves(k))));
          moves[seat] = model->action(k, chosen[k]);
          EXPECT_TRUE(allows(game, seat, moves[seat])) << name << " " << moves[seat].text;
        }
        game = game.after(moved(moves)).value();
        ASSERT_TRUE(model->play(chosen));
      }
      EXPECT_TRUE(model->game() == game) << name;
      EXPECT_EQ(model->result() != nullptr, game.result().has_value()) << name;
      if (model->result() == nullptr) continue;
      EXPECT_EQ(*model->result(), *game.result()) << name;
    }
  }
}

TEST(ForwardModel, ACopyGoesBackToTheStateThatItWasCopiedFrom) {
  for (const char* name : {"connect-four", "odds-and-evens"}) {
    const auto model = forward_model(game_of(name));
    const auto other = model->copy();
    ASSERT_TRUE(other->play(std::vector<std::size_t>(other->movers().size(), 0)));
    EXPECT_FALSE(other->game() == model->game());
    other->become(*model);
    EXPECT_TRUE(other->game() == model->game());
    EXPECT_EQ(other->movers(), model->movers());
  }
}

TEST(NumbersToTry, AreTheLeastTheGreatestAndSomeBetween) {
  EXPECT_EQ(numbers_to_try({4, 4}), std::vector<std::int64_t>{4});
  EXPECT_EQ(numbers_to_try({4, 5}), (std::vector<std::int64_t>{4, 5}));
  EXPECT_EQ(numbers_to_try({100, 1700, 100}), (std::vector<std::int64_t>{100, 200, 500, 1700}));
}

TEST(Uct, WinsAtOnceAndStopsTheOtherSeat) {
  for (const ThinkerKind& kind : {uct_kind(), monte_carlo_kind()}) {
    const AnyGame wins = after_moves(game_of("connect-four"), {"0", "6", "0", "6", "0", "5"});
    const Thought at_once = thought_of(kind, wins, {.simulations = 1});
    EXPECT_EQ(at_once.move.text, "0") << kind.name;
    EXPECT_EQ(at_once.progress.simulations, 0) << kind.name;
    const AnyGame blocks = after_moves(game_of("connect-four"), {"0", "6", "0", "6", "0"});
    EXPECT_EQ(thought_of(kind, blocks, {.simulations = 2'000}).move.text, "0") << kind.name;
  }
}

TEST(Uct, FindsAWinBehindABadReply) {
  // Two discs in the middle of the lowest row, open on both sides: a third one wins.
  const AnyGame game = after_moves(game_of("connect-four"), {"2", "2", "3", "3"});
  const Thought thought = thought_of(uct_kind(), game, {.simulations = 5'000});
  EXPECT_TRUE(thought.move.text == "1" || thought.move.text == "4") << thought.move.text;
}

TEST(Uct, KeepsToItsBudgetAndCountsEveryMatchOnce) {
  for (const ThinkerKind& kind : {uct_kind(), monte_carlo_kind()})
    for (const char* name : kOpenGames) {
      const AnyGame game = first_move_of(name);
      const Thought thought = thought_of(kind, game, {.simulations = 60});
      EXPECT_TRUE(allows(game, game.active().front(), thought.move)) << name;
      if (thought.moves.empty()) continue;  // one move alone
      EXPECT_EQ(thought.progress.simulations, 60) << name;
      std::uint64_t visits = 0;
      const Range bounds = game.bounds();
      for (const Weighed& move : thought.moves) {
        visits += move.visits;
        EXPECT_GE(move.value, Rational(bounds.min)) << name;
        EXPECT_LE(move.value, Rational(bounds.max)) << name;
      }
      EXPECT_EQ(visits, 60) << name;
    }
}

TEST(Uct, RepeatsItsThoughtFromTheSeed) {
  for (const char* name : kOpenGames) {
    const AnyGame game = first_move_of(name);
    const Thought one = thought_of(uct_kind(), game, {.simulations = 50}, 3);
    const Thought two = thought_of(uct_kind(), game, {.simulations = 50}, 3);
    EXPECT_EQ(one.move, two.move);
    ASSERT_EQ(one.moves.size(), two.moves.size());
    for (std::size_t i = 0; i < one.moves.size(); ++i) {
      EXPECT_EQ(one.moves[i].value, two.moves[i].value) << name;
      EXPECT_EQ(one.moves[i].visits, two.moves[i].visits) << name;
    }
  }
}

TEST(Uct, StopsWhenItIsToldTo) {
  const AnyGame game = game_of("othello");
  std::uint64_t asked = 0, simulations = 0;
  const GoOn no_more = [&](const Progress& progress) {
    simulations = progress.simulations;
    return ++asked < 3;
  };
  const Thought thought = thought_of(uct_kind(), game, {}, 1, no_more);
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(thought.progress.simulations, simulations);
  EXPECT_LE(simulations, 10);
  EXPECT_TRUE(allows(game, game.active().front(), thought.move));
}

TEST(Uct, RefusesWhatItCannotKnow) {
  SeededRng rng(1);
  const AnyGame hidden = game_of("kuhn");
  EXPECT_FALSE(uct_kind().plays(hidden));
  EXPECT_FALSE(uct_kind().think({hidden, Seat(0), {}}, {.simulations = 1}, {}, rng));
  const AnyGame open = game_of("connect-four");
  EXPECT_FALSE(uct_kind().think({open, Seat(1), {}}, {.simulations = 1}, {}, rng));
}

/// Plays matches against `other`, the seats exchanged after each, and returns how many are won.
std::uint64_t wins_of_uct(const char* name, const char* other, std::uint64_t matches) {
  const AnyGame game = game_of(name);
  const Opponent uct{"uct", uct_kind().think, {.simulations = 1'000}};
  const Opponent rival = opponent_named(other, game).value();
  std::uint64_t wins = 0;
  for (std::uint64_t match = 0; match < matches; ++match) {
    std::vector<Opponent> seats{uct, rival};
    if (match % 2 == 1) std::swap(seats[0], seats[1]);
    const Payoff result = play_contest(game, seats, 1 + match / 2).value().result().value();
    wins += result[match % 2] > 0 ? 1 : 0;
  }
  return wins;
}

TEST(UctStrength, AThousandSimulationsBeatRandomAndSimplePlayers) {
  const std::uint64_t matches = sizes::number_in("FD_MATCHES", 2);
  for (const char* name : {"connect-four", "othello", "mancala-kalah"}) {
    EXPECT_GE(100 * wins_of_uct(name, "random", matches), 99 * matches) << name;
    EXPECT_GE(100 * wins_of_uct(name, "simple", matches), 80 * matches) << name;
  }
}

}  // namespace
}  // namespace fairdeal::rules
