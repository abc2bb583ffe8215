#pragma once

#include "rules/games/hearts_tricks.h"

namespace fairdeal::rules {

/// Hearts for four: thirteen cards each, three of them passed on (to the left, then to the right,
/// then across, then none), thirteen tricks, and the fewest points win.
///
/// Cards are named by the slots they lie in, so a move gives away nothing but what is shown: a card
/// that is played is shown to all, three that are passed are shuffled among themselves and dealt to
/// their new owner, and nobody else learns them. Whether a seat could have followed suit is seen
/// when its last card is shown; whoever did not is named then and takes all 26 points.
///
/// The seat to the dealer's left leads to the first trick, as before the two of clubs did: a rule
/// of public knowledge cannot say who holds that card. Source: Morehead and Mott-Smith, "Hoyle's
/// Rules of Games", with the usual penalty for a revoke.
class Hearts {
 public:
  /// The slot of a card to pass or to play. Slots 13·k … 13·k + 12 were dealt to seat k.
  using Move = CardSlot;

  static const GameInfo& info();
  static Result<Hearts> start(const Json& params, std::size_t seats);
  static Result<Hearts> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent: the first card still held, and it is no renounce. Void: `by` take 26 each, the hand
  /// counts for nothing for the others, and the next is dealt; by all: that was the last.
  Result<Hearts> after(const Event<Move>& event) const;
  /// Four times one's distance from the average, fewer points being better.
  std::optional<Payoff> result() const;
  Range bounds() const { return {-78 * hands_, 78 * hands_}; }
  std::optional<Payoff> scores() const { return scores_; }
  /// {"dealt": how many, "given": how many seats' cards were shuffled, "hand": how many are over,
  /// "last": points of the hand before, "passes": slots, "plays": [slot, card or null]
  /// and, if its seat was absent, "absent",
  /// "received": how many, "renounces": of all hands, "scores", "shuffled"}.
  Json json() const;
  /// Adds "trick": [seat, card]; for a seat "own": [slot, card] and "fair": what it may play
  /// without a renounce.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Which card is played.
  std::string news(const Event<Move>& event, const Hearts& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat, const Move& move) const;
  /// By the card, if the seat knows it: "play Q♠", "QS".
  std::vector<std::string> names_of(Seat seat, const Move& move, const Known& known,
                                    const SeatNames&) const;

  bool is_passing() const { return passes_.size() < to_pass(); }
  /// The cards that `seat` holds, and it alone sees: by slot.
  std::map<CardSlot, Face> own(Seat seat, const Known& known) const;
  /// Which of them it can play now without a renounce.
  std::vector<CardSlot> fair(Seat seat, const Known& known) const;
  /// The cards of the trick that is not yet complete.
  std::vector<TrickCard> trick() const;

  bool operator==(const Hearts&) const = default;

 private:
  struct Play {
    CardSlot slot;
    std::optional<Face> face{};  ///< none until it is shown
    bool chosen = true;          ///< by its seat, which was not absent
    bool operator==(const Play&) const = default;
  };

  bool over() const;
  /// How many seats further cards are passed in this hand; 0: they are not.
  std::uint32_t distance() const;
  std::size_t to_pass() const { return distance() == 0 ? 0 : 3 * kHeartsSeats; }
  Seat receiver(Seat giver) const;
  bool is_passed(CardSlot slot) const;
  bool is_played(CardSlot slot) const;
  Seat owner(CardSlot slot) const;
  std::optional<Seat> turn() const;
  std::vector<TrickCard> shown() const;
  Result<> show(Face face);
  void end_hand();
  /// Ends it with these points, and begins the next.
  void score_hand(Payoff points);
  void settle_hand(SeatSet by);
  Payoff standing() const;
  /// One of load's steps: what was passed and played, move by move.
  Result<> load_hand(const Json& state);

  std::int64_t hands_ = 1, goal_ = 100;
  bool pipeline_ = true;

  std::uint32_t hand_ = 0;  ///< how many are over
  Payoff scores_{0, 0, 0, 0};
  std::optional<Payoff> last_{};
  std::vector<Renounce> renounces_{};
  bool shuffled_ = false;
  std::uint32_t dealt_ = 0;
  std::vector<CardSlot> passes_{};  ///< three of each seat, the first seat's first
  std::uint32_t given_ = 0;
  std::uint32_t received_ = 0;
  std::vector<Play> plays_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
