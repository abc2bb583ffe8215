#pragma once

#include <array>
#include <span>

#include "games/poker/button.h"
#include "games/poker/terms.h"
#include "games/poker/variant.h"
#include "rules/betting.h"
#include "rules/card.h"
#include "rules/hand_rank.h"
#include "rules/pots.h"

namespace fairdeal::rules {

/// A table of poker for 2 to 10 seats: hold'em, Omaha, stud, draw and their like. A PokerVariant
/// says which cards come on which street and how hands are ranked; all else is the same here. The
/// seats play hands with the same chips until one seat has them all, or for the number of hands
/// that the table agreed.
///
///   shuffle ──> seating ──> straddle ──> deal ──> first street ──> … ──> last street
///      ^                                             │ all-in        │          │
///      │                                             │               v          v
///      │                                             ├─────────> run-outs ──> showdown
///      └── next hand <── rabbit <── pots are paid <──┴─ one left ──────────────┘
///
/// A table may change its game after some hands, or let the button choose it (mix.cc). Before the
/// shuffle it then asks for a choice.
///
/// A step is skipped if the table's terms do without it, or if nobody has to decide there. Where
/// poker rooms differ, the rules are those of the Tournament Directors Association (2024):
/// - The button and the blinds move by the dead button: button.h. Without a small and a big blind
///   the button moves to the next seat that has chips.
/// - When a seat is all-in and no more bets are possible, all hands are shown and then the cards
///   that lack come open. Where cards are changed, the seats still change them first. Otherwise the
///   last to bet or raise in the last round decides first whether to show or muck, and then the
///   others in turn. If nobody has bet, the first seat left of the button begins, or the one with
///   the best open cards. A mucked hand is never shown, and a seat that is left alone wins without
///   showing.
/// - Odd chips of a pot go to its first winners left of the button; of two boards, to the first; of
///   high and low, to the high hand.
/// - No card is burned: that guards against marked cards, and these cards have no backs.
/// - A seat may fold where it could check. A front end asks a person once more before that.
/// - A seat that sits out pays its blinds and antes, but its hand is dead and gets no cards. It is
///   asked each hand whether it is back. If all seats sit out, the match is over.
///
/// The seat with the lowest open card brings in, by suit if ranks are equal; of razz, the seat with
/// the highest. It brings in, or bets at once. If its ante was all that it had, the next seat
/// speaks, and may also fold. Calls of the bring-in close the round: the seat that brought in has
/// no option. A raise of a bring-in completes the bet. In later rounds the best open cards speak
/// first. A seat that is gone pays the bring-in all the same if its open card is the one that
/// brings in, and folds (TDA rules on players who are away or on penalty).
///
/// In a draw each seat in turn changes any of its cards or none. New cards stand at the right end.
/// When the deck has run out, the cards that other seats have changed are shuffled and dealt again.
///
/// Rabbit hunting: a table may let players see which cards would have come on the board after all
/// but one have folded. The pots are paid before anybody is asked, so nothing depends on the
/// answers. All who were dealt in have to agree, and a seat that does not answer does not. The
/// cards are those of the undealt slots of the board; no hand is shown by it, folded or not. It is
/// asked before the next deck is wanted, with which the locks of this one are forgotten.
///
/// A table may play each so many hands as a bomb pot: bombpot.poker has its rules. Button and
/// blinds rest during it, so that nobody saves a blind by it; where each hand is one, the button
/// passes on.
///
/// A seat that has said that it leaves is dealt no more hands and posts nothing. If it leaves
/// before the cards are shuffled, it does not play this hand either, and the blinds are posted
/// anew. A seat that comes back plays again when the big blind reaches it. When fewer than two
/// seats are left, the match is over.
///
/// Nobody gains by silence. A seat that is out of the deal folds, whether it is its turn or not,
/// and so do the seats that make a hand void, even if they are all-in. Their chips stay in the
/// pots. A seat that is left alone wins. Otherwise, in a void hand, betting ends, the seats that
/// are left show their cards, and a new deck has the cards that lack. It has all faces that were
/// not shown, and is under the locks of these seats alone. If betting has not begun, they are dealt
/// a new hand from such a deck instead. If all seats that could still win made the hand void, all
/// chips of the hand go back. Then the next hand begins. The match ends only if all seats of the
/// table made the hand void. A seat that made a hand void misses the hands after it, and its blinds
/// and antes are paid as they pass, even if it leaves.
///
/// Slots: card c of the i-th of n seats that play, from the button's left, has slot c·n + i. Then
/// come those of the board, and those of the cards that only a second board has. Cards that are
/// changed are replaced from the slots after these, and then from those of changed cards.
class Poker {
 public:
  struct Move {
    /// The kinds of moves, in the order of their JSON forms: {"bet":N}, {"raise":N}, "away", …
    enum class Kind : std::uint8_t {
      bet,
      raise,
      away,  ///< checks or folds now, and sits out from the next hand on
      back,
      bring_in,
      call,
      change,  ///< changes some cards: "change 1 4"
      check,
      choose,  ///< "choose razz": the game of the next hands
      fold,
      keep,  ///< changes no cards
      muck,
      once,
      pass,    ///< does not straddle, or wants no rabbit hunt
      rabbit,  ///< agrees to see the rest of the board
      show,
      straddle,
      twice,
    };
    Kind kind;
    Chips to = 0;            ///< for bet and raise: what the seat's bet becomes
    std::uint8_t cards = 0;  ///< for change: which cards, bit 0 for the first
    std::uint8_t game = 0;   ///< for choose: which of mixed_games()
    auto operator<=>(const Move&) const = default;
  };
  enum class Street : std::uint8_t {
    choice,  ///< at a mixed table the button is asked which game comes
    shuffle,
    seating,   ///< the seats that sit out are asked whether they are back
    straddle,  ///< a seat is asked whether it straddles
    deal,
    first,  ///< the streets of the variant begin here
    preflop = first,
    flop,
    turn,
    river,
    last = first + 4,  ///< no variant has more
    run_outs,          ///< hands are shown, and the seats decide between one board and two
    showdown,
    rabbit,  ///< the hand is paid, and the players are asked whether they see the rest of the board
    over,
  };

