#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <numeric>

#include "base/random_index.h"
#include "rules/players/thinker.h"
#include "rules/position.h"

namespace fairdeal::rules {

// A position may help the search by members that it need not have:
//
//   estimate(seat)    what the seat may hope for in the end, in thousandths of a point of payoff().
//                     Without it the search takes the difference of counts(), or else 0.
//   promise(move)     moves with a higher promise are tried first.
//   forcing()         the moves by which a quiet judgement is not possible yet, such as captures:
//                     beyond the horizon the search follows these alone (quiescence).
//   urgent()          whether the position cannot be judged, such as a check: it is searched a ply
//                     deeper.
//   symmetric_hash()  as hash(), and equal for positions that are images of each other.

/// What the search takes a position for that is not over: for seat 0, in thousandths of a point.
template <Walkable P>
std::int64_t estimate_of(const P& position) {
  if constexpr (requires { position.estimate(Seat(0)); }) {
    return position.estimate(Seat(0));
  } else if constexpr (requires { position.counts(); }) {
    const Payoff counts = position.counts();
    return 1000 * (counts.front() - (counts.size() > 1 ? counts.back() : 0));
  } else {
    return 0;
  }
}

template <Walkable P>
std::uint64_t search_key(const P& position) {
  if constexpr (requires { position.symmetric_hash(); })
    return position.symmetric_hash();
  else
    return hash_of(position);
}

/// Looks ahead from a position of one seat, or of two whose results sum to zero: minimax and
/// alpha-beta (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975), deeper by one ply each
/// time, with a transposition table, killer moves and a search of quiet positions. With
/// LookaheadPlan::guesses all moves but the first are only tested whether they are better
/// (Marsland, "A Review of Game-Tree Pruning", 1986), and late ones less deep first; then values
/// may differ from those of minimax at the same depth. A value is in millionths of a point. A match
/// that ends counts one millionth less for each ply until then, so that a win comes soon and a loss
/// late; an estimate is a whole number of thousandths. So the two are told apart. The table tells
/// positions apart by 64 bits, and so one in billions may be taken for another.
template <Walkable P>
class PositionSearch {
 public:
  using Move = typename P::Move;

  PositionSearch(const LookaheadPlan& plan, const Budget& budget, const GoOn& go_on)
      : plan_(plan), budget_(budget), go_on_(go_on) {
    const std::uint64_t nodes = budget.simulations == 0 ? kEntriesMax : budget.simulations;
    const std::uint64_t entries = std::clamp<std::uint64_t>(nodes / 2, 1 << 10, kEntriesMax);
    if (plan.remembers && plan.prunes)
      table_.resize(std::bit_ceil(static_cast<std::size_t>(entries)));
  }

  /// Returns the values of the moves of `start` for its mover, in the order of moves(). Requires
  /// that it is not over.
  /// A move of `draws` is a draw, whatever the position says.
  Thought think(const P& start, Rng& rng, const std::vector<Move>& draws) {
    for (const Move& move : start.moves()) {
      P child = start;
      child.play(move);
      const bool draw = std::ranges::count(draws, move) != 0;
      roots_.push_back({std::move(child), move, 0, roots_.size(), draw});
    }
    for (std::size_t i = roots_.size(); i > 1; --i)  // so that equal moves take turns
      std::swap(roots_[i - 1], roots_[random_index(rng, i)]);
    for (Root& root : roots_)
      if (!root.draw) root.value = first_guess(start.mover(), root.after);
    sort_roots();
    const unsigned deepest = budget_.depth == 0 ? kDepthMax : budget_.depth;
    for (unsigned depth = 1; depth <= deepest && !stopped_; ++depth) {
      whole_ = true;
      search_roots(start, depth);
      sort_roots();
      if (stopped_) break;
      progress_.depth = depth;
      if (whole_ || (!plan_.values_all && is_best_end(start, roots_.front().value))) break;
    }
    return told();
  }

 private:
  static constexpr std::int64_t kPoint = 1'000'000;
  static constexpr std::int64_t kInfinite = std::numeric_limits<std::int64_t>::max() / 4;
  static constexpr unsigned kDepthMax = 200;
  static constexpr unsigned kPliesMax = 64;  ///< up to which an urgent position is searched deeper
  static constexpr unsigned kQuietPlies = 12;
  static constexpr std::uint64_t kEntriesMax = 1 << 20;

  struct Root {
    P after;
    Move move;
    std::int64_t value;  ///< for the mover
    std::size_t place;   ///< among moves()
    bool draw;           ///< it counts as a draw, and is not searched
  };
  struct Child {
    P after;
    Move move;
    std::int64_t order;
    std::size_t place;
  };
  enum class Bound : std::uint8_t { none, exact, at_least, at_most };
  struct Entry {
    std::uint64_t key = 0;
    std::int64_t value = 0;  ///< for the mover; a decided one is counted from here
    std::uint16_t depth = 0;
    Bound bound = Bound::none;
    bool whole = false;  ///< whether every line below was followed to its end
    std::uint8_t best = 0;
  };
  struct Frame {
    std::vector<Child> children;
    std::optional<Move> killer{};
  };

