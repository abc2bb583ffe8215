#pragma once

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Two ranks of pieces each on five by five squares. B pieces move one square diagonally forward;
/// the A piece does too, or straight back. A piece captures its own kind only. Who brings its A to
/// the other's first rank wins; who loses it, or cannot move, loses.
class Bahab {
 public:
  /// From, to. Its JSON form is [[row, column], [row, column]].
  struct Move {
    Square from;
    Square to;
    auto operator<=>(const Move&) const = default;
  };

  static const GameInfo& info();
  static Result<Bahab> start(const Json& params, std::size_t seats);
  static Result<Bahab> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  std::vector<Move> moves() const;
  void play(const Move& move);
  bool over() const { return decided_ || can_move().empty(); }
  Payoff payoff() const;
  Range bounds() const { return {-1, 1}; }
  /// {"board": row by row, "A", "B" of Uppercase, "a", "b" of Lowercase, "."; "active": [role]}.
  Json json() const;
  std::string draw() const { return kBoard.draw(board_); }
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  std::uint64_t hash() const { return hash_bytes(board_.data(), board_.size()) + active_; }
  bool operator==(const Bahab&) const = default;

 private:
  static constexpr Checkerboard kBoard{5, 5};
  std::vector<Move> can_move() const;
  /// Who has lost its A, or let the other's A come home.
  std::optional<Seat> loser() const;

  std::string board_{};
  std::uint32_t active_ = 0;
  bool decided_ = false;  ///< there is a loser, whoever can move
};

}  // namespace fairdeal::rules
