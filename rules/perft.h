#pragma once

#include <climits>
#include <functional>
#include <map>
#include <numeric>

#include "base/check.h"
#include "rules/layer.h"

namespace fairdeal::rules {

class AnyGame;

/// The counts of what lies a certain number of plies away.
struct PerftLevel {
  std::uint64_t sequences = 0;           ///< sequences of so many plies
  std::uint64_t finished_sequences = 0;  ///< those of them that end the game
  /// How many different states the sequences lead to; none if these were too many to keep.
  std::optional<std::uint64_t> distinct_states{};
  /// How many of these states are finished.
  std::optional<std::uint64_t> finished_states{};
  /// The finished sequences by the winner's role or "draw"; in a game for one by "win", "loss" or
  /// "draw".
  std::map<std::string, std::uint64_t> finished_by_result{};
};

struct Perft {
  std::vector<PerftLevel> levels;  ///< by depth, from 0 on
  bool complete = false;           ///< whether every sequence has ended by the last level
};

struct PerftLimits {
  unsigned depth = UINT_MAX;
  std::size_t bytes = std::size_t{1} << 29;  ///< for the states of a level; see PerftWalk
  bool merge = true;                         ///< false: walk every sequence, for comparison
  /// Is called now and then with the number of positions that were looked at.
  std::function<void(unsigned depth, std::uint64_t positions)> progress{};
};

/// Returns how a finished game counts: "Xs", "draw" or "win".
std::string outcome_name(const GameInfo& info, const Payoff& payoff);

/// Counts level by level. A level holds each different position once, with the number of sequences
/// that lead to it, so that a position which millions of sequences reach is looked at once. If a
/// level is too large to keep, the rest is walked sequence by sequence.
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
    CHECK(limits_.depth != UINT_MAX);  // a walk without a depth might never end
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

/// Counts in the same way for any game without hidden cards. Moves that are made together, and the
/// dice that follow them, are one ply. Errors: bad_parameters, if the game has hidden cards.
Result<Perft> perft_any(const AnyGame& start, const PerftLimits& limits);

}  // namespace fairdeal::rules
