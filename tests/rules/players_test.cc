#include <array>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "games/holdem/holdem.h"
#include "games/players/simple_poker.h"
#include "rules/match.h"
#include "rules/players/kinds.h"
#include "rules/players/maxn.h"
#include "rules/players/monte_carlo.h"
#include "rules/registry.h"
#include "tests/rules/cards.h"

namespace fairdeal::rules {
namespace {

/// The winnings of `simple_move` against `random_move` over `matches`, each seat order as often.
struct Score {
  int wins = 0, losses = 0;
};
Score against_random(const AnyGame& game, std::uint64_t matches) {
  Score score;
  for (std::uint64_t seed = 0; seed < matches; ++seed) {
    const std::size_t seat = seed % 2;
    std::vector<Player> players(2, random_move);
    players[seat] = simple_move;
    const auto payoff = (*play(game, players, seed).value().result())[seat];
    score.wins += payoff > 0;
    score.losses += payoff < 0;
  }
  return score;
}

TEST(SimplePlayer, BeatsARandomOneAtHoldem) {
  const auto score = against_random(start_game("holdem", Json::object(), 2).value(), 200);
  EXPECT_GT(score.wins, 2 * score.losses);
}

TEST(SimplePlayer, BeatsARandomOneAtPig) {
  const auto score = against_random(start_game("pig", Json::object(), 2).value(), 200);
  EXPECT_GT(score.wins, 5 * score.losses);
}

TEST(SimplePlayer, HardlyEverLosesTicTacToeToARandomOne) {
  const auto score = against_random(start_game("tic-tac-toe", Json::object(), 2).value(), 400);
  EXPECT_GT(score.wins, 300);
  EXPECT_LT(score.losses, 10);
}

TEST(SimplePlayer, WinsOrBlocksWhereItCan) {
  const auto move = [](const char* board, const char* active) {
    const AnyGame game =
        load_game("tic-tac-toe", Json::object(), 2, {{"board", board}, {"active", {active}}})
            .value();
    SeededRng rng(1);
    return simple_move(game, game.active().front(), {}, rng).text;
  };
  EXPECT_EQ(move("XX_OO____", "Xs"), "2") << "wins";
  EXPECT_EQ(move("XX__O____", "Os"), "2") << "blocks";
  EXPECT_EQ(move("X________", "Os"), "4") << "takes the centre";
}

TEST(RandomPlayer, MakesEachLegalMoveAsOftenAsAnother) {
  const AnyGame game = start_game("tic-tac-toe", Json::object(), 2).value();
  SeededRng rng(1);
  std::map<std::string, int> count;
  for (int i = 0; i < 9000; ++i) ++count[random_move(game, Seat(0), {}, rng).text];
  EXPECT_EQ(count.size(), 9u);
  for (const auto& [move, times] : count) EXPECT_NEAR(times, 1000, 150) << move;
}

TEST(RandomPlayer, TriesTheWholeRangeOfABet) {
  Match match(start_game("holdem", Json::object(), 2).value(), Dealer(1));
  ASSERT_TRUE(match.begin());
  SeededRng rng(1);
  std::set<std::int64_t> raises;
  for (int i = 0; i < 1000; ++i) {
    const Json move = Json::parse(random_move(match.game(), Seat(0), {}, rng).text);
    if (move.is_object()) raises.insert(move["raise"].get<std::int64_t>());
  }
  EXPECT_EQ(*raises.begin(), 40);
  EXPECT_EQ(*raises.rbegin(), 1000);
  EXPECT_GT(raises.size(), 50u);
}

TEST(Players, PlayHoldemByAnyTerms) {
  const Json common = {{"stack", 300}, {"hands", 20}, {"run_outs", 2}, {"winner_shows", true}};
  for (const char* betting : {"no-limit", "pot-limit", "fixed-limit"})
    for (const char* ante : {"each", "big-blind"}) {
      Json params = common;
      params.update({{"betting", betting}, {"ante_from", ante}, {"ante", 5}});
      params.update({{"straddle", true}, {"sit_out", true}, {"called_shows", true}});
      params.update({{"straddle_from", "any"}, {"bomb_every", 4}, {"rabbit", true}});
      const std::vector<Player> players{simple_move, random_move, simple_move, random_move};
      std::set<std::string> moves;
      const auto watch = [&](const Report& report) {
        const auto* moved =
            report.event ? std::get_if<rules::Moved<Action>>(report.event) : nullptr;
        if (moved != nullptr) moves.insert(moved->move.text.substr(0, 5));
      };
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto end = play(start_game("holdem", params, 4).value(), players, seed, watch);
        ASSERT_TRUE(end) << describe(end.error()) << params;
      }
      EXPECT_GE(moves.size(), 13u) << "all kinds of moves were made: " << params;
    }
}

CardList list_of(const char* cards) {
  CardList list;
  for (const Face face : faces(cards)) list.add(face);
  return list;
}

TEST(WinChance, IsWhatTablesSay) {
  SeededRng rng(1);
  const auto chance = [&](const char* own, const char* board, std::size_t rivals) {
    const std::vector<CardList> unknown(rivals);
    return static_cast<int>(
        win_chance(HoldemRules::kRules, list_of(own), list_of(board), unknown, 20'000, rng));
  };
  EXPECT_NEAR(chance("Ah Ad", "", 1), 852, 15);
  EXPECT_NEAR(chance("7h 2d", "", 1), 346, 15);
  EXPECT_NEAR(chance("Ah Ad", "", 8), 350, 15);
  EXPECT_EQ(chance("2h 3d", "Ah Kh Qh Jh Th", 4), 200) << "the board plays: five share";
  EXPECT_EQ(chance("Ah Kh", "Qh Jh Th 2c 2d", 9), 1000);
}

// --- players that search ---

AnyGame tic_tac_toe_at(const char* board, const char* active) {
  return load_game("tic-tac-toe", Json::object(), 2, {{"board", board}, {"active", {active}}})
      .value();
}

TEST(MaxN, HasTheValuesOfMinimaxWhereOneWinsWhatTheOtherLoses) {
  const AnyGame game = tic_tac_toe_at("XO_______", "Xs");
  const Heuristic heuristic = heuristic_named("tic-tac-toe default").value();
  for (const unsigned horizon : {1u, 3u, 4u}) {
    const auto values = evaluate_moves_by_maxn(game, Seat(0), heuristic, horizon).value();
    const auto minimax =
        evaluate_moves(game, Seat(0), {.heuristic = heuristic, .horizon = horizon}).value();
    ASSERT_EQ(values.size(), minimax.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(values[i].move, minimax[i].move);
      EXPECT_EQ(values[i].value, minimax[i].value);
    }
  }
}

TEST(MaxN, RefusesChanceAndMovesAtTheSameTime) {
  const Heuristic zero = heuristic_named("zero").value();
  for (const char* name : {"pig", "odds-and-evens", "holdem"}) {
    const AnyGame game = start_game(name, Json::object(), 2).value();
    EXPECT_FALSE(evaluate_moves_by_maxn(game, Seat(0), zero, 1)) << name;
  }
}

TEST(PlayersOfMatches, FindTheMoveThatWinsAtOnceAndTheSameFromTheSameSeed) {
  const AnyGame game = tic_tac_toe_at("XX_OO____", "Xs");
  SeededRng first(1), second(1);
  const auto sampled = sample_moves(game, Seat(0), 100, first).value();
  EXPECT_EQ(best_moves({{sampled[0].move, sampled[0].mean}, {sampled[1].move, sampled[1].mean}}),
            std::vector<Action>{{"2"}});
  const auto again = sample_moves(game, Seat(0), 100, second).value();
  for (std::size_t i = 0; i < sampled.size(); ++i) EXPECT_EQ(sampled[i].mean, again[i].mean);
  EXPECT_EQ(most_played(search_by_uct(game, Seat(0), 300, first).value()), Action{"2"});
}

TEST(PlayersOfMatches, UctBlocksAThreat) {
  SeededRng rng(1);
  const auto searched = search_by_uct(tic_tac_toe_at("XX__O____", "Os"), Seat(1), 1000, rng);
  EXPECT_EQ(most_played(searched.value()), Action{"2"});
}

TEST(PlayersOfMatches, PlayGamesOfDiceAndOfMovesAtTheSameTimeButNotOfCards) {
  SeededRng rng(1);
  for (const char* name : {"pig", "odds-and-evens"}) {
    const AnyGame game = start_game(name, Json::object(), 2).value();
    const Seat seat = game.active().front();
    EXPECT_EQ(search_by_uct(game, seat, 20, rng).value().size(), game.legal(seat).size()) << name;
    EXPECT_EQ(sample_moves(game, seat, 2, rng).value().size(), game.legal(seat).size()) << name;
  }
  EXPECT_FALSE(search_by_uct(start_game("holdem", Json::object(), 2).value(), Seat(0), 1, rng));
}

TEST(PlayerKinds, SayWhichGamesTheyPlay) {
  EXPECT_EQ(player_kind_named("MiniMaxPlayer"), PlayerKind::minimax);
  EXPECT_EQ(player_kind_named("alpha-beta"), PlayerKind::alpha_beta);
  EXPECT_EQ(player_kind_named("who"), std::nullopt);
  const auto info = [](const char* name) { return find_module(name).value()->info(); };
  EXPECT_TRUE(plays(PlayerKind::maxn, info("tic-tac-toe")));
  EXPECT_FALSE(plays(PlayerKind::maxn, info("pig")));
  EXPECT_TRUE(plays(PlayerKind::minimax, info("pig")));
  EXPECT_FALSE(plays(PlayerKind::alpha_beta, info("odds-and-evens")));
  EXPECT_TRUE(plays(PlayerKind::uct, info("odds-and-evens")));
}

}  // namespace
}  // namespace fairdeal::rules
