#include "tools/bench_games.h"

#include <ctime>

#include "base/seeded_rng.h"
#include "games/chess/chess.h"
#include "games/connect-four/connect_four.h"
#include "games/connection-game/connection_game.h"
#include "games/mancala-kalah/kalah.h"
#include "games/othello/othello.h"
#include "games/tic-tac-toe/tic_tac_toe.h"
#include "games/tribolo/tribolo_board.h"
#include "rules/hand_rank.h"
#include "rules/match.h"
#include "rules/params.h"
#include "rules/perft.h"
#include "rules/registry.h"

namespace fairdeal::tools {
namespace {

using nlohmann::json;

/// Returns how many units of work one core does in a second. `work` does some and returns their
/// number. Processor time is measured, so that other programs on the machine do not count.
template <class Work>
std::uint64_t rate(std::int64_t milliseconds, Work&& work) {
  const std::clock_t start = std::clock();
  std::uint64_t done = 0;
  double passed = 0;
  do {
    done += work();
    passed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  } while (passed * 1000 < static_cast<double>(milliseconds));
  return static_cast<std::uint64_t>(static_cast<double>(done) / passed);
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

/// Measures rankings of seven cards. The hands are dealt beforehand and fit into the cache, but are
/// too many for the processor's branch prediction to learn.
std::uint64_t rankings(std::int64_t milliseconds) {
  SeededRng rng(1);
  std::vector<rules::CardSet> hands(1 << 12);
  for (rules::CardSet& hand : hands)
    for (int cards = 0; cards < 7;) {
      const auto card = rules::CardSet::of(Face(static_cast<std::uint32_t>(rng.below(52))));
      if (hand.overlaps(card)) continue;
      hand |= card;
      ++cards;
    }
  std::uint32_t best = 0;  // so that the compiler cannot leave out a ranking
  const auto per_second = rate(milliseconds, [&] {
    for (const rules::CardSet hand : hands) best = std::max(best, rules::rank_hand(hand).value);
    return hands.size();
  });
  return best == 0 ? 0 : per_second;
}

/// Measures how fast states of a hold'em match are written as the JSON text that is hashed and
/// stored.
std::uint64_t written_holdem_states(std::int64_t milliseconds) {
  std::vector<rules::AnyGame> states;
  const auto start = rules::start_game("holdem", json::object(), 6);
  const std::vector<rules::Player> players(6, rules::random_move);
  const auto played = rules::play(*start, players, 1,
                                  [&](const rules::Report& now) { states.push_back(now.game); });
  std::size_t bytes = 0;
  const auto per_second = rate(milliseconds, [&] {
    for (const rules::AnyGame& state : states) bytes += rules::text(state.json()).size();
    return states.size();
  });
  return played && bytes > 0 ? per_second : 0;
}

/// Returns a board that is dealt from a fixed seed.
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
            {"othello", perft(initial<rules::Othello>(), 7, milliseconds)}}},
          {"poker_per_second",
           {{"seven-card rankings", rankings(milliseconds)},
            {"hold'em states as JSON", written_holdem_states(milliseconds)}}}};
}

}  // namespace fairdeal::tools
