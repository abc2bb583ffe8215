#include "rules/traces/tournament_lines.h"

#include <algorithm>
#include <set>

#include "base/seeded_rng.h"
#include "rules/registry.h"
#include "rules/scanner.h"
#include "rules/tournament.h"

namespace fairdeal::rules {
namespace {

// --- matches ---

/// A line's ["trace", moves…]: the moves in order; "QUIT" leaves.
struct Script {
  Json moves;
  std::size_t next = 1;
};

/// A match of scripted players that notes its events as lines have them.
class ScriptedMatch {
 public:
  ScriptedMatch(const AnyGame& game, const Json& players)
      : before_(game), match_(game, Dealer(0), [this](const Report& report) { note(report); }) {
    for (const auto& [role, script] : players.items()) scripts_[*seat_of(game, role)] = {script};
  }
  ScriptedMatch(const ScriptedMatch&) = delete;
  ScriptedMatch& operator=(const ScriptedMatch&) = delete;

  /// Plays so many plies, or to the end. Errors: as the game's.
  Result<> run(std::optional<std::size_t> plies) {
    if (events_.empty()) FD_CHECKED(match_.begin());
    for (std::size_t i = 0; !match_.game().over() && !match_.has_quit() && (!plies || i < *plies);
         ++i) {
      std::map<Seat, Action> moves;
      for (const Seat seat : match_.game().active()) {
        Script& script = scripts_[seat];
        // After its last move a script repeats it.
        const Json& move = script.moves.at(std::min(script.next++, script.moves.size() - 1));
        if (move == "QUIT") {
          match_.quit(seat);
          return {};
        }
        moves[seat] = {text(move)};
      }
      FD_CHECKED(match_.move(moves));
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
      case Report::Kind::next:
        events_.push_back({{"event", "next"},
                           {"before", before_.json()},
                           {"moves", moves_json(*report.event)},
                           {"haps", Json()},
                           {"after", now}});
        break;
    }
    before_ = report.game;
  }
  Json moves_json(const AnyEvent& event) const {
    Json moves = Json::object();
    if (const auto* moved = std::get_if<Moved<Action>>(&event))
      moves[before_.role(moved->seat)] = Json::parse(moved->move.text);
    if (const auto* together = std::get_if<MovedTogether<Action>>(&event))
      for (const auto& [seat, move] : together->moves)
        moves[before_.role(seat)] = Json::parse(move.text);
    return moves;
  }

  AnyGame before_;
  Json events_ = Json::array();
  std::map<Seat, Script> scripts_;
  Match match_;
};

bool all_scripted(const Json& players) {
  return players.is_object() && std::ranges::all_of(players, [](const Json& player) {
           return player.is_array() && player.size() > 1 && player[0] == "trace";
         });
}

}  // namespace

void check_match_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("initial") || !given.contains("players") || !all_scripted(given["players"]))
    return check.skip("match, " + line.value("name", std::string()));
  const auto game = game_of({{"game", given.at("game")}}, given["initial"]);
  if (!game) return check.fail("initial", game.error());
  if (game->info().chance) return check.skip("match with dice");
  ScriptedMatch scripted(*game, given["players"]);
  for (const Json& plies : given.value("run_calls", Json::array({"to the end"}))) {
    const auto run = scripted.run(
        plies.is_number_unsigned() ? std::optional(plies.get<std::size_t>()) : std::nullopt);
    if (!run) return check.fail("run", run.error());
  }
  const Match& match = scripted.match();
  if (expect.contains("events")) check.same("events", expect["events"], scripted.events());
  if (expect.contains("history_length"))
    check.same("history_length", expect["history_length"], match.history().size());
  if (expect.contains("ply")) check.same("ply", expect["ply"], match.ply());
  if (expect.contains("result"))
    check.same("result", expect["result"], by_role(match.game(), match.game().result()));
  if (expect.contains("last_state"))
    check.same("last_state", expect["last_state"], match.game().json());
  if (expect.contains("state_at_ply_minus_1") && match.ply() > 0)
    check.same("state_at_ply_minus_1", expect["state_at_ply_minus_1"], match.state(-1).json());
}

// --- statistics ---

namespace {

/// "ToadsAndFrogs" and "toads-and-frogs" are one game.
std::string plain(std::string name) {
  std::erase(name, '-');
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 'a' - 'A');
  return name;
}

Keys keys_of(const Json& json) {
  Keys keys;
  for (const auto& [key, value] : json.items())
    keys[key] = key == "game" ? plain(value.get<std::string>()) : value.get<std::string>();
  return keys;
}

Json value_of(const Series& series, const std::string& name) {
  if (name == "count") return series.count();
  if (name == "sum") return series.sum();
  if (name == "square_sum") return series.square_sum();
  if (name == "min" || name == "minimum") return series.min();
  if (name == "max" || name == "maximum") return series.max();
  return {};
}

void compare_series(const Json& expected, const Series& series, const std::string& what,
                    Checker& check) {
  for (const auto& [name, value] : expected.items()) {
    if (name == "keys") continue;
    const Rational fraction = name == "average"           ? series.average()
                              : name == "variance_sample" ? series.sample_variance()
                                                          : series.variance();
    const bool is_fraction = name == "average" || name.starts_with("variance");
    if (is_fraction && !close(value, fraction))
      check.same(what + name, value, fraction.text());
    else if (!is_fraction)
      check.same(what + name, value, value_of(series, name));
  }
}

