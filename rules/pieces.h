#pragma once

#include <functional>
#include <set>

#include "rules/game.h"
#include "rules/json_full.h"

namespace fairdeal::rules {

/// Rules said by pieces and their options, after Multigame (nicktobey): a piece has an id, an owner
/// or none, and options; an option has an id, says when it may be taken, what it does, and who is
/// next. `State` is what the effects change; it is copied before, so no older state is touched.
template <class State>
struct Option {
  Json id;
  /// Returns whether `player` may take it now. Left out: always.
  std::function<bool(const State&, Seat player)> condition{};
  /// Who may take it besides that. Left out: only the owner, or anybody if there is none.
  std::function<bool(std::optional<Seat> owner, Seat player)> ownership{};
  std::function<void(State&, Seat player)> effect;
  /// Who decides next. Left out: the next seat.
  std::function<Seat(const State&, Seat player)> next{};
};

template <class State>
struct Piece {
  Json id;
  std::function<std::optional<Seat>(const State&)> owner{};  ///< left out: nobody's
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
  /// Errors: bad_parameters, where two pieces, or two options of a piece, have one id, or an option
  /// has no effect.
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

  /// All that `player` may do now, piece by piece.
  std::vector<PieceOption> options(const State& state, Seat player) const {
    std::vector<PieceOption> found;
    for (const Piece<State>& piece : pieces_)
      for (const Option<State>& option : piece.options)
        if (allowed(piece, option, state, player)) found.push_back({piece.id, option.id});
    return found;
  }

  /// The state after `player` takes an option, and who is next; `state` stays as it is.
  /// Errors: illegal_move: "bad piece", "bad option".
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
