#include "rules/players/ismcts.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/registry.h"
#include "tests/rules/players/small_games.h"
#include "tests/run_size.h"

namespace fairdeal::rules {
namespace {

/// Returns a match at its first move.
Match match_of(const AnyGame& game, std::uint64_t seed) {
  Match match(game, Dealer(seed));
  EXPECT_TRUE(match.begin());
  return match;
}

/// Returns a match of Kuhn in which the seats hold these cards and the first has bet.
Match kuhn_after_bet(Face first, Face second) {
  for (std::uint64_t seed = 1;; ++seed) {
    Match match = match_of(game_of("kuhn"), seed);
    const auto holds = [&](Seat seat, Face face) {
      return match.dealer().known(seat).faces.begin()->second == face;
    };
    if (!holds(Seat(0), first) || !holds(Seat(1), second)) continue;
    EXPECT_TRUE(match.move({{Seat(0), Action{R"("bet")"}}}));
    return match;
  }
}

Thought thought_at(const Match& match, const Budget& budget, std::uint64_t seed = 1,
                   const GoOn& go_on = {}) {
  const Seat seat = match.game().active().front();
  const Trail trail = trail_of(match, seat);
  SeededRng rng(seed);
  const SeatSight sight{match.game(), seat, match.dealer().known(seat), &trail};
  return ismcts_kind().think(sight, budget, go_on, rng).value();
}

const Weighed& weighed(const Thought& thought, const char* move) {
  return *std::ranges::find(thought.moves, Action{move}, &Weighed::move);
}

TEST(Ismcts, KnowsItsOwnCardInKuhnAndNotTheOthers) {
  const Face jack_card(0), queen_card(1), king_card(2);
  const Budget budget{.simulations = 400};
  const Thought king = thought_at(kuhn_after_bet(queen_card, king_card), budget);
  EXPECT_EQ(king.move.text, R"("bet")");  // it calls
  EXPECT_EQ(weighed(king, R"("bet")").value, Rational(2));
  const Thought jack = thought_at(kuhn_after_bet(queen_card, jack_card), budget);
  EXPECT_EQ(jack.move.text, R"("pass")");  // it folds
  EXPECT_EQ(weighed(jack, R"("pass")").value, Rational(-1));
  // A queen cannot tell a jack from a king: it wins two chips as often as it loses them.
  const Thought queen = thought_at(kuhn_after_bet(jack_card, queen_card), budget);
  const Thought same = thought_at(kuhn_after_bet(king_card, queen_card), budget);
  ASSERT_EQ(queen.moves.size(), same.moves.size());
  for (std::size_t i = 0; i < queen.moves.size(); ++i) {
    EXPECT_EQ(queen.moves[i].value, same.moves[i].value);
    EXPECT_EQ(queen.moves[i].visits, same.moves[i].visits);
  }
  EXPECT_LT(weighed(queen, R"("bet")").value, Rational(1));
  EXPECT_GT(weighed(queen, R"("bet")").value, Rational(-1));
}

TEST(Ismcts, RepeatsItsThoughtFromTheSeedAndKeepsToItsBudget) {
  for (const char* name : {"kuhn", "leduc", "liars-dice", "go-fish", "hearts", "omaha"}) {
    const Match match = match_of(game_of(name), 5);
    const Thought one = thought_at(match, {.simulations = 24}, 7);
    const Thought two = thought_at(match, {.simulations = 24}, 7);
    const Seat seat = match.game().active().front();
    EXPECT_TRUE(allows(match.game(), seat, one.move)) << name;
    EXPECT_EQ(one.move, two.move) << name;
    EXPECT_EQ(one.progress.simulations, 24) << name;
    ASSERT_EQ(one.moves.size(), two.moves.size()) << name;
    std::uint64_t visits = 0;
    for (std::size_t i = 0; i < one.moves.size(); ++i) {
      EXPECT_EQ(one.moves[i].value, two.moves[i].value) << name;
      visits += one.moves[i].visits;
    }
    EXPECT_EQ(visits, 24) << name;
  }
}

TEST(Ismcts, StopsWhenItIsToldTo) {
  std::uint64_t asked = 0;
  const GoOn no_more = [&](const Progress&) { return ++asked < 2; };
  const Match match = match_of(game_of("hearts"), 5);
  const Thought thought = thought_at(match, {}, 1, no_more);
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(allows(match.game(), match.game().active().front(), thought.move));
}

TEST(Ismcts, NeedsToKnowWhatHappened) {
  const Match match = match_of(game_of("kuhn"), 1);
  SeededRng rng(1);
  const SeatSight sight{match.game(), Seat(0), match.dealer().known(Seat(0))};
  EXPECT_FALSE(ismcts_kind().think(sight, {.simulations = 1}, {}, rng));
  EXPECT_FALSE(ismcts_kind().plays(game_of("connect-four")));
}

TEST(IsmctsStrength, BeatsASimplePlayerAtLiarsDice) {
  const std::uint64_t matches = sizes::number_in("FD_MATCHES", 4);
  const AnyGame game = game_of("liars-dice");
  const Opponent searcher{"ismcts", ismcts_kind().think, {.simulations = 300}};
  const Opponent simple = opponent_named("simple", game).value();
  std::uint64_t wins = 0;
  for (std::uint64_t match = 0; match < matches; ++match) {
    std::vector<Opponent> seats{searcher, simple};
    if (match % 2 == 1) std::swap(seats[0], seats[1]);
    const Payoff result = play_contest(game, seats, 1 + match / 2).value().result().value();
    wins += result[match % 2] > 0 ? 1 : 0;
  }
  EXPECT_GE(100 * wins, 75 * matches);
}

}  // namespace
}  // namespace fairdeal::rules
