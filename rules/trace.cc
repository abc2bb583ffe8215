#include "rules/trace.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "rules/match.h"
#include "rules/model.h"

namespace fairdeal::rules {
namespace {

Json by_role(const AnyGame& game, const std::optional<Payoff>& numbers) {
  if (!numbers) return {};
  Json roles = Json::object();
  for (std::uint32_t i = 0; i < numbers->size(); ++i) roles[game.role(Seat(i))] = (*numbers)[i];
  return roles;
}

Json active_roles(const AnyGame& game) {
  Json roles = Json::array();
  for (const Seat seat : game.active()) roles.push_back(game.role(seat));
  return roles;
}

Json legal_moves(const AnyGame& game) {
  Json roles = Json::object();
  for (const Seat seat : game.active()) {
    Json& moves = roles[game.role(seat)] = Json::array();
    for (const Choice& choice : game.legal(seat)) moves.push_back(Json::parse(choice.action.text));
  }
  return roles;
}

/// Play that follows a recorded line.
class Follower {
 public:
  explicit Follower(AnyGame game) : game_(std::move(game)) {}
  const AnyGame& game() const { return game_; }

  Result<> follow(const Json& ply) {
    FD_CHECKED(same("active", sorted(ply.at("active")), sorted(active_roles(game_))));
    FD_CHECKED(compare_legal(ply.at("legal_moves")));
    FD_TRY(const AnyEvent moves, moves_of(ply.at("moves")));
    FD_TRY(game_, game_.after(moves));
    FD_CHECKED(let_happen(ply));
    FD_CHECKED(compare_state(ply.at("state_after")));
    FD_CHECKED(same("result", ply.at("result"), by_role(game_, game_.result())));
    if (!ply.contains("scores")) return {};
    return same("scores", ply["scores"], by_role(game_, game_.scores()));
  }

  static Result<> same(const std::string& what, const Json& recorded, const Json& ours) {
    if (recorded == ours) return {};
    return fail(Fault::state_differs,
                what + ": recorded " + text(recorded) + ", but here " + text(ours));
  }

 private:
  static Json sorted(Json list) {
    std::sort(list.begin(), list.end());
    return list;
  }

  Result<> compare_legal(const Json& recorded) const {
    const Json ours = legal_moves(game_);
    FD_CHECKED(same("who may move", recorded.size(), ours.size()));
    for (const auto& [role, moves] : recorded.items())
      FD_CHECKED(same("legal moves of " + role, sorted(moves),
                      ours.contains(role) ? sorted(ours[role]) : Json()));
    return {};
  }

  Result<AnyEvent> moves_of(const Json& recorded) const {
    std::map<Seat, Action> moves;
    for (std::uint32_t i = 0; i < game_.seats(); ++i)
      if (const std::string role = game_.role(Seat(i)); recorded.contains(role))
        moves[Seat(i)] = {text(recorded[role])};
    FD_CHECKED(same("moves of unknown roles", recorded.size() - moves.size(), 0));
    if (moves.size() != 1) return MovedTogether<Action>{moves};
    return Moved<Action>{moves.begin()->first, moves.begin()->second};
  }

  Result<> let_happen(const Json& ply) {
    while (!game_.over() && game_.active().empty()) {
      FD_TRY(const ChanceEvent event,
             std::visit([&](const auto& want) { return recorded_chance(want, ply); },
                        game_.wants().front()));
      FD_TRY(game_, game_.after(event_of<Action>(event)));
    }
    return {};
  }

  Result<> compare_state(const Json& recorded) const {
    const Json ours = game_.json();
    for (const auto& [key, value] : recorded.items()) {
      if (key == "active" && game_.over()) continue;
      FD_CHECKED(same("state, " + key, value, ours.contains(key) ? ours[key] : Json("nothing")));
    }
    return {};
  }

  static Result<ChanceEvent> recorded_chance(const WantShuffle& want, const Json&) {
    return Shuffled{want.slots};
  }
  static Result<ChanceEvent> recorded_chance(const WantDeal& want, const Json&) {
    return Dealt{want.slot, want.to};
  }
  static Result<ChanceEvent> recorded_chance(const WantRollFor& want, const Json&) {
    return RolledFor{want.seat};
  }
  static Result<ChanceEvent> recorded_chance(const WantShow& want, const Json& ply) {
    const Json& face = ply.at("shown").at(std::to_string(want.slot.value));
    return Shown{want.slot, Face(face.get<std::uint32_t>())};
  }
  static Result<ChanceEvent> recorded_chance(const WantRoll& want, const Json& ply) {
    Rolled rolled;
    for (const Die& die : want.dice) {
      rolled.values.push_back(ply.at("haps").at(die.name).get<std::int64_t>());
      if (ply.contains("aleatories"))
        FD_CHECKED(same("values of " + die.name, ply["aleatories"].at(die.name), die.values));
    }
    return rolled;
  }
  template <class W>
  static Result<ChanceEvent> recorded_chance(const W&, const Json&) {
    return fail(Fault::not_canonical, "playouts do not record this kind of chance");
  }

