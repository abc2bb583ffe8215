#pragma once

#include <array>
#include <span>

#include "games/holdem/button.h"
#include "games/holdem/terms.h"
#include "rules/betting.h"
#include "rules/card.h"
#include "rules/hand_rank.h"

namespace fairdeal::rules {

/// Texas hold'em for 2 to 10 seats, with no limit, a pot limit or fixed limits. The seats play
/// hands with the same chips until one seat has them all, or for the number of hands that the table
/// agreed.
///
///   shuffle ──> seating ──> straddle ──> deal ──> preflop ──> flop ──> turn ──> river
///      ^                                             │ all-in  │        │        │
///      │                                             │         v        v        v
///      │                                             ├────> run-outs ──> showdown
///      └── next hand ─── pots are paid <─────────────┴─ one left ───────────┘
///
/// A step is skipped if the table's terms do without it, or if nobody has to decide there. Where
/// poker rooms differ, the rules are those of the Tournament Directors Association (2024):
/// - The button and the blinds move by the dead button: button.h.
/// - When a seat is all-in and no more bets are possible, all hands are shown and then the board is
///   completed. Otherwise the last to bet or raise on the river decides first whether to show or
///   muck, and then the others in turn. If nobody has bet, the first seat left of the button
///   begins. A mucked hand is never shown, and a seat that is left alone wins without showing.
/// - Odd chips of a pot go to its first winners left of the button; of two boards, to the first.
/// - No card is burned: that guards against marked cards, and these cards have no backs.
/// - A seat cannot fold when it may check.
/// - A seat that sits out pays its blinds and antes, but its hand is dead and gets no cards. It is
///   asked each hand whether it is back. If all seats sit out, the match is over.
///
/// A seat that has said that it leaves is dealt no more hands and posts nothing. If it leaves
/// before the cards are shuffled, it does not play this hand either, and the blinds are posted
/// anew. A seat that comes back plays again when the big blind reaches it. When fewer than two
/// seats are left, the match is over.
///
/// Nobody gains by silence. A seat that is out of the deal folds, whether it is its turn or not,
/// and so do the seats that make a hand void, even if they are all-in. Their chips stay in the
/// pots. A seat that is left alone wins. Otherwise, in a void hand, betting ends, the seats that
/// are left show their cards, and a new deck completes the board. It has all faces that were not
/// shown, and is under the locks of these seats alone. If betting has not begun, they are dealt a
/// new hand from such a deck instead. If all seats that could still win made the hand void, all
/// chips of the hand go back. Then the next hand begins. The match ends only if all seats of the
/// table made the hand void. A seat that made a hand void misses the hands after it, and its blinds
/// and antes are paid as they pass, even if it leaves.
///
/// Slots: the n seats that play, from the button's left, have slots 0 … n−1 for their first cards
/// and n … 2n−1 for their second. The board has 2n … 2n+4. The cards that only a second board has
/// are in 2n+5 … 2n+9, each five slots above its place on the first.
class Holdem {
 public:
  struct Move {
    /// The kinds of moves, in the order of their JSON forms: {"bet":N}, {"raise":N}, "away", …
    enum class Kind : std::uint8_t {
      bet,
      raise,
      away,  ///< checks or folds now, and sits out from the next hand on
      back,
      call,
      check,
      fold,
      muck,
      once,
      pass,  ///< does not straddle
      show,
      straddle,
      twice,
    };
    Kind kind;
    Chips to = 0;  ///< for bet and raise: what the seat's bet becomes
    auto operator<=>(const Move&) const = default;
  };
  enum class Street : std::uint8_t {
    shuffle,
    seating,   ///< the seats that sit out are asked whether they are back
    straddle,  ///< the first to act is asked whether it straddles
    deal,
    preflop,
    flop,
    turn,
    river,
    run_outs,  ///< hands are shown, and the seats decide between one board and two
    showdown,
    over,
  };

  /// Whether a seat plays, or has left.
  enum class Presence : std::uint8_t {
    here,
    left,         ///< it has said that it leaves, in this hand or before
    left_before,  ///< it had left in the last hand; unless it is out of this one too, it is back
    waits,        ///< it is back, and waits for the big blind
  };

  /// The two cards of a seat.
  struct Pocket {
    bool dealt_in = false;  ///< whether the seat takes part in this hand
    bool tabled = false;    ///< whether its cards are shown, or are about to be
    std::array<CardSlot, 2> slots{};
    std::array<std::optional<Face>, 2> faces{};  ///< the faces that were shown
    /// Returns both faces if both were shown.
    std::optional<std::array<Face, 2>> shown() const {
      if (!faces[0] || !faces[1]) return {};
      return {{*faces[0], *faces[1]}};
    }
    bool operator==(const Pocket&) const = default;
  };

  /// The cards of the board.
  struct Board {
    std::size_t size = 0;
    std::array<Face, 5> faces{};
    std::span<const Face> cards() const { return std::span(faces).first(size); }
    bool operator==(const Board&) const = default;
  };

