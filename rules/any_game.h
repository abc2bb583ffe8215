#pragma once

#include <compare>
#include <memory>

#include "rules/game.h"

namespace fairdeal::rules {

/// A move as it travels: the text of its JSON form, at most kBytesMax long.
struct Action {
  static constexpr std::size_t kBytesMax = 256;
  std::string text;
  auto operator<=>(const Action&) const = default;
};

/// A move that may be made now.
struct Choice {
  Action action;
  std::string label;                   ///< for a person: "raise to 40"
  std::optional<Range> range;          ///< the action's number may be any of these: see with_number
  std::vector<std::string> aliases{};  ///< other names of it that may be typed
  /// GameInfo::left_to_people has it: no bot makes it, and a person types all of it, or its number.
  bool left_to_people = false;
  bool operator==(const Choice&) const = default;
};

/// `choice` with its number replaced: {"raise":40} becomes {"raise":60}. Requires a range.
Action with_number(const Choice& choice, std::int64_t number);

using AnyEvent = Event<Action>;
/// Returns the moves as the event in which they are made: one seat's, or those of all together.
AnyEvent moved(const std::map<Seat, Action>& moves);

class AnyGame;
/// Returns whether `action` is among the seat's legal moves, free numbers included.
bool allows(const AnyGame& game, Seat seat, const Action& action);

/// Any game as one value type: cheap to copy, equal if of the same game with equal states.
class AnyGame {
 public:
  struct Model;  // rules/model.h: the only virtual functions of rules/
  explicit AnyGame(std::shared_ptr<const Model> model) : model_(std::move(model)) {}

  const GameInfo& info() const;
  const Json& params() const;
  std::size_t seats() const;
  /// The seat's name in this game: "Xs"; or its number, counted from 1.
  std::string role(Seat seat) const;

  std::vector<Want> wants() const;
  bool over() const { return wants().empty(); }
  /// The seats whose moves are wanted now.
  std::vector<Seat> active() const;
  std::vector<Choice> legal(Seat seat) const;
  /// The same, named as a seat that knows this calls them.
  std::vector<Choice> choices(Seat seat, const Known& known, const SeatNames& names = {}) const;
  /// The move that a program makes for its person without asking, if there is one.
  std::optional<Action> obvious(Seat seat, const Known& known) const;
  /// MovedTogether without some of the seats that are asked: these are absent, and the other moves
  /// stand if they are still wanted then. Out and Void come at any time.
  /// Errors: not_wanted for an event that does not answer the first want, not_canonical for an
  /// action that is no move of this game, illegal_move, and as the game's.
  Result<AnyGame> after(const AnyEvent& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const;
  std::optional<Payoff> scores() const;
  /// What an event meant that led from here to `after`, beyond its own words; often nothing.
  std::string news(const AnyEvent& event, const AnyGame& after, const SeatNames& names = {}) const;
  /// Returns whether the seat decides nothing more in the hand that is played, though others do.
  bool done(Seat seat) const;
  /// The new deck that will be wanted next, if the game can tell.
  std::optional<WantShuffle> foresees() const;
  /// How the next match of the same people begins: which seat of this one is then the first (those
  /// after it follow), and with which parameters. Requires: this one is over.
  Seat next_first() const;
  Json next_params() const;
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known, const SeatNames& names = {}) const;

  const Model& model() const { return *model_; }
  friend bool operator==(const AnyGame& a, const AnyGame& b);

 private:
  Result<AnyGame> after_some(const MovedTogether<Action>& revealed) const;

  std::shared_ptr<const Model> model_;
};

}  // namespace fairdeal::rules
