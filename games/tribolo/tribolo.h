#pragma once

#include "games/tribolo/tribolo_board.h"

namespace fairdeal::rules {

/// A match of Tribolo (tribolo_board.h). Dice that all see decide the walls, the cells and who
/// begins; after that it is a game of turns.
class Tribolo {
 public:
  using Move = TriboloBoard::Move;

  static const GameInfo& info() { return TriboloBoard::info(); }
  static Result<Tribolo> start(const Json& params, std::size_t seats);
  static Result<Tribolo> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. For an absent seat the legal move that leaves it the fewest
  /// cells is made. Void ends the match, and the seats to blame lose to the others. So a roll that
  /// a seat made void is never rolled again.
  Result<Tribolo> after(const Event<Move>& event) const;
  /// Returns the first move that leaves the seat the most cells.
  std::optional<Move> careful(Seat seat, const Known& known) const;
  /// Settles the match against a seat that is out.
  Tribolo without(const Out& out) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-2, 2}; }
  std::optional<Payoff> scores() const;
  /// Returns {"board": 11 rows joined by "/", "scores": cells by role, "active": [role], or [] at
  /// the end}, and "dealt": false until the dice are rolled.
  Json json() const;
  Json view(Observer, const Known&) const { return json(); }
  std::string draw(Observer observer, const Known& known) const;
  std::string label(Seat, const Move& move) const { return square_name(move.cell); }
  /// Says of the dice, which place walls and cells, no more than that they have.
  std::string words(const Event<Move>& event, const SeatNames&) const {
    return std::holds_alternative<Rolled>(event) ? "The board is set up." : "";
  }
  static Json move_json(const Move& move) { return TriboloBoard::move_json(move); }
  static Result<Move> parse_move(const Json& json);

  const TriboloBoard& board() const { return board_; }

  bool operator==(const Tribolo&) const = default;

 private:
  /// Puts each wall and each cell on a place of its own: the k-th die says on which of the places
  /// that are still free. The last die says who begins.
  Result<> deal(const std::vector<std::int64_t>& dice);

  TriboloBoard board_{};
  std::int64_t walls_ = 0;
  std::int64_t cells_each_ = 0;
  bool dealt_ = false;
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
