#include "games/chess/chess.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "rules/perft.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

using chess::Board;

struct Count {
  const char* fen;
  unsigned depth;
  std::uint64_t sequences;
};

class ChessPerft : public testing::TestWithParam<Count> {};

/// Published counts: chessprogramming.org, "Perft Results".
TEST_P(ChessPerft, IsAsPublished) {
  const auto& [fen, depth, sequences] = GetParam();
  const auto board = Board::parse_fen(fen);
  ASSERT_TRUE(board) << describe(board.error());
  for (const bool merge : {true, false}) {
    const auto perft = perft_of(*board, {.depth = depth, .merge = merge});
    EXPECT_EQ(perft->levels.at(depth).sequences, sequences);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Published, ChessPerft,
    testing::Values(
        Count{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197'281},
        Count{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97'862},
        Count{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674'624},
        Count{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422'333},
        Count{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62'379},
        Count{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3,
              89'890}));

AnyGame chess_at(const std::string& fen) { return start_game("chess", {{"fen", fen}}, 2).value(); }

std::vector<std::string> moves_at(const std::string& fen) {
  std::vector<std::string> moves;
  for (const Choice& choice : chess_at(fen).legal(chess_at(fen).active().at(0)))
    moves.push_back(Json::parse(choice.action.text));
  return moves;
}

bool has(const std::vector<std::string>& moves, const std::string& move) {
  return std::ranges::count(moves, move) == 1;
}

TEST(Chess, NotationTellsPiecesApartByFileElseByRankElseByBoth) {
  const auto knights = moves_at("4k3/8/8/8/8/2N5/8/2N1K1N1 w - - 0 1");
  EXPECT_TRUE(has(knights, "Nc1e2") && has(knights, "N3e2") && has(knights, "Nge2"));
  EXPECT_TRUE(has(moves_at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "O-O-O"));
  EXPECT_TRUE(has(moves_at("8/P6k/8/8/8/8/8/4K3 w - - 0 1"), "a8=Q"));
  EXPECT_TRUE(has(moves_at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "exd6"));
}

TEST(Chess, APawnThatWouldUncoverItsKingMayNotCaptureInPassing) {
  EXPECT_FALSE(has(moves_at("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2"), "exd6"));
}

TEST(Chess, MateWinsAndStalemateDraws) {
  EXPECT_EQ(chess_at("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").result(),
            (Payoff{-1, 1}));
  EXPECT_EQ(chess_at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").result(), (Payoff{0, 0}));
}

TEST(Chess, FiftyQuietMovesAndTooFewPiecesAreDraws) {
  EXPECT_EQ(chess_at("7k/8/8/8/8/8/R7/K7 w - - 99 80").result(), std::nullopt);
  EXPECT_EQ(chess_at("7k/8/8/8/8/8/R7/K7 w - - 100 80").result(), (Payoff{0, 0}));
  EXPECT_EQ(chess_at("7k/8/8/8/8/8/B7/K7 w - - 0 1").result(), (Payoff{0, 0}));
  EXPECT_EQ(chess_at("7k/8/8/8/8/8/BN6/K7 w - - 0 1").result(), std::nullopt);
  EXPECT_EQ(chess_at("6bk/8/8/8/8/8/B7/K7 w - - 0 1").result(), (Payoff{0, 0}));  // one colour
}

TEST(Chess, PositionsThatCannotBeAreRefused) {
  for (const char* fen : {"", "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/KK6 w - - 0 1",
                          "k6P/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/K7 w K - 0 1",
                          "k7/8/8/8/8/8/8/K7 w - e6 0 1", "k6R/8/8/8/8/8/8/K7 w - - 0 1",
                          "k7/8/8/8/8/8/8/K7 x - - 0 1", "k8/8/8/8/8/8/8/K7 w - - 0 1"})
    EXPECT_FALSE(Board::parse_fen(fen)) << fen;
}

}  // namespace
}  // namespace fairdeal::rules
