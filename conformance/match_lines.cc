#include <algorithm>

#include "base/seeded_rng.h"
#include "conformance/behaviours.h"
#include "conformance/described_players.h"
#include "rules/any_position.h"
#include "rules/match.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// The limit on the plies of a match whose players never end it.
constexpr std::size_t kMatchPliesMax = 10'000;

/// A match of the players that a line describes. It records its events in the form that lines have.
class RecordedMatch {
 public:
  RecordedMatch(const AnyGame& game, std::map<Seat, Player> players,
                std::vector<ChanceOutcome> rolled)
      : before_(game),
        players_(std::move(players)),
        match_(game, Dealer(0, std::move(rolled)), [this](const Report& report) { note(report); }) {
  }
  RecordedMatch(const RecordedMatch&) = delete;
  RecordedMatch& operator=(const RecordedMatch&) = delete;

  /// Plays so many plies or, without a number, to the end. Errors: as the game's; too_large, if the
  /// players do not end it.
  Result<> run(std::optional<std::size_t> plies) {
    if (events_.empty()) FD_TRY(match_.begin());
    for (std::size_t i = 0; !match_.game().over() && !match_.has_quit() && (!plies || i < *plies);
         ++i) {
      if (i >= kMatchPliesMax) return fail(Fault::too_large, "a match without an end");
      std::map<Seat, Action> moves;
      for (const Seat seat : match_.game().active()) {
        moves[seat] = players_.at(seat)(match_.game(), seat, match_.dealer().known(seat), rng_);
        if (moves[seat].text != kQuit) continue;
        match_.quit(seat);
        return {};
      }
      FD_TRY(match_.move(moves));
    }
    return {};
  }
  const Match& match() const { return match_; }
  const Json& events() const { return events_; }

  /// Returns how many events at the end a run of some plies need not have come to: the dice after
  /// its last move, and the end of the match.
  std::size_t late() const {
    std::size_t count = 0;
    while (count < events_.size()) {
      const Json& event = events_[events_.size() - 1 - count];
      if (event["event"] != "end" && !(event["event"] == "next" && event["moves"].is_null())) break;
      ++count;
    }
    return count;
  }

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
  std::map<Seat, Player> players_;
  SeededRng rng_{1};
  Match match_;
};

/// Returns what a line says about the seat's player; null if it says nothing. Players stand in a
/// list in the order of the roles, in an object by role, or one description is for all. What stands
/// under "participate" or "stand_ins" by role joins in the place of that player.
const Json* described_for(const AnyGame& game, Seat seat, const Json& given) {
  const std::string role = game.role(seat);
  for (const char* name : {"participate", "participants", "stands_in", "stand_ins", "substitutes"})
    if (const Json* others = first_of(given, {name}); others != nullptr && others->is_object())
      if (const Json* own = first_of(*others, {role.c_str()})) return own;
  const Json* players = first_of(given, {"players", "player"});
  if (players == nullptr || players->is_string()) return players;
  if (players->is_array() && !(players->size() > 1 && (*players)[0] == "trace"))
    return players->size() == game.seats() ? &(*players)[seat.value] : nullptr;
  if (const Json* own = first_of(*players, {role.c_str()})) return own;
  return player_of(*players) ? players : nullptr;
}

/// Returns the players of all seats; none if the line does not describe them all.
std::optional<std::map<Seat, Player>> players_of(const AnyGame& game, const Json& given) {
  std::map<Seat, Player> players;
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const Json* described = described_for(game, Seat(i), given);
    const auto player = described != nullptr ? player_of(*described) : std::nullopt;
    if (!player) return {};
    players[Seat(i)] = *player;
  }
  return players;
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

/// Returns what the dice show: by the line's events, or by the list "haps" or "dice" of what is
/// given, of which each entry is an object by die or, where there is one die, its value. Errors:
/// bad_parameters, if a die has no such value.
Result<std::vector<ChanceOutcome>> rolled_in(const AnyGame& game, const Json& given,
                                             const Json& events) {
  const auto dice = dice_of(game);
  std::vector<ChanceOutcome> rolled;
  if (dice.empty()) return rolled;
  const Json* said = first_of(given, {"haps", "dice", "rolls"});
  const bool is_said = said != nullptr && said->is_array();
  for (const Json& event : is_said ? *said : events) {
    const Json haps = is_said ? event : event.value("haps", Json());
    const bool is_value = is_said && haps.is_number_integer() && dice.size() == 1;
    if (!haps.is_object() && !is_value) continue;
    ChanceOutcome& values = rolled.emplace_back();
    for (const Die& die : dice) {
      values.push_back((is_value ? haps : haps.at(die.name)).get<std::int64_t>());
      if (std::ranges::count(die.values, values.back()) == 0)
        return fail(Fault::bad_parameters, "no face of " + die.name);
    }
  }
  return rolled;
}

/// Returns whether a line means a state by this. Between a move and its dice the line has no state,
/// and may have anything in its place.
bool is_state(const Json& said) { return said.is_object() && said.contains("active"); }

