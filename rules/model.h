#pragma once

#include <algorithm>
#include <utility>

#include "rules/any_game.h"
#include "rules/json_full.h"
#include "rules/players/forward_game.h"
#include "rules/players/thinker.h"
#include "rules/registry.h"

/// Makes an AnyGame, and a module for the registry, of a typed game. Games include this; users of
/// games do not.
namespace fairdeal::rules {

struct AnyGame::Model {
  Model(Json given_params, std::size_t given_seats)
      : params(std::move(given_params)), seats(given_seats) {}
  virtual ~Model() = default;

  virtual const GameInfo& info() const = 0;
  virtual std::vector<Want> wants() const = 0;
  virtual std::vector<Choice> legal(Seat seat) const = 0;
  virtual std::vector<Choice> choices(Seat seat, const Known& known,
                                      const SeatNames& names) const = 0;
  /// Returns the words for a move with any number that its range allows; "": there are none.
  virtual std::string label(Seat seat, const Action& action, const Known& known,
                            const SeatNames& names) const = 0;
  /// Returns what the game says of these legal moves to whoever shows them, in their order.
  virtual std::vector<MoveFacts> facts(Seat, const std::vector<Choice>& moves) const {
    return std::vector<MoveFacts>(moves.size());
  }
  virtual std::optional<Action> obvious(Seat seat, const Known& known) const = 0;
  virtual std::optional<Action> careful(Seat, const Known&) const { return {}; }
  virtual Result<AnyGame> after(const AnyEvent& event) const = 0;
  virtual std::optional<Payoff> result() const = 0;
  virtual Range bounds() const = 0;
  virtual std::optional<Payoff> scores() const = 0;
  virtual std::string news(const AnyEvent& event, const Model& after,
                           const SeatNames& names) const = 0;
  virtual std::optional<TrickPlay> trick_play(const AnyEvent&, const Model&) const { return {}; }
  virtual std::int64_t pause(const Model&) const { return 0; }
  virtual bool done(Seat seat) const = 0;
  virtual bool spent(Seat seat) const = 0;
  /// Returns whether seats play for stakes of their own, which they may lose all of.
  virtual bool has_stakes() const = 0;
  virtual std::optional<WantShuffle> foresees() const = 0;
  virtual std::optional<std::int64_t> alarm() const { return {}; }
  virtual Seat next_first() const = 0;
  virtual Json next_params() const = 0;
  virtual Json newcomer_params(SeatSet) const { return params; }
  virtual bool has_chips() const { return false; }
  virtual std::vector<std::int64_t> chips() const { return {}; }
  virtual Json params_with_chips(const std::vector<std::int64_t>&) const { return params; }
  virtual std::vector<std::optional<Seat>> next_seats(SeatSet, std::size_t) const { return {}; }
  virtual Json json() const = 0;
  virtual Json view(Observer observer, const Known& known) const = 0;
  virtual std::string draw(Observer observer, const Known& known, const SeatNames& names) const = 0;
  virtual Json scene(Observer, const Known&, const SeatNames&) const { return {}; }
  virtual bool equals(const Model& other) const = 0;
  /// Returns the text of which the digest of a value is made. A script's wants, moves and result
  /// are no part of its state, and are covered, too: so programs that differ in these find it at
  /// once.
  virtual std::string digested() const { return text(json()); }
  /// Returns the game's own words for an event, and its own name of a face; "": it has none.
  virtual std::string words(const AnyEvent&, const SeatNames&) const { return ""; }
  virtual std::string face_name(Face) const { return ""; }
  /// Returns a sensible move, if the game itself knows one.
  virtual std::optional<Action> suggested(Seat, const Known&) const { return {}; }
  /// Returns the law of this game alone that does not hold here, in words; "" if all hold.
  virtual std::string broken_law() const { return ""; }

  /// See look_ahead() in rules/players/thinker.h.
  virtual bool looks_ahead() const { return false; }
  virtual Result<Thought> look_ahead(const LookaheadPlan&, const Budget&, const GoOn&, Rng&) const {
    return fail(Fault::bad_parameters, "this game is not searched position by position");
  }

