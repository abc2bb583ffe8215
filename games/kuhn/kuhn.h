#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Kuhn poker, with three cards: jack, queen and king. Each seat pays an ante of one and gets a
/// card; then there may be one bet of one. The game is so small that every match can be tried:
/// there are 6 deals, and with best play the first seat wins −1/18 on average.
///
/// Source: Kuhn, "A Simplified Two-Person Poker", 1950; moves as in OpenSpiel's kuhn_poker.
class Kuhn {
 public:
  enum class Move : std::uint8_t { bet, pass };  ///< after a bet they mean call and fold

  static const GameInfo& info();
  static Result<Kuhn> start(const Json& params, std::size_t seats);
  static Result<Kuhn> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. Absent counts as a pass. After Void the seat in `by` loses
  /// what it has put in.
  Result<Kuhn> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-2, 2}; }
  std::optional<Payoff> scores() const { return {}; }
  /// Returns {"bets": such as "pbp", "cards": by seat, null unless shown, "dealt": how many cards,
  /// "shuffled"}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the hands, the third card and the chips in the middle.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
  /// Says which card a seat shows.
  std::string news(const Event<Move>& event, const Kuhn& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const Kuhn&) const = default;

 private:
  bool folded() const;
  bool showdown() const;

  bool shuffled_ = false;
  std::uint32_t dealt_ = 0;  ///< how many cards; slot k goes to seat k
  std::string bets_{};       ///< the moves so far, as p and b
  std::array<std::optional<Face>, 2> shown_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