  /// How the hand before this one ended.
  struct HandOutcome {
    std::int64_t hand = 0;  ///< the number of that hand; 0: there was none yet
    Board board{};
    std::optional<Board> second{};
    std::array<std::optional<std::array<Face, 2>>, Betting::kSeatsMax> shown{};
    std::array<Chips, Betting::kSeatsMax> paid{};
    std::array<Chips, Betting::kSeatsMax> won{};
    bool operator==(const HandOutcome&) const = default;
  };

  static const GameInfo& info();
  static Result<Holdem> start(const Json& params, std::size_t seats);
  static Result<Holdem> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  std::optional<Range> range(Seat seat, const Move& move) const;
  std::string label(Seat seat, const Move& move) const;
  MoveFacts facts(Seat seat, const Move& move) const;
  Result<Holdem> after(const Event<Move>& event) const;
  /// Returns the value after the seat has folded. If it has left, it plays no hand until it is
  /// back. A hand that is shown or can be decrypted without the seat stays in once betting has
  /// ended.
  Holdem without(const Out& out) const;
  /// Returns whether the seat is not in the hand, while others still wait for cards.
  bool done(Seat seat) const;
  /// Returns whether the seat has no chips, on the table or in its stack.
  bool spent(Seat seat) const { return betting_.at(seat).total() == 0; }
  std::optional<Payoff> result() const;
  Range bounds() const;
  /// Returns the deck of the next hand while a hand is played, unless it is the last or is void.
  std::optional<WantShuffle> foresees() const;
  /// Return the seat that has the button next, and parameters with the chips that each seat has.
  Seat next_first() const;
  Json next_params(const Json& params) const;
  /// Returns parameters in which a newcomer has the stack of the terms.
  static Json newcomer_params(const Json& params, SeatSet newcomers);
  /// Returns the stack of each seat.
  std::optional<Payoff> scores() const;