  /// Whether a seat plays, or has left.
  enum class Presence : std::uint8_t {
    here,
    left,         ///< it has said that it leaves, in this hand or before
    left_before,  ///< it had left in the last hand; unless it is out of this one too, it is back
    waits,        ///< it is back, and waits for the big blind
  };

  /// The cards of a seat.
  struct Pocket {
    bool dealt_in = false;  ///< whether the seat takes part in this hand
    bool tabled = false;    ///< whether its cards are shown, or are about to be
    std::size_t size = 0;   ///< how many it is to have by this street
    std::array<CardSlot, CardList::kMax> slots{};
    std::array<std::optional<Face>, CardList::kMax> faces{};  ///< the faces that were shown
    /// Returns all faces if all were shown.
    std::optional<CardList> shown() const {
      CardList all;
      for (std::size_t card = 0; card < size; ++card) {
        if (!faces[card]) return {};
        all.add(*faces[card]);
      }
      return size > 0 ? std::optional(all) : std::nullopt;
    }
    bool operator==(const Pocket&) const = default;
  };

  using Board = CardList;

  /// How the hand before this one ended.
  struct HandOutcome {
    std::int64_t hand = 0;                  ///< the number of that hand; 0: there was none yet
    const PokerVariant* variant = nullptr;  ///< its game
    Board board{};
    std::optional<Board> second{};
    std::array<std::optional<CardList>, Betting::kSeatsMax> shown{};
    std::array<Chips, Betting::kSeatsMax> paid{};
    std::array<Chips, Betting::kSeatsMax> won{};
    bool operator==(const HandOutcome&) const = default;
  };

  /// The chips of a pot that a seat wins.
  struct Award {
    Seat seat{};
    Chips chips = 0;
    bool second = false;  ///< whether it wins them by the second board
    bool low = false;     ///< whether it wins them by the low hand
  };

