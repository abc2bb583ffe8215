#include <algorithm>

#include "base/seeded_rng.h"
#include "conformance/behaviours.h"
#include "conformance/described_players.h"
#include "conformance/scanner.h"
#include "conformance/tournament.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

constexpr std::size_t kScanMax = 1'000'000;  ///< states a ply, and plies
constexpr std::size_t kMatchesMax = 1000;    ///< of a tournament, each pairing

// --- statistics ---

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
  const auto is_time = [](const Json& row) {
    return row.at("keys").value("key", std::string()) == "decision.time";
  };
  const bool has_times = std::ranges::any_of(expected, is_time);
  for (const auto& [keys, series] : statistics.series()) {
    Keys named = keys;
    if (named["key"] == "decision.time" && !has_times) continue;
    if (named.contains("game")) named["game"] = plain(named["game"]);
    ours[named] = series;
  }
  check.same("number of statistics", expected.size(), ours.size());
  for (const Json& row : expected) {
    const auto found = ours.find(keys_of(row.at("keys")));
    if (found == ours.end()) return void(check.same("statistics", row["keys"], Json()));
    if (is_time(row))  // how long they took is not said by any rule; how often they were asked is
      check.same("decisions", row.value("count", Json()), found->second.count());
    else
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

namespace {

/// Returns the players of a scan, from a list in the order of the roles or an object by role; null
/// stands for a role whose moves are all followed. A player without a name of its own has the one
/// that the expected rows have for its role. Returns none if something is no player.
std::optional<std::map<Seat, ScanPlayer>> scanned_players(const AnyGame& game, const Json& players,
                                                          const Json& expected) {
  std::map<Seat, ScanPlayer> all;
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const std::string role = game.role(Seat(i));
    const Json* described = players.is_array() && i < players.size() ? &players[i]
                            : players.is_object() ? first_of(players, {role.c_str()})
                            : players.is_string() ? &players
                                                  : nullptr;
    if (described == nullptr || described->is_null()) continue;
    const bool is_named = described->is_array() && described->size() == 2 &&
                          (*described)[0] != "trace" && player_of((*described)[1]);
    const auto player = player_of(is_named ? (*described)[1] : *described);
    if (!player) return {};
    std::string name = is_named && (*described)[0].is_string() ? (*described)[0].get<std::string>()
                                                               : player_name(*described);
    for (const Json& row : expected)
      if (const Json& keys = row.at("keys");
          name.empty() && keys.value("role", std::string()) == role)
        name = keys.value("player", std::string());
    all[Seat(i)] = {std::move(name), *player};
  }
  return all;
}

}  // namespace

void check_scanner_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const auto name = given.at("game").get<std::string>();
  const auto module = find_module(name);
  if (!module) return check.skip("scanner of " + name);
  const auto game =
      given.contains("state")
          ? game_of(given, given["state"])
          : start_game(name, known_params((*module)->info(), given.value("params", Json::object())),
                       (*module)->info().seats_min);
  if (!game) return check.fail("game", game.error());
  SeededRng rng(1);
  const ScanLimits limits{.width = given.value("maxWidth", std::size_t{1000}),
                          .length = given.value("maxLength", std::size_t{50})};
  if (limits.width > kScanMax || limits.length > kScanMax)
    return check.skip("a scanner of more than " + std::to_string(kScanMax));
  const Json& expected = line.at("expect").at("statistics");
  const auto players = scanned_players(*game, given.value("players", Json()), expected);
  if (!players) return check.skip("scanner of " + name + " with players");
  const auto statistics = scan(*game, limits, rng, *players);
  if (!statistics) return check.fail("scan", statistics.error());
  compare_statistics(expected, *statistics, check);
}

// --- tournaments ---