  /// Returns the state. Seats are counted from 0. Lists have an entry for each seat. A card is its
  /// card_name(), or null if it is not shown.
  ///   hand, street, button, blinds: [small, big]
  ///   to_act: a seat, or null
  ///   stacks, bets, paid, met, in: of each seat (Stake)
  ///   to_meet, raise_min, aggressor: of the round (Betting)
  ///   pots: [{chips, seats}], of the chips in `paid`
  ///   dealt: how many cards
  ///   slots, pockets: two for each seat that plays, or null
  ///   tabled, board
  ///   last: null, or {hand, board, paid, won, shown, ranks} of the hand before: what each seat
  ///     paid and won, and if it showed its cards, these and the three parts of their HandRank:
  ///     ["two_pair", "KT", "9"]
  /// Some members are there only if the table's terms need them:
  ///   level: counted from 1
  ///   dead: of each seat (Stake)
  ///   unposted, full, wagers: of the round (Betting)
  ///   away: the seats that sit out
  ///   presence: of each seat, if not all are here
  ///   straddle: the seat that posted it, or null
  ///   second: the second board, or null; `last` then has `seconds`, the ranks with it
  ///   spoilt: true in a void hand until the new deck is shuffled
  Json json() const;
  /// Returns json() with the observer's own cards.
  Json view(Observer observer, const Known& known) const;
  /// Returns the hand, the street and the pot, for the log.
  Json heading() const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the move to show at the showdown, or to muck if a shown hand beats the seat's hand and
  /// its person does not show losing hands; none if the seat is left alone.
  std::optional<Move> obvious(Seat seat, const Known& known) const;
  /// Returns how long people look at the hand that ended since `before`: 4 s if cards were shown.
  std::int64_t pause(const Holdem& before) const;
  /// Says which cards come on the board or are shown by a seat, and how a hand ended: "Hand 3: Ann
  /// wins 60 with a pair of tens (T♦ 3♦). Board 4♣ 5♣ 9♦ T♥ 6♠".
  std::string news(const Event<Move>& event, const Holdem& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  Street street() const { return street_; }
  const Betting& betting() const { return betting_; }
  const Pocket& pocket(Seat seat) const { return pockets_[seat.value]; }
  Seat button() const { return blinds_.button; }
  const Board& board() const { return board_; }
  const std::optional<Board>& second_board() const { return second_; }
  const HandOutcome& last() const { return last_; }
  const HoldemTerms& terms() const { return terms_; }
  const BlindSeats& blinds() const { return blinds_; }
  std::int64_t hand() const { return hand_; }
  bool sits_out(Seat seat) const { return away_[seat.value]; }
  Presence presence(Seat seat) const { return presence_[seat.value]; }
  static HandRank rank(const Board& board, const std::array<Face, 2>& shown);
  /// Returns the seat that decides next, perhaps after some cards are shown.
  std::optional<Seat> turn() const;
  /// Returns both cards of `seat` if it knows them.
  std::optional<std::array<Face, 2>> own_hand(Seat seat, const Known& known) const;

  bool operator==(const Holdem&) const = default;

 private:
  bool is_betting() const { return street_ >= Street::preflop && street_ <= Street::river; }
  const BlindLevel& level() const { return terms_.level(hand_); }

  // These say what may happen, and make it happen: holdem.cc.
  Result<> on(const Moved<Move>& event);
  Result<> on(const Shuffled& event);
  Result<> on(const Dealt& event);
  Result<> on(const Shown& event);
  Result<> on(const Absent& event);
  Result<> on(const Void& event);
  template <class E>
  Result<> on(const E&);
  std::vector<Move> legal_bets() const;
  void make_move(const Move& move);

  // These are for the course of a hand: hand.cc.
  /// Goes on with the hand until something is wanted or the match is over.
  void proceed();
  bool waits() const;
  void end_street();
  void end_betting();
  void begin_hand();
  void post_blinds();
  void post_blind(Seat seat, Chips chips);
  void seat_players();
  void begin_deal();
  void begin_preflop();
  void end_hand();
  void next_hand();
  /// Ends the match as if the present hand had not begun.
  void break_off();
  Chips bet_min(Street street) const;
  std::optional<Seat> straddler() const;
  /// Return the first player after `last` (or of all, if that is none) who sits out, or who is in.
  std::optional<Seat> next_away(std::optional<Seat> last) const;
  std::optional<Seat> next_in(std::optional<Seat> last) const;

  // These are for seats that are silent or have left: silence.cc.
  bool stays_in(const Out& out) const;
  void begin_anew();
  void fold_out(Seat seat);
  void win_alone();
  void win_unshown();
  void hide(Seat seat);
  void finish_void();
  void deal_again();
  void give_back();
  WantShuffle deck_of_those_in() const;
  std::vector<CardSlot> shown_slots() const;

  // These say who shows and who wins: showdown.cc.
  void begin_showdown(std::optional<Seat> aggressor);
  void run_out_move(bool twice);
  void showdown_move(bool show);
  std::optional<Seat> undecided_after(Seat seat) const;
  void pay_pots();
  void pay(Chips chips, const std::vector<Seat>& seats, const Board& board);
  std::vector<Seat> winners(const std::vector<Seat>& seats, const Board& board) const;

  /// Returns the seats that take part in this hand, from the button's left.
  std::vector<Seat> players() const;
  void place_pockets();
  /// Returns the seats that have chips and this presence.
  SeatSet with_chips(Presence presence) const;
  bool two_can_play() const;
  void let_in_waiting();
  std::vector<WantDeal> to_deal() const;
  /// Return what has to be shown now: the tabled hands, and after these the cards of the board.
  std::vector<CardSlot> hands_to_show() const;
  std::vector<CardSlot> to_show() const;
  std::size_t board_due() const;
  /// Returns the slot of a card of the board, or of a card that only the second board has.
  CardSlot board_slot(bool second, std::size_t card) const;
  CardSet seen() const;
  /// Returns the seat whose move is wanted: turn(), unless something has to be shown first.
  std::optional<Seat> asked() const;
  /// Returns a card of `seat` if the observer can see it.
  std::optional<Face> seen_face(Seat seat, std::size_t card, Observer observer,
                                const Known& known) const;

  /// Returns the first seat whose shown hand beats this one. Seats choose whether to show only if
  /// nobody is all-in, so there is one pot and one board.
  std::optional<Seat> beaten_by(const std::array<Face, 2>& hand) const;

  // These put things in words: words.cc.
  std::string shown_words(const Shown& shown, const SeatNames& names) const;
  /// Says that the observer's hand loses, when it decides whether to show it.
  std::string losing_line(Observer observer, const Known& known, const SeatNames& names) const;

  // These draw the table as text: draw.cc.
  std::string pot_lines(Observer observer, const SeatNames& names) const;
  std::string cards_line(Seat seat, Observer observer, const Known& known) const;
  std::string seat_line(Seat seat, const std::string& name, Observer observer,
                        const Known& known) const;

  void add_terms(Json& state) const;

  // These read a state: load.cc.
  Result<> read_betting(const Json& state);
  Result<> read_cards(const Json& state);
  Result<> read_terms(const Json& state);
  Result<> check() const;
  Result<> check_turn() const;

  HoldemTerms terms_{};
  Betting betting_{};
  std::int64_t hand_ = 0;
  BlindSeats blinds_{};
  Street street_ = Street::shuffle;
  std::uint32_t dealt_ = 0;
  std::array<Pocket, Betting::kSeatsMax> pockets_{};
  Board board_{};
  std::optional<Board> second_{};
  std::optional<Seat> decides_{};  ///< the seat that decides something other than a bet
  std::optional<Seat> straddle_{};
  bool spoilt_ = false;  ///< the hand is void, and those left have no new deck yet
  std::array<bool, Betting::kSeatsMax> away_{};
  std::array<Presence, Betting::kSeatsMax> presence_{};
  HandOutcome last_{};
};

/// Return the names that the JSON form uses, such as "preflop".
const char* holdem_street_name(Holdem::Street street);
const char* holdem_presence_name(Holdem::Presence presence);

}  // namespace fairdeal::rules
