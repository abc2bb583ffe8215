#pragma once

#include <functional>
#include <set>

#include "rules/game.h"
#include "rules/json_full.h"

namespace fairdeal::rules {

// Rules that are written as pieces with options, after Multigame (nicktobey). A piece has an id,
// perhaps an owner, and options. Effects change a copy of the `State`, so older states stay as they
// are.

/// An option of a piece: something that a player may do, with when, what it does and who is next.
template <class State>
struct Option {
  Json id;
  /// Returns whether `player` may take the option now. If this is not set, it always may.
  std::function<bool(const State&, Seat player)> condition{};
  /// Returns whether `player` may use a piece of this owner. If this is not set, the owner may, and
  /// if there is no owner, anybody.
  std::function<bool(std::optional<Seat> owner, Seat player)> ownership{};
  std::function<void(State&, Seat player)> effect;
  /// Returns who is next. If this is not set, it is the next seat.
  std::function<Seat(const State&, Seat player)> next{};
};

template <class State>
struct Piece {
  Json id;
  std::function<std::optional<Seat>(const State&)> owner{};  ///< not set: the piece is nobody's
  std::vector<Option<State>> options;
};

/// A piece and one of its options.
struct PieceOption {
  Json piece;
  Json option;
  bool operator==(const PieceOption&) const = default;
};

template <class State>
class PieceRules {
 public:
  /// Makes rules of these pieces. Errors: bad_parameters, if two pieces or two options of a piece
  /// have the same id, or if an option has no effect.
  static Result<PieceRules> make(std::size_t seats, std::vector<Piece<State>> pieces) {
    std::set<Json> ids;
    for (const Piece<State>& piece : pieces) {
      if (!ids.insert(piece.id).second)
        return fail(Fault::bad_parameters, "two pieces with the id " + text(piece.id));
      std::set<Json> options;
      for (const Option<State>& option : piece.options)
        if (!option.effect || !options.insert(option.id).second)
          return fail(Fault::bad_parameters, "piece " + text(piece.id) + ": option " +
                                                 text(option.id) + " twice, or without effect");
    }
    PieceRules rules;
    rules.seats_ = seats;
    rules.pieces_ = std::move(pieces);
    return rules;
  }

  std::size_t size() const { return pieces_.size(); }

  /// Returns all that `player` may do now, piece by piece.
  std::vector<PieceOption> options(const State& state, Seat player) const {
    std::vector<PieceOption> found;
    for (const Piece<State>& piece : pieces_)
      for (const Option<State>& option : piece.options)
        if (allowed(piece, option, state, player)) found.push_back({piece.id, option.id});
    return found;
  }

  /// Returns the state after `player` has taken an option, and who is next. `state` itself does not
  /// change. Errors: illegal_move ("bad piece", "bad option").
  Result<std::pair<State, Seat>> commit(const State& state, Seat player,
                                        const PieceOption& choice) const {
    for (const Piece<State>& piece : pieces_) {
      if (piece.id != choice.piece) continue;
      for (const Option<State>& option : piece.options)
        if (option.id == choice.option && allowed(piece, option, state, player)) {
          State after = state;
          option.effect(after, player);
          const Seat next = option.next
                                ? option.next(after, player)
                                : Seat(static_cast<std::uint32_t>((player.value + 1) % seats_));
          return std::pair(std::move(after), next);
        }
      return fail(Fault::illegal_move, "bad option");
    }
    return fail(Fault::illegal_move, "bad piece");
  }

 private:
  PieceRules() = default;
  static bool allowed(const Piece<State>& piece, const Option<State>& option, const State& state,
                      Seat player) {
    const auto owner = piece.owner ? piece.owner(state) : std::optional<Seat>();
    const bool may = option.ownership ? option.ownership(owner, player) : !owner || owner == player;
    return may && (!option.condition || option.condition(state, player));
  }

  std::size_t seats_ = 0;
  std::vector<Piece<State>> pieces_;
};

}  // namespace fairdeal::rules
