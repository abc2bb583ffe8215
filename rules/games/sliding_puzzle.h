#pragma once

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Tiles in a frame with one square empty, to be brought into order within a number of moves; for
/// one player. Solved is a victory, out of moves a defeat.
///
/// Ludorum's library and its tutorial write it differently: PuzzleNames says how.
template <class Names>
class SlidingPuzzle {
 public:
  using Move = Square;  ///< where the empty square goes

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
  static Json move_json(const Move& move) { return Names::move_json(move); }
  static Result<Move> parse_move(const Json& json) { return Names::parse_move(json); }

  std::uint64_t hash() const {
    // Mixed again: the same tiles come up with thousands of counts.
    const std::uint64_t both =
        hash_bytes(tiles_.data(), tiles_.size()) ^ static_cast<std::uint64_t>(left_);
    return hash_bytes(&both, sizeof both);
  }
  bool operator==(const SlidingPuzzle&) const = default;

 private:
  SlidingPuzzle(Checkerboard shape, std::string target, std::int64_t moves)
      : shape_(shape), target_(std::move(target)), left_(moves), left_at_start_(moves) {}
  bool solved() const { return tiles_ == target_; }
  /// Requires tiles with one blank.
  Square empty() const { return shape_.at(tiles_.find(' ')); }
  Result<> set_tiles(std::string tiles);

  Checkerboard shape_;
  std::string target_;
  std::string tiles_{};
  std::int64_t left_;  ///< moves
  std::int64_t left_at_start_;
};

struct LibraryPuzzle {
  static const GameInfo& info();
  static constexpr const char* kTarget = "target";
  static constexpr const char* kMoves = "max_moves";
  static constexpr const char* kTiles = "board";
  static constexpr const char* kCount = "move_number";
  /// The count in a state, when so many moves are left; and back.
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
  /// Whatever it starts with: the tutorial scores 80 minus the points left.
  static std::optional<Payoff> scores(std::int64_t left, std::int64_t) { return Payoff{80 - left}; }
  static Json move_json(Square square);
  static Result<Square> parse_move(const Json& json);
};
using Puzzle15 = SlidingPuzzle<LibraryPuzzle>;
using TutorialPuzzle15 = SlidingPuzzle<TutorialPuzzle>;

/// Returns whether `tiles` can be brought to `target` at all. Every move is a swap of the empty
/// square and a step of it: what stays even is the permutation's parity plus the empty square's
/// distance. Requires the same tiles in both, one of them blank.
bool solvable(Checkerboard shape, const std::string& tiles, const std::string& target);

/// The fewest moves that lead from `tiles` to `target`, or none up to `most`. By iterative
/// deepening with the sum of all tiles' distances as the bound (Korf, "Depth-First
/// Iterative-Deepening", 1985).
std::optional<int> shortest_solution(Checkerboard shape, std::string tiles,
                                     const std::string& target, int most);

}  // namespace fairdeal::rules