  /// Returns the cards that a seat may play without breaking a rule; none: only the view says it
  /// (fair_cards() in rules/players/fair_moves.h).
  virtual std::optional<std::vector<CardSlot>> fair(Seat, const Known&) const { return {}; }
  /// Returns a copy that keeps no answers, for a player that asks what a seat would see or do if
  /// it knew this or that. A script's answers are kept and counted with its value, so such
  /// questions would use up what is counted for those of people. Null: this model keeps no answers.
  virtual std::shared_ptr<const Model> without_answers() const { return {}; }
  /// Returns a model in which a player plays on fast; null: there is none (forward_model()).
  virtual std::unique_ptr<ForwardModel> forward_model() const { return {}; }

  virtual bool is_script() const { return false; }
  virtual bool is_shipped() const { return !is_script(); }
  virtual std::optional<Choice> move_of_absent(Seat seat) const;

  const Json params;
  const std::size_t seats;
};

/// Returns what `read` returns. It may read JSON of any shape: a wrong type there becomes an error
/// instead of an exception.
template <class Read>
auto guarded(Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const Json::exception& e) {
    return fail(Fault::bad_parameters, e.what());
  }
}

/// Fails to compile if G has an optional member of rules/game.h in another form than that page
/// says: it would not be used, and nobody would know.
template <class G>
consteval void check_optional_members() {
  static_assert(
      !requires { &G::load; } || Loads<G>, "load(params, seats, state): see Loads");
  static_assert(
      !requires { &G::range; } || HasRanges<G>, "range(seat, move): see HasRanges");
  static_assert(
      !requires { &G::label; } || HasLabels<G>, "label(seat, move): see HasLabels");
  static_assert(
      !requires { &G::facts; } || HasMoveFacts<G>, "facts(seat, move): see HasMoveFacts");
  static_assert(
      !requires { &G::names_of; } || HasMoveNames<G>, "names_of(…): see HasMoveNames");
  static_assert(
      !requires { &G::obvious; } || HasObviousMoves<G>,
      "obvious(seat, known): see HasObviousMoves");
  static_assert(
      !requires { &G::careful; } || HasCarefulMoves<G>,
      "careful(seat, known): see HasCarefulMoves");
  static_assert(
      !requires { &G::pause; } || HasPauses<G>, "pause(before): see HasPauses");
  static_assert(
      !requires { &G::scene; } || HasScene<G>, "scene(observer, known, names): see HasScene");
  static_assert(
      !requires { &G::without; } || HearsOut<G>, "without(out): see HearsOut");
  static_assert(
      !requires { &G::done; } || HasDone<G>, "done(seat): see HasDone");
  static_assert(
      !requires { &G::missed; } || HasMissed<G>, "missed(seat): see HasMissed");
  static_assert(
      !requires { &G::spent; } || HasSpent<G>, "spent(seat): see HasSpent");
  static_assert(
      !requires { &G::news; } || HasNews<G>, "news(event, after, names): see HasNews");
  static_assert(
      !requires { &G::trick_play; } || HasTricks<G>, "trick_play(event, after): see HasTricks");
  static_assert(
      !requires { &G::next_first; } || HasNextMatch<G>, "next_first(): see HasNextMatch");
  static_assert(
      !requires { &G::next_params; } || HasNextMatch<G>, "next_params(params): see HasNextMatch");
  static_assert(
      !requires { &G::newcomer_params; } || HasNewcomers<G>,
      "newcomer_params(params, newcomers): see HasNewcomers");
  static_assert(
      !requires { &G::next_seats; } || HasChips<G>, "next_seats(staying, newcomers): see HasChips");
  static_assert(
      !requires { &G::foresees; } || Foresees<G>, "foresees(): see Foresees");
  static_assert(
      !requires { &G::alarm; } || SetsAlarms<G>, "alarm(): see SetsAlarms");
  static_assert(
      !requires { &G::face_name; } || HasFaceNames<G>, "face_name(face): see HasFaceNames");
  static_assert(
      !requires { &G::words; } || HasEventWords<G>, "words(event, names): see HasEventWords");
}

