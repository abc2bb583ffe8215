#pragma once

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// A sliding puzzle for one player: tiles lie in a frame with one empty square, and have to be
/// brought into order within a number of moves. The player wins by solving it, and loses when there
/// are no moves left.
///
/// The states of Ludorum's library and of its tutorial differ in what `Names` defines:
/// LibraryPuzzle and TutorialPuzzle.
template <class Names>
class SlidingPuzzle {
 public:
  using Move = Square;  ///< the square that becomes empty

  static const GameInfo& info();
  static Result<SlidingPuzzle> start(const Json& params, std::size_t seats);
  static Result<SlidingPuzzle> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(0); }
  std::vector<Move> moves() const;
  void play(Move square);
  bool over() const { return solved() || left_ == 0; }
  Payoff payoff() const { return {solved() ? 1 : -1}; }
  Range bounds() const { return {-1, 1}; }
  std::optional<Payoff> scores() const { return Names::scores(left_, left_at_start_); }
  Json json() const;
  std::string draw() const;
  std::string label(Seat, const Move& move) const { return square_name(move); }
  static Json move_json(const Move& move) { return Names::move_json(move); }
  static Result<Move> parse_move(const Json& json) { return Names::parse_move(json); }

  std::uint64_t hash() const {
    // It is mixed again because the same tiles come up with thousands of different counts.
    const std::uint64_t both =
        hash_bytes(tiles_.data(), tiles_.size()) ^ static_cast<std::uint64_t>(left_);
    return hash_bytes(&both, sizeof both);
  }
  bool operator==(const SlidingPuzzle&) const = default;

 private:
  SlidingPuzzle(Checkerboard shape, std::string target, std::int64_t moves)
      : shape_(shape), target_(std::move(target)), left_(moves), left_at_start_(moves) {}
  bool solved() const { return tiles_ == target_; }
  /// Returns the empty square. Requires: exactly one tile is blank.
  Square empty() const { return shape_.at(tiles_.find(' ')); }
  Result<> set_tiles(std::string tiles);

  Checkerboard shape_;
  std::string target_;
  std::string tiles_{};
  std::int64_t left_;  ///< how many moves are left
  std::int64_t left_at_start_;
};

struct LibraryPuzzle {
  static const GameInfo& info();
  static constexpr const char* kTarget = "target";
  static constexpr const char* kMoves = "max_moves";
  static constexpr const char* kTiles = "board";
  static constexpr const char* kCount = "move_number";
  /// Converts the number of moves left to the count that a state has, and back.
  static std::int64_t count(std::int64_t left, std::int64_t at_start) { return at_start - left; }
  static std::optional<Payoff> scores(std::int64_t left, std::int64_t) { return Payoff{left}; }
  static Json move_json(Square square) { return square_json(square); }
  static Result<Square> parse_move(const Json& json) { return parse_square(json); }
};
struct TutorialPuzzle {
  static const GameInfo& info();
  static constexpr const char* kTarget = "goal";
  static constexpr const char* kMoves = "start_points";
  static constexpr const char* kTiles = "tiles";
  static constexpr const char* kCount = "points";
  static std::int64_t count(std::int64_t left, std::int64_t) { return left; }
  /// Returns the tutorial's score: 80 minus the points left, whatever number it starts with.
  static std::optional<Payoff> scores(std::int64_t left, std::int64_t) { return Payoff{80 - left}; }
  static Json move_json(Square square);
  static Result<Square> parse_move(const Json& json);
};
using Puzzle15 = SlidingPuzzle<LibraryPuzzle>;
using TutorialPuzzle15 = SlidingPuzzle<TutorialPuzzle>;

/// Returns whether `tiles` can be brought to `target` at all. A move swaps two tiles, one of them
/// the blank, and takes the blank one step. So the parity of the permutation plus the distance of
/// the blank never changes, and it is even at the target. Requires: the same tiles in both, one of
/// them blank.
bool solvable(Checkerboard shape, const std::string& tiles, const std::string& target);

/// Returns the least number of moves from `tiles` to `target`; none if more than `most` are needed.
/// It deepens the search step by step, with the sum of all tiles' distances as the lower bound
/// (Korf, "Depth-First Iterative-Deepening", 1985).
std::optional<int> shortest_solution(Checkerboard shape, std::string tiles,
                                     const std::string& target, int most);

}  // namespace fairdeal::rules
