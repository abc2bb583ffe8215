#include <algorithm>

#include "conformance/behaviours.h"
#include "rules/any_position.h"
#include "rules/match.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// The moves of a scripted player in their order, from a line's ["trace", moves…]. The move "QUIT"
/// leaves the match.
struct Script {
  Json moves;
  std::size_t next = 1;
};

/// A match of scripted players that records its events in the form that lines have.
class ScriptedMatch {
 public:
  ScriptedMatch(const AnyGame& game, const std::map<Seat, Json>& players,
                std::vector<ChanceOutcome> rolled)
      : before_(game),
        match_(game, Dealer(0, std::move(rolled)), [this](const Report& report) { note(report); }) {
    for (const auto& [seat, script] : players) scripts_[seat] = {script};
  }
  ScriptedMatch(const ScriptedMatch&) = delete;
  ScriptedMatch& operator=(const ScriptedMatch&) = delete;

  /// Plays so many plies or, without a number, to the end. Errors: as the game's.
  Result<> run(std::optional<std::size_t> plies) {
    if (events_.empty()) FD_TRY(match_.begin());
    for (std::size_t i = 0; !match_.game().over() && !match_.has_quit() && (!plies || i < *plies);
         ++i) {
      std::map<Seat, Action> moves;
      for (const Seat seat : match_.game().active()) {
        Script& script = scripts_[seat];
        // A script that is at its end repeats its last move.
        const Json& move = script.moves.at(std::min(script.next++, script.moves.size() - 1));
        if (move == "QUIT") {
          match_.quit(seat);
          return {};
        }
        moves[seat] = {text(move)};
      }
      FD_TRY(match_.move(moves));
    }
    return {};
  }
  const Match& match() const { return match_; }
  const Json& events() const { return events_; }

 private:
  void note(const Report& report) {
    const Json now = report.game.json();
    const Json result = by_role(report.game, report.game.result());
    switch (report.kind) {
      case Report::Kind::begin:
        events_.push_back({{"event", "begin"}, {"state", now}});
        break;
      case Report::Kind::end:
        events_.push_back({{"event", "end"}, {"state", now}, {"result", result}});
        break;
      case Report::Kind::quit:
        events_.push_back(
            {{"event", "quit"}, {"state", now}, {"player", report.game.role(*report.seat)}});
        break;
      case Report::Kind::next: {
        const bool is_chance = std::holds_alternative<Rolled>(*report.event);
        events_.push_back({{"event", "next"},
                           {"before", before_.json()},
                           {"moves", is_chance ? Json() : roles_of(before_, *report.event)},
                           {"haps", is_chance ? haps_of(before_, *report.event) : Json()},
                           {"after", now}});
        break;
      }
    }
    before_ = report.game;
  }

  AnyGame before_;
  Json events_ = Json::array();
  std::map<Seat, Script> scripts_;
  Match match_;
};

/// Reads the scripts of all seats from a list in the order of the roles, or from an object by role.
/// Returns none if a player is no script.
std::optional<std::map<Seat, Json>> scripts_of(const AnyGame& game, const Json& players) {
  std::map<Seat, Json> scripts;
  if (players.is_array() && players.size() == game.seats())
    for (std::uint32_t i = 0; i < game.seats(); ++i) scripts[Seat(i)] = players[i];
  if (players.is_object())
    for (const auto& [role, script] : players.items())
      if (const auto seat = seat_of(game, role)) scripts[*seat] = script;
  const auto is_script = [](const auto& entry) {
    const Json& script = entry.second;
    return script.is_array() && script.size() > 1 && script[0] == "trace";
  };
  if (scripts.size() != game.seats() || !std::ranges::all_of(scripts, is_script)) return {};
  return scripts;
}

/// Returns the dice that are rolled after a move of this game.
std::vector<Die> dice_of(const AnyGame& game) {
  if (!game.info().chance || game.info().hidden || game.active().empty()) return {};
  for (const AnyEvent& moves : joint_moves(game)) {
    const auto after = game.after(moves);
    const auto wants = after ? after->wants() : std::vector<Want>();
    if (!wants.empty() && std::holds_alternative<WantRoll>(wants.front()))
      return std::get<WantRoll>(wants.front()).dice;
  }
  return {};
}

/// Returns what the dice show by the line's events. Errors: bad_parameters, if a die has no such
/// value.
Result<std::vector<ChanceOutcome>> rolled_in(const AnyGame& game, const Json& events) {
  const auto dice = dice_of(game);
  std::vector<ChanceOutcome> rolled;
  for (const Json& event : events) {
    const Json haps = event.value("haps", Json());
    if (!haps.is_object()) continue;
    ChanceOutcome& values = rolled.emplace_back();
    for (const Die& die : dice) {
      values.push_back(haps.at(die.name).get<std::int64_t>());
      if (std::ranges::count(die.values, values.back()) == 0)
        return fail(Fault::bad_parameters, "no face of " + die.name);
    }
  }
  return rolled;
}

/// Returns whether a line means a state by this. Between a move and its dice the line has no state,
/// and may have anything in its place.
bool is_state(const Json& said) { return said.is_object() && said.contains("active"); }

void compare_events(const Json& expected, const Json& events, Checker& check) {
  check.same("number of events", expected.size(), events.size());
  for (std::size_t i = 0; i < events.size() && check.agrees(); ++i)
    for (const auto& [key, value] : expected[i].items()) {
      const bool in_the_air = (key == "before" || key == "after" || key == "state") &&
                              !(is_state(value) && is_state(events[i].value(key, Json())));
      if (!in_the_air)
        check.same("event " + std::to_string(i + 1) + ", " + key, value,
                   events[i].value(key, Json()));
    }
}

}  // namespace

Json roles_of(const AnyGame& before, const AnyEvent& event) {
  Json roles = Json::object();
  if (const auto* moved = std::get_if<Moved<Action>>(&event))
    roles[before.role(moved->seat)] = Json::parse(moved->move.text);
  if (const auto* together = std::get_if<MovedTogether<Action>>(&event))
    for (const auto& [seat, move] : together->moves)
      roles[before.role(seat)] = Json::parse(move.text);
  return roles;
}

void check_match_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("game") || !given.contains("players"))
    return check.skip("match, " + line.value("name", std::string()));
  const auto game =
      given.contains("initial")
          ? game_of(given, given["initial"])
          : start_game(given["game"].get<std::string>(), given.value("params", Json::object()), 2);
  if (!game) return check.fail("initial", game.error());
  const auto scripts = scripts_of(*game, given["players"]);
  const auto rolled = rolled_in(*game, expect.value("events", Json::array()));
  if (!scripts || !rolled) return check.skip("match, " + line.value("name", std::string()));
  ScriptedMatch scripted(*game, *scripts, *rolled);
  for (const Json& plies : given.value("run_calls", Json::array({"to the end"}))) {
    const auto run = scripted.run(
        plies.is_number_unsigned() ? std::optional(plies.get<std::size_t>()) : std::nullopt);
    if (!run) return check.fail("run", run.error());
  }
  const Match& match = scripted.match();
  if (expect.contains("events")) compare_events(expect["events"], scripted.events(), check);
  const auto compare = [&](const char* what, const Json& ours) {
    if (expect.contains(what)) check.same(what, expect[what], ours);
  };
  compare("history_length", match.history().size());
  compare("ply", match.ply());
  compare("result", by_role(match.game(), match.game().result()));
  compare("last_state", match.game().json());
  if (match.ply() > 0 && is_state(expect.value("state_at_ply_minus_1", Json())))
    compare("state_at_ply_minus_1", match.state(-1).json());
}

}  // namespace fairdeal::conformance