  static std::int64_t sign(Seat seat) { return seat == Seat(0) ? 1 : -1; }
  static bool is_end(std::int64_t value) { return value % (kPoint / 1000) != 0; }
  /// Returns whether no end is better than this value, for the mover or for the other seat.
  static bool is_best_end(const P& position, std::int64_t value) {
    if constexpr (requires { position.bounds(); })
      return is_end(value) && std::abs(value) > (position.bounds().max - 1) * kPoint;
    else
      return false;
  }

  std::int64_t end_value(const P& position, Seat for_seat, unsigned ply) const {
    const std::int64_t points = position.payoff().front();
    const std::int64_t sooner = points > 0 ? -std::int64_t{ply} : points < 0 ? ply : 0;
    return sign(for_seat) * (points * kPoint + sooner);
  }
  static std::int64_t quiet_value(const P& position, Seat for_seat) {
    return sign(for_seat) * estimate_of(position) * (kPoint / 1000);
  }

  /// The first guess of a move's value, before anything was searched.
  std::int64_t first_guess(Seat mover, const P& after) const {
    return after.over() ? end_value(after, mover, 1) : quiet_value(after, mover);
  }

  void sort_roots() {
    std::ranges::stable_sort(roots_,
                             [](const Root& a, const Root& b) { return a.value > b.value; });
  }

  void search_roots(const P& start, unsigned depth) {
    const Seat mover = start.mover();
    std::int64_t best = -kInfinite;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const bool all = plan_.values_all || !plan_.prunes;
      const std::int64_t floor = all || best == -kInfinite ? -kInfinite : best;
      const std::int64_t value =
          roots_[i].draw ? 0 : value_for(mover, roots_[i].after, depth - 1, 1, floor, kInfinite);
      if (stopped_) {
        // The moves that were not searched this time come behind those that were.
        for (std::size_t j = i; j < roots_.size(); ++j)
          if (i > 0) roots_[j].value = std::min(roots_[j].value, best - 1);
        return;
      }
      roots_[i].value = value;
      best = std::max(best, value);
    }
  }

  /// Returns the value of `position` for the seat `viewer`, who has just moved to it.
  std::int64_t value_for(Seat viewer, const P& position, unsigned depth, unsigned ply,
                         std::int64_t low, std::int64_t high) {
    if (!count()) return 0;
    if (position.over()) return end_value(position, viewer, ply);
    if (position.mover() == viewer) return value(position, depth, ply, low, high);
    return -value(position, depth, ply, -high, -low);
  }

