#include <algorithm>

#include "conformance/behaviours.h"
#include "rules/any_position.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// The roles of the game in these lines. Nothing else about that game matters.
const Json kRoles = Json::array({"A", "B", "C"});

Json list_of(const Json& one_or_more) {
  return one_or_more.is_array() ? one_or_more : Json::array({one_or_more});
}
bool has(const Json& list, const Json& role) { return std::ranges::count(list, role) > 0; }

/// The roles in a line: who plays, who is active, and about whom the line asks. If "players" stands
/// beside "active" and names everybody, it says who plays; else it says about whom the line asks.
struct Who {
  Json roles = kRoles;
  Json active = Json::array({"A"});
  std::optional<Json> asked{};

  explicit Who(const Json& given) {
    if (const Json* all = first_of(given, {"roles", "all_players"})) roles = *all;
    const Json* now = first_of(given, {"active", "active_players", "activePlayers"});
    if (now != nullptr) active = now->is_null() ? Json::array({roles[0]}) : list_of(*now);
    if (const Json* of =
            first_of(given, {"of", "asked", "ask", "for", "arguments", "args", "role", "player"});
        of != nullptr && !of->is_null())
      asked = list_of(*of);
    const Json* players = first_of(given, {"players"});
    if (players == nullptr || players->is_null()) return;
    if (now != nullptr && players->size() >= roles.size() && !asked)
      roles = *players;
    else if (!asked)
      asked = list_of(*players);
  }
  Json or_active() const { return asked.value_or(active); }
  Json others(const Json& than) const {
    Json others = Json::array();
    for (const Json& role : roles)
      if (!has(than, role)) others.push_back(role);
    return others;
  }
};

void compare_shares(const Json& expected, const std::map<std::string, Rational>& shares,
                    Checker& check) {
  check.same("how many have a share", expected.size(), shares.size());
  for (const auto& [role, value] : expected.items()) {
    const auto ours = shares.find(role);
    if (ours == shares.end()) return void(check.same("share of " + role, value, "no such role"));
    same_number(check, "share of " + role, value, ours->second);
  }
}

/// Returns shares in which the roles in `who` share a score, and the others share a loss of what
/// one of `who` has.
std::map<std::string, Rational> zero_sum(const Who& all, const Json& who, const Rational& score) {
  std::map<std::string, Rational> shares;
  const auto in = static_cast<std::int64_t>(who.size());
  const auto out = static_cast<std::int64_t>(all.roles.size()) - in;
  const Rational each = score / Rational(in);
  for (const Json& role : all.roles)
    shares[role] = has(who, role) ? each : -each / Rational(std::max<std::int64_t>(out, 1));
  return shares;
}

Result<std::map<std::string, Rational>> shares_of(const std::string& asked, const Json& given) {
  const Who who(given);
  const Json* said = first_of(given, {"score"});
  const bool plain_score = said == nullptr || said->is_null();
  FD_TRY(Rational score, plain_score ? Result<Rational>(Rational(1)) : number_of(*said));
  if (asked == "tied" || asked == "draw") {
    std::map<std::string, Rational> shares;
    for (const Json& role : who.asked.value_or(who.roles))
      shares[role] = plain_score ? Rational(0) : score;
    return shares;
  }
  if (asked == "defeat" && plain_score) score = Rational(-1);
  if (who.or_active().empty()) return fail(Fault::bad_parameters, "nobody has a share");
  return zero_sum(who, who.or_active(), score);
}

/// Checks results that were scaled from their bounds to the numbers from −1 to 1.
void check_normalized(const Json& given, const Json& expected, Checker& check) {
  const Json* result = first_of(given, {"result", "results"});
  Json bounds = Json::array({-1, 1});
  if (const Json* said = first_of(given, {"bounds", "resultBounds", "result_bounds"}))
    bounds = *said;
  if (result == nullptr || !result->is_object() || !expected.is_object())
    return check.skip("a normalized result of another form");
  const auto min = number_of(bounds.at(0)), max = number_of(bounds.at(1));
  if (!min || !max || *min == *max) return check.skip("bounds of another form");
  std::map<std::string, Rational> ours;
  for (const auto& [role, number] : result->items())
    ours[role] =
        (number_of(number).value_or(Rational()) - *min) / (*max - *min) * Rational(2) - Rational(1);
  compare_shares(expected, ours, check);
}

Json product(const Json& moves) {
  Json all = moves.empty() ? Json::array() : Json::array({Json::object()});
  for (const auto& [role, list] : moves.items()) {
    Json next = Json::array();
    for (const Json& one : all)
      for (const Json& move : list) {
        next.push_back(one);
        next.back()[role] = move;
      }
    all = std::move(next);
  }
  return all;
}

