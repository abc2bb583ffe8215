#pragma once

#include <array>
#include <span>

#include "rules/betting.h"
#include "rules/card.h"
#include "rules/hand_rank.h"

namespace fairdeal::rules {

/// No-limit Texas hold'em for 2 to 10 seats: hands are played with the same chips until one seat
/// has them all, or for as many hands as the table agreed.
///
///   shuffle ── 52 slots ──> deal ── two cards a seat ──> preflop ──> flop ──> turn ──> river
///      ^                                                    │ one left  │        │        │
///      │                                                    v           v        v        v
///      └────────────── next hand ─────────────────────── pots are paid <── showdown <─────┘
///
/// Where tables differ, this one follows the Tournament Directors Association (2024):
/// - The big blind moves one seat with chips a hand; the small blind is who was the big blind, the
///   button who was the small blind, and either may be an empty seat. With two left the button
///   posts the small blind.
/// - Once a seat is all-in and no more bets are possible, all hands are shown, and the board is
///   then completed. Otherwise the last to bet or raise on the river decides first whether to show
///   or muck (nobody has: the first seat left of the button), and the others in turn. A mucked
///   hand is never shown; whoever is left alone wins without showing.
/// - Odd chips of a pot go to its first winners left of the button.
/// - No card is burned: that guards against marked cards, and these have no backs.
/// - A seat cannot fold where it may check for nothing.
///
/// Slots: the n seats in play, from the button's left, have slots 0 … n−1 and n … 2n−1; the board
/// is 2n … 2n+4.
class Holdem {
 public:
  struct Move {
    /// In the order of their JSON forms: {"bet":N}, {"raise":N}, "call", …
    enum class Kind : std::uint8_t { bet, raise, call, check, fold, muck, show };
    Kind kind;
    Chips to = 0;  ///< what the seat's bet becomes, for bet and raise
    auto operator<=>(const Move&) const = default;
  };
  enum class Street : std::uint8_t { shuffle, deal, preflop, flop, turn, river, showdown, over };

  /// The two cards of a seat.
  struct Pocket {
    bool dealt_in = false;  ///< takes part in this hand
    bool tabled = false;    ///< its cards are shown, or are about to be
    std::array<Slot, 2> slots{};
    std::array<std::optional<Face>, 2> faces{};  ///< once shown
    /// Both, if both are shown.
    std::optional<std::array<Face, 2>> shown() const {
      if (!faces[0] || !faces[1]) return {};
      return {{*faces[0], *faces[1]}};
    }
    bool operator==(const Pocket&) const = default;
  };

  /// The cards on the table for all.
  struct Board {
    std::size_t size = 0;
    std::array<Face, 5> faces{};
    std::span<const Face> cards() const { return std::span(faces).first(size); }
    bool operator==(const Board&) const = default;
  };

  /// How the hand before this one ended.
  struct Outcome {
    std::int64_t hand = 0;  ///< none yet
    Board board{};
    std::array<std::optional<std::array<Face, 2>>, Betting::kSeatsMax> shown{};
    std::array<Chips, Betting::kSeatsMax> paid{};
    std::array<Chips, Betting::kSeatsMax> won{};
    bool operator==(const Outcome&) const = default;
  };

  static const GameInfo& info();
  static Result<Holdem> start(const Json& params, std::size_t seats);
  static Result<Holdem> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  std::optional<Range> range(Seat seat, const Move& move) const;
  std::string label(Seat seat, const Move& move) const;
  Result<Holdem> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const;
  /// The next hand's pack, while another hand may come.
  std::optional<WantShuffle> foresees() const;
  /// The chips behind each seat.
  std::optional<Payoff> scores() const;

  /// Seats are counted from 0; lists have an entry for each seat; cards are named as by card_name,
  /// null is a card that is not shown.
  ///   hand, street, button, blinds: [small, big]; to_act: a seat, or null
  ///   stacks, bets, paid, met, in: of each seat (Stake)
  ///   to_meet, raise_min, aggressor: of the round (Betting); pots: [{chips, seats}] of what is
  ///   paid dealt: how many cards; slots, pockets: two of each seat in play, or null; tabled; board
  ///   last: null, or of the hand before {hand, board, paid, won, shown, ranks}: what each seat
  ///   paid and won, and its cards and their rank in words if it showed them
  Json json() const;
  /// The same, with the observer's own cards.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  Street street() const { return street_; }
  const Betting& betting() const { return betting_; }
  const Pocket& pocket(Seat seat) const { return pockets_[seat.value]; }
  Seat button() const { return button_; }
  const Board& board() const { return board_; }
  const Outcome& last() const { return last_; }
  static HandRank rank(const Board& board, const std::array<Face, 2>& shown);
  /// Who decides next, perhaps after some cards.
  std::optional<Seat> turn() const;

  bool operator==(const Holdem&) const = default;

 private:
  struct Terms {
    Chips stack, small_blind, big_blind, ante;
    std::int64_t hands;  ///< 0: until one seat has all the chips
    bool operator==(const Terms&) const = default;
  };

  // What happens: holdem.cc.
  Result<> on(const Moved<Move>& event);
  Result<> on(const Shuffled& event);
  Result<> on(const Dealt& event);
  Result<> on(const Shown& event);
  Result<> on(const Absent& event);
  Result<> on(const Void& event);
  template <class E>
  Result<> on(const E&);
  void make_move(const Move& move);
  /// Goes on until something is wanted or the match is over.
  void proceed();
  bool waits() const;
  void end_street();
  void begin_hand();
  void move_blinds();
  void end_hand();

  // Who shows and who wins: holdem_showdown.cc.
  void begin_showdown(std::optional<Seat> aggressor);
  void showdown_move(bool show);
  std::optional<Seat> undecided_after(Seat seat) const;
  void pay_pots();
  std::vector<Seat> winners(const std::vector<Seat>& seats) const;

  /// Who takes part in this hand, from the button's left.
  std::vector<Seat> players() const;
  void place_pockets();
  std::size_t with_chips() const;
  /// What is to be shown now, in order: the hands that are tabled, then the board.
  std::vector<Slot> to_show() const;
  std::size_t board_due() const;
  CardSet seen() const;
  /// Whose move is wanted: the turn, unless something has to be dealt or shown first.
  std::optional<Seat> asked() const;
  /// A card of `seat` as the observer sees it.
  std::optional<Face> seen_face(Seat seat, std::size_t card, Observer observer,
                                const Known& known) const;

  // As text: holdem_draw.cc.
  std::string cards_line(Seat seat, Observer observer, const Known& known) const;
  std::string seat_line(Seat seat, const std::string& name, Observer observer,
                        const Known& known) const;

  // Reading a state back: holdem_json.cc.
  Result<> read_betting(const Json& state);
  Result<> read_cards(const Json& state);
  Result<> check() const;

  Terms terms_{};
  Betting betting_{};
  std::int64_t hand_ = 0;
  Seat button_{}, small_{}, big_{};
  Street street_ = Street::shuffle;
  std::uint32_t dealt_ = 0;
  std::array<Pocket, Betting::kSeatsMax> pockets_{};
  Board board_{};
  std::optional<Seat> shows_next_{};  ///< at the showdown: who decides whether to show
  Outcome last_{};
};

}  // namespace fairdeal::rules
