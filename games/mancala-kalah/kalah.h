#pragma once

#include <array>

#include "rules/move_list.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Kalah, a game of the mancala family. A move sows the seeds of a house one by one around the
/// board and skips the other player's store. If the last seed falls into the own store, the same
/// player moves again. If it falls into an own house that was empty, it captures the seeds of the
/// opposite house, if there are any. The game ends when one side has no seeds in its houses.
class Kalah {
 public:
  using Move = int;  ///< the index of a house in the "board" of json()
  static constexpr std::size_t kHousesMax = 12;

  static const GameInfo& info();
  static Result<Kalah> start(const Json& params, std::size_t seats);
  static Result<Kalah> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  MoveList<Move, kHousesMax> moves() const;
  void play(Move house);
  bool over() const { return side_is_empty(0) || side_is_empty(1); }
  Payoff payoff() const;
  Range bounds() const { return {-seeds_, seeds_}; }
  /// Returns none until the game is over.
  std::optional<Payoff> scores() const;
  /// Returns the seeds in each seat's store.
  Payoff counts() const;
  /// Returns {"board": the seeds in North's houses, its store, South's houses and its store;
  /// "active": [role]}.
  Json json() const;
  std::string draw() const;
  std::string label(Seat seat, const Move& house) const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  /// Returns the seeds in each square, in the order of json().
  const std::array<std::uint16_t, 2 * kHousesMax + 2>& board() const { return board_; }
  int houses() const { return houses_; }

  bool operator==(const Kalah&) const = default;

 private:
  int side() const { return houses_ + 1; }  ///< how many squares a side has
  int store(std::uint32_t seat) const { return static_cast<int>(seat + 1) * side() - 1; }
  bool is_house_of(std::uint32_t seat, int square) const {
    return square / side() == static_cast<int>(seat) && square != store(seat);
  }
  bool side_is_empty(std::uint32_t seat) const;

  std::array<std::uint16_t, 2 * kHousesMax + 2> board_{};
  std::uint16_t houses_ = 0;
  std::uint16_t seeds_ = 0;  ///< on the whole board
  std::uint16_t active_ = 0;
  bool empty_capture_ = false;    ///< whether a capture takes only the capturing seed
  bool count_remaining_ = false;  ///< whether seeds left in the houses count for their side
};

}  // namespace fairdeal::rules