template <Game G>
struct ModelOf final : AnyGame::Model {
  ModelOf(G given_game, Json given_params, std::size_t given_seats)
      : Model(std::move(given_params), given_seats), game(std::move(given_game)) {
    check_optional_members<G>();
  }

  const GameInfo& info() const override { return G::info(); }
  std::vector<Want> wants() const override { return game.wants(); }
  std::vector<Choice> legal(Seat seat) const override {
    std::vector<Choice> choices;
    for (const auto& move : game.legal(seat)) {
      Choice choice{.action = {text(G::move_json(move))}, .label = {}, .range = {}};
      if constexpr (HasLabels<G>) {
        choice.label = game.label(seat, move);
      } else {
        const Json json = G::move_json(move);
        choice.label = json.is_string() ? json.template get<std::string>() : text(json);
      }
      if constexpr (HasRanges<G>) choice.range = game.range(seat, move);
      choice.left_to_people = std::ranges::count(G::info().left_to_people, choice.action.text) != 0;
      choices.push_back(std::move(choice));
    }
    return choices;
  }
  std::vector<Choice> choices(Seat seat, const Known& known,
                              const SeatNames& names) const override {
    std::vector<Choice> choices = legal(seat);
    if constexpr (HasMoveNames<G>) {
      const auto moves = game.legal(seat);
      for (std::size_t i = 0; i < choices.size(); ++i) {
        choices[i].aliases = game.names_of(seat, moves[i], known, names);
        if (choices[i].aliases.empty()) continue;
        choices[i].label = choices[i].aliases.front();
        choices[i].aliases.erase(choices[i].aliases.begin());
      }
    }
    return choices;
  }
  std::string label(Seat seat, const Action& action, const Known& known,
                    const SeatNames& names) const override {
    const auto move = typed_move(action);
    if (!move) return "";
    if constexpr (HasMoveNames<G>)
      if (const auto own = game.names_of(seat, *move, known, names); !own.empty())
        return own.front();
    if constexpr (HasLabels<G>) return game.label(seat, *move);
    return "";
  }
  std::vector<MoveFacts> facts(Seat seat, const std::vector<Choice>& moves) const override {
    std::vector<MoveFacts> of_moves(moves.size());
    if constexpr (HasMoveFacts<G>)
      for (std::size_t i = 0; i < moves.size(); ++i)
        if (const auto move = typed_move(moves[i].action)) of_moves[i] = game.facts(seat, *move);
    return of_moves;
  }
  std::optional<Action> obvious(Seat seat, const Known& known) const override {
    if constexpr (HasObviousMoves<G>)
      if (const auto move = game.obvious(seat, known)) return Action{text(G::move_json(*move))};
    return {};
  }
  std::optional<Action> careful(Seat seat, const Known& known) const override {
    if constexpr (HasCarefulMoves<G>)
      if (const auto move = game.careful(seat, known)) return Action{text(G::move_json(*move))};
    return {};
  }
  std::int64_t pause(const Model& before) const override {
    if constexpr (HasPauses<G>)
      if (const auto* same = dynamic_cast<const ModelOf*>(&before)) return game.pause(same->game);
    return 0;
  }
  Result<AnyGame> after(const AnyEvent& event) const override {
    FD_TRY(const auto typed, std::visit([](const auto& e) { return typed_event(e); }, event));
    FD_TRY(G next, after_typed(typed));
    return AnyGame(std::make_shared<const ModelOf>(std::move(next), params, seats));
  }
  std::optional<Payoff> result() const override { return game.result(); }
  Range bounds() const override { return game.bounds(); }
  std::optional<Payoff> scores() const override { return game.scores(); }
  std::string news(const AnyEvent& event, const Model& after,
                   const SeatNames& names) const override {
    if constexpr (HasNews<G>) {
      const auto typed = std::visit([](const auto& e) { return typed_event(e); }, event);
      const auto* next = dynamic_cast<const ModelOf*>(&after);
      return typed && next != nullptr ? game.news(*typed, next->game, names) : "";
    } else {
      return "";
    }
  }
  std::optional<TrickPlay> trick_play(const AnyEvent& event, const Model& after) const override {
    if constexpr (HasTricks<G>) {
      const auto typed = std::visit([](const auto& e) { return typed_event(e); }, event);
      const auto* next = dynamic_cast<const ModelOf*>(&after);
      return typed && next != nullptr ? game.trick_play(*typed, next->game) : std::nullopt;
    } else {
      return {};
    }
  }
  std::string words(const AnyEvent& event, const SeatNames& names) const override {
    if constexpr (HasEventWords<G>) {
      const auto typed = std::visit([](const auto& e) { return typed_event(e); }, event);
      return typed ? game.words(*typed, names) : "";
    } else {
      return "";
    }
  }
  std::string face_name(Face face) const override {
    if constexpr (HasFaceNames<G>)
      return G::face_name(face);
    else
      return "";
  }
  bool done(Seat seat) const override {
    if constexpr (HasDone<G>)
      return game.done(seat);
    else
      return false;
  }
  bool spent(Seat seat) const override {
    if constexpr (HasSpent<G>)
      return game.spent(seat);
    else
      return false;
  }
  bool has_stakes() const override { return HasSpent<G>; }
  std::optional<WantShuffle> foresees() const override {
    if constexpr (Foresees<G>)
      return game.foresees();
    else
      return {};
  }
  std::optional<std::int64_t> alarm() const override {
    if constexpr (SetsAlarms<G>)
      return game.alarm();
    else
      return {};
  }
  Seat next_first() const override {
    if constexpr (HasNextMatch<G>)
      return game.next_first();
    else
      return Seat(static_cast<std::uint32_t>(1 % seats));
  }
  Json next_params() const override {
    if constexpr (HasNextMatch<G>)
      return game.next_params(params);
    else
      return params;
  }
  Json newcomer_params(SeatSet newcomers) const override {
    if constexpr (HasNewcomers<G>)
      return G::newcomer_params(params, newcomers);
    else
      return params;
  }
  bool has_chips() const override { return HasChips<G>; }
  std::vector<std::int64_t> chips() const override {
    if constexpr (HasChips<G>)
      return game.chips();
    else
      return {};
  }
  Json params_with_chips(const std::vector<std::int64_t>& chips) const override {
    if constexpr (HasChips<G>)
      return game.params_with_chips(params, chips);
    else
      return params;
  }
  std::vector<std::optional<Seat>> next_seats(SeatSet staying,
                                              std::size_t newcomers) const override {
    if constexpr (HasChips<G>)
      return game.next_seats(staying, newcomers);
    else
      return {};
  }
  Json json() const override { return game.json(); }
  Json view(Observer observer, const Known& known) const override {
    return game.view(observer, known);
  }
  std::string draw(Observer observer, const Known& known, const SeatNames& names) const override {
    if constexpr (DrawsNames<G>)
      return game.draw(observer, known, names);
    else
      return game.draw(observer, known);
  }
  Json scene(Observer observer, const Known& known, const SeatNames& names) const override {
    if constexpr (HasScene<G>)
      return game.scene(observer, known, names);
    else
      return {};
  }
  bool looks_ahead() const override {
    return requires { &G::look_ahead; };
  }
  Result<Thought> look_ahead(const LookaheadPlan& plan, const Budget& budget, const GoOn& go_on,
                             Rng& rng) const override {
    if constexpr (requires { &G::look_ahead; })
      return game.look_ahead(plan, budget, go_on, rng);
    else
      return Model::look_ahead(plan, budget, go_on, rng);
  }
  std::optional<std::vector<CardSlot>> fair(Seat seat, const Known& known) const override {
    if constexpr (requires { game.fair(seat, known); })
      return game.fair(seat, known);
    else
      return {};
  }
  std::unique_ptr<ForwardModel> forward_model() const override {
    if constexpr (requires {
                    game.position();
                    G::kTurns;
                  })
      return std::make_unique<
          ForwardPosition<ModelOf, std::remove_cvref_t<decltype(game.position())>>>(*this);
    else
      return std::make_unique<ForwardGame<ModelOf>>(*this);
  }
  bool equals(const Model& other) const override {
    const auto* same = dynamic_cast<const ModelOf*>(&other);
    return same != nullptr && params == same->params && seats == same->seats && game == same->game;
  }