  static Result<Poker> start(const PokerVariant& variant, const Json& params, std::size_t seats);
  /// Returns the value whose json() is `state`. Requires: the variant loads.
  static Result<Poker> read_back(const PokerVariant& variant, const Json& params, std::size_t seats,
                                 const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  std::optional<Range> range(Seat seat, const Move& move) const;
  std::string label(Seat seat, const Move& move) const;
  /// Names a change by the cards that the seat gives away: "change 9♣ T♦", "change 9c Td".
  std::vector<std::string> names_of(Seat seat, const Move& move, const Known& known,
                                    const SeatNames& names) const;
  MoveFacts facts(Seat seat, const Move& move) const;
  Result<Poker> after(const Event<Move>& event) const;
  /// Returns the value after the seat has folded. If it has left, it plays no hand until it is
  /// back. A hand that is shown or can be decrypted without the seat stays in once betting has
  /// ended.
  Poker without(const Out& out) const;
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
  /// Returns who sits where at the next table of an evening. The big blind (else the button) goes
  /// on to the next seat whose owner stays, and newcomers sit before that seat, so each of them
  /// pays the big blind before anybody who has played on.
  std::vector<std::optional<Seat>> next_seats(SeatSet staying, std::size_t newcomers) const;
  /// Returns the chips of each seat, in its stack or bet, and parameters with these stacks. Of a
  /// match that is over, the blinds are those that its next hand would have had.
  std::vector<std::int64_t> chips() const;
  Json params_with_chips(const Json& params, const std::vector<std::int64_t>& chips) const;
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
  ///     ["two_pair", "KT", "9"]; where the usual order does not rank hands, a text instead
  /// Some members are there only if the table's terms need them:
  ///   level: counted from 1
  ///   level_due: by minutes, that of the next hand, if it is a later one
  ///   bomb: whether this hand is a bomb pot
  ///   dead: of each seat (Stake)
  ///   unposted, full, wagers: of the round (Betting)
  ///   away: the seats that sit out
  ///   presence: of each seat, if not all are here
  ///   straddle: the seat that posted it, or null
  ///   second: the second board, or null; `last` then has `seconds`, the ranks with it
  ///   spoilt: true in a void hand until the new deck is shuffled
  /// or if the table changes its game:
  ///   game, game_left: its name, and how many hands of it come, with this one
  /// and some only if the variant needs them:
  ///   opened: whether the betting of the street has begun, after a deal or a draw
  ///   drawn: of each seat how many cards it changed in this draw, or null
  ///   lacks: how many new cards the last seat that changed some has not got yet
  ///   thrown: [[seat, slot]] of the cards that were changed
  ///   stock: the slots of changed cards that were shuffled again
  Json json() const;
  /// Returns json() with the observer's own cards, also those that it has given away (own_thrown).
  Json view(Observer observer, const Known& known) const;
  /// Returns the hand, the street and the pot, for the log.
  Json heading() const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the move to show at the showdown, or to muck if a shown hand beats the seat's hand and
  /// its person does not show losing hands; none if the seat is left alone.
  std::optional<Move> obvious(Seat seat, const Known& known) const;
  /// Returns how long people look at the hand that ended since `before`: 4 s if cards were shown.
  std::int64_t pause(const Poker& before) const;
  /// Says which cards come on the board or are shown by a seat, which level comes, and how a hand
  /// ended: "Hand 3: Ann
  /// wins 60 with a pair of tens (T♦ 3♦). Board 4♣ 5♣ 9♦ T♥ 6♠".
  std::string news(const Event<Move>& event, const Poker& after, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  Street street() const { return street_; }
  const Betting& betting() const { return betting_; }
  const Pocket& pocket(Seat seat) const { return pockets_[seat.value]; }
  Seat button() const { return blinds_.button; }
  const Board& board() const { return board_; }
  const std::optional<Board>& second_board() const { return second_; }
  const HandOutcome& last() const { return last_; }
  const PokerTerms& terms() const { return terms_; }
  const BlindSeats& blinds() const { return blinds_; }
  std::int64_t hand() const { return hand_; }
  bool sits_out(Seat seat) const { return away_[seat.value]; }
  Presence presence(Seat seat) const { return presence_[seat.value]; }
  /// Returns the game of this hand.
  const PokerVariant& variant() const { return *variant_; }
  /// Returns what is due in this hand before anybody has a choice.
  BlindLevel level() const;
  /// Returns the number of that level, from 1 on.
  std::size_t level_number() const;
  /// Returns "blinds 10/20, ante 1".
  std::string level_words(const BlindLevel& level) const;
  /// Return in how many minutes the next level is due, if levels go by minutes and there is one;
  /// and the value in which it is, which is from the next hand on.
  std::optional<std::int64_t> alarm() const;
  Poker rung() const;
  /// Returns whether this hand is a bomb pot: each seat posts an ante, nobody posts a blind, and
  /// betting begins with the flop.
  bool is_bomb() const;
  /// Returns whether the big blind pays the ante of this hand for all.
  bool has_table_ante() const { return terms_.table_ante && !is_bomb(); }
  /// Returns the choice of a game that is made for a seat that does not answer.
  Move next_game() const;
  /// Returns the value in which the blinds of this hand are posted again, as a seat has left before
  /// its cards are shuffled. Seats that were out are in. Requires: two can play it.
  Poker posted_anew(Seat left) const;
  /// Returns the value in which the hand has begun, if nobody chooses its game.
  Poker begun() const;
  /// Returns the seat that decides next, perhaps after some cards are shown.
  std::optional<Seat> turn() const;
  /// Returns all cards of `seat` if it knows them.
  std::optional<CardList> own_hand(Seat seat, const Known& known) const;
  /// Returns the open cards of a seat.
  CardList open_cards(Seat seat) const;
  /// Returns whether the seat to act changes cards.
  bool draws() const { return is_betting() && decides_; }
  /// Returns the first seat whose shown hand beats this one. Seats choose whether to show only if
  /// nobody is all-in, so there is one pot and one board.
  std::optional<Seat> beaten_by(const CardList& hand) const;
  /// Returns the name that the JSON form has for a street, such as "flop".
  const char* street_name(Street street) const;
  /// Returns how many cards the seat changed in this draw; none: it was not asked yet.
  std::optional<std::size_t> drawn(Seat seat) const;
  /// Returns whether the seat to act has to bring in.
  bool must_bring_in() const;
  /// Returns whether that seat is this one, and the bring-in is its own.
  bool owes_bring_in(Seat seat) const;
  /// Returns the move that the rules make, in a round, for a seat that does not answer.
  Move::Kind move_of_silence() const;
  /// Returns whether a card of the seat has not been dealt.
  bool lacks(Seat seat, std::size_t card) const;
  /// Returns the number of the variant's street of this hand, from 0 on; before the first one 0,
  /// after the last one the last.
  std::size_t street_number() const;
  /// Splits a pot among the best of `seats`, by the hands that they have shown.
  std::vector<Award> split_pot(const Pot& pot, const HandOutcome& outcome) const;

  bool operator==(const Poker&) const = default;

 private:
  /// The slot of a new card that a seat has not got yet.
  static constexpr CardSlot kNoSlot{Card::kFaces};

  bool is_betting() const { return street_ >= Street::first && street_ <= Street::last; }
  /// Returns the number of a street of the variant.
  std::size_t number_of(Street street) const {
    return static_cast<std::size_t>(street) - static_cast<std::size_t>(Street::first);
  }
  const PokerStreet& rules_of(Street street) const { return variant_->streets[number_of(street)]; }
  Street last_street() const {
    return static_cast<Street>(static_cast<std::size_t>(Street::first) + variant_->streets.size() -
                               1);
  }
  bool is_mixed() const { return !terms_.games.empty(); }
  /// Returns whether nobody posts a blind in this hand, at a table where blinds are posted.
  bool has_no_blinds() const { return is_bomb() || (is_mixed() && variant_->has_bring_in()); }
  /// Returns whether blinds pass on from hand to hand, whatever this hand's game.
  bool has_blind_seats() const { return variant_->has_blinds() || is_mixed(); }

  // These say what may happen, and make it happen: poker.cc.
  Result<> on(const Moved<Move>& event);
  Result<> on(const Shuffled& event);
  Result<> on(const Dealt& event);
  Result<> on(const Shown& event);
  Result<> on(const Absent& event);
  Result<> on(const Void& event);
  template <class E>
  Result<> on(const E&);
  std::vector<Move> legal_bets() const;
  std::vector<Move> legal_changes() const;
  void make_move(const Move& move);

  // These are for cards: cards.cc.
  std::vector<Want> cards_wanted() const;
  /// Return the cards that are due: the tabled hands that are to be shown, and all.
  void shows_wanted(const std::vector<Seat>& order, std::vector<Want>& wants) const;
  std::vector<Want> cards_due() const;
  void deals_wanted(const std::vector<Seat>& order, std::vector<Want>& wants) const;
  void draws_wanted(std::vector<Want>& wants) const;
  void change(Seat seat, std::uint8_t cards);
  void got(CardSlot slot);
  void shuffle_thrown();
  bool cards_come() const;
  /// Returns how many cards a seat that is in has by now.
  std::size_t hole_due() const;
  WantShuffle deck() const;
  void place_lacking();

  // These are for a table that changes its game: mix.cc.
  /// Plays this game out of terms_.games from now on.
  void set_game(std::size_t number);
  /// Counts the hand that has ended, and goes on to the next game if it was the last one.
  void count_hand();
  std::optional<Seat> chooser() const;
  std::vector<Move> legal_games() const;
  void choose(const Move& move);

  // These are for the course of a hand: hand.cc.
  /// Goes on with the hand until something is wanted or the match is over.
  void proceed();
  bool waits() const;
  void end_street();
  void end_betting();
  void begin_hand();
  /// Returns the seats that are dealt in.
  SeatSet dealt_seats() const;
  void forget_draws();
  void post_blinds();
  void post_blind(Seat seat, Chips chips);
  void seat_players();
  void begin_deal();
  void begin_first_street();
  void begin_bring_in();
  void begin_street(Street street);
  void open_betting();
  Seat best_open() const;
  Seat brings_in() const;
  Seat first_by_open(bool (PokerVariant::*before)(const CardList&, const CardList&) const) const;
  void set_blinds(const BlindSeats& blinds);
  bool draws_after(Street street) const;
  void end_hand();
  void next_hand();
  /// Ends the match as if the present hand had not begun.
  void break_off();
  Chips bet_min(Street street) const;
  std::vector<Seat> straddlers() const;
  /// Return the first seat after `last` (or of all, if that is none) that may straddle, that sits
  /// out, or that is in.
  std::optional<Seat> next_straddler(std::optional<Seat> last) const;
  std::optional<Seat> next_away(std::optional<Seat> last) const;
  std::optional<Seat> next_in(std::optional<Seat> last) const;

  // These are for seats that are silent or have left: silence.cc.
  bool stays_in(const Out& out) const;
  void begin_anew();
  SeatSet post_anew();
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
  void table_hands();
  void begin_showdown(std::optional<Seat> aggressor);
  void run_out_move(bool twice);
  void showdown_move(bool show);
  std::optional<Seat> undecided_after(Seat seat) const;
  bool offers_rabbit() const;
  void rabbit_move(bool agrees);
  void pay_pots();
  std::optional<Seat> first_undecided() const;
  std::vector<Seat> best_of(const std::vector<Seat>& seats, const HandOutcome& outcome, bool second,
                            bool low) const;
  static void share(std::vector<Award>& awards, Award part, const std::vector<Seat>& winners);

  /// Returns the seats that take part in this hand, from the button's left.
  std::vector<Seat> players() const;
  /// Returns a hand that is not dealt yet, of a seat that is in this hand or not.
  Pocket undealt(bool dealt_in) const;
  void place_pockets();
  /// Returns the seats that have chips and this presence.
  SeatSet with_chips(Presence presence) const;
  bool two_can_play() const;
  bool is_last_hand() const;
  bool blinds_rest() const;
  BlindSeats rested_blinds() const;
  void let_in_waiting();
  std::size_t board_due() const;
  /// Returns the slot of a card of the board, or of a card that only the second board has.
  CardSlot board_slot(bool second, std::size_t card) const;
  CardSet seen() const;
  /// Returns the seat whose move is wanted: turn(), unless cards come first.
  std::optional<Seat> asked() const;
  /// Returns a card of `seat` if the observer can see it.
  std::optional<Face> seen_face(Seat seat, std::size_t card, Observer observer,
                                const Known& known) const;

  // These put things in words: words.cc.
  std::string next_level_words(const Poker& after) const;
  std::string shown_words(const Shown& shown, const SeatNames& names) const;
  /// Says that the observer's hand loses, when it decides whether to show it.
  std::string losing_line(Observer observer, const Known& known, const SeatNames& names) const;

  // These draw the table as text: drawing.cc.
  std::string doing() const;
  std::string bet_words(Move::Kind kind) const;
  std::string pot_lines(Observer observer, const SeatNames& names) const;
  std::string cards_line(Seat seat, Observer observer, const Known& known) const;
  std::string seat_line(Seat seat, const std::string& name, Observer observer,
                        const Known& known) const;

  void add_terms(Json& state) const;
  void add_draws(Json& state) const;
  Json own_thrown(Seat seat, const Known& known) const;

  // These read a state: load.cc.
  Result<Street> read_street(const std::string& name) const;
  Result<> read_betting(const Json& state);
  Result<> read_cards(const Json& state);
  Result<> read_terms(const Json& state);
  Result<> check() const;
  Result<> check_turn() const;
  Result<> check_rabbit() const;

  const PokerVariant* variant_ = nullptr;  ///< the game of this hand
  PokerTerms terms_{};
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
  std::size_t level_ = 0;      ///< by minutes: the number of this hand's level, from 0 on
  std::size_t level_due_ = 0;  ///< by minutes: that of the next hand's
  std::size_t game_ = 0;       ///< mixed: which of terms_.games is played
  std::int64_t game_left_ =
      0;  ///< mixed: how many hands of it come, with this one; 0: it is chosen

  bool opened_ = false;            ///< whether the betting of this street has begun
  std::optional<Seat> changes_{};  ///< the last seat that changed cards in this draw
  std::size_t lacks_ = 0;          ///< how many new cards it has not got yet
  std::array<std::int8_t, Betting::kSeatsMax> drawn_{};  ///< how many each changed; −1: not asked
  std::vector<std::pair<Seat, CardSlot>> thrown_{};      ///< the cards that were changed
  std::vector<CardSlot> stock_{};  ///< changed cards that were shuffled again, and not dealt yet
};

/// Returns the name that the JSON form uses, such as "left".
const char* presence_name(Poker::Presence presence);

}  // namespace fairdeal::rules