namespace {

/// Adds the contestants of a list: names with descriptions, descriptions with a "name", or words
/// that are both. Returns false if one of them is no player.
bool add(std::vector<Contestant>& contestants, const Json& players) {
  for (const Json& one : players) {
    const bool is_named = one.is_array() && one.size() == 2 && one[0].is_string() &&
                          one[0] != "trace" && player_of(one[1]);
    const Json& described = is_named ? one[1] : one;
    const auto player = player_of(described);
    if (!player) return false;
    std::string name = is_named ? one[0].get<std::string>() : player_name(described);
    if (name.empty()) name = one.is_string() ? one.get<std::string>() : one.dump();
    contestants.push_back({std::move(name), *player});
  }
  return true;
}

/// Returns the kind of a tournament by the line's name, such as "elimination, two matches each".
std::string kind_in(const Json& line) {
  std::string words = plain(line.at("name").get<std::string>());
  if (line.at("given").contains("kind") && line["given"]["kind"].is_string())
    words = plain(line["given"]["kind"].get<std::string>()) + words;
  for (const char* kind : {"round robin", "measurement", "elimination"})
    if (words.find(plain(kind)) != std::string::npos) return kind;
  return words.find("playoff") != std::string::npos ? "elimination" : "";
}

/// Compares matches in any order; those of a knock-out tournament round by round.
void compare_matches(const Json& expected, const Json& ours, const std::string& kind,
                     std::size_t players, std::size_t seats, std::size_t matches, Checker& check) {
  if (kind != "elimination" || expected.size() != ours.size())
    return void(check.same_set("matches", expected, ours));
  const auto part = [](const Json& all, std::size_t from, std::size_t to) {
    return Json(std::vector<Json>(all.begin() + static_cast<std::ptrdiff_t>(from),
                                  all.begin() + static_cast<std::ptrdiff_t>(to)));
  };
  for (std::size_t from = 0; from < ours.size();) {
    const std::size_t groups = (players + seats - 1) / seats;
    const std::size_t to = std::min(ours.size(), from + groups * std::max<std::size_t>(matches, 1));
    check.same_set("matches of a round", part(expected, from, to), part(ours, from, to));
    from = to;
    players = groups;
  }
}

std::size_t matches_of(const std::string& kind, const Json& given, std::size_t seats) {
  return given.value("match_count", kind == "elimination" ? std::size_t{1} : seats);
}

Result<> play_all(Tournament& tournament, const std::string& kind, const Json& given,
                  std::size_t seats) {
  const std::size_t players = given.at("players").size();
  const std::size_t others = given.value("opponents", Json::array()).size();
  const std::size_t matches = matches_of(kind, given, seats);
  if (matches > kMatchesMax)
    return fail(Fault::too_large, std::to_string(matches) + " matches a pairing");
  if (kind == "elimination") return tournament.play_elimination(matches);
  if (kind == "measurement")
    return tournament.play_all(measurement(players, others, seats, matches));
  return tournament.play_all(round_robin(players, seats, matches));
}

}  // namespace

void check_tournament_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const std::string kind = kind_in(line);
  const Json opponents = given.value("opponents", Json::array());
  std::vector<Contestant> contestants;
  if (kind.empty() || !given.at("players").is_array() || !opponents.is_array() ||
      !add(contestants, given["players"]) || !add(contestants, opponents) ||
      given["players"].empty())
    return check.skip("tournament, " + line["name"].get<std::string>());
  const auto module = find_module(given.at("game").get<std::string>());
  if (!module) return check.skip("tournament of " + given["game"].dump());
  const GameInfo& info = (*module)->info();
  const auto game = start_game(info.name, known_params(info, given.value("params", Json::object())),
                               info.seats_min);
  if (!game) return check.fail("game", game.error());

  const bool enough = kind == "measurement" ? opponents.size() + 1 >= game->seats()
                                            : contestants.size() >= game->seats();
  // A knock-out tournament of too few has no match, and the one player who is there has won it.
  if (expects_error(expect) || (!enough && kind != "elimination"))
    return void(check.same("it is refused", expects_error(expect), !enough));

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
  if (expect.contains("matches"))
    compare_matches(expect["matches"], matches, kind, names.size(), game->seats(),
                    matches_of(kind, given, game->seats()), check);
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

}  // namespace fairdeal::conformance