  const G game;

 private:
  using Typed = Event<typename G::Move>;

  Result<G> after_typed(const Typed& event) const {
    if (const auto* resigned = std::get_if<Resigned>(&event)) {
      if constexpr (HearsResigned<G>)
        return game.resigned(resigned->seat);
      else
        return without(game, Out{.seat = resigned->seat, .left = true});
    }
    if constexpr (SetsAlarms<G>)
      if (std::holds_alternative<AlarmRang>(event)) return game.rung();
    const auto* out = std::get_if<Out>(&event);
    if (out == nullptr) return game.after(event);
    if constexpr (HasMissed<G>)
      if (out->owes) return without(game.missed(out->seat), *out);
    return without(game, *out);
  }
  Result<G> without(const G& from, const Out& out) const {
    if constexpr (HearsOut<G>) {
      return from.without(out);
    } else {
      if (seats > 2) return from;
      return from.after(Void{SeatSet::of({out.seat})});
    }
  }

  static Result<typename G::Move> typed_move(const Action& action) {
    FD_TRY(const Json json, parse_json(action.text, Action::kBytesMax));
    FD_TRY(auto move, guarded([&] { return G::parse_move(json); }));
    if (text(G::move_json(move)) != action.text)
      return fail(Fault::not_canonical, "move " + action.text);
    return move;
  }
  static Result<Typed> typed_event(const Moved<Action>& e) {
    FD_TRY(const auto move, typed_move(e.move));
    return Typed(Moved<typename G::Move>{e.seat, move});
  }
  static Result<Typed> typed_event(const MovedTogether<Action>& e) {
    MovedTogether<typename G::Move> together;
    for (const auto& [seat, action] : e.moves) {
      FD_TRY(const auto move, typed_move(action));
      together.moves.emplace(seat, move);
    }
    return Typed(std::move(together));
  }
  template <class E>
  static Result<Typed> typed_event(const E& e) {
    return Typed(e);
  }
};