void compare_statistics(const Json& expected, const Statistics& statistics, Checker& check) {
  std::map<Keys, Series> ours;
  for (const auto& [keys, series] : statistics.series()) {
    Keys named = keys;
    if (named.contains("game")) named["game"] = plain(named["game"]);
    ours[named] = series;
  }
  check.same("number of statistics", expected.size(), ours.size());
  for (const Json& row : expected) {
    const auto found = ours.find(keys_of(row.at("keys")));
    if (found == ours.end()) return void(check.same("statistics", row["keys"], Json()));
    compare_series(row, found->second, row["keys"].dump() + ", ", check);
  }
}

}  // namespace

void check_statistics_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (given.contains("values")) {
    Series series;
    for (const Json& value : given["values"]) series.add(value.get<std::int64_t>());
    return compare_series(expect, series, "", check);
  }
  Statistics statistics;
  for (const Json& added : given.at("add"))
    statistics.add(keys_of(added.at(0)), added.at(1).get<std::int64_t>());
  for (const Json& row : expect.at("rows")) {
    const Series series = statistics.query(keys_of(row.at(0)));
    compare_series({{row.at(1).get<std::string>(), row.at(2)}}, series, row[0].dump() + ", ",
                   check);
  }
}

void check_scanner_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const auto name = given.at("game").get<std::string>();
  const auto module = find_module(name);
  if (!module || given.contains("players")) return check.skip("scanner of " + name);
  const auto game =
      given.contains("state")
          ? game_of(given, given["state"])
          : start_game(name, known_params((*module)->info(), given.value("params", Json::object())),
                       (*module)->info().seats_min);
  if (!game) return check.fail("game", game.error());
  SeededRng rng(1);
  const ScanLimits limits{.width = given.value("maxWidth", std::size_t{1000}),
                          .length = given.value("maxLength", std::size_t{50})};
  const auto statistics = scan(*game, limits, rng);
  if (!statistics) return check.fail("scan", statistics.error());
  compare_statistics(line.at("expect").at("statistics"), *statistics, check);
}

// --- tournaments ---

namespace {

/// "always win": that move whenever it is asked.
std::optional<Player> player_of(const Json& described) {
  const auto words = described.is_string() ? described.get<std::string>() : "";
  if (!words.starts_with("always ")) return {};
  const Action action{text(Json(words.substr(7)))};
  return Player([action](const AnyGame&, Seat, const Known&, Rng&) { return action; });
}

bool add(std::vector<Contestant>& contestants, const Json& players) {
  for (const auto& [name, described] : players.items()) {
    const auto player = player_of(described);
    if (!player) return false;
    contestants.push_back({name, *player});
  }
  return true;
}

Result<> play_all(Tournament& tournament, const std::string& kind, const Json& given,
                  std::size_t seats) {
  const std::size_t players = given.at("players").size();
  const std::size_t others = given.value("opponents", Json::object()).size();
  const std::size_t matches =
      given.value("match_count", kind == "elimination" ? std::size_t{1} : seats);
  if (kind == "elimination") return tournament.play_elimination(matches);
  if (kind == "measurement")
    return tournament.play_all(measurement(players, others, seats, matches));
  return tournament.play_all(round_robin(players, seats, matches));
}

}  // namespace

void check_tournament_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const auto words = line.at("name").get<std::string>();
  const std::string kind = words.substr(0, words.find(':'));
  std::vector<Contestant> contestants;
  if ((kind != "round robin" && kind != "measurement" && kind != "elimination") ||
      !add(contestants, given.at("players")) ||
      !add(contestants, given.value("opponents", Json::object())) || expect.contains("error"))
    return check.skip("tournament, " + words);
  const auto module = find_module(given.at("game").get<std::string>());
  if (!module) return check.skip("tournament of " + given["game"].dump());
  const GameInfo& info = (*module)->info();
  const auto game = start_game(info.name, known_params(info, given.value("params", Json::object())),
                               info.seats_min);
  if (!game) return check.fail("game", game.error());

  std::vector<std::string> names;
  for (const Contestant& contestant : contestants) names.push_back(contestant.name);
  Tournament tournament(*game, std::move(contestants), 1);
  const auto played = play_all(tournament, kind, given, game->seats());
  if (!played) return check.fail("matches", played.error());
  Json matches = Json::array(), events = Json::array({"begin"});
  for (const auto& [seats, end, plies] : tournament.played()) {
    Json players = Json::object();
    for (std::uint32_t i = 0; i < seats.size(); ++i) players[end.role(Seat(i))] = names[seats[i]];
    matches.push_back({{"players", players}, {"result", by_role(end, end.result())}});
    events.push_back("beforeMatch");
    events.push_back("afterMatch");
  }
  events.push_back("end");
  if (expect.contains("match_count"))
    check.same("match_count", expect["match_count"], matches.size());
  if (expect.contains("matches")) check.same_set("matches", expect["matches"], matches);
  const auto part = [&](std::size_t from, std::size_t to) {
    return Json(std::vector<Json>(events.begin() + static_cast<std::ptrdiff_t>(from),
                                  events.begin() + static_cast<std::ptrdiff_t>(to)));
  };
  if (expect.contains("events_start"))
    check.same("events_start", expect["events_start"],
               part(0, std::min(events.size(), expect["events_start"].size())));
  if (expect.contains("events_end"))
    check.same(
        "events_end", expect["events_end"],
        part(events.size() - std::min(events.size(), expect["events_end"].size()), events.size()));
  if (expect.contains("statistics"))
    compare_statistics(expect["statistics"], tournament.statistics(), check);
}

}  // namespace fairdeal::rules
