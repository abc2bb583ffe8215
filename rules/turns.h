#pragma once

#include <algorithm>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/perft.h"
#include "rules/players/position_search.h"
#include "rules/position.h"
#include "rules/settle.h"
#include "rules/solve.h"

namespace fairdeal::rules {

/// The Game made of a Position: it asks one seat at a time for a move. A seat that makes the match
/// void loses as much as can be lost; so does one that is absent, unless the position has counts().
/// In a game for one it gets the worst result.
/// If both seats make the match void, nobody wins.
template <Position P>
class Turns {
 public:
  using Move = typename P::Move;
  static constexpr bool kTurns = true;  ///< a player plays on by the position (ForwardPosition)

  explicit Turns(P position) : position_(std::move(position)) {}
  const P& position() const { return position_; }

  static const GameInfo& info() { return P::info(); }
  static Result<Turns> start(const Json& params, std::size_t seats) {
    FD_TRY(P position, P::start(params, seats));
    return Turns(std::move(position));
  }
  template <Loads Q = P>
  static Result<Turns> load(const Json& params, std::size_t seats, const Json& state) {
    FD_TRY(P position, P::load(params, seats, state));
    Turns game(std::move(position));
    FD_TRY(game.settled_, get_settled(state, seats));
    return game;
  }

  std::vector<Want> wants() const {
    if (over()) return {};
    return {WantMove{{position_.mover()}}};
  }
  std::vector<Move> legal(Seat seat) const {
    if (over() || seat != position_.mover()) return {};
    const auto moves = position_.moves();
    return std::vector<Move>(moves.begin(), moves.end());
  }
  Result<Turns> after(const Event<Move>& event) const {
    Turns next = *this;
    return std::visit(Overloaded{[&](const Moved<Move>& e) -> Result<Turns> {
                                   const auto moves = position_.moves();
                                   if (std::find(moves.begin(), moves.end(), e.move) == moves.end())
                                     return fail(Fault::illegal_move, text(P::move_json(e.move)));
                                   next.position_.play(e.move);
                                   return next;
                                 },
                                 [&](const Absent& e) -> Result<Turns> {
                                   if constexpr (requires { position_.counts(); })
                                     next.position_ = poorest(e.seat);
                                   else
                                     next.settled_ = result_without(SeatSet::of({e.seat}));
                                   return next;
                                 },
                                 [&](const Void& e) -> Result<Turns> {
                                   next.settled_ = result_without(e.by);
                                   return next;
                                 },
                                 [](const auto&) -> Result<Turns> {
                                   return fail(Fault::not_wanted,
                                               info().name + " has no such event");
                                 }},
                      event);
  }
  /// Returns the value after a resignation, which loses where a flag would be a draw.
  Turns resigned(Seat seat) const {
    Turns next = *this;
    next.settled_ = forfeit(SeatSet::of({seat}), bounds(), info().seats_min);
    return next;
  }
  std::optional<Payoff> result() const {
    if (settled_) return settled_;
    if (position_.over()) return position_.payoff();
    return {};
  }
  Range bounds() const { return position_.bounds(); }
  std::optional<Payoff> scores() const {
    if constexpr (requires { position_.scores(); })
      return position_.scores();
    else
      return {};
  }
  Json json() const {
    Json state = position_.json();
    put_settled(state, settled_);
    return state;
  }
  Json view(Observer, const Known&) const {
    Json view = json();
    if constexpr (requires { position_.heading(); }) view["heading"] = position_.heading();
    return view;
  }
  std::string draw(Observer observer, const Known&) const {
    if constexpr (requires { position_.draw_for(*observer); })
      if (observer) return position_.draw_for(*observer);
    return position_.draw();
  }
  Json scene(Observer observer, const Known&, const SeatNames&) const requires
      requires(const P& position) {
    position.scene(Observer());
  }
  {
    Json scene = position_.scene(observer);
    if (settled_) scene.erase("moves");
    return scene;
  }
  std::string news(const Event<Move>& event, const Turns& after, const SeatNames&) const requires
      requires(const P& position) {
    position.ending();
  }
  {
    if (!after.settled_) return after.position_.over() ? after.position_.ending() : "";
    if (const auto* absent = std::get_if<Absent>(&event))
      return drawn_without(SeatSet::of({absent->seat}));
    const auto* lost = std::get_if<Void>(&event);
    return lost == nullptr ? "" : drawn_without(lost->by);
  }
  static Json move_json(const Move& move) { return P::move_json(move); }
  static Result<Move> parse_move(const Json& json) { return P::parse_move(json); }
  std::string label(Seat seat, const Move& move) const {
    if constexpr (requires { position_.label(seat, move); }) {
      return position_.label(seat, move);
    } else {
      const Json json = P::move_json(move);
      return json.is_string() ? json.template get<std::string>() : text(json);
    }
  }
  std::vector<std::string> names_of(Seat, const Move& move, const Known&,
                                    const SeatNames&) const requires requires(const P& position) {
    position.names_of(move);
  }
  { return position_.names_of(move); }
  /// Returns the first move that wins, or else the one that leaves the seat with the highest count;
  /// other moves that end the match come last.
  std::optional<Move> careful(Seat seat, const Known&) const requires requires(const P& position) {
    position.counts();
  }
  {
    const auto brings = [&](const Move& move) {
      P next = position_;
      next.play(move);
      const std::int64_t number = (next.over() ? next.payoff() : next.counts()).at(seat.value);
      return std::pair(next.over() ? (number > 0 ? 2 : 0) : 1, number);
    };
    const auto moves = legal(seat);
    const auto best = std::ranges::max_element(moves, {}, brings);
    return best == moves.end() ? std::nullopt : std::optional(*best);
  }

