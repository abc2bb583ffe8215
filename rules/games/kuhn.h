#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Kuhn poker: jack, queen, king; a card and an ante of one each; one bet of one. Small enough to
/// play every game there is: 6 deals, 9 betting sequences, worth −1/18 to the first seat.
///
/// Source: Kuhn, "A Simplified Two-Person Poker", 1950; moves as in OpenSpiel's kuhn_poker.
class Kuhn {
 public:
  enum class Move : std::uint8_t { bet, pass };  ///< facing a bet: call, fold

  static const GameInfo& info();
  static Result<Kuhn> start(const Json& params, std::size_t seats);
  static Result<Kuhn> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent: a pass. Void: `by` loses what it has put in.
  Result<Kuhn> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-2, 2}; }
  std::optional<Payoff> scores() const { return {}; }
  /// {"bets": such as "pbp", "cards": by seat, null unless shown, "dealt": how many, "shuffled"}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Whose card is shown.
  std::string news(const Event<Move>& event, const Kuhn& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const Kuhn&) const = default;

 private:
  bool folded() const;
  bool showdown() const;

  bool shuffled_ = false;
  std::uint32_t dealt_ = 0;  ///< slot k goes to seat k
  std::string bets_{};       ///< p and b, the seats in turn
  std::array<std::optional<Face>, 2> shown_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
