#pragma once

#include <compare>
#include <memory>

#include "rules/game.h"

namespace fairdeal::rules {

/// A move as it is sent and stored: the text of its JSON form, at most kBytesMax bytes.
struct Action {
  static constexpr std::size_t kBytesMax = 256;
  std::string text;
  auto operator<=>(const Action&) const = default;
};

/// A move that may be made now.
struct Choice {
  Action action;
  std::string label;                   ///< for a person: "raise to 40"
  std::optional<Range> range;          ///< the numbers that the action may have: see with_number
  std::vector<std::string> aliases{};  ///< other names that a person may type for it
  /// Set if GameInfo::left_to_people lists the move: no bot makes it, and a person must type its
  /// whole name or its number in the list.
  bool left_to_people = false;
  std::string kind{};  ///< kind_of(action)
  /// The game's facts on the move, for a program that shows it; AnyGame::choices sets them. A move
  /// that is left to people is always careful.
  MoveFacts facts{};
  bool operator==(const Choice&) const = default;
};

/// Returns the action of `choice` with another number: {"raise":40} becomes {"raise":60}. Requires
/// a choice with a range.
Action with_number(const Choice& choice, std::int64_t number);

/// Returns the kind of a move, by which code tells moves apart: "call", or "raise" for
/// {"raise":40}; "" for a move that has none, such as [0,2]. Labels are for people alone.
std::string kind_of(const Action& action);

using AnyEvent = Event<Action>;
/// Returns the event in which these moves are made: Moved for one seat, else MovedTogether.
AnyEvent moved(const std::map<Seat, Action>& moves);

class AnyGame;
/// Returns whether `action` is a legal move of the seat, with any number that its range allows.
bool allows(const AnyGame& game, Seat seat, const Action& action);

/// A value of any game, with the type of the game hidden. It is cheap to copy. Two are equal if
/// they are of the same game with the same parameters and have equal states.
class AnyGame {
 public:
  struct Model;  // rules/model.h: the only virtual functions of rules/
  explicit AnyGame(std::shared_ptr<const Model> model) : model_(std::move(model)) {}

  const GameInfo& info() const;
  const Json& params() const;
  std::size_t seats() const;
  /// Returns the seat's name in this game, such as "Xs", or else its number, counted from 1.
  std::string role(Seat seat) const;

