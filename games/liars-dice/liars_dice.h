#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// Liar's dice: each seat rolls its dice under a cup, where only it sees them. The seats then take
/// turns to bid how many dice of a face lie under all cups; ones count as any face. A bid must be
/// higher than the last: more dice, or as many of a higher face. A seat that doubts the last bid
/// calls the bidder a liar. Then all cups are lifted, and whichever of the two was wrong loses a
/// die and begins the next round. The last seat with dice wins.
class LiarsDice {
 public:
  struct Bid {
    std::int64_t count = 0;
    std::int64_t face = 0;
    auto operator<=>(const Bid&) const = default;
  };
  /// A bid; or none, which means to call the bidder a liar.
  struct Move {
    std::optional<Bid> bid{};
    bool operator==(const Move&) const = default;
    /// Sorts moves as their JSON forms: first bids, then the doubt.
    friend std::strong_ordering operator<=>(const Move& a, const Move& b) {
      if (a.bid && b.bid) return *a.bid <=> *b.bid;
      return b.bid.has_value() <=> a.bid.has_value();
    }
  };

  static const GameInfo& info();
  static Result<LiarsDice> start(const Json& params, std::size_t seats);
  static Result<LiarsDice> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. If a seat is absent, its bid falls: all lift their cups, the
  /// seat loses a die, and they roll again. After Void the seats in `by` are out of the game, and
  /// the others roll again without lifting their cups. If no other seat has dice, nobody wins.
  Result<LiarsDice> after(const Event<Move>& event) const;
  /// Returns the first bid that is likely by the seat's own dice and chance, or else the doubt.
  std::optional<Move> careful(Seat seat, const Known& known) const;
  /// Returns the value without a seat that is out: it loses all its dice, and the others lift their
  /// cups and roll again. If some seats have not yet rolled, the others need not roll again.
  LiarsDice without(const Out& out) const;
  /// Returns whether the seat has no dice left.
  bool spent(Seat seat) const { return dice_[seat.value] == 0; }
  std::optional<Payoff> result() const;
  Range bounds() const { return {-1, static_cast<std::int64_t>(dice_.size()) - 1}; }
  /// Returns how many dice each seat has.
  std::optional<Payoff> scores() const { return dice_; }
  /// Returns {"bid": null or [count, face], "bidder", "dice": how many by seat, "doubter",
  /// "lifting": whether cups are being lifted, "opened": by seat null or its dice, "rolled": by
  /// seat, "turn"}. Seats are indexes or null.
  Json json() const;
  /// Returns json() with "own": the observer's dice.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Says how many dice of the bid there were, and who loses a die.
  std::string news(const Event<Move>& event, const LiarsDice& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat seat, const Move& move) const;
  MoveFacts facts(Seat, const Move& move) const { return {.doubt = !move.bid}; }

  bool operator==(const LiarsDice&) const = default;

 private:
  static constexpr std::int64_t kDiceMax = 5;
  static constexpr std::int64_t kFaces = 6;

  std::uint32_t seats() const { return static_cast<std::uint32_t>(dice_.size()); }
  bool has_dice(std::uint32_t seat) const { return dice_[seat] > 0; }
  std::int64_t all_dice() const;
  std::uint32_t next_with_dice(std::uint32_t seat) const;
  /// Return whether a seat with dice has not yet rolled them, or not yet lifted its cup.
  bool waits_for_rolls() const;
  bool waits_for_cups() const;
  void lift_or_judge();
  void judge();
  /// Return how many dice count for the bid, and which of the bidder and the doubter was wrong.
  /// Require: all cups are lifted.
  std::int64_t count_of_bid() const;
  std::uint32_t wrong() const;
  /// Takes a seat's dice away. If it was its turn, the next seat with dice gets the turn.
  void remove(Seat seat);
  void begin_round();
  bool none_left_without(SeatSet by) const;
  Result<> open(Seat seat, const std::vector<std::int64_t>& values);

  Payoff dice_{};
  std::vector<bool> rolled_{};
  std::vector<std::vector<std::int64_t>> opened_{};  ///< by seat; empty if its cup is not lifted
  std::optional<Bid> bid_{};
  std::uint32_t bidder_ = 0;
  std::optional<std::uint32_t> doubter_{};  ///< without a bid, the seat that missed its move
  bool lifting_ = false;
  std::uint32_t to_act_ = 0;
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
