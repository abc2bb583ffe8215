#include "apps/bench_games.h"

#include <chrono>

#include "base/seeded_rng.h"
#include "rules/games/chess/chess.h"
#include "rules/games/connect_four.h"
#include "rules/games/connection_game.h"
#include "rules/games/kalah.h"
#include "rules/games/othello.h"
#include "rules/games/tic_tac_toe.h"
#include "rules/games/tribolo_board.h"
#include "rules/params.h"
#include "rules/perft.h"

namespace fairdeal::apps {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// How often `work` gets done in a second, by as many as it says it did each time.
template <class Work>
std::uint64_t rate(std::int64_t milliseconds, Work&& work) {
  const auto start = Clock::now();
  std::uint64_t done = 0;
  std::chrono::duration<double> passed{};
  do {
    done += work();
    passed = Clock::now() - start;
  } while (passed < std::chrono::milliseconds(milliseconds));
  return static_cast<std::uint64_t>(static_cast<double>(done) / passed.count());
}

template <rules::Walkable P>
std::uint64_t playouts(const P& start, std::int64_t milliseconds) {
  SeededRng rng(1);
  return rate(milliseconds, [&] {
    constexpr std::uint64_t kBatch = 16;
    for (std::uint64_t i = 0; i < kBatch; ++i)
      for (P position = start; !position.over();) {
        const auto moves = position.moves();
        position.play(moves[static_cast<std::size_t>(rng.below(moves.size()))]);
      }
    return kBatch;
  });
}

template <rules::Walkable P>
std::uint64_t perft(const P& start, unsigned depth, std::int64_t milliseconds) {
  const rules::PerftLimits limits{.depth = depth, .merge = false};
  return rate(milliseconds, [&] {
    std::uint64_t nodes = 0;
    const auto perft = rules::perft_of(start, limits);
    for (const auto& level : perft->levels) nodes += level.sequences;
    return nodes;
  });
}

template <rules::Position P>
P initial() {
  return P::start(*rules::complete_params(P::info(), json::object()), P::info().seats_min).value();
}

/// A board dealt from a seed.
rules::TriboloBoard tribolo_board() {
  using Board = rules::TriboloBoard;
  SeededRng rng(1);
  auto free = Board::kShape.squares();
  Board board;
  for (const char what :
       std::string(12, '#') + std::string(12, 'b') + std::string(12, 'r') + std::string(12, 'g')) {
    const auto which = free.begin() + static_cast<std::ptrdiff_t>(rng.below(free.size()));
    board.place(*which, what);
    free.erase(which);
  }
  board.give_turn(Seat(0));
  return board;
}

}  // namespace

json bench_games(std::int64_t milliseconds) {
  const auto chess = rules::chess::Board::initial();
  return {{"playouts_per_second",
           {{"tic-tac-toe", playouts(initial<rules::TicTacToe>(), milliseconds)},
            {"connect-four", playouts(initial<rules::ConnectFour>(), milliseconds)},
            {"connection-game", playouts(initial<rules::ConnectionGame>(), milliseconds)},
            {"othello", playouts(initial<rules::Othello>(), milliseconds)},
            {"mancala-kalah", playouts(initial<rules::Kalah>(), milliseconds)},
            {"chess", playouts(chess, milliseconds)},
            {"tribolo", playouts(tribolo_board(), milliseconds)}}},
          {"perft_nodes_per_second",
           {{"chess", perft(chess, 4, milliseconds)},
            {"connect-four", perft(initial<rules::ConnectFour>(), 7, milliseconds)},
            {"othello", perft(initial<rules::Othello>(), 7, milliseconds)}}}};
}

}  // namespace fairdeal::apps
