#include "rules/players/position_search.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/any_position.h"
#include "rules/match.h"
#include "rules/players/open_search.h"
#include "rules/players/thinker.h"
#include "rules/registry.h"
#include "rules/solve.h"
#include "tests/rules/players/small_games.h"

namespace fairdeal::rules {
namespace {

Thought searched(const AnyGame& game, const LookaheadPlan& plan, const Budget& budget,
                 std::uint64_t seed = 1) {
  SeededRng rng(seed);
  return look_ahead(game, plan, budget, {}, rng).value();
}

/// A game's value after some random moves; none if it is over by then.
std::optional<AnyGame> somewhere(const char* name, const Json& params, std::uint64_t seed,
                                 std::size_t plies) {
  AnyGame game = game_of(name, params);
  SeededRng rng(seed);
  for (std::size_t i = 0; i < plies && !game.over(); ++i) {
    const Seat seat = game.active().front();
    game = game.after(moved({{seat, random_move(game, seat, {}, rng)}})).value();
  }
  if (game.over()) return {};
  return game;
}

TEST(PositionSearch, AlphaBetaFindsTheValuesOfMinimaxAtFewerPositions) {
  for (const char* name : {"tic-tac-toe", "connect-four", "othello", "mancala-kalah", "chess"})
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      for (const unsigned depth : {1u, 2u, 3u}) {
        const auto game = somewhere(name, Json::object(), seed, 3 * seed);
        if (!game) continue;
        const Budget budget{.depth = depth};
        const Thought all = searched(*game, {.prunes = false, .values_all = true}, budget);
        const Thought few =
            searched(*game, {.remembers = false, .guesses = false, .values_all = true}, budget);
        ASSERT_EQ(all.moves.size(), few.moves.size());
        for (std::size_t i = 0; i < all.moves.size(); ++i)
          EXPECT_EQ(all.moves[i].value, few.moves[i].value)
              << name << " seed " << seed << " depth " << depth << " " << all.moves[i].move.text;
        EXPECT_LE(few.progress.simulations, all.progress.simulations) << name;
      }
}

TEST(PositionSearch, ValuesToTheEndAreThoseOfTheSolver) {
  for (const auto& [name, params] :
       std::vector<std::pair<const char*, Json>>{{"tic-tac-toe", Json::object()},
                                                 {"tic-tac-toe-pieces", Json::object()},
                                                 {"toads-and-frogs", Json::object()},
                                                 {"choose2win", Json::object()},
                                                 {"connect-four", {{"height", 4}, {"width", 4}}},
                                                 {"othello", {{"rows", 4}, {"columns", 4}}},
                                                 {"mancala-kalah", {{"seeds", 2}, {"houses", 3}}}})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto game = somewhere(name, params, seed, seed);
      if (!game || !looks_ahead(*game)) continue;
      const auto solution = find_module(name).value()->solve(*game, {});
      if (!solution) continue;  // a game that can go round in circles
      const Thought thought = searched(*game, {.values_all = true}, {});
      ASSERT_EQ(thought.moves.size(), solution->moves.size());
      for (std::size_t i = 0; i < thought.moves.size(); ++i) {
        EXPECT_EQ(thought.moves[i].move.text, solution->moves[i].move);
        EXPECT_EQ(thought.moves[i].value, Rational(solution->moves[i].value))
            << name << " seed " << seed << " " << thought.moves[i].move.text;
      }
    }
}

TEST(PositionSearch, TicTacToeIsADrawAndTakesFewPositions) {
  const Thought thought = searched(game_of("tic-tac-toe"), {.values_all = true}, {});
  for (const Weighed& move : thought.moves) EXPECT_EQ(move.value, Rational(0));
  EXPECT_LT(thought.progress.simulations, 20'000u);
}

/// Tutorial lines of tic-tac-toe, by squares from 0: after 5 and 1 of X and O all is even, after
/// the centre and an edge X wins.
TEST(PositionSearch, KnowsWhichRepliesLoseAtTicTacToe) {
  const auto value_after = [](const std::vector<const char*>& moves) {
    const Thought thought = searched(after_moves(game_of("tic-tac-toe"), moves), {}, {});
    return std::ranges::find(thought.moves, thought.move, &Weighed::move)->value;
  };
  EXPECT_EQ(value_after({"4", "0"}), Rational(0));
  EXPECT_EQ(value_after({"4", "1"}), Rational(1)) << "O answered at an edge, and loses";
  EXPECT_EQ(value_after({"0", "1"}), Rational(1));
}

TEST(PositionSearch, TakesAWinAtOnceAndLooksNoFurther) {
  // Three discs of Yellow in a row, with a free place at their end.
  const AnyGame game = after_moves(game_of("connect-four"), {"0", "6", "1", "6", "2", "5"});
  const Thought thought = searched(game, {}, {});
  EXPECT_EQ(thought.move.text, "3");
  EXPECT_LT(thought.progress.simulations, 100u);
}

TEST(PositionSearch, WinsAsSoonAsItCanAndLosesAsLateAsItCan) {
  // Red threatens in columns 3 and so on; of all lost moves the one that lasts is made.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto game = somewhere("connect-four", {{"height", 4}, {"width", 5}}, seed, 6);
    if (!game) continue;
    const Thought near = searched(*game, {}, {.depth = 1}, seed);
    const Thought far = searched(*game, {}, {}, seed);
    const auto value = [](const Thought& thought) {
      return std::ranges::find(thought.moves, thought.move, &Weighed::move)->value;
    };
    if (value(near) == Rational(1)) {
      EXPECT_EQ(far.progress.depth, 1u) << "a win at once";
    }
  }
}

/// Positions of connect four by the columns that were played, counted from 1, and how they end for
/// the seat that is to move: its score in half the discs that are left, as the benchmark of Pons
/// gives it ("Solving Connect Four", part 2, 2015). Only its sign is the result.
struct Solved {
  const char* columns;
  int score;
};
constexpr Solved kSolved[] = {{"67152117737262713366376314254", 6},
                              {"52677675164321472411331752454", 0},
                              {"427566236745127177115664464254", 2},
                              {"2762751722231276466633475674533", 5},
                              {"3575316255751336464276636772271112", -3},
                              {"3146762114467714356347741621375222", -1},
                              {"6763525635134453444361412671365712", -1},
                              {"7422341735647741166133573473242566", 1},
                              {"65214673556155731566316327373221417", -1},
                              {"233377345754465174223731671122611552", 1},
                              {"5775265212657176476365522624313714333", 2},
                              {"7172212567451542223676134464437761515", 0},
                              {"2252576253462244111563365343671351441", -1},
                              {"3642756176227637211322113551637574556", 2},
                              {"23163416124767223154467471272416755633", 0},
                              {"211376455663355325112113664364524722", 0},
                              {"562154564361751726662253737734213275114", 0},
                              {"641154574541323641152467137655232232366", 0},
                              {"3135151421347443544172316522225776773566", 0},
                              {"22647455554314246733661634615122372377511", 0},
                              {"71255763773133525731261364622167124446454", 0},
                              {"43745416472735", -13},
                              {"24617524315172127", 1},
                              {"12514726155174536522772517671", -1},
                              {"326615663752621323655335514271", 1}};

TEST(PositionSearch, SolvesPublishedPositionsOfConnectFour) {
  for (const auto& [columns, score] : kSolved) {
    AnyGame game = game_of("connect-four");
    for (const char* column = columns; *column != 0; ++column)
      game = after_moves(game, {std::string(1, static_cast<char>(*column - 1)).c_str()});
    const Thought thought = searched(game, {}, {.simulations = 40'000'000});
    const Rational value = std::ranges::find(thought.moves, thought.move, &Weighed::move)->value;
    EXPECT_EQ(value, Rational(score > 0 ? 1 : score < 0 ? -1 : 0)) << columns;
    EXPECT_LT(thought.progress.simulations, 2'000'000u) << columns;
  }
}

TEST(PositionSearch, StopsWhenItIsToldTo) {
  SeededRng rng(1);
  std::uint64_t asked = 0;
  const GoOn three_times = [&](const Progress&) { return ++asked < 3; };
  const auto thought = look_ahead(game_of("chess"), {}, {}, three_times, rng);
  ASSERT_TRUE(thought);
  EXPECT_EQ(asked, 3u);
  EXPECT_TRUE(allows(game_of("chess"), Seat(0), thought->move));
}

TEST(PositionSearch, AnUnfinishedDepthDoesNotSpoilTheOneBefore) {
  // However little it may look at, it never overlooks a win at once.
  const AnyGame game = after_moves(game_of("connect-four"), {"0", "6", "1", "6", "2", "5"});
  for (std::uint64_t nodes = 8; nodes < 400; nodes += 7)
    EXPECT_EQ(searched(game, {}, {.simulations = nodes}, nodes).move.text, "3") << nodes;
}

TEST(PositionSearch, RepeatsItsMovesFromASeed) {
  for (const char* name : {"connect-four", "othello", "mancala-kalah"}) {
    const AnyGame game = game_of(name);
    EXPECT_EQ(searched(game, {}, {.simulations = 5000}, 7).move,
              searched(game, {}, {.simulations = 5000}, 7).move);
  }
}

/// The best move of a chess position by a search of so many positions.
std::string chess_move(const char* fen, std::uint64_t positions) {
  const AnyGame game = game_of("chess", {{"fen", fen}});
  return searched(game, {}, {.simulations = positions}).move.text;
}

TEST(PositionSearch, MatesInChess) {
  // Morphy's problem of 1849: mate in two by a rook's sacrifice.
  EXPECT_EQ(chess_move("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 50'000), R"("Ra6")");
  // The back rank.
  EXPECT_EQ(chess_move("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 2'000), R"("Rd8#")");
  // Smothered mate: Qg8+ Rxg8 Nf7#.
  EXPECT_EQ(chess_move("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 100'000), R"("Qg8+")");
}

TEST(PositionSearch, TakesNoGuardedPawnWithAQueen) {
  EXPECT_NE(chess_move("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", 20'000), R"("Qxd6")");
}

TEST(PositionSearch, DoesNotRepeatAPositionWhenItWins) {
  // White has a queen more. By the FIDE Laws the position after Qa1 Ka8 has been there.
  AnyGame game =
      start_game("chess", {{"fen", "k7/8/8/8/8/8/8/1Q4K1 w - - 0 1"}, {"fide", true}}, 2).value();
  for (const char* move : {R"("Qb2")", R"("Ka7")", R"("Qb1")", R"("Ka8")"})
    game = after_moves(game, {move});
  EXPECT_NE(searched(game, {}, {.simulations = 20'000}).move.text, R"("Qb2")");
}

/// Plays matches of a thinker against `simple_move`, each seat as often, and returns its points:
/// two for a win, one for a draw.
std::uint64_t points_against_simple(const char* name, std::string_view player,
                                    std::uint64_t matches) {
  std::uint64_t points = 0;
  for (std::uint64_t seed = 0; seed < matches; ++seed) {
    AnyGame game = game_of(name);
    const Opponent opponent = opponent_named(player, game).value();
    const Seat seat(static_cast<std::uint32_t>(seed % 2));
    SeededRng rng(seed);
    while (!game.over()) {
      const Seat mover = game.active().front();
      const Action action =
          mover == seat ? opponent.thinker({game, seat, {}}, opponent.budget, {}, rng).value().move
                        : simple_move(game, mover, {}, rng);
      game = game.after(moved({{mover, action}})).value();
    }
    const std::int64_t payoff = game.result()->at(seat.value);
    points += payoff > 0 ? 2 : payoff == 0 ? 1 : 0;
  }
  return points;
}

TEST(PositionSearch, EasyBeatsRandomMoves) {
  for (const char* name : {"connect-four", "othello", "mancala-kalah"})
    EXPECT_GE(points_against_simple(name, "alphabeta:easy", 20), 34u) << name;
}

Thought looked_ahead(const AnyGame& game, Seat seat, const Budget& budget) {
  return OpenSearch(budget, {}).think(game, seat).value();
}

TEST(OpenSearch, FindsTheValuesOfMinimaxWhereTwoSeatsMoveInTurns) {
  for (const char* name : {"tic-tac-toe", "connect-four"})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Json params = name == std::string_view("connect-four")
                              ? Json{{"height", 3}, {"width", 4}, {"line_length", 3}}
                              : Json::object();
      const auto game = somewhere(name, params, seed, 4);
      if (!game) continue;
      const Thought open = looked_ahead(*game, game->active().front(), {});
      const Thought typed = searched(*game, {.values_all = true}, {});
      ASSERT_EQ(open.moves.size(), typed.moves.size());
      for (std::size_t i = 0; i < open.moves.size(); ++i)
        EXPECT_EQ(open.moves[i].value, typed.moves[i].value) << name << " " << seed;
    }
}

/// Two points are missing at pig. A roll of 2 to 6 brings them, and a 1 leaves both with nothing.
TEST(OpenSearch, TakesTheMeanOverDice) {
  AnyGame game = start_game("pig", {{"goal", 8}}, 2).value();
  const Seat mover = game.active().front();
  game = rolls(game.after(moved({{mover, Action{R"("roll")"}}})).value()).back().after;
  ASSERT_EQ(game.active(), std::vector{mover});
  const Thought thought = looked_ahead(game, mover, {.depth = 2});
  EXPECT_EQ(thought.move.text, R"("roll")");
  const auto roll = std::ranges::find(thought.moves, thought.move, &Weighed::move);
  EXPECT_EQ(roll->value, Rational(6'666'666, 1'000'000)) << "a win by 8 points, five times of six";
}

TEST(OpenSearch, LooksAtGamesOfThreeSeats) {
  AnyGame game = start_game("tribolo", Json::object(), 3).value();
  const std::vector<Player> players(3, random_move);
  std::vector<AnyGame> values;
  (void)play(game, players, 3, [&](const Report& report) {
    if (!report.game.active().empty()) values.push_back(report.game);
  });
  const AnyGame& middle = values.at(values.size() / 2);
  const Thought thought = looked_ahead(middle, middle.active().front(), {.simulations = 3'000});
  EXPECT_TRUE(allows(middle, middle.active().front(), thought.move));
  EXPECT_GE(thought.progress.depth, 1u);
}

TEST(Opponents, AreNamedByStrengthAndKind) {
  const AnyGame game = game_of("connect-four");
  for (const std::string& name : opponents_for(game))
    EXPECT_TRUE(opponent_named(name, game)) << name;
  EXPECT_TRUE(opponent_named("alphabeta:hard", game));
  for (const char* name :
       {"", "alphabeta:", "alphabeta:clever", "hardly", "hard:hard", "simple:easy"})
    EXPECT_FALSE(opponent_named(name, game)) << name;
  EXPECT_EQ(opponent_named("clever", game).error().about.substr(0, 18), "no player 'clever'");
}

}  // namespace
}  // namespace fairdeal::rules