  std::vector<Want> wants() const;
  bool over() const { return wants().empty(); }
  /// Returns the seats whose moves are wanted now.
  std::vector<Seat> active() const;
  std::vector<Choice> legal(Seat seat) const;
  /// Returns the legal moves with the names that a seat with this knowledge gives them and with
  /// their facts, in the order of GameInfo::move_order. Moves that are slots of the seat's own
  /// cards are named and sorted by these cards (rules/card_names.h).
  std::vector<Choice> choices(Seat seat, const Known& known, const SeatNames& names = {}) const;
  /// Returns the words for a legal move of the seat, with the number that it has: "raise to 60".
  /// The game is asked for them; if its words are the same for another number, the number is put
  /// in.
  std::string label(Seat seat, const Action& action, const Known& known = {},
                    const SeatNames& names = {}) const;
  /// Returns the move that a program makes for its person without asking, if there is one.
  std::optional<Action> obvious(Seat seat, const Known& known) const;
  /// Returns the move that a program makes for its person, who does not answer in time: the game's
  /// careful one, or the only legal one, or that of move_of_absent(); none where an absence is no
  /// move, such as a flag in chess, and the game knows nothing better.
  std::optional<Action> careful(Seat seat, const Known& known) const;
  /// Returns the move that leads to the same state as the seat's absence, if there is one. It is
  /// for what is shown, and for a person who is away.
  std::optional<Choice> move_of_absent(Seat seat) const;
  /// Returns a sensible move of the seat, if the game itself knows one.
  std::optional<Action> suggested(Seat seat, const Known& known) const;
  /// Returns the law of this game alone that does not hold here, in words; "" if all hold.
  std::string broken_law() const;
  /// Returns whether a seat may resign now: the match goes on, it has two seats, one wins what the
  /// other loses, and they play for no stakes of their own (HasSpent), with which they could leave.
  bool resigns() const;
  /// Returns the value after `event`. Out and Void may come at any time, and so may Resigned where
  /// resigns() holds and AlarmRang where there is an alarm(); every other event must answer the
  /// first want. If MovedTogether lacks some of the seats that are asked, these become absent
  /// first, and then the moves of the others count, if they are still wanted. Errors: not_wanted
  /// for an event that does not answer the first want, not_canonical for an action that is no move
  /// of this game, illegal_move, rules if a match that is resigned goes on, and what the game's own
  /// `after` returns.
  Result<AnyGame> after(const AnyEvent& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const;
  std::optional<Payoff> scores() const;
  /// Returns a line about what `event` meant, beyond what it says itself, or nothing. Requires that
  /// it led from this value to `after`.
  std::string news(const AnyEvent& event, const AnyGame& after, const SeatNames& names = {}) const;
  /// Returns the card that `event` shows, if a seat played it to a trick. Requires that the event
  /// led from this value to `after`.
  std::optional<TrickPlay> trick_play(const AnyEvent& event, const AnyGame& after) const;
  /// Returns the game's own words for an event that follows this value; "": it has none. A card
  /// that is shown and has a name is told as that of `dealt_to`, if this is known.
  std::string words(const AnyEvent& event, const SeatNames& names = {},
                    const std::optional<Seat>& dealt_to = {}) const;
  /// The longest pause that a game may ask for, in milliseconds.
  static constexpr std::int64_t kPauseMax_ms = 10'000;
  /// Returns for how many milliseconds people look at what became visible since the value `before`,
  /// such as the hands at a showdown: 0 to kPauseMax_ms. It is no event and no part of the state.
  /// The moves that are wanted meanwhile are due that much later, and may be made at once.
  std::int64_t pause(const AnyGame& before) const;
  /// Returns whether the seat has nothing more to decide in the present hand, while others have.
  /// Never, if the game does not declare that this happens.
  bool done(Seat seat) const;
  /// Returns whether the seat has nothing left to win or lose in this match.
  bool spent(Seat seat) const;
  /// Returns the shuffle of the new deck that the game will want next, if it can tell.
  std::optional<WantShuffle> foresees() const;
  /// Returns how many minutes after the last alarm, or after the beginning of the match, the game
  /// wants to hear AlarmRang; none, if it wants no alarm, or the match is over. At least 1.
  std::optional<std::int64_t> alarm() const;
  /// Return how the next match of the same people begins: which seat of this match comes first then
  /// (the seats after it follow in order), and the parameters. Require that this match is over.
  Seat next_first() const;
  Json next_params() const;
  /// Returns the parameters of this match as they are if the owners of these seats are newcomers,
  /// who did not play the match that this one continues.
  Json newcomer_params(SeatSet newcomers) const;
  /// Returns whether seats play with chips that people own (HasChips). The next three require that.
  bool has_chips() const;
  std::vector<std::int64_t> chips() const;
  Json params_with_chips(const std::vector<std::int64_t>& chips) const;
  std::vector<std::optional<Seat>> next_seats(SeatSet staying, std::size_t newcomers) const;
  Json json() const;
  /// Returns the text that a digest of this value covers: for a compiled game that of json().
  std::string digested() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;
  /// Returns the table as data that a page draws (docs/scenes.md), as the game says it; null: the
  /// game has no scene; late_scene(): its script is asked again. Judge it by scene_problem()
  /// (rules/scene/scene.h) before anything reads it.
  Json scene(Observer observer, const Known& known, const SeatNames& names = {}) const;

  /// Returns whether the rules are a script: they may take long to answer, so they are asked on a
  /// thread that nothing else waits for.
  bool is_script() const;
  /// Returns whether the rules come with the program: compiled, or as a script. What a stranger's
  /// script says is marked as the script's, and it answers for nobody who was not asked.
  bool is_shipped() const;

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  friend bool operator==(const AnyGame& a, const AnyGame& b);

 private:
  /// Returns the moves with the names that the game itself gives them.
  std::vector<Choice> choices_of_game(Seat seat, const Known& known, const SeatNames& names) const;
  Result<AnyGame> after_some(const MovedTogether<Action>& revealed) const;

  std::shared_ptr<const Model> model_;
};

}  // namespace fairdeal::rules
