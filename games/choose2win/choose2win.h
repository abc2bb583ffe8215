#pragma once

#include "rules/position.h"

namespace fairdeal::rules {

/// Choose to win: the player to move chooses whether to win, to lose or to pass. It is a game for
/// trying tools. If it has a limit of turns, it is a tie when they are used up.
class Choose2Win {
 public:
  enum class Move : std::uint8_t { lose, pass, win };  // in the order of their names

  static const GameInfo& info();
  static Result<Choose2Win> start(const Json& params, std::size_t seats);
  static Result<Choose2Win> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  std::vector<Move> moves() const;
  void play(Move move);
  bool over() const { return winner_ != kNone || turns_ == 0; }
  Payoff payoff() const { return winner_ == kNone ? Payoff{0, 0} : win_for(Seat(winner_)); }
  Range bounds() const { return {-1, 1}; }
  /// Returns {"turns": how many are left, or null, "winner": a role or null, "active": [role]}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const Choose2Win&) const = default;

 private:
  static constexpr std::uint32_t kNone = 2;

  std::int64_t turns_ = -1;  ///< how many are left; −1: there is no limit
  std::uint32_t winner_ = kNone;
  std::uint32_t active_ = 0;
};

}  // namespace fairdeal::rules
