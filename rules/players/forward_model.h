#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// A match that a player plays on in its mind, in place and without JSON, so that thousands of
/// matches take a second. Moves are places in lists: those of the k-th seat that is asked are 0 to
/// moves(k) − 1, in the order of legal(). Moves that are left to people are there only if a seat
/// has no others. A move with a free number is there with a few of these numbers.
class ForwardModel {
 public:
  virtual ~ForwardModel() = default;
  virtual std::unique_ptr<ForwardModel> copy() const = 0;
  /// Goes to the state of `other`. Requires that it is a copy of this model, or of a copy.
  virtual void become(const ForwardModel& other) = 0;

  /// Returns the result; null while the match goes on.
  virtual const Payoff* result() const = 0;
  /// Returns the seats whose moves are wanted; none if the match is over, or chance decides.
  virtual const std::vector<Seat>& movers() const = 0;
  /// Returns what chance has to decide. Requires that the match goes on, and nobody moves.
  virtual const Want& chance() const = 0;

  virtual std::size_t moves(std::size_t k) const = 0;
  /// Returns a number by which a move is told apart from others of this seat, in every state.
  virtual std::uint64_t name(std::size_t k, std::size_t move) const = 0;
  /// Returns the slot that a move is, if it is nothing but a number.
  virtual std::optional<CardSlot> slot(std::size_t k, std::size_t move) const = 0;
  virtual Action action(std::size_t k, std::size_t move) const = 0;

  /// Makes a move of each seat that is asked: the k-th one's is `chosen[k]`. Errors: as
  /// AnyGame::after.
  virtual Result<> play(const std::vector<std::size_t>& chosen) = 0;
  /// Goes to a value that follows from that of game().
  virtual void become_value(const AnyGame& value) = 0;
  /// Answers chance(). Errors: as AnyGame::after.
  virtual Result<> happen(const ChanceEvent& event) = 0;

  virtual std::optional<Payoff> scores() const = 0;
  /// Returns the result if all seats together end the match now; none if the game says none.
  virtual std::optional<Payoff> result_if_ended() const = 0;
  /// Returns the value of the game. Cost: some microseconds for a compiled game.
  virtual AnyGame game() const = 0;
};

/// Returns the model that the game itself has (AnyGame::Model::forward_model), or else one that
/// goes by the game's values and actions, as it must for a script.
std::unique_ptr<ForwardModel> forward_model(const AnyGame& game);

/// Returns the numbers, at most four, of a move with a free number that a search looks at.
std::vector<std::int64_t> numbers_to_try(const Range& range);

}  // namespace fairdeal::rules
