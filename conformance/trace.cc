#include "conformance/trace.h"

#include <map>

#include "conformance/checker.h"
#include "rules/json_full.h"
#include "rules/match.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// Watches a match and records it.
class Recorder {
 public:
  void operator()(const Report& report) {
    if (report.event != nullptr)
      std::visit([&](const auto& e) { note(e, *before_); }, *report.event);
    before_ = report.game;
    Json& now = plies_.empty() ? initial_ : plies_.back()["state_after"];
    now = report.game.json();
    if (plies_.empty()) return;
    plies_.back()["result"] = result_json(report.game);
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
            {"final_result", result_json(end)},
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
    times_.clear();
  }
  /// Records what chance did. If the same thing happens again in one ply, as when the blinds put
  /// all seats of two hands in a row all-in, its values stand in a list.
  void add(const char* kind, const std::string& name, const Json& value) {
    Json& place = plies_.back()[kind][name];
    const std::size_t before = times_[kind + name]++;
    if (before == 1) place = Json::array({place});
    if (before == 0)
      place = value;
    else
      place.push_back(value);
  }
  void note(const Moved<Action>& e, const AnyGame& game) { begin_ply(game, {{e.seat, e.move}}); }
  void note(const MovedTogether<Action>& e, const AnyGame& game) { begin_ply(game, e.moves); }
  void note(const Rolled& e, const AnyGame& game) {
    if (plies_.empty()) return;  // chance before the first move is part of `initial`
    const auto wants = game.wants();
    const auto& dice = std::get<WantRoll>(wants.front()).dice;
    for (std::size_t i = 0; i < dice.size(); ++i) {
      plies_.back()["aleatories"][dice[i].name] = dice[i].values;
      add("haps", dice[i].name, e.values[i]);
    }
  }
  void note(const Shown& e, const AnyGame&) {
    if (!plies_.empty()) add("shown", std::to_string(e.slot.value), e.face.value);
  }
  void note(const DiceShown& e, const AnyGame&) {
    if (!plies_.empty()) add("opened", std::to_string(e.seat.value), e.values);
  }
  template <class E>
  void note(const E&, const AnyGame&) {}  // leaves nothing in public

  std::optional<AnyGame> before_;
  Json initial_;
  Json plies_ = Json::array();
  std::map<std::string, std::size_t> times_;  ///< how often each thing happened in this ply
};

}  // namespace

Result<Json> record_playout(const AnyGame& game, std::span<const Player> players,
                            std::uint64_t seed) {
  Recorder recorder;
  FD_TRY(const AnyGame end, play(game, players, seed, std::ref(recorder)));
  return std::move(recorder).line(end);
}

}  // namespace fairdeal::conformance