  /// Returns the move that the position itself calls careful.
  std::optional<Move> careful(Seat seat, const Known&) const requires requires(const P& position) {
    position.careful();
  }
  { return legal(seat).empty() ? std::nullopt : std::optional<Move>(position_.careful()); }

  /// Weighs the mover's moves by what follows from them (rules/players/position_search.h).
  Result<Thought> look_ahead(const LookaheadPlan& plan, const Budget& budget, const GoOn& go_on,
                             Rng& rng) const {
    if (over()) return fail(Fault::bad_parameters, "the match is over");
    if constexpr (requires { position_.look_ahead(plan, budget, go_on, rng); })
      return position_.look_ahead(plan, budget, go_on, rng);
    else
      return rules::look_ahead(position_, plan, budget, go_on, rng);
  }

  bool operator==(const Turns&) const = default;

 private:
  bool over() const { return settled_ || position_.over(); }
  std::string drawn_without(SeatSet by) const {
    if constexpr (requires(Seat seat) { position_.drawn_without(seat); })
      if (by.size() == 1) return position_.drawn_without(by.list().front());
    return "";
  }
  /// Returns the position after the first legal move that leaves the seat with the lowest count;
  /// moves that end the match come last, by their result.
  P poorest(Seat seat) const {
    const auto brings = [&](const P& position) {
      const Payoff counted = position.over() ? position.payoff() : position.counts();
      return std::pair(position.over(), counted.at(seat.value));
    };
    std::optional<P> least;
    for (const auto& move : position_.moves()) {
      P next = position_;
      next.play(move);
      if (!least || brings(next) < brings(*least)) least = next;
    }
    return *least;
  }
  Payoff result_without(SeatSet by) const {
    return drawn_without(by).empty() ? forfeit(by, bounds(), info().seats_min)
                                     : draw_all(info().seats_min);
  }

  P position_;
  std::optional<Payoff> settled_{};  ///< the result, if an absence ended the match and not play
};

/// Returns the position inside `game`; null if that is not a P.
template <Position P>
const P* position_of(const AnyGame& game) {
  const auto* turns = typed<Turns<P>>(game);
  return turns == nullptr ? nullptr : &turns->position();
}

/// Returns the module of a position, for the registry.
template <Position P>
Module module_of_turns() {
  Module module = module_of<Turns<P>>();
  module.perft = [](const AnyGame& game, const PerftLimits& limits) -> Result<Perft> {
    return perft_of(*position_of<P>(game), limits);
  };
  module.solve = [](const AnyGame& game, const SolveLimits& limits) -> Result<Solution> {
    return solve_of(*position_of<P>(game), limits);
  };
  return module;
}

}  // namespace fairdeal::rules