/// Compares events, of which `late` at the end may be missing in the expected ones.
void compare_events(const Json& expected, const Json& events, std::size_t late, Checker& check) {
  if (!(expected.size() < events.size() && expected.size() + late >= events.size()))
    check.same("number of events", expected.size(), events.size());
  for (std::size_t i = 0; i < expected.size() && check.agrees(); ++i) {
    if (expected[i].is_string()) {
      check.same("event " + std::to_string(i + 1), expected[i], events[i].at("event"));
      continue;
    }
    for (const auto& [key, value] : expected[i].items()) {
      const bool in_the_air = (key == "before" || key == "after" || key == "state") &&
                              !(is_state(value) && is_state(events[i].value(key, Json())));
      if (!in_the_air)
        check.same("event " + std::to_string(i + 1) + ", " + key, value,
                   events[i].value(key, Json()));
    }
  }
}

/// Returns `count` events, the first ones or the last.
Json part(const Json& events, std::size_t count, bool first) {
  const auto size = std::min(events.size(), count);
  const auto from = events.begin() + static_cast<std::ptrdiff_t>(first ? 0 : events.size() - size);
  return Json(std::vector<Json>(from, from + static_cast<std::ptrdiff_t>(size)));
}

/// Compares what a line expects of a match that was played. Returns false if it expects nothing
/// that this program knows.
bool compare_match(const Json& expect, const RecordedMatch& played, std::size_t late,
                   Checker& check) {
  const Match& match = played.match();
  bool compared = false;
  const auto with = [&](const char* what, auto&& compare) {
    if (!expect.contains(what)) return;
    compared = true;
    compare(expect[what]);
  };
  const auto equals = [&](const char* what, const Json& ours) {
    with(what, [&](const Json& expected) { check.same(what, expected, ours); });
  };
  const auto nearly = [&](const char* what, std::size_t ours) {  // a number of plies
    with(what, [&](const Json& expected) {
      if (!(expected.is_number_unsigned() && expected < ours && expected >= ours - late))
        check.same(what, expected, ours);
    });
  };
  with("events",
       [&](const Json& expected) { compare_events(expected, played.events(), late, check); });
  with("events_start", [&](const Json& expected) {
    compare_events(expected, part(played.events(), expected.size(), true), 0, check);
  });
  with("events_end", [&](const Json& expected) {
    compare_events(expected, part(played.events(), expected.size(), false), 0, check);
  });
  late = std::min(late, match.ply());
  nearly("history_length", match.history().size());
  nearly("ply", match.ply());
  nearly("length", match.ply());
  equals("result", by_role(match.game(), match.game().result()));
  equals("finished", match.game().over());
  for (const char* name : {"last_state", "state", "final_state"})
    with(name, [&](const Json& expected) {
      if (is_state(expected) && late == 0) check.same(name, expected, match.game().json());
    });
  with("state_at_ply_minus_1", [&](const Json& expected) {
    if (match.ply() > 0 && late == 0 && is_state(expected))
      check.same("state_at_ply_minus_1", expected, match.state(-1).json());
  });
  for (const char* name : {"history", "states"})
    with(name, [&](const Json& expected) {
      for (std::size_t i = 0; i < expected.size() && i < match.history().size(); ++i)
        if (is_state(expected[i])) check.same(name, expected[i], match.history()[i].json());
    });
  return compared;
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
  const std::string name = line.value("name", std::string());
  if (!given.contains("game")) return check.skip("match, " + name);
  const auto module = find_module(given["game"].get<std::string>());
  if (!module) return check.skip("match of " + given["game"].dump());
  const GameInfo& info = (*module)->info();
  const Json* initial = first_of(given, {"initial", "state"});
  Json described = {{"game", given["game"]}, {"params", given.value("params", Json::object())}};
  const Json seats = given.value("players", Json());
  if (seats.size() >= info.seats_min && seats.size() <= info.seats_max)
    described["players"] = seats;
  const auto game =
      initial != nullptr
          ? game_of(described, *initial)
          : start_game(info.name, known_params(info, given.value("params", Json::object())),
                       info.seats_min);
  if (!game) return check.fail("initial", game.error());
  const auto players = players_of(*game, given);
  const auto rolled = rolled_in(*game, given, expect.value("events", Json::array()));
  if (!players || !rolled) return check.skip("match, " + name);
  RecordedMatch played(*game, *players, *rolled);
  const Json* calls = first_of(given, {"run_calls", "runs", "run", "plies"});
  Json runs = calls == nullptr ? Json::array({"to the end"}) : *calls;
  if (!runs.is_array()) runs = Json::array({runs});
  bool limited = false, refused = false;
  for (const Json& plies : runs) {
    limited = plies.is_number_unsigned();
    const auto run = played.run(limited ? std::optional(plies.get<std::size_t>()) : std::nullopt);
    if (!run && run.error().fault == Fault::too_large) return check.skip("match, " + name);
    if (!run && !expects_error(expect)) return check.fail("run", run.error());
    refused = refused || !run;
  }
  if (expects_error(expect)) check.is_true("it is refused", refused);
  const bool compared = compare_match(expect, played, limited ? played.late() : 0, check);
  if (!compared && !expects_error(expect)) check.skip("match, " + name);
}

}  // namespace fairdeal::conformance
