#include <algorithm>

#include "base/seeded_rng.h"
#include "conformance/behaviours.h"
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
  if (limits.width > kScanMax || limits.length > kScanMax)
    return check.skip("a scanner of more than " + std::to_string(kScanMax));
  const auto statistics = scan(*game, limits, rng);
  if (!statistics) return check.fail("scan", statistics.error());
  compare_statistics(line.at("expect").at("statistics"), *statistics, check);
}

// --- tournaments ---

namespace {

/// Returns the player that "always win" describes, who makes the move "win" whenever it is asked;
/// none for other words.
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
  const auto words = line.at("name").get<std::string>();
  const std::string kind = words.substr(0, words.find(':'));
  std::vector<Contestant> contestants;
  if ((kind != "round robin" && kind != "measurement" && kind != "elimination") ||
      !add(contestants, given.at("players")) ||
      !add(contestants, given.value("opponents", Json::object())) || given.at("players").empty())
    return check.skip("tournament, " + words);
  const auto module = find_module(given.at("game").get<std::string>());
  if (!module) return check.skip("tournament of " + given["game"].dump());
  const GameInfo& info = (*module)->info();
  const auto game = start_game(info.name, known_params(info, given.value("params", Json::object())),
                               info.seats_min);
  if (!game) return check.fail("game", game.error());

  const std::size_t opponents = given.value("opponents", Json::object()).size();
  const bool enough =
      kind == "measurement" ? opponents + 1 >= game->seats() : contestants.size() >= game->seats();
  if (!enough || expects_error(expect))
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

}  // namespace fairdeal::conformance
