#pragma once

#include "games/hearts/hearts_tricks.h"

namespace fairdeal::rules {

/// Hearts for four. Each seat gets thirteen cards and passes three of them (to the left in the
/// first hand, then to the right, then across, then none). Thirteen tricks are played, and the seat
/// with the fewest points wins.
///
/// A move names a card by the slot in which it lies, so it gives nothing away. A card that is
/// played is then shown to all. Three cards that are passed are shuffled among themselves and dealt
/// to their new owner, so nobody else learns them. Whether a seat could have followed suit is known
/// when all its cards have been shown. A seat that could and did not is named then, and takes all
/// 26 points.
///
/// The seat to the dealer's left leads to the first trick, which is the older custom; with the
/// parameter `two_of_clubs` the holder of that card leads it, as the best-known rules have it. The
/// rules know only what is public, so the seats say in turn that they have not this card, or lead
/// it; a program does that for its person (obvious()), and a seat that lies is named at the end.
/// Source: Morehead and Mott-Smith, "Hoyle's Rules of Games", with the usual penalty for a revoke.
class Hearts {
 public:
  /// The slot of a card to pass or to play. Slots 13·k … 13·k + 12 were dealt to seat k.
  using Move = CardSlot;
  /// The move by which a seat says that it has not the two of clubs.
  static constexpr Move kDecline{Card::kFaces};

  static const GameInfo& info();
  static Result<Hearts> start(const Json& params, std::size_t seats);
  static Result<Hearts> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. An absent seat plays or passes the first card that it still
  /// holds. This is never a renounce, but if the card breaks a rule, the seat takes 26 points.
  /// After Void each seat in `by` takes 26 points, the others take none, and the next hand is
  /// dealt. If all four made it void, the match is over; seats that made the hand before it void
  /// then rank last.
  Result<Hearts> after(const Event<Move>& event) const;
  /// Returns whether the seat leads the two of clubs or says that it has not this card, while it is
  /// asked.
  std::optional<Move> obvious(Seat seat, const Known& known) const;
  /// Returns a card that breaks no rule and costs little, by the seat's own cards.
  std::optional<Move> careful(Seat seat, const Known& known) const;
  /// Returns the value after the seat has gone: it takes 26 points in this hand, whatever its
  /// cards, which are played as those of an absent seat, would bring it.
  Hearts without(const Out& out) const;
  /// Returns for each seat four times the difference between the average points and its own.
  std::optional<Payoff> result() const;
  Range bounds() const { return {-78 * hands_, 78 * hands_}; }
  std::optional<Payoff> scores() const { return scores_; }
  /// Returns {"dealt": how many cards, "given": of how many seats the passed cards were shuffled,
  /// "hand": how many are over, "last": the points of the hand before, "passes": slots, "plays":
  /// [slot, card or null] and "absent" if its seat was absent, "received": how many passed cards
  /// were dealt, "renounces": of all hands, "scores", "shuffled"}. "gone" has the seats that went
  /// in this hand, and "spoilt_by" those that made the last one void; both only if there are any.
  /// "declined" says of each seat that has not the two of clubs whether it said so itself; only if
  /// the holder leads that card.
  Json json() const;
  /// Returns json() with "trick": [seat, card]; for a seat also "own": [slot, card] and "fair": the
  /// slots that it may play without a renounce.
  Json view(Observer observer, const Known& known) const;
  /// Returns the deal and the trick, for the log.
  Json heading() const;
  /// Says of a card that is passed no more than that.
  std::string words(const Event<Move>& event, const SeatNames& names) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the card that is played.
  std::optional<TrickPlay> trick_play(const Event<Move>& event, const Hearts& after) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat, const Move& move) const;
  /// Names a move by its card, if the seat knows it: "play Q♠", "QS".
  std::vector<std::string> names_of(Seat seat, const Move& move, const Known& known,
                                    const SeatNames&) const;

  bool is_passing() const { return passes_.size() < to_pass(); }
  /// Returns the cards that `seat` holds and that it alone sees, by slot.
  std::map<CardSlot, Face> own(Seat seat, const Known& known) const;
  /// Returns the cards that it can play now without a renounce, or any card while it passes.
  std::vector<CardSlot> fair(Seat seat, const Known& known) const;
  /// Returns the cards of the trick that is not yet complete.
  std::vector<TrickCard> trick() const;

  bool operator==(const Hearts&) const = default;

 private:
  struct Play {
    CardSlot slot;
    std::optional<Face> face{};  ///< none until the card is shown
    bool chosen = true;          ///< false if the seat was absent
    bool operator==(const Play&) const = default;
  };

  bool over() const;
  /// Returns how many seats to the left cards are passed in this hand; 0 if none are passed.
  std::uint32_t distance() const;
  std::size_t to_pass() const { return distance() == 0 ? 0 : 3 * kHeartsSeats; }
  Seat receiver(Seat giver) const;
  Seat first_asked() const { return Seat(hand_ % kHeartsSeats); }
  /// Returns whether a seat is asked to lead the two of clubs.
  bool is_claiming() const;
  /// Returns whether this seat may say that it has not that card; the last one has to lead.
  bool may_decline() const { return is_claiming() && declined_.size() + 1 < kHeartsSeats; }
  bool is_passed(CardSlot slot) const;
  bool is_played(CardSlot slot) const;
  Seat owner(CardSlot slot) const;
  std::optional<Seat> turn() const;
  std::vector<TrickCard> shown() const;
  Result<> show(Face face);
  void end_hand();
  /// Ends the hand with these points, or 26 for a seat that is gone, and begins the next one.
  void score_hand(Payoff points);
  /// Gives these seats as many points as the last seat has, if they have fewer.
  void rank_last(SeatSet seats);
  void settle_hand(SeatSet by);
  Payoff standing() const;
  /// Reads for load() what was passed and played, move by move.
  Result<> load_hand(const Json& state);

  std::int64_t hands_ = 1, goal_ = 100;
  bool pipeline_ = true;
  bool two_leads_ = false;

  std::uint32_t hand_ = 0;  ///< how many hands are over
  Payoff scores_{0, 0, 0, 0};
  std::optional<Payoff> last_{};
  std::vector<Renounce> renounces_{};
  bool shuffled_ = false;
  std::uint32_t dealt_ = 0;
  std::vector<CardSlot> passes_{};  ///< three cards of each seat, in the order of the seats
  std::uint32_t given_ = 0;
  std::uint32_t received_ = 0;
  std::vector<bool>
      declined_{};  ///< of each seat that has not the two of clubs: whether it said so
  std::vector<Play> plays_{};
  SeatSet gone_{};  ///< the seats that went in this hand
  SeatSet
      spoilt_by_{};  ///< the seats that made the last hand void, until the next deck is shuffled
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
