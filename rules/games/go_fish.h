#pragma once

#include "rules/card.h"
#include "rules/game.h"

namespace fairdeal::rules {

/// Go fish: ask another seat for a rank that you hold; it gives you all it has, and you ask again,
/// or you draw and it asks. It ends when the pool or a hand is empty: all hands are shown, and each
/// four of a rank in one hand is a book.
///
/// A card that is given is shown to all and then lies open before its new owner. What a seat says
/// of hidden cards is believed until the end: then who asked for a rank that it did not hold, or
/// kept back a card that was asked for, is named and loses thirteen.
///
/// Source: pagat.com, "Go Fish" (the turn passes to who had nothing).
class GoFish {
 public:
  /// give: `a` is a slot; ask: `a` is a seat and `b` a rank; fish: there is nothing (more) to give.
  struct Move {
    enum class Kind : std::uint8_t { give, ask, fish };  // as their JSON forms are sorted
    Kind kind;
    std::uint32_t a = 0, b = 0;
    auto operator<=>(const Move&) const = default;
  };
  struct Named {
    Seat seat;
    std::size_t turn;  ///< from 0
    bool asked;        ///< for what it did not hold; else it kept a card back
    bool operator==(const Named&) const = default;
  };

  static const GameInfo& info();
  static Result<GoFish> start(const Json& params, std::size_t seats);
  static Result<GoFish> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent: its first question; of answers the last, which gives nothing if that may be. Void:
  /// `by` lose thirteen each, and the others share all books.
  Result<GoFish> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const;
  std::optional<Payoff> scores() const { return {}; }
  /// {"cards": by slot, null unless all have seen it, "dealt": how many, "shuffled", "turns":
  /// {"asked", "asker", "gives": slots, "over", "rank": from 2 to 14}}.
  Json json() const;
  /// Adds "hands": slots by seat; for a seat "own": [slot, card]; at the end "books" and "named".
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Which card is given.
  std::string news(const Event<Move>& event, const GoFish& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat, const Move& move) const;
  /// By the card that is given, and by who is asked: "give K♠", "ask Ann for kings".
  std::vector<std::string> names_of(Seat seat, const Move& move, const Known& known,
                                    const SeatNames& names) const;

  /// The rank that was asked for and is not yet answered.
  std::optional<std::uint32_t> asked_rank() const;
  /// All cards of `seat` whose faces it knows.
  std::map<CardSlot, Face> hand(Seat seat, const Known& known) const;
  /// At the end: who broke the rules, the first time for each.
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
  Result<> load_turn(const Json& turn, const Json& cards, std::uint32_t dealt);

  std::size_t seats_ = 2;
  bool shuffled_ = false;
  std::vector<Seat> owners_{};  ///< of the slots that are dealt
  std::vector<std::optional<Face>> faces_ = std::vector<std::optional<Face>>(Card::kFaces);
  std::vector<Turn> turns_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