/// Returns the typed value inside `game`; null if that is not a G.
template <Game G>
const G* typed(const AnyGame& game) {
  const auto* model = dynamic_cast<const ModelOf<G>*>(&game.model());
  return model == nullptr ? nullptr : &model->game;
}

/// Returns the event that answers the first want, if it says nothing but that this happened: a
/// shuffle, a card dealt, dice rolled for one seat.
std::optional<ChanceEvent> silent_answer(const std::vector<Want>& wants);

/// Returns the value whose JSON form is `state`. Any game can begin before its first move.
template <Game G>
Result<G> load_value(const Json& params, std::size_t seats, const Json& state) {
  if constexpr (Loads<G>) {
    return G::load(params, seats, state);
  } else {
    static_assert(
        !requires { &G::load; }, "load has another signature: see Loads in rules/game.h");
    FD_TRY(G value, G::start(params, seats));
    for (std::size_t events = 0; events < 1000; ++events) {
      if (value.json() == state) return value;
      const auto event = silent_answer(value.wants());
      if (!event) break;
      FD_TRY(value, value.after(event_of<typename G::Move>(*event)));
    }
    return bad_state("this game has no load(), and so it begins before its first move alone");
  }
}

/// Returns the module of a game, for the registry.
template <Game G>
Module module_of() {
  return {
      .info = &G::info,
      .start = [](const Json& params, std::size_t seats) -> Result<AnyGame> {
        FD_TRY(G game, guarded([&] { return G::start(params, seats); }));
        return AnyGame(std::make_shared<const ModelOf<G>>(std::move(game), params, seats));
      },
      .load = [](const Json& params, std::size_t seats, const Json& state) -> Result<AnyGame> {
        FD_TRY(G game, guarded([&] { return load_value<G>(params, seats, state); }));
        return AnyGame(std::make_shared<const ModelOf<G>>(std::move(game), params, seats));
      },
      .perft = &perft_any,
      .solve = &solve_any,
      .loads = Loads<G>,
  };
}

}  // namespace fairdeal::rules
