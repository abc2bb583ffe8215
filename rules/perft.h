#pragma once

#include <climits>
#include <functional>
#include <map>
#include <numeric>

#include "base/check.h"
#include "rules/layer.h"

namespace fairdeal::rules {

class AnyGame;

/// What lies exactly `depth` plies away.
struct PerftLevel {
  std::uint64_t sequences = 0;           ///< of that many plies; none goes on after the end
  std::uint64_t finished_sequences = 0;  ///< those that end the game
  /// Different states among them, and finished ones; none if they were too many to keep.
  std::optional<std::uint64_t> distinct_states{};
  std::optional<std::uint64_t> finished_states{};
  /// Finished sequences by the winner's role, "draw", or alone "win" and "loss".
  std::map<std::string, std::uint64_t> finished_by_result{};
};

struct Perft {
  std::vector<PerftLevel> levels;  ///< by depth, from 0
  bool complete = false;           ///< no sequence goes on after the last level
};

struct PerftLimits {
  unsigned depth = UINT_MAX;
  std::size_t bytes = std::size_t{1} << 29;  ///< kept states; beyond, sequences are only counted
  bool merge = true;                         ///< false: every sequence by itself, as a yardstick
  /// Told now and then how many positions were looked at.
  std::function<void(unsigned depth, std::uint64_t positions)> progress{};
};

/// "Xs", "draw", "win": how a finished game counts.
std::string outcome_name(const GameInfo& info, const Payoff& payoff);

/// Counts level by level, each different position once with how many sequences lead to it, so that
/// what millions of orders reach is walked once. Where a level is too large to keep, the rest is
/// walked sequence by sequence.
template <Walkable P>
class PerftWalk {
 public:
  explicit PerftWalk(const PerftLimits& limits) : limits_(limits) {}

  Perft from(const P& start) {
    Layer<P, std::uint64_t> layer;
    layer[start] = 1;
    for (unsigned depth = 0;; ++depth) {
      const bool goes_on = note(layer);
      if (depth == limits_.depth || !goes_on) {
        perft_.complete = !goes_on;
        return std::move(perft_);
      }
      Layer<P, std::uint64_t> next;
      if (!limits_.merge || !expand(layer, next)) {
        walk(layer, depth);
        return std::move(perft_);
      }
      layer = std::move(next);
    }
  }

 private:
  static bool shows_winner() { return P::info().seats_max <= 2; }

  void finish(PerftLevel& level, const P& position, std::uint64_t times) {
    level.finished_sequences += times;
    if (shows_winner())
      level.finished_by_result[outcome_name(P::info(), position.payoff())] += times;
  }

  bool note(const Layer<P, std::uint64_t>& layer) {
    PerftLevel level;
    level.distinct_states = layer.size();
    level.finished_states = 0;
    for (const auto& [position, times] : layer.entries()) {
      level.sequences += times;
      if (!position.over()) continue;
      ++*level.finished_states;
      finish(level, position, times);
    }
    const bool goes_on = *level.finished_states < layer.size();
    perft_.levels.push_back(std::move(level));
    return goes_on;
  }

  bool expand(const Layer<P, std::uint64_t>& layer, Layer<P, std::uint64_t>& next) {
    for (const auto& [position, times] : layer.entries()) {
      if (position.over()) continue;
      for (const auto& move : position.moves()) {
        P child = position;
        child.play(move);
        next[child] += times;
      }
      count_one();
      if (next.bytes() > limits_.bytes) return false;
    }
    return true;
  }

  void walk(const Layer<P, std::uint64_t>& layer, unsigned depth) {
    CHECK(limits_.depth != UINT_MAX);  // without merging there is no telling when it ends
    const std::size_t levels = limits_.depth - depth;
    std::vector<PerftLevel> below(levels);
    for (const auto& [position, times] : layer.entries())
      descend(position, times, below.data(), levels);
    for (auto& level : below) perft_.levels.push_back(std::move(level));
    const PerftLevel& last = perft_.levels.back();
    perft_.complete = last.finished_sequences == last.sequences;
  }

  void descend(const P& position, std::uint64_t times, PerftLevel* level, std::size_t levels) {
    if (levels == 0 || position.over()) return;
    const auto moves = position.moves();
    level->sequences += times * moves.size();
    for (const auto& move : moves) {
      P child = position;
      child.play(move);
      if (levels > 1) descend(child, times, level + 1, levels - 1);
      if (child.over()) finish(*level, child, times);
    }
    count_one();
  }

  void count_one() {
    if ((++positions_ & 0xffff) == 0 && limits_.progress)
      limits_.progress(static_cast<unsigned>(perft_.levels.size()), positions_);
  }

  const PerftLimits& limits_;
  Perft perft_;
  std::uint64_t positions_ = 0;
};

template <Walkable P>
Result<Perft> perft_of(const P& start, const PerftLimits& limits) {
  return PerftWalk<P>(limits).from(start);
}

/// The same for any game whose cards are open: moves made together and the values of dice are one
/// ply. Errors: bad_parameters for games with hidden cards.
Result<Perft> perft_any(const AnyGame& start, const PerftLimits& limits);

}  // namespace fairdeal::rules
