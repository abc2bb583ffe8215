#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/any_game.h"
#include "runtime/node/node_queries.h"
#include "ui/words/report.h"
#include "ui/words/said.h"

/// Descriptions of a table, in words for players.

namespace fairdeal::words {

/// The names of the members on the screen: their nicknames made printable(), with the seat's number
/// if two are the same.
class Names {
 public:
  explicit Names(std::vector<std::string> nicknames);
  using NameOf = std::function<std::string(const proto::Member&)>;
  /// Names the members by their nicknames or, if it is set, as `name_of` says.
  static Names of(const proto::Charter& charter, const NameOf& name_of = {});
  const std::string& operator[](Seat seat) const { return nicknames_.at(seat.value); }
  std::size_t size() const { return nicknames_.size(); }
  const std::vector<std::string>& all() const { return nicknames_; }

 private:
  std::vector<std::string> nicknames_;
};

/// Returns who has come: "kuhn: 2 of 2 are here: Ann, Bob; 1 of 1 witnesses: Cat".
Said gathered(const proto::Gathering& gathering);

/// Returns what a player of this game has that the others do not see: "cards", "dice" or "pieces";
/// "" if all see everything.
std::string hidden_things(const rules::GameInfo& game);

/// Remembers to whom cards were dealt, so that those that are shown can be told as somebody's.
class DealtCards {
 public:
  /// Takes in an event. A card that is shuffled again is nobody's.
  void note(const rules::AnyEvent& event);
  /// Returns the one seat to which the card was dealt that `event` shows, if there is one.
  std::optional<Seat> whose(const rules::AnyEvent& event) const;

 private:
  std::map<CardSlot, Seat> seats_;
};

/// Describes the event that led from `before` to `after` ("Ann: raise to 40") and, on a line of its
/// own, its consequences; "" if there is nothing to say. `dealt` has the cards dealt before it.
std::string describe(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names, const DealtCards& dealt = {});
/// Returns the same, a sentence for each line.
std::vector<Said> described(const rules::AnyEvent& event, const rules::AnyGame& before,
                            const rules::AnyGame& after, const Names& names,
                            const DealtCards& dealt = {});
/// Returns the consequences of the event alone, in the game's own words.
std::vector<Said> news_of(const rules::AnyEvent& event, const rules::AnyGame& before,
                          const rules::AnyGame& after, const Names& names);

/// Returns whether the event shows to all what some seats alone knew, and the game says what that
/// means: people have to be able to read it, even if the others go on at once.
bool brings_to_light(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names);

/// Returns the label of a move, as all read it or, with `known`, as its seat does.
std::string move_label(const rules::AnyGame& game, Seat seat, const rules::Action& action,
                       const Names& names, const rules::Known& known = {});

/// Returns the name of a move as a sentence has it. That of a script's move stands in quotation
/// marks: its author may have written anything there. At a poker table its numbers are chips.
Said::Value move_value(const rules::AnyGame& of, std::string label);

/// Returns the legal move of the absent seat that has the same effect as its absence, if there is
/// one.
std::optional<rules::Choice> move_of_absent(const rules::AnyGame& game, const rules::Absent& event);

/// Returns the name of that move, as all read it; nothing if there is none. A script is not asked.
std::optional<std::string> label_of_absent(const rules::AnyGame& game, Seat seat,
                                           const Names& names);

/// Returns for whom `me` waits, such as "waiting for Bob to move"; nothing if for nobody else.
/// `awaited` are those for whom the table's step waits; `asking`: they are asked where the table
/// is.
Said awaited_by(Seat me, std::vector<node::Awaited> awaited, bool asking, const state::Table& table,
                const Names& names);

/// Returns these lines of a script, each with a mark before it, so that none looks like what the
/// program or a player says.
std::string marked_lines(const std::string& text);
/// Returns the drawing of a game; that of a script is marked.
std::string drawing_of(const rules::AnyGame& game, rules::Observer observer,
                       const rules::Known& known, const rules::SeatNames& names);
/// Says that the rules failed at the move that a person wanted to make, so that it was not made.
Said words_of_failed_move(const rules::GameInfo& info, const std::string& why);
/// Returns how a game is played, in its author's words; those of a script are marked.
std::string rules_words(const rules::GameInfo& info, bool is_script);

/// Returns whether a game waits for a whole deck, and not for cards that are passed on.
bool waits_for_deck(const rules::AnyGame& game);

/// Returns the seats that have a part in the shuffle under way, and of each whether it is done; at
/// other times none. `passed` are those who have passed the deck on, as was checked here.
std::map<Seat, bool> parts_of_shuffle(const state::Table& table, SeatSet passed);
/// Returns a line for each seat on its progress while a deck is shuffled; at other times none.
std::vector<std::string> shuffle_stages(const state::Table& table, SeatSet passed,
                                        const Names& names);

/// Returns each seat's result: "Ann +120".
std::string describe_result(const rules::Payoff& result, const Names& names);
/// The end of a match: its last event, as far as that tells why the result is what it is.
struct Ending {
  enum class How { played, resigned, silent };
  How how = How::played;
  Seat by{0};   ///< who resigned, or did not move in time
  Said news{};  ///< the game's own words for the last event; nothing if it has none
};
/// Returns the ending that `event` brings. Requires: `after` is over.
Ending ending_of(const rules::AnyEvent& event, const rules::AnyGame& before,
                 const rules::AnyGame& after, const Names& names);

/// Returns the result as people say it, for the seat that looks: "You win 1,510 chips", "You lose:
/// Bob won by resignation". A game whose result is who wins says that alone. The game's own words
/// for the end follow.
std::vector<Said> result_said(const rules::Payoff& result, const rules::GameInfo& game,
                              rules::Observer observer, const Names& names,
                              const Ending& ending = {});
/// Returns the same on one line of a terminal: "Result: You lose, Bob wins".
std::string result_line(const std::vector<Said>& result);
/// Returns the failure of a match whose rules failed. Requires: they did.
Failure failure_of_rules(const state::Table& table);

/// Returns who plays which role: "Ann plays Xs, Bob plays Os"; "" if the game's seats have no
/// roles.
std::string describe_roles(const rules::AnyGame& game, const Names& names);
/// Returns the same, a sentence for each seat.
std::vector<Said> roles_said(const rules::AnyGame& game, const Names& names);

/// Describes a change of the standing of the seat of that name at a table that plays `game`.
/// Requires: it was not convicted.
Said describe_standing(const node::StandingChanged& changed, const rules::AnyGame& game,
                       const std::string& who);

/// Describes a fork of the table, and names each seat that contradicts itself in it.
Said describe_fork(const node::Forked& forked, const Names& names);

/// Returns whom a player has to trust, and for what, at a table with these terms.
Said trust_said(const proto::Terms& terms);
std::string trust_sentence(const proto::Terms& terms);

}  // namespace fairdeal::words
