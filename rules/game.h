#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/json.h"
#include "rules/secrets.h"
#include "rules/want.h"

namespace fairdeal::rules {

/// A parameter of a game. Its type is that of its default; integers have bounds.
struct Param {
  std::string name;
  std::string about;
  std::string value;  ///< the default, as JSON text
  std::int64_t min = INT64_MIN;
  std::int64_t max = INT64_MAX;
  /// Whether complete_params() leaves it out while it has its default. A parameter that is added to
  /// an existing game sets this, so that old and new programs agree on the parameters of a match
  /// that does not use it.
  bool left_out = false;
  /// The value at a table of people who do not choose one, as JSON text; "": the default.
  std::string among_people{};
};

/// The description of a game that a player may read before it starts.
struct GameInfo {
  std::string name;     ///< the name in commands and charters: "tic-tac-toe"
  std::string version;  ///< changes whenever equal histories may give unequal states
  std::string about;    ///< the game in one line
  std::size_t seats_min = 2;
  std::size_t seats_max = 2;
  std::vector<std::string> roles;  ///< the names of the seats; if empty: "1", "2", …
  std::vector<Param> params;
  bool zero_sum = true;
  bool hidden = false;        ///< a card is dealt to a seat, or a roll is for one seat's eyes
  bool chance = false;        ///< cards or dice are wanted
  bool simultaneous = false;  ///< several seats are asked for a move at once
  /// The heading under which a list of games has it: "poker", "dice", "cards" or "boards". Variants
  /// that exist only for recorded matches have "reference", and are not offered to anybody.
  std::string shelf = "boards";
  /// Moves, in their JSON form, that bots do not make, such as to resign.
  std::vector<std::string> left_to_people{};
  /// How a page draws the game, as JSON text (docs/web.md, Hints); "": as any other.
  std::string hint{};
  /// How the game is played, in words; "": it is not said.
  std::string rules{};
  /// The declaration about secrecy; none: see secrets_of().
  std::optional<Secrecy> secrets{};
  /// The kinds of moves (kind_of in any_game.h) in the order in which a person is shown them; the
  /// moves of other kinds come after these.
  std::vector<std::string> move_order{};
};
/// Returns what a game declares about secrecy. A game that declares nothing is held to the least:
/// with `chance`, all shuffle, and dice are rolled for all; with `hidden`, a card is dealt to one
/// seat, and dice may be rolled for one.
inline Secrecy secrets_of(const GameInfo& info) {
  if (info.secrets) return *info.secrets;
  Secrecy least;
  if (info.chance) least = {.shuffles = Secrecy::Shuffles::all, .rolls = Secrecy::Rolls::open};
  if (info.chance && info.hidden)
    least.add({.deals = Secrecy::Deals::one, .rolls = Secrecy::Rolls::own});
  return least;
}

/// The order in which players of poker name their moves.
inline std::vector<std::string> poker_order() { return {"fold", "check", "call", "bet", "raise"}; }

/// The names of the seats in a drawing. A seat beyond the end of the list has its number, counted
/// from 1.
using SeatNames = std::vector<std::string>;
inline std::string seat_name(const SeatNames& names, Seat seat) {
  return seat.value < names.size() ? names[seat.value] : std::to_string(seat.value + 1);
}

/// Returns "Ann shows", or "You show" for the seat named "You". `does` is the verb as it follows
/// "Ann".
inline std::string who_does(const SeatNames& names, Seat seat, std::string does) {
  const std::string who = seat_name(names, seat);
  if (who == "You") does.pop_back();
  return who + " " + does;
}

/// Returns the error of load() for a state that no match can reach.
inline tl::unexpected<Error> bad_state(const std::string& what) {
  return fail(Fault::bad_parameters, "state: " + what);
}

/// The results or scores of a match: an integer for each seat.
using Payoff = std::vector<std::int64_t>;

/// An onlooker of a game: a seat, or the public (none).
using Observer = std::optional<Seat>;

/// The numbers that a move may have: min, min + step … max.
struct Range {
  std::int64_t min;
  std::int64_t max;
  std::int64_t step = 1;
  bool operator==(const Range&) const = default;
};

/// A game whose drawing names the seats: it takes their names.
template <class G>
concept DrawsNames = requires(const G& g, Observer observer, const Known& known,
                              const SeatNames& names) {
  { g.draw(observer, known, names) } -> std::same_as<std::string>;
};

/// A game: a value that holds all that everybody knows of a match. Equal histories give equal
/// values on every peer. A value never changes: `after` returns a new one, so snapshots, search,
/// undo and replay need only copies.
///
///   start   returns the first value. `params` has every parameter of info(), of the right type and
///           within its bounds (rules/params.h). Errors: bad_parameters, in words.
///   wants   returns what must happen next, in order; nothing exactly when the match is over.
///   legal   returns the moves of a seat that is asked, each once, in the order of their JSON forms
///           (numbers, objects, lists, strings). A move with a free number stands there once, with
///           the least number; `range` has the others.
///   after   returns the value after an event. Requires: the event answers the first want
///           (AnyGame::after checks that). So it has to check only whether the move is legal, and
///           whether a face can be there. It must accept Absent for a seat whose move is wanted,
///           and Void at any time until the match is over. A Void by all seats ends the match;
///           after a Void by some it wants nothing that needs a share of theirs. MovedTogether has
///           the moves of all who are asked. Out never comes here (see HearsOut), nor do Resigned
///           (see HearsResigned) and AlarmRang (see SetsAlarms).
///           Errors: illegal_move; not_wanted.
///   result  returns none until the match is over; then for each seat a positive number for a win,
///           a negative one for a loss and zero for a draw.
///   bounds  returns the least and the greatest result that a seat can have.
///   scores  returns the present score; none if the game has no scores.
///   json    returns the whole state; see also Loads.
///   view    returns what `observer` may see, given what it alone knows: as `json`, with the hidden
///           faces filled in.
///   draw    returns the view as lines of plain text for a console; see also DrawsNames.
template <class G>
concept Game = std::equality_comparable<G> &&
    requires(const G& g, Seat seat, Observer observer, const Known& known, const Json& json,
             std::size_t seats, const typename G::Move& move,
             const Event<typename G::Move>& event) {
  requires std::totally_ordered<typename G::Move>;
  { G::info() } -> std::same_as<const GameInfo&>;
  { G::start(json, seats) } -> std::same_as<Result<G>>;
  { g.wants() } -> std::same_as<std::vector<Want>>;
  { g.legal(seat) } -> std::same_as<std::vector<typename G::Move>>;
  { g.after(event) } -> std::same_as<Result<G>>;
  { g.result() } -> std::same_as<std::optional<Payoff>>;
  { g.bounds() } -> std::same_as<Range>;
  { g.scores() } -> std::same_as<std::optional<Payoff>>;
  { g.json() } -> std::same_as<Json>;
  { g.view(observer, known) } -> std::same_as<Json>;
  requires DrawsNames<G> || requires {
    { g.draw(observer, known) } -> std::same_as<std::string>;
  };
  /// Write a move's JSON form, and read it. Errors: not_canonical.
  { G::move_json(move) } -> std::same_as<Json>;
  { G::parse_move(json) } -> std::same_as<Result<typename G::Move>>;
};

/// A game that can begin in the middle of a match: load(params, seats, json) returns the value
/// whose `json` this is, and every value that it accepts can be played on. Errors: bad_parameters.
/// Any other game comes to a state by its history alone.
template <class G>
concept Loads = requires(const Json& json, std::size_t seats) {
  { G::load(json, seats, json) } -> std::same_as<Result<G>>;
};

/// A game whose moves may have a free number: `range` returns which numbers a move may have.
template <class G>
concept HasRanges = requires(const G& g, Seat seat, const typename G::Move& move) {
  { g.range(seat, move) } -> std::same_as<std::optional<Range>>;
};

/// A game whose moves have better names than their JSON form: `label` returns such a name, as
/// "raise to 40".
template <class G>
concept HasLabels = requires(const G& g, Seat seat, const typename G::Move& move) {
  { g.label(seat, move) } -> std::same_as<std::string>;
};

/// Facts about a move by which a page lays it out, beside its kind and its words.
struct MoveFacts {
  std::optional<std::int64_t> price{};  ///< the chips that the move costs its seat; none: no price
  bool main = false;     ///< the move that most players would expect to make, such as to check
  bool careful = false;  ///< a person is asked again before it is made
  bool doubt = false;    ///< it puts to the test what a seat said, such as a bid
  bool operator==(const MoveFacts&) const = default;
};

/// A game that says more of its moves than their kinds: `facts` returns it. Front ends decide by
/// this, never by the words of a label.
template <class G>
concept HasMoveFacts = requires(const G& g, Seat seat, const typename G::Move& move) {
  { g.facts(seat, move) } -> std::same_as<MoveFacts>;
};

/// A game whose moves have several names, or names that depend on what the seat alone knows:
/// `names_of` returns them, the best first, as "play Q♠" and "QS", or "Nf3" and "g1f3".
template <class G>
concept HasMoveNames = requires(const G& g, Seat seat, const typename G::Move& move,
                                const Known& known, const SeatNames& names) {
  { g.names_of(seat, move, known, names) } -> std::same_as<std::vector<std::string>>;
};

/// A game in which sometimes every player would make the same move: `obvious` returns that move,
/// and a program makes it without asking its person.
template <class G>
concept HasObviousMoves = requires(const G& g, Seat seat, const Known& known) {
  { g.obvious(seat, known) } -> std::same_as<std::optional<typename G::Move>>;
};

/// A game that knows a move which a seat would make to lose little, such as to check or else to
/// fold: `careful` returns it, by what the seat alone knows, too. A program makes it for its
/// person, who does not answer.
template <class G>
concept HasCarefulMoves = requires(const G& g, Seat seat, const Known& known) {
  { g.careful(seat, known) } -> std::same_as<std::optional<typename G::Move>>;
};

/// A game in which an event may show what people then look at, such as the hands at a showdown:
/// `pause` returns for how many milliseconds, given the value before the event. Moves are due so
/// much later, and nobody has to wait for it (AnyGame::pause).
template <class G>
concept HasPauses = requires(const G& g, const G& before) {
  { g.pause(before) } -> std::same_as<std::int64_t>;
};

/// A game that draws its table itself: `scene` returns the table as data for an observer with this
/// knowledge (docs/scenes.md), by no more than `view` of the same observer shows.
template <class G>
concept HasScene = requires(const G& g, Observer observer, const Known& known,
                            const SeatNames& names) {
  { g.scene(observer, known, names) } -> std::same_as<Json>;
};

/// A game that has to know at once when a seat does not play the present deal: `without` returns
/// the value after that. Any other game for one or two is settled as after a Void by that seat; any
/// other game for more goes on as it is, and the seat is absent whenever its move is wanted.
template <class G>
concept HearsOut = requires(const G& g, const Out& out) {
  { g.without(out) } -> std::same_as<G>;
};

/// A game in which a resignation costs otherwise than leaving: `resigned` returns the value after
/// it, in which the match is over and the seat has not won. In any other game it costs as much as
/// leaving: see HearsOut, and AnyGame::resigns for the games that may be resigned.
template <class G>
concept HearsResigned = requires(const G& g, Seat seat) {
  { g.resigned(seat) } -> std::same_as<G>;
};

/// A game that goes by minutes, as blinds that rise: `alarm` returns how many minutes after the
/// last alarm, or after the beginning of the match, the next one is due; none: there is none to
/// come. `rung` returns the value after it. An alarm asks nobody for anything, and changes nothing
/// that is wanted now.
template <class G>
concept SetsAlarms = requires(const G& g) {
  { g.alarm() } -> std::same_as<std::optional<std::int64_t>>;
  { g.rung() } -> std::same_as<G>;
};

/// A game in which a seat can be done with a hand that goes on, as one that folds: `done` returns
/// whether it is. Then its lock is taken off the cards that are not dealt yet. The game declares
/// that (Secrecy::done); else nobody is ever done.
template <class G>
concept HasDone = requires(const G& g, Seat seat) {
  { g.done(seat) } -> std::same_as<bool>;
};

/// A game in which a seat that is out of a deal would pay nothing for it: `missed` returns the
/// value after a seat has paid what a seat that plays and folds would have paid, at least the least
/// stake, or all that it has. It is called before Out of a seat that made a deal void before
/// (Out::owes). In any other game Out itself costs a seat that much, or the whole match, as in
/// hold'em, where the blinds and antes of such a seat are paid as they pass it.
template <class G>
concept HasMissed = requires(const G& g, Seat seat) {
  { g.missed(seat) } -> std::same_as<G>;
};

/// A game in which a seat may have nothing left to play for, such as chips: `spent` returns whether
/// that is so, for the rest of the match. Such a seat has no keys of further deals, since it could
/// make them void for a friend and lose nothing.
template <class G>
concept HasSpent = requires(const G& g, Seat seat) {
  { g.spent(seat) } -> std::same_as<bool>;
};

/// A game in which an event may mean more than it says itself, such as the end of a hand: `news`
/// returns a line about that, or none. It is called on the value before the event.
template <class G>
concept HasNews = requires(const G& before, const Event<typename G::Move>& event, const G& after,
                           const SeatNames& names) {
  { before.news(event, after, names) } -> std::same_as<std::string>;
};

/// The beginning of each line that a stranger's script says (docs/modules.md): no name of a person
/// has it.
constexpr std::string_view kScriptMark = "game> ";

/// A card that a seat played to a trick.
struct TrickPlay {
  Seat seat;
  std::string card;           ///< its name, such as "Q♠"
  std::optional<Seat> takes;  ///< who takes the trick, if this card was the last one in it
  bool operator==(const TrickPlay&) const = default;
};

/// A game of tricks: `trick_play` returns the card that the event shows to all, if a seat played it
/// to a trick. It is called on the value before the event. `news` does not repeat it.
template <class G>
concept HasTricks = requires(const G& before, const Event<typename G::Move>& event,
                             const G& after) {
  { before.trick_play(event, after) } -> std::same_as<std::optional<TrickPlay>>;
};

/// A game whose faces have names: `face_name` returns one, such as "Q♠". A card that is shown is
/// then told by it.
template <class G>
concept HasFaceNames = requires(Face face) {
  { G::face_name(face) } -> std::same_as<std::string>;
};

/// A game with words of its own for some events: `words` returns them, or "" for the usual ones. It
/// is called on the value before the event.
template <class G>
concept HasEventWords = requires(const G& before, const Event<typename G::Move>& event,
                                 const SeatNames& names) {
  { before.words(event, names) } -> std::same_as<std::string>;
};

/// A game in which the next match of the same people goes on from this one. Once this match is
/// over, `next_first` returns the seat that is then the first (the seats after it follow in their
/// order), and `next_params` the parameters, given this match's. In any other game the second seat
/// is then the first, and the parameters stay the same.
template <class G>
concept HasNextMatch = requires(const G& g, const Json& params) {
  { g.next_first() } -> std::same_as<Seat>;
  { g.next_params(params) } -> std::same_as<Json>;
};

/// A game whose parameters of the next match have something for each seat, as HasNextMatch makes
/// them: `newcomer_params` returns parameters that give the seats of newcomers what a seat has in a
/// match that continues none. In any other game they stay the same.
template <class G>
concept HasNewcomers = requires(const Json& params, SeatSet newcomers) {
  { G::newcomer_params(params, newcomers) } -> std::same_as<Json>;
};

/// A game of chips that people own, and take with them when they leave: a table of an evening
/// (docs/protocol.md). `chips` returns those of each seat, also those that it has bet. Once the
/// match is over, `next_seats` returns who sits where at the next table: a seat of this match whose
/// owner stays, or none for a newcomer, of whom there are so many. `params_with_chips` returns
/// parameters by which each seat begins with so many chips, and all else goes on from this match if
/// it is over, such as blinds that have risen; with an empty list, those of a table whose people
/// are not known yet.
template <class G>
concept HasChips = requires(const G& g, const Json& params, const std::vector<std::int64_t>& chips,
                            SeatSet staying, std::size_t newcomers) {
  { g.chips() } -> std::same_as<std::vector<std::int64_t>>;
  { g.next_seats(staying, newcomers) } -> std::same_as<std::vector<std::optional<Seat>>>;
  { g.params_with_chips(params, chips) } -> std::same_as<Json>;
};

/// A game that knows which new deck it will want next, unless the match ends or a hand is made void
/// before: `foresees` returns it, so that it can be shuffled while the players play.
template <class G>
concept Foresees = requires(const G& g) {
  { g.foresees() } -> std::same_as<std::optional<WantShuffle>>;
};

}  // namespace fairdeal::rules
