#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// Everybody rolls dice under a cup, for its own eyes, and they bid in turn how many dice of a
/// face lie under all cups; ones count as any face. Each bid is higher than the last: more dice, or
/// as many of a higher face. Who doubts it calls the bidder a liar: all cups are lifted, and
/// whoever was wrong loses a die and begins the next round. The last with dice wins. Private dice,
/// no cards.
class LiarsDice {
 public:
  struct Bid {
    std::int64_t count = 0;
    std::int64_t face = 0;
    auto operator<=>(const Bid&) const = default;
  };
  /// A bid, or none: "liar".
  struct Move {
    std::optional<Bid> bid{};
    bool operator==(const Move&) const = default;
    /// As their JSON forms are sorted: bids, then the doubt.
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
  /// Absent: it is out of the game, and the others lift their cups and roll again. Void: `by` are
  /// out of it, and the others roll again without lifting; nobody wins if all who have dice are.
  Result<LiarsDice> after(const Event<Move>& event) const;
  /// As if it were absent; before the first bid nobody has to roll again.
  LiarsDice without(const Out& out) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-1, static_cast<std::int64_t>(dice_.size()) - 1}; }
  /// The dice each seat has.
  std::optional<Payoff> scores() const { return dice_; }
  /// {"bid": null or [count, face], "bidder", "dice": by seat, "doubter", "lifting": cups go up,
  /// "opened": by seat null or its dice, "rolled": by seat, "turn"}; seats by their index or null.
  Json json() const;
  /// With "own": the observer's dice.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// How many dice there were, and who loses one.
  std::string news(const Event<Move>& event, const LiarsDice& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat seat, const Move& move) const;

  bool operator==(const LiarsDice&) const = default;

 private:
  static constexpr std::int64_t kDiceMax = 5;
  static constexpr std::int64_t kFaces = 6;

  std::uint32_t seats() const { return static_cast<std::uint32_t>(dice_.size()); }
  bool has_dice(std::uint32_t seat) const { return dice_[seat] > 0; }
  std::int64_t all_dice() const;
  std::uint32_t next_with_dice(std::uint32_t seat) const;
  /// Returns whether some cup that should have been shaken, or lifted, has not.
  bool waits_for_rolls() const;
  bool waits_for_cups() const;
  void lift_or_judge();
  void judge();
  /// With all cups lifted: how many dice count for the bid, and whether the bidder or the doubter
  /// was wrong.
  std::int64_t count_of_bid() const;
  std::uint32_t wrong() const;
  /// Takes its dice away; the turn is the next seat's, if it was its.
  void remove(Seat seat);
  void begin_round();
  bool none_left_without(SeatSet by) const;
  Result<> open(Seat seat, const std::vector<std::int64_t>& values);

  Payoff dice_{};
  std::vector<bool> rolled_{};
  std::vector<std::vector<std::int64_t>> opened_{};  ///< empty: not lifted
  std::optional<Bid> bid_{};
  std::uint32_t bidder_ = 0;
  std::optional<std::uint32_t> doubter_{};
  bool lifting_ = false;
  std::uint32_t to_act_ = 0;
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
