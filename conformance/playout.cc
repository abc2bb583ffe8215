#include <algorithm>
#include <map>

#include "base/seeded_rng.h"
#include "conformance/kinds.h"
#include "games/mutropas/mutropas.h"
#include "games/tribolo/tribolo.h"
#include "rules/absence_laws.h"
#include "rules/model.h"
#include "rules/rational.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// Plays what a recorded line says, and compares.
class Follower {
 public:
  Follower(AnyGame game, Checker& check) : game_(std::move(game)), check_(check) {}
  const AnyGame& game() const { return game_; }

  void follow(const Json& ply) {
    check_.next_ply();
    taken_.clear();
    check_.same_set("active", ply.at("active"), active_roles(game_));
    compare_legal(ply.at("legal_moves"));
    if (ply.contains("views")) compare_views(ply["views"]);
    if (ply.contains("jumps")) compare_jumps(ply);
    const auto moves = moves_of(game_, ply.at("moves"));
    if (!moves) return check_.fail("moves", moves.error());
    auto after = game_.after(*moves);
    if (!after) return check_.fail("moves", after.error());
    game_ = *std::move(after);
    if (const auto happened = let_happen(ply); !happened)
      return check_.fail("chance", happened.error());
    same_state(check_, "state", ply.at("state_after"), game_);
    if (const auto holds = check_absences(game_, rng_); !holds)
      check_.fail("what silence makes of it", holds.error());
    check_.same("result", ply.at("result"), result_json(game_));
    if (ply.contains("scores")) same_scores(check_, "scores", ply["scores"], game_);
  }

 private:
  void compare_legal(const Json& recorded) {
    const Json ours = legal_moves(game_);
    check_.same("who may move", recorded.size(), ours.size());
    for (const auto& [role, moves] : recorded.items())
      check_.same_set("legal moves of " + role, moves, ours.contains(role) ? ours[role] : Json());
  }

  /// Compares what each role may know by its view, and how likely each possibility is.
  void compare_views(const Json& recorded) {
    for (const auto& [role, view] : recorded.items()) {
      const auto seat = seat_of(game_, role);
      const Json ours = seat ? game_.view(seat, {}) : Json();
      for (const auto& [key, value] : view.items()) {
        if (key == "probability_each") {
          const auto possible =
              std::max<std::size_t>(1, view.at("possible_opponent_pieces").size());
          check_.is_true("view of " + role + ", " + key,
                         close(value, Rational(1, static_cast<std::int64_t>(possible))));
        } else {
          check_.same_set("view of " + role + ", " + key, value,
                          ours.contains(key) ? ours[key] : Json("nothing"));
        }
      }
    }
  }

  void compare_jumps(const Json& ply) {
    const auto* tribolo = typed<Tribolo>(game_);
    if (tribolo == nullptr) return;
    Json jumps = Json::array();
    for (const auto& [role, move] : ply.at("moves").items()) {
      const auto target = Tribolo::parse_move(move);
      const auto seat = seat_of(game_, role);
      if (!target || !seat || !TriboloBoard::kShape.has(target->cell))
        return void(check_.same("move of " + role, move, Json()));
      for (const auto& jump : tribolo->board().jumps(*seat, target->cell)) {
        Json taken = Json::array();
        for (const Square s : jump.taken) taken.push_back(TriboloBoard::move_json({s}));
        jumps.push_back({{"loser", game_.role(jump.loser)}, {"taken", taken}});
      }
    }
    check_.same_set("jumps", ply["jumps"], jumps);
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

  /// Returns what chance did by the record. If the same thing happened more than once in this ply,
  /// it returns the next of the list.
  Json next_of(const Json& ply, const std::string& kind, const std::string& name) {
    const Json& recorded = ply.at(kind).at(name);
    const std::size_t before = taken_[kind + name]++;
    const bool is_one =
        kind == "opened" ? recorded.empty() || !recorded.front().is_array() : !recorded.is_array();
    return is_one ? recorded : recorded.at(before);
  }

  Result<ChanceEvent> recorded_chance(const WantShuffle& want, const Json&) {
    return Shuffled{want.slots};
  }
  Result<ChanceEvent> recorded_chance(const WantDeal& want, const Json&) {
    return Dealt{want.slot, want.to, want.also};
  }
  Result<ChanceEvent> recorded_chance(const WantRollFor& want, const Json&) {
    return RolledFor{want.seat};
  }
  Result<ChanceEvent> recorded_chance(const WantShow& want, const Json& ply) {
    const Json face = next_of(ply, "shown", std::to_string(want.slot.value));
    return Shown{want.slot, Face(face.get<std::uint32_t>())};
  }
  Result<ChanceEvent> recorded_chance(const WantShowDice& want, const Json& ply) {
    return DiceShown{want.seat, next_of(ply, "opened", std::to_string(want.seat.value))};
  }
  Result<ChanceEvent> recorded_chance(const WantRoll& want, const Json& ply) {
    Rolled rolled;
    for (const Die& die : want.dice) {
      rolled.values.push_back(next_of(ply, "haps", die.name).get<std::int64_t>());
      if (ply.contains("aleatories"))
        check_.same("values of " + die.name, ply["aleatories"].at(die.name), die.values);
    }
    return rolled;
  }
  Result<ChanceEvent> recorded_chance(const WantMove&, const Json&) {
    return fail(Fault::not_wanted, "a move is no chance");
  }

  AnyGame game_;
  Checker& check_;
  SeededRng rng_{1};
  std::map<std::string, std::size_t> taken_;  ///< of this ply, what was read how often
};

}  // namespace

void check_playout_line(const Json& line, Checker& check) {
  const auto start = game_of(line, line.at("initial"));
  if (!start) return check.fail("initial", start.error());
  Follower follower(*start, check);
  for (const Json& ply : line.at("plies")) {
    if (!check.agrees()) return;
    follower.follow(ply);
  }
  if (!check.agrees()) return;
  check.whole_line();
  const AnyGame& end = follower.game();
  check.same("complete", line.at("complete"), end.over());
  check.same("final result", line.at("final_result"), result_json(end));
  if (line.contains("final_scores")) same_scores(check, "final scores", line["final_scores"], end);
}

}  // namespace fairdeal::conformance
