#pragma once

#include <array>
#include <span>

#include "rules/betting.h"
#include "rules/card.h"
#include "rules/games/holdem/button.h"
#include "rules/games/holdem/terms.h"
#include "rules/hand_rank.h"

namespace fairdeal::rules {

/// Texas hold'em for 2 to 10 seats, with no limit, a pot limit or fixed limits: hands are played
/// with the same chips until one seat has them all, or for as many hands as the table agreed.
///
///   shuffle ──> seating ──> straddle ──> deal ──> preflop ──> flop ──> turn ──> river
///      ^                                             │ all-in  │        │        │
///      │                                             │         v        v        v
///      │                                             ├────> run-outs ──> showdown
///      └── next hand ─── pots are paid <─────────────┴─ one left ───────────┘
///
/// A step that the table's terms do without, or where nobody has to decide, is passed over.
/// Where tables differ, this one follows the Tournament Directors Association (2024):
/// - The button and the blinds move by the dead button: button.h.
/// - Once a seat is all-in and no more bets are possible, all hands are shown, and the board is
///   then completed. Otherwise the last to bet or raise on the river decides first whether to show
///   or muck (nobody has: the first seat left of the button), and the others in turn. A mucked
///   hand is never shown; whoever is left alone wins without showing.
/// - Odd chips of a pot go to its first winners left of the button; of two boards, to the first.
/// - No card is burned: that guards against marked cards, and these have no backs.
/// - A seat cannot fold where it may check for nothing.
/// - A seat that sits out pays its blinds and antes; its hand is dead, and so gets no cards. It is
///   asked each hand whether it is back. If all sit out, the match is over.
///
/// Who has left, by its own word, is dealt no more hands and posts nothing; if it leaves before the
/// cards are shuffled, not in this hand either: the blinds are posted anew. Who comes back plays
/// again when the big blind reaches it. With fewer than two left the match is over.
///
/// Silence pays nobody: a seat that is out of the deal folds, on its move or not, and so do those
/// who make a hand void, all-in or not. What they put in stays in the pots. Who is left alone wins.
/// Else, in a hand that is void, betting ends, those left show, and what the board lacks comes from
/// a new deck of all faces that were not shown, under their locks alone; before the first bet they
/// are dealt a new hand from such a deck instead. If all who could still win made it void, chips go
/// back. Then comes the next hand; a match ends so only if all seats made its hand void.
///
/// Slots: the n seats that play, from the button's left, have slots 0 … n−1 and n … 2n−1; the board
/// is 2n … 2n+4; what a second board has of its own is as much further up, 2n+5 … 2n+9.
class Holdem {
 public:
  struct Move {
    /// In the order of their JSON forms: {"bet":N}, {"raise":N}, "away", …
    enum class Kind : std::uint8_t {
      bet,
      raise,
      away,  ///< sits out from the next hand on: now it checks where it can, else folds
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
    Chips to = 0;  ///< what the seat's bet becomes, for bet and raise
    auto operator<=>(const Move&) const = default;
  };
  enum class Street : std::uint8_t {
    shuffle,
    seating,   ///< who sits out is asked whether it is back
    straddle,  ///< the first to act is asked
    deal,
    preflop,
    flop,
    turn,
    river,
    run_outs,  ///< hands are shown; one or two boards?
    showdown,
    over,
  };

  /// Whether a seat plays.
  enum class Presence : std::uint8_t {
    here,
    left,         ///< by its own word
    left_before,  ///< and nobody has said so since the last hand: before the next it may be back
    waits,        ///< is back, and waits for the big blind
  };

  /// The two cards of a seat.
  struct Pocket {
    bool dealt_in = false;  ///< takes part in this hand
    bool tabled = false;    ///< its cards are shown, or are about to be
    std::array<CardSlot, 2> slots{};
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
  struct HandOutcome {
    std::int64_t hand = 0;  ///< none yet
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
  Result<Holdem> after(const Event<Move>& event) const;
  /// The seat folds; if it has left, it plays no hand until it is back.
  Holdem without(const Out& out) const;
  /// Returns whether it has folded or has no chips, and cards of the board are to come.
  bool done(Seat seat) const;
  std::optional<Payoff> result() const;
  Range bounds() const;
  /// The next hand's deck, while another hand may come.
  std::optional<WantShuffle> foresees() const;
  /// The seat that has the button next, and everybody's chips.
  Seat next_first() const;
  Json next_params(const Json& params) const;
  /// The chips behind each seat.
  std::optional<Payoff> scores() const;

