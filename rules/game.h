#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/json.h"
#include "rules/want.h"

namespace fairdeal::rules {

/// A parameter of a game: its default says its type; integers have bounds.
struct Param {
  std::string name;
  std::string about;
  std::string value;  ///< the default, as JSON text
  std::int64_t min = INT64_MIN;
  std::int64_t max = INT64_MAX;
  /// Not written among the complete parameters while it has its default, so that a game that gets
  /// one more parameter has the same ones as before where nobody uses it.
  bool left_out = false;
  /// What it is where people sit down and do not say, as JSON text, if that is not the default.
  std::string among_people{};
};

/// What a player may know of a game before it starts.
struct GameInfo {
  std::string name;     ///< "tic-tac-toe": how commands and charters name it
  std::string version;  ///< changes whenever equal histories may give unequal states
  std::string about;    ///< one line
  std::size_t seats_min = 2;
  std::size_t seats_max = 2;
  std::vector<std::string> roles;  ///< names of the seats; empty: "1", "2", …
  std::vector<Param> params;
  bool zero_sum = true;
  bool hidden = false;  ///< has cards or dice that not everybody sees
  bool chance = false;
  bool simultaneous = false;
  /// Under which heading a list of games has it: "poker", "dice", "cards", "boards"; "reference",
  /// for the variants that recorded traces are of, which nobody is offered.
  std::string shelf = "boards";
  /// Moves, in their JSON form, that bots leave to people, such as to resign.
  std::vector<std::string> left_to_people{};
};

/// What the seats are called in a drawing; those beyond its end, by their numbers counted from 1.
using SeatNames = std::vector<std::string>;
inline std::string seat_name(const SeatNames& names, Seat seat) {
  return seat.value < names.size() ? names[seat.value] : std::to_string(seat.value + 1);
}

/// "Ann shows", or "You show": `does` is the verb as it is of one.
inline std::string who_does(const SeatNames& names, Seat seat, std::string does) {
  const std::string who = seat_name(names, seat);
  if (who == "You") does.pop_back();
  return who + " " + does;
}

/// What load() answers to a state that no match comes to.
inline tl::unexpected<Error> bad_state(const std::string& what) {
  return fail(Fault::bad_parameters, "state: " + what);
}

/// One integer a seat.
using Payoff = std::vector<std::int64_t>;

/// Who looks: a seat, or nobody in particular (the public).
using Observer = std::optional<Seat>;

/// The numbers that may complete a move: min, min + step … max.
struct Range {
  std::int64_t min;
  std::int64_t max;
  std::int64_t step = 1;
  bool operator==(const Range&) const = default;
};

/// Games in whose drawing seats have names take them.
template <class G>
concept DrawsNames = requires(const G& g, Observer observer, const Known& known,
                              const SeatNames& names) {
  { g.draw(observer, known, names) } -> std::same_as<std::string>;
};

/// A game is a value of public knowledge. Equal histories give equal values on every peer. Nothing
/// changes in place: `after` returns a new value, so snapshots, search, undo and replay are copies.
///
///   start   the first value. Errors: bad_parameters, in words. `params` has every parameter of
///           info(), of the right type and within its bounds (rules/params.h sees to that).
///   wants   what must happen next, in order; empty exactly when the match is over.
///   legal   the moves of a seat that is asked, without repetition, sorted as their JSON forms are:
///           numbers, objects, lists, strings. A move with a free number stands once, with the
///           least number; `range` says which others.
///   after   Requires an event that answers the first want (AnyGame::after sees to that), so what
///           is left to judge is the move, and whether a face can be there. Accepts Absent of a
///           seat whose move is wanted, and Void always while the match goes on. MovedTogether has
///           the moves of all who are asked. Never hears Out: see HearsOut. Void by all ends the
///           match; after Void by others nothing is wanted that needs a share of theirs.
///           Errors: illegal_move; not_wanted.
///   result  none while it goes on; then for each seat positive a win, negative a loss, zero
///           a draw.
///   bounds  least and greatest result any seat can have.
///   scores  what the points stand at now, or none if the game has no such thing.
///   json    the whole state; load(params, seats, json) gives an equal value back, at any point of
///           a match, and whatever it accepts can be played on. Errors of load: bad_parameters.
///   view    what `observer` may see, given what it alone knows: as json, hidden faces filled in.
///   draw    the same as lines of plain text for a console; see also DrawsNames.
template <class G>
concept Game = std::equality_comparable<G> &&
    requires(const G& g, Seat seat, Observer observer, const Known& known, const Json& json,
             std::size_t seats, const typename G::Move& move,
             const Event<typename G::Move>& event) {
  requires std::totally_ordered<typename G::Move>;
  { G::info() } -> std::same_as<const GameInfo&>;
  { G::start(json, seats) } -> std::same_as<Result<G>>;
  { G::load(json, seats, json) } -> std::same_as<Result<G>>;
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
  /// A move's JSON form, and back. Errors: not_canonical.
  { G::move_json(move) } -> std::same_as<Json>;
  { G::parse_move(json) } -> std::same_as<Result<typename G::Move>>;
};

/// Games whose moves may have a free number also say which numbers.
template <class G>
concept HasRanges = requires(const G& g, Seat seat, const typename G::Move& move) {
  { g.range(seat, move) } -> std::same_as<std::optional<Range>>;
};

/// Games whose moves read better than their JSON form also say how: "raise to 40".
template <class G>
concept HasLabels = requires(const G& g, Seat seat, const typename G::Move& move) {
  { g.label(seat, move) } -> std::same_as<std::string>;
};

/// Games whose moves have names that take what the seat alone knows, or several names, also say
/// these, the best first: "play Q♠" and "QS", "Nf3" and "g1f3".
template <class G>
concept HasMoveNames = requires(const G& g, Seat seat, const typename G::Move& move,
                                const Known& known, const SeatNames& names) {
  { g.names_of(seat, move, known, names) } -> std::same_as<std::vector<std::string>>;
};

/// Games in which one of a seat's moves can be the only one in its right mind also say which: a
/// program makes it without asking its person.
template <class G>
concept HasObviousMoves = requires(const G& g, Seat seat, const Known& known) {
  { g.obvious(seat, known) } -> std::same_as<std::optional<typename G::Move>>;
};

/// Games in which it matters at once that a seat does not play the present deal also say how they
/// go on without it. By default a game of one or two is as after Void by that seat, which loses as
/// at a forfeit; a game of more plays on with a seat that is absent whenever its move is wanted.
template <class G>
concept HearsOut = requires(const G& g, const Out& out) {
  { g.without(out) } -> std::same_as<G>;
};

/// Games in which a seat can be done with a hand that goes on, as who folds is, also say so: its
/// lock is then taken off the cards that are not dealt yet.
template <class G>
concept HasDone = requires(const G& g, Seat seat) {
  { g.done(seat) } -> std::same_as<bool>;
};

/// Games in which an event means more than its own words say, as a hand that it ends or a card that
/// is shown, also tell that: one line that stands by itself, or none. Asked of the game before it.
template <class G>
concept HasNews = requires(const G& before, const Event<typename G::Move>& event, const G& after,
                           const SeatNames& names) {
  { before.news(event, after, names) } -> std::same_as<std::string>;
};

/// Games in which the next match of the same people goes on from this one also say how, once it is
/// over: which seat is then the first (those after it follow in their order), and the parameters,
/// given this match's. By default the seat after the first begins, and nothing is carried over.
template <class G>
concept HasNextMatch = requires(const G& g, const Json& params) {
  { g.next_first() } -> std::same_as<Seat>;
  { g.next_params(params) } -> std::same_as<Json>;
};

/// Games that know which new deck they will want shuffled next, unless the match ends or a hand is
/// made void before, also say which: it is then shuffled while the players play.
template <class G>
concept Foresees = requires(const G& g) {
  { g.foresees() } -> std::same_as<std::optional<WantShuffle>>;
};

}  // namespace fairdeal::rules