  /// Returns the value of a position that is not over for its mover: exact between `low` and
  /// `high`, a bound outside.
  std::int64_t value(const P& position, unsigned depth, unsigned ply, std::int64_t low,
                     std::int64_t high) {
    if constexpr (requires { position.urgent(); })
      if (ply < kPliesMax && position.urgent()) ++depth;
    if (depth == 0) return quiet(position, ply, 0, low, high);
    const std::uint64_t key = table_.empty() ? 0 : search_key(position);
    Entry* entry =
        table_.empty() ? nullptr : &table_[static_cast<std::size_t>(key) & (table_.size() - 1)];
    std::size_t first = SIZE_MAX;
    if (entry != nullptr && entry->bound != Bound::none && entry->key == key) {
      first = entry->best;
      if (entry->depth >= depth || entry->whole) {
        const std::int64_t known = counted_from_root(entry->value, ply);
        const bool cuts = entry->bound == Bound::exact ||
                          (entry->bound == Bound::at_least && known >= high) ||
                          (entry->bound == Bound::at_most && known <= low);
        if (cuts) {
          whole_ = whole_ && entry->whole;
          return known;
        }
      }
    }
    if (frames_.size() <= ply) frames_.resize(ply + 1);
    expand(position, frames_[ply], first);
    const std::vector<Child>& children = frames_[ply].children;
    const Seat mover = position.mover();
    const bool whole_before = std::exchange(whole_, true);
    std::int64_t best = -kInfinite, floor = low;
    std::size_t best_place = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const std::int64_t v = value_of_child(children, i, mover, depth, ply, floor, high);
      if (stopped_) return 0;
      if (v > best) {
        best = v;
        best_place = children[i].place;
      }
      if (!plan_.prunes) continue;
      floor = std::max(floor, best);
      if (floor >= high) {
        frames_[ply].killer = children[i].move;
        break;
      }
    }
    if (entry != nullptr) {
      const Bound bound = best >= high  ? Bound::at_least
                          : best <= low ? Bound::at_most
                                        : Bound::exact;
      *entry = {key,
                counted_from_here(best, ply),
                static_cast<std::uint16_t>(depth),
                bound,
                whole_,
                static_cast<std::uint8_t>(std::min<std::size_t>(best_place, 255))};
    }
    whole_ = whole_ && whole_before;
    return best;
  }

  std::int64_t value_of_child(const std::vector<Child>& children, std::size_t i, Seat mover,
                              unsigned depth, unsigned ply, std::int64_t low, std::int64_t high) {
    const P& after = children[i].after;
    if (!plan_.guesses || !plan_.prunes || i == 0)
      return value_for(mover, after, depth - 1, ply + 1, low, high);
    const bool late = i >= 4 && depth >= 3 && children[i].order <= 0;
    const unsigned less = !late ? 0 : depth >= 6 && i >= 12 ? 2 : 1;
    const std::int64_t v = value_for(mover, after, depth - 1 - less, ply + 1, low, low + 1);
    if (v <= low || (less == 0 && v >= high)) return v;
    return value_for(mover, after, depth - 1, ply + 1, low, high);
  }

  /// Fills a frame with the positions after each move, in the order in which they are tried.
  void expand(const P& position, Frame& frame, std::size_t first) {
    frame.children.clear();
    std::size_t place = 0;
    for (const Move& move : position.moves()) {
      P after = position;
      after.play(move);
      std::int64_t order = 0;
      if constexpr (requires { position.promise(move); }) order = position.promise(move);
      if (place == first) order = kInfinite;
      if (frame.killer && *frame.killer == move) order += 1 << 20;
      if constexpr (!requires { position.forcing(); }) {  // there it is quick to see who has won
        if (after.over() && end_value(after, position.mover(), 0) > 0) order = kInfinite - 1;
      }
      frame.children.push_back({std::move(after), move, order, place++});
    }
    if (!plan_.prunes) return;
    std::ranges::stable_sort(frame.children,
                             [](const Child& a, const Child& b) { return a.order > b.order; });
  }

  /// Returns the value of a position at the horizon for its mover.
  std::int64_t quiet(const P& position, unsigned ply, unsigned beyond, std::int64_t low,
                     std::int64_t high) {
    whole_ = false;
    std::int64_t best = quiet_value(position, position.mover());
    if constexpr (requires { position.forcing(); }) {
      if (best >= high || beyond >= kQuietPlies) return best;
      for (const Move& move : position.forcing()) {
        P child = position;
        child.play(move);
        if (!count()) return 0;
        const std::int64_t floor = std::max(best, low);
        std::int64_t v = 0;
        if (child.over())
          v = end_value(child, position.mover(), ply + 1);
        else if (child.mover() == position.mover())
          v = quiet(child, ply + 1, beyond + 1, floor, high);
        else
          v = -quiet(child, ply + 1, beyond + 1, -high, -floor);
        if (stopped_) return 0;
        best = std::max(best, v);
        if (best >= high) break;
      }
    }
    return best;
  }

  static std::int64_t counted_from_here(std::int64_t value, unsigned ply) {
    if (!is_end(value)) return value;
    return value > 0 ? value + ply : value - ply;
  }
  static std::int64_t counted_from_root(std::int64_t value, unsigned ply) {
    if (!is_end(value)) return value;
    return value > 0 ? value - ply : value + ply;
  }

  /// Counts a position that is looked at. Returns false if the search has to end.
  bool count() {
    if (stopped_) return false;
    ++progress_.simulations;
    if (budget_.simulations != 0 && progress_.simulations > budget_.simulations) stopped_ = true;
    if (progress_.simulations % 1024 == 0 && go_on_ && !go_on_(progress_)) stopped_ = true;
    return !stopped_;
  }

  Thought told() {
    Thought thought{.move = {text(P::move_json(roots_.front().move))}, .progress = progress_};
    std::ranges::sort(roots_, {}, &Root::place);
    for (const Root& root : roots_)
      thought.moves.push_back({{text(P::move_json(root.move))}, in_points(root.value), 0});
    return thought;
  }
  /// A finished match counts its points, and not how soon it ends.
  static Rational in_points(std::int64_t value) {
    if (!is_end(value)) return Rational(value, kPoint);
    return Rational((value + (value > 0 ? kPoint / 2 : -kPoint / 2)) / kPoint);
  }

  const LookaheadPlan plan_;
  const Budget& budget_;
  const GoOn& go_on_;
  std::vector<Root> roots_;
  std::deque<Frame> frames_;  ///< by ply; each stays where it is
  std::vector<Entry> table_;
  Progress progress_{};
  bool whole_ = true;  ///< whether no line since the flag was set has met the horizon
  bool stopped_ = false;
};

/// Searches from a position that is not over. The moves of `draws` count as draws. Errors:
/// bad_parameters, for more than two seats.
template <Walkable P>
Result<Thought> look_ahead(const P& start, const LookaheadPlan& plan, const Budget& budget,
                           const GoOn& go_on, Rng& rng,
                           const std::vector<typename P::Move>& draws = {}) {
  if (P::info().seats_max > 2 || (P::info().seats_max == 2 && !P::info().zero_sum))
    return fail(Fault::bad_parameters,
                "this search is for two seats, of which one wins what the "
                "other loses");
  if (start.over()) return fail(Fault::bad_parameters, "the match is over");
  return PositionSearch<P>(plan, budget, go_on).think(start, rng, draws);
}

}  // namespace fairdeal::rules
