#pragma once

#include "rules/card.h"
#include "rules/game.h"

namespace fairdeal::rules {

/// Go fish: a seat asks another for a rank that it holds itself. If the other has cards of that
/// rank it gives all of them, and the same seat asks again. If it has none, the asker draws a card,
/// and the seat that was asked asks next. The match ends when the pool or a hand is empty. Then all
/// hands are shown, and four cards of a rank in one hand are a book.
///
/// A card that is given is shown to all, and then lies open in front of its new owner. What a seat
/// says about hidden cards is believed until the end. A seat that asked for a rank that it did not
/// hold, or kept back a card that it was asked for, is named then and loses thirteen books. So does
/// a seat that is gone.
///
/// Source: pagat.com, "Go Fish" (in the variant in which the seat that had nothing asks next).
class GoFish {
 public:
  /// A move. For give, `a` is the slot of a card. For ask, `a` is a seat and `b` a rank. To fish
  /// means to say that there is nothing to give, or nothing more.
  struct Move {
    enum class Kind : std::uint8_t { give, ask, fish };  // in the order of their JSON forms
    Kind kind;
    std::uint32_t a = 0, b = 0;
    auto operator<=>(const Move&) const = default;
  };
  /// A seat that broke the rules.
  struct Named {
    Seat seat;
    std::size_t turn;  ///< when it did so, counted from 0
    bool asked;        ///< whether it asked for what it did not hold; else it kept a card back
    bool operator==(const Named&) const = default;
  };

  static const GameInfo& info();
  static Result<GoFish> start(const Json& params, std::size_t seats);
  static Result<GoFish> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. An absent seat makes its first legal move if it has to ask,
  /// and its last if it has to answer, which gives nothing where that is legal. After Void the
  /// seats in `by` lose thirteen books each, and the others share all books.
  Result<GoFish> after(const Event<Move>& event) const;
  /// Returns the value after the seat has gone. Between two that is the end; else its cards are
  /// played as those of an absent seat, and it loses thirteen books.
  GoFish without(const Out& out) const;
  /// Gives a card of the rank that is asked for, or says truly that there is none; asks the seat
  /// with the most cards for the rank that this seat has most of.
  std::optional<Move> careful(Seat seat, const Known& known) const;
  std::optional<Payoff> result() const;
  Range bounds() const;
  std::optional<Payoff> scores() const { return {}; }
  /// Returns {"cards": by slot, null unless all have seen it, "dealt": how many, "shuffled",
  /// "turns": [{"asked", "asker", "gives": slots, "over", "rank": from 2 to 14}]}, and "gone": the
  /// seats that are gone, if there are any.
  Json json() const;
  /// Returns json() with "hands": the slots of each seat; for a seat also "own": [slot, card]; and
  /// at the end "books" and "named".
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the hands and the pool. A question is asked by touching an own card of the rank and
  /// then a hand; for a rank that the seat does not hold, the pool and then a hand.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
  /// Says which card is given.
  std::string news(const Event<Move>& event, const GoFish& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat, const Move& move) const;
  /// Names a move by the card that is given or the seat that is asked: "give K♠", "ask Ann for
  /// kings".
  std::vector<std::string> names_of(Seat seat, const Move& move, const Known& known,
                                    const SeatNames& names) const;

  /// Returns the rank of the question that is not yet answered.
  std::optional<std::uint32_t> asked_rank() const;
  /// Returns all cards of `seat` whose faces it knows.
  std::map<CardSlot, Face> hand(Seat seat, const Known& known) const;
  /// Returns at the end the seats that broke the rules, each for the first time that it did so.
  std::vector<Named> named() const;
  std::vector<std::int64_t> books() const;

  bool operator==(const GoFish&) const = default;

 private:
  struct Turn {
    Seat asker, asked;
    std::uint32_t rank;
    std::vector<CardSlot> gives{};
    bool over = false;
    bool operator==(const Turn&) const = default;
  };

  std::uint32_t seats() const { return static_cast<std::uint32_t>(seats_); }
  std::uint32_t first_deal() const { return seats() * (seats_ <= 3 ? 7 : 5); }
  Seat first_owner(std::uint32_t slot) const { return Seat(slot % seats()); }
  bool is_open(CardSlot slot) const { return faces_[slot.value].has_value(); }
  bool has_rank(CardSlot slot, std::uint32_t rank) const;
  bool answers() const { return !turns_.empty() && !turns_.back().over; }
  bool fruitful(const Turn& turn) const;
  bool draws() const;
  bool finished() const;
  bool over() const;
  Payoff settled_without(SeatSet by) const;
  std::vector<CardSlot> hidden() const;
  std::optional<CardSlot> given_unseen() const;
  std::optional<Seat> turn() const;
  Seat next_asker() const;
  void give(CardSlot slot);
  void settle_gift();
  void move(Seat seat, const Move& move);
  Json scene_seats() const;
  Json scene_moves(Seat seat, const Known& known, const SeatNames& names) const;
  Result<> load_turn(const Json& turn, const Json& cards, std::uint32_t dealt);

  std::size_t seats_ = 2;
  bool shuffled_ = false;
  std::vector<Seat> owners_{};  ///< the owner of each slot that was dealt
  std::vector<std::optional<Face>> faces_ = std::vector<std::optional<Face>>(Card::kFaces);
  std::vector<Turn> turns_{};
  SeatSet gone_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