/// Returns the game that a line names, at the state that it has or else at the beginning.
std::optional<AnyGame> game_in(const Json& given) {
  if (!given.contains("game") || !given["game"].is_string()) return {};
  const auto module = find_module(given["game"].get<std::string>());
  if (!module) return {};
  const GameInfo& info = (*module)->info();
  const auto game =
      given.contains("state")
          ? game_of(given, given["state"])
          : start_game(info.name, known_params(info, given.value("params", Json::object())),
                       info.seats_min);
  return game ? std::optional(*game) : std::nullopt;
}

void check_of_game(const std::string& asked, const AnyGame& game, const Json& given,
                   const Json& expected, Checker& check) {
  const GameInfo& info = game.info();
  if (asked == "resultbounds") {
    const Range bounds = game.bounds();
    check.same(asked, expected, Json::array({bounds.min, bounds.max}));
  } else if (asked == "possiblemoves") {
    check.same_set(asked, expected, product(game.over() ? Json::object() : legal_moves(game)));
  } else if (asked == "moves") {
    check.same(asked, expected, game.over() ? Json() : legal_moves(game));
  } else if (asked == "players" || asked == "roles") {
    check.same(asked, expected, info.roles);
  } else if (asked == "activeplayers") {
    check.same_set(asked, expected, active_roles(game));
  } else if (asked == "iszerosum" || asked == "isdeterministic" || asked == "issimultaneous") {
    check.same(asked, expected,
               asked == "iszerosum"         ? info.zero_sum
               : asked == "isdeterministic" ? !info.chance
                                            : info.simultaneous);
  } else if (asked == "result" || asked == "scores") {
    check.same(asked, expected, asked == "result" ? result_json(game) : scores_json(game));
  } else if (asked == "perform" && first_of(given, {"move"}) != nullptr) {
    const Json player = given.value("player", Json(active_roles(game).front()));
    const auto moves = moves_of(game, {{player.get<std::string>(), given["move"]}});
    const auto after = moves ? game.after(*moves) : Result<AnyGame>(fail(moves.error()));
    if (!after) return check.fail("perform", after.error());
    same_state(check, "state", expected, *after);
  } else {
    check.skip("game_base, " + asked);
  }
}

/// Answers a question about roles alone, or refuses it. Returns none for a question of another
/// kind.
std::optional<Result<Json>> answer_about_roles(const std::string& asked, const Json& given) {
  const Who who(given);
  const auto one_active = [&]() -> Result<Json> {
    if (who.active.size() == 1) return Json(who.active[0]);
    return fail(Fault::bad_parameters, "not one role is active");
  };
  if (asked == "activeplayer") return one_active();
  if (asked == "activeplayers" || asked == "activateplayers")
    return asked == "activeplayers" ? who.active : who.asked.value_or(Json::array({who.roles[0]}));
  if (asked == "isactive")
    return Json(std::ranges::all_of(who.asked.value_or(Json::array()),
                                    [&](const Json& role) { return has(who.active, role); }));
  if (asked == "opponents") return who.others(who.or_active());
  if (asked == "possiblemoves" && first_of(given, {"moves"}) != nullptr)
    return product(given["moves"].is_object() ? given["moves"] : Json::object());
  if (asked == "resultbounds") return Json::array({-1, 1});
  if (asked != "opponent") return {};
  auto role = who.asked ? Result<Json>(Json((*who.asked)[0])) : one_active();
  if (!role) return role;
  const auto at = std::ranges::find(who.roles, *role) - who.roles.begin();
  return who.roles.at(static_cast<std::size_t>(at + 1) % who.roles.size());
}

}  // namespace

void check_game_base_line(const Json& line, Checker& check) {
  const auto name = line.at("name").get<std::string>();
  std::string asked = plain(name.substr(0, name.find_first_of(":, (")));
  if (asked == "default" && plain(name).find("score") != std::string::npos) asked = "scores";
  const Json given = line.value("given", Json::object());
  const Json& expect = line.at("expect");
  const Json* expected = answer_of(expect);
  if (expected == nullptr && expect.size() == 1 && !expects_error(expect))
    expected = &expect.front();
  if (const auto game = game_in(given); game && expected != nullptr)
    return check_of_game(asked, *game, given, *expected, check);
  if (asked == "zerosumresult" || asked == "victory" || asked == "defeat" || asked == "tied" ||
      asked == "draw") {
    const auto shares = shares_of(asked, given);
    if (!shares || expected == nullptr || !expected->is_object())
      return check.skip("game_base, " + name);
    return compare_shares(*expected, *shares, check);
  }
  if (asked == "scores" && expected != nullptr)  // by default they are the result
    if (const Json* result = first_of(given, {"result", "results"}))
      return void(check.same(asked, *expected, *result));
  if (asked == "normalizedresult" && expected != nullptr)
    return check_normalized(given, *expected, check);
  const auto answer = answer_about_roles(asked, given);
  if (!answer) return check.skip("game_base, " + name);
  if (expects_error(expect)) return void(check.is_true("it is refused", !*answer));
  if (!*answer) return check.fail(name, answer->error());
  if (expected == nullptr) return check.skip("game_base, " + name);
  check.same_set(name, *expected, **answer);
}

}  // namespace fairdeal::conformance