  /// Seats are counted from 0; lists have an entry for each seat; cards are named as by card_name,
  /// null is a card that is not shown.
  ///   hand, street, button, blinds: [small, big]; to_act: a seat, or null
  ///   stacks, bets, paid, met, in: of each seat (Stake)
  ///   to_meet, raise_min, aggressor: of the round (Betting); pots: [{chips, seats}] of what is
  ///   paid dealt: how many cards; slots, pockets: two of each seat in play, or null; tabled; board
  ///   last: null, or of the hand before {hand, board, paid, won, shown, ranks}: what each seat
  ///   paid and won, and its cards and their rank if it showed them: ["two_pair", "KT", "9"],
  ///   HandRank's three parts
  /// And by the table's terms: level, counted from 1; dead: of each seat (Stake); unposted, full,
  ///   wagers (Betting); away: who sits out; presence: of each seat, if not all are here; straddle:
  ///   who did, or null; second: the second board, or null, and in last also seconds: the ranks
  ///   with it. And in a void hand spoilt: true, while a new deck is to come
  Json json() const;
  /// The same, with the observer's own cards.
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// At the showdown, to show: unless what is shown beats the seat's hand, or it is alone.
  std::optional<Move> obvious(Seat seat, const Known& known) const;
  /// Cards that come on the board or are shown by a seat; how a hand ended: "Hand 3: Ann wins 60
  /// with a pair of tens (T♦ 3♦). Board 4♣ 5♣ 9♦ T♥ 6♠".
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
  /// Who decides next, perhaps after some cards.
  std::optional<Seat> turn() const;

  bool operator==(const Holdem&) const = default;

 private:
  bool is_betting() const { return street_ >= Street::preflop && street_ <= Street::river; }
  const BlindLevel& level() const { return terms_.level(hand_); }

  // What may happen, and happens: holdem.cc.
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

  // The course of a hand: hand.cc.
  /// Goes on until something is wanted or the match is over.
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
  /// As if the hand had not begun, and the match is over.
  void break_off();
  Chips bet_min(Street street) const;
  std::optional<Seat> straddler() const;
  /// The first of the players, after `last` if there is one, who sits out; who is in.
  std::optional<Seat> next_away(std::optional<Seat> last) const;
  std::optional<Seat> next_in(std::optional<Seat> last) const;

  // Without who is silent or has left: silence.cc.
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

  // Who shows and who wins: showdown.cc.
  void begin_showdown(std::optional<Seat> aggressor);
  void run_out_move(bool twice);
  void showdown_move(bool show);
  std::optional<Seat> undecided_after(Seat seat) const;
  void pay_pots();
  void pay(Chips chips, const std::vector<Seat>& seats, const Board& board);
  std::vector<Seat> winners(const std::vector<Seat>& seats, const Board& board) const;

  /// Who takes part in this hand, from the button's left.
  std::vector<Seat> players() const;
  void place_pockets();
  /// Who has chips and is present like this.
  SeatSet with_chips(Presence presence) const;
  bool two_can_play() const;
  void let_in_waiting();
  std::vector<WantDeal> to_deal() const;
  /// What is to be shown now, in order: the hands that are tabled, then the board.
  std::vector<CardSlot> hands_to_show() const;
  std::vector<CardSlot> to_show() const;
  std::size_t board_due() const;
  /// Where the cards of a board are; of a second one, those that it has of its own.
  CardSlot board_slot(bool second, std::size_t card) const;
  CardSet seen() const;
  /// Whose move is wanted: the turn, unless something has to be dealt or shown first.
  std::optional<Seat> asked() const;
  /// A card of `seat` as the observer sees it.
  std::optional<Face> seen_face(Seat seat, std::size_t card, Observer observer,
                                const Known& known) const;

  /// Both cards of `seat`, as far as it knows them.
  std::optional<std::array<Face, 2>> own_hand(Seat seat, const Known& known) const;
  /// The first seat whose shown hand beats this one. Hands are shown by choice only where nobody is
  /// all-in, so there is one pot and one board.
  std::optional<Seat> beaten_by(const std::array<Face, 2>& hand) const;

  // In words: words.cc.
  std::string shown_words(const Shown& shown, const SeatNames& names) const;
  /// Says that the observer's hand loses, when it decides whether to show it.
  std::string losing_line(Observer observer, const Known& known, const SeatNames& names) const;

  // As text: draw.cc.
  std::string pot_lines(Observer observer, const SeatNames& names) const;
  std::string cards_line(Seat seat, Observer observer, const Known& known) const;
  std::string seat_line(Seat seat, const std::string& name, Observer observer,
                        const Known& known) const;

  void add_terms(Json& state) const;

  // Reading a state back: load.cc.
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
  std::optional<Seat> decides_{};  ///< who decides, where it is not about bets
  std::optional<Seat> straddle_{};
  bool spoilt_ = false;  ///< the hand is void, and those left have no new deck yet
  std::array<bool, Betting::kSeatsMax> away_{};
  std::array<Presence, Betting::kSeatsMax> presence_{};
  HandOutcome last_{};
};

/// As in the JSON form: "preflop".
const char* holdem_street_name(Holdem::Street street);
const char* holdem_presence_name(Holdem::Presence presence);

}  // namespace fairdeal::rules