  AnyGame game_;
};

/// The parameters of the line that the game knows: playouts also say how they were made.
Json known_params(const GameInfo& info, const Json& line) {
  Json params = Json::object();
  for (const Param& param : info.params)
    if (line.contains("params") && line["params"].contains(param.name))
      params[param.name] = line["params"][param.name];
  return params;
}

Result<std::size_t> check(const Json& line) {
  const std::string name = line.at("game").get<std::string>();
  FD_TRY(const Module* module, find_module(name));
  FD_TRY(const AnyGame start, load_game(name, known_params(module->info(), line),
                                        line.at("players").size(), line.at("initial")));
  Follower follower(start);
  const Json& plies = line.at("plies");
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const auto agreed = follower.follow(plies[i]);
    if (!agreed)
      return fail(agreed.error().fault,
                  "ply " + std::to_string(i + 1) + ", " + agreed.error().about);
  }
  const AnyGame& end = follower.game();
  FD_CHECKED(Follower::same("complete", line.at("complete"), end.over()));
  FD_CHECKED(Follower::same("final result", line.at("final_result"), by_role(end, end.result())));
  if (line.contains("final_scores"))
    FD_CHECKED(Follower::same("final scores", line["final_scores"], by_role(end, end.scores())));
  return plies.size();
}

}  // namespace

Result<std::size_t> check_playout(std::string_view line) {
  // Not parse_json: what we do not compare may have any form, such as probabilities in views.
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return fail(Fault::not_canonical, "a line that is not JSON");
  return guarded([&] { return check(json); });
}

namespace {

/// Writes down a match that it watches.
class Recorder {
 public:
  void operator()(const Report& report) {
    if (report.event != nullptr)
      std::visit([&](const auto& e) { note(e, *before_); }, *report.event);
    before_ = report.game;
    Json& now = plies_.empty() ? initial_ : plies_.back()["state_after"];
    now = report.game.json();
    if (plies_.empty()) return;
    plies_.back()["result"] = by_role(report.game, report.game.result());
    if (const auto scores = report.game.scores())
      plies_.back()["scores"] = by_role(report.game, scores);
  }

  Json line(const AnyGame& end) && {
    Json players = Json::array();
    for (std::uint32_t i = 0; i < end.seats(); ++i) players.push_back(end.role(Seat(i)));
    const std::size_t length = plies_.size();
    return {{"game", end.info().name},
            {"params", end.params()},
            {"players", std::move(players)},
            {"initial", std::move(initial_)},
            {"plies", std::move(plies_)},
            {"final_result", by_role(end, end.result())},
            {"final_scores", by_role(end, end.scores())},
            {"length", length},
            {"complete", end.over()}};
  }

 private:
  void begin_ply(const AnyGame& game, const std::map<Seat, Action>& moves) {
    Json ply = {{"active", active_roles(game)}, {"legal_moves", legal_moves(game)}};
    for (const auto& [seat, action] : moves)
      ply["moves"][game.role(seat)] = Json::parse(action.text);
    plies_.push_back(std::move(ply));
  }
  void note(const Moved<Action>& e, const AnyGame& game) { begin_ply(game, {{e.seat, e.move}}); }
  void note(const MovedTogether<Action>& e, const AnyGame& game) { begin_ply(game, e.moves); }
  void note(const Rolled& e, const AnyGame& game) {
    if (plies_.empty()) return;  // the playout begins after it
    const auto wants = game.wants();
    const auto& dice = std::get<WantRoll>(wants.front()).dice;
    for (std::size_t i = 0; i < dice.size(); ++i) {
      plies_.back()["aleatories"][dice[i].name] = dice[i].values;
      plies_.back()["haps"][dice[i].name] = e.values[i];
    }
  }
  void note(const Shown& e, const AnyGame&) {
    if (!plies_.empty()) plies_.back()["shown"][std::to_string(e.slot.value)] = e.face.value;
  }
  template <class E>
  void note(const E&, const AnyGame&) {}  // leaves nothing in public

  std::optional<AnyGame> before_;
  Json initial_;
  Json plies_ = Json::array();
};

}  // namespace

Result<Json> record_playout(const AnyGame& game, std::span<const Player> players,
                            std::uint64_t seed) {
  Recorder recorder;
  FD_TRY(const AnyGame end, play(game, players, seed, std::ref(recorder)));
  return std::move(recorder).line(end);
}

}  // namespace fairdeal::rules
