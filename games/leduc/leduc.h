#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Leduc hold'em, with six cards: two jacks, two queens and two kings. Each seat pays an ante of
/// one and gets a card. After a round of betting a card is shown on the board, and a second round
/// follows. A raise is 2 in the first round and 4 in the second, and each round has at most two. A
/// hand that pairs the board wins, else the higher card; equal ranks split the pot.
///
/// Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker", 2005; moves as in
/// OpenSpiel's leduc_poker.
class Leduc {
 public:
  enum class Move : std::uint8_t { call, fold, raise };  ///< a call of nothing is a check

  static const GameInfo& info();
  static Result<Leduc> start(const Json& params, std::size_t seats);
  static Result<Leduc> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. Absent counts as a check if that is possible, else as a
  /// fold. After Void the seat in `by` loses what it has put in.
  Result<Leduc> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-13, 13}; }  // 1 + 2·2 + 2·4
  std::optional<Payoff> scores() const { return {}; }
  /// Returns {"bets": a text of c, f and r for each round, "cards": by slot, first the seats' and
  /// then the board's, null unless shown, "dealt": how many to seats, "shuffled"}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the hands, the card in the middle and the chips there.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
  /// Says which card a seat shows, or comes on the board.
  std::string news(const Event<Move>& event, const Leduc& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const Leduc&) const = default;

 private:
  /// The moves of one round of betting, as c, f and r. The first seat begins each round.
  using Round = std::string;

  bool folded() const;
  const Round& round() const;
  bool raised() const { return round().ends_with('r'); }
  std::optional<Seat> to_act() const;
  std::vector<CardSlot> to_show() const;
  /// Returns the chips that each seat has put in.
  std::array<std::int64_t, 2> paid() const;

  bool shuffled_ = false;
  std::uint32_t dealt_ = 0;  ///< how many cards; slot k goes to seat k
  std::array<Round, 2> bets_{};
  std::array<std::optional<Face>, 3> shown_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
