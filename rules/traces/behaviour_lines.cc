#include <algorithm>
#include <set>

#include "base/seeded_rng.h"
#include "rules/any_position.h"
#include "rules/checkerboard.h"
#include "rules/game_tree.h"
#include "rules/games/pig.h"
#include "rules/model.h"
#include "rules/rational.h"
#include "rules/registry.h"
#include "rules/traces/kinds.h"
#include "rules/traces/tournament_lines.h"

namespace fairdeal::rules {
namespace {

using Check = void (*)(const Json& line, Checker& check);

// --- chance ---

/// The die that a line describes, or none: a name, bounds, values, or values with weights.
std::optional<Die> die_of(const Json& given) {
  if (given.contains("min") && given.contains("max"))
    return uniform_die("die", given["min"].get<std::int64_t>(), given["max"].get<std::int64_t>());
  const auto name = given.value("name", std::string());
  if (given.value("kind", "") == "die" && name.starts_with("D") && name.size() > 1)
    return uniform_die(name, 1, std::stoll(name.substr(1)));
  if (!given.contains("values")) return {};
  Die die{.name = "die", .values = {}, .weights = {}};
  for (const Json& value : given["values"]) {
    const bool weighted = value.is_array();
    const Json& number = weighted ? value.at(0) : value;
    const Json weight = weighted ? value.at(1) : Json(1);
    if (!number.is_number_integer() || !weight.is_number_integer()) return {};
    die.values.push_back(number.get<std::int64_t>());
    die.weights.push_back(weight.get<std::uint32_t>());
  }
  return die;
}

void check_aleatory(const Json& line, Checker& check) {
  const auto die = die_of(line.at("given"));
  const Json& expect = line.at("expect");
  for (const auto& [key, value] : expect.items())
    if (!die || (key != "distribution" && key != "count")) return check.skip("chance of " + key);
  if (expect.contains("count")) check.same("count", expect["count"], die->values.size());
  if (!expect.contains("distribution")) return;
  const auto all = std::accumulate(die->weights.begin(), die->weights.end(), std::int64_t{0});
  check.same("values", expect["distribution"].size(), die->values.size());
  for (std::size_t i = 0; i < die->values.size() && check.agrees(); ++i) {
    const Json& expected = expect["distribution"][i];
    check.same("value", expected.at(0), die->values[i]);
    check.is_true("probability of " + expected[0].dump(),
                  close(expected.at(1), Rational(die->weights[i], all)));
  }
}

/// The values of all dice of a throw, by name.
Json haps_of(const AnyGame& before, const AnyEvent& event) {
  const auto wants = before.wants();
  const auto& dice = std::get<WantRoll>(wants.front()).dice;
  Json haps = Json::object();
  for (std::size_t i = 0; i < dice.size(); ++i)
    haps[dice[i].name] = std::get<Rolled>(event).values[i];
  return haps;
}

void check_contingent(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("game") || !given.contains("state"))
    return check.skip("chance without a game");
  const auto before = game_of(given, given["state"]);
  if (!before) return check.fail("state", before.error());
  const auto moves = moves_of(*before, given.at("moves"));
  if (!moves) return check.fail("moves", moves.error());
  const auto thrown = before->after(*moves);
  if (!thrown) return check.fail("moves", thrown.error());
  const bool contingent = !thrown->over() && thrown->active().empty();
  check.same("contingent", expect.at("contingent"), contingent);
  if (!contingent) return;

  const auto children = rolls(*thrown);
  check.same("number of possible_haps", expect.at("possible_haps").size(), children.size());
  Rational expected_rolls;
  for (const AnyChild& child : children) {
    const Json haps = haps_of(*thrown, child.ply.events[0]);
    const Rational probability(static_cast<std::int64_t>(child.ply.weight),
                               static_cast<std::int64_t>(child.ply.all));
    const auto same_haps = [&](const Json& expected) { return expected.at("haps") == haps; };
    const auto found = std::ranges::find_if(expect["possible_haps"], same_haps);
    if (found == expect["possible_haps"].end())
      return void(check.same("possible_haps", Json(), haps));
    check.is_true("probability of " + haps.dump(), close(found->at("probability"), probability));
    if (found->contains("state_after"))
      same_state(check, "state after " + haps.dump(), (*found)["state_after"], child.after);
    if (const auto* pig = typed<Pig>(child.after); pig != nullptr && pig->mover() == Seat(0))
      expected_rolls = expected_rolls + probability * Rational(pig->turn_points());
  }
  if (expect.contains("expected_rolls_sum_for_One"))
    check.is_true("expected_rolls_sum_for_One",
                  close(expect["expected_rolls_sum_for_One"], expected_rolls));
}

// --- games ---

/// What `who` share of a score, and what the others lose of it. Three roles: A, B, C.
std::optional<std::map<std::string, Rational>> shares(const Json& given, const Rational& score) {
  static const std::vector<std::string> kRoles{"A", "B", "C"};
  const Json& who = given.contains("active") ? given["active"] : given.at("players");
  std::set<std::string> winners;
  for (const Json& role : who.is_array() ? who : Json::array({who}))
    winners.insert(role.get<std::string>());
  const auto in = static_cast<std::int64_t>(winners.size());
  const auto out = static_cast<std::int64_t>(kRoles.size()) - in;
  if (in == 0) return {};
  const Rational each = score / Rational(in);
  std::map<std::string, Rational> result;
  for (const std::string& role : kRoles)
    result[role] = winners.contains(role) ? each : -each / Rational(out);
  return result;
}

void check_game_base(const Json& line, Checker& check) {
  const auto name = line.at("name").get<std::string>();
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const Json score = given.value("score", Json(1));
  const bool of_scores = name == "zerosumResult" || name == "victory" || name == "defeat";
  if (!of_scores || (!given.contains("players") && !given.contains("active")) ||
      !expect.contains("value") || !expect["value"].is_object() || !score.is_number_integer())
    return check.skip("game_base, " + name);
  const Rational signed_score(name == "defeat" ? -score.get<std::int64_t>()
                                               : score.get<std::int64_t>());
  const auto result = shares(given, signed_score);
  if (!result) return check.skip("nobody has a share");
  for (const auto& [role, value] : expect["value"].items()) {
    const auto ours = result->find(role);
    if (ours == result->end() || !close(value, ours->second))
      check.same(name + " of " + role, value,
                 ours == result->end() ? "no such role" : ours->second.text());
  }
}

void check_invalid_move(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("game") || !given.contains("state") || !expect.contains("rejected"))
    return check.skip("invalid move of another form");
  if (!find_module(given["game"].get<std::string>())) return check.skip("unknown game");
  const auto game = game_of(given, given["state"]);
  const auto moves = game ? moves_of(*game, given.value("moves", Json::object()))
                          : Result<AnyEvent>(fail(game.error()));
  auto after = moves ? game->after(*moves) : Result<AnyGame>(fail(moves.error()));
  if (after && given.contains("haps") && given["haps"].is_object() && !after->over() &&
      after->active().empty()) {
    const auto wants = after->wants();
    Rolled rolled;
    for (const Die& die : std::get<WantRoll>(wants.front()).dice)
      if (given["haps"].contains(die.name) && given["haps"][die.name].is_number_integer())
        rolled.values.push_back(given["haps"][die.name].get<std::int64_t>());
    after = after->after(rolled);
  }
  check.same("rejected", expect["rejected"], !after);
}

void check_invalid_setup(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  if (given.contains("checkerboard")) {
    const Json& board = given["checkerboard"];
    const auto squares =
        board.at("height").get<std::size_t>() * board.at("width").get<std::size_t>();
    check.same("rejected", line.at("expect").at("rejected"),
               board.at("string").get<std::string>().size() != squares);
    return;
  }
  const auto module = find_module(given.at("game").get<std::string>());
  if (!module) return check.skip("unknown game");
  const auto game =
      start_game(given["game"].get<std::string>(),
                 known_params((*module)->info(), given.value("params", Json::object())),
                 (*module)->info().seats_min);
  check.same("rejected", line.at("expect").at("rejected"), !game);
}

/// A player asked where there is nothing to decide.
void check_player(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("game") || !given.contains("state") || !expect.contains("error"))
    return check.skip("player, " + line.value("name", std::string()));
  if (given["state"].is_string()) {  // "after roll, before the die has a value"
    const auto start = start_game(given["game"].get<std::string>(), {}, 2);
    if (!start) return check.fail("game", start.error());
    const auto thrown = start->after(joint_moves(*start).front());
    check.is_true("nobody is asked while dice are in the air", thrown && thrown->active().empty());
    return;
  }
  if (!given.contains("role")) return check.skip("player without a role");
  const auto game = game_of(given, given["state"]);
  if (!game) return check.fail("state", game.error());
  const auto seat = seat_of(*game, given["role"].get<std::string>());
  check.is_true("it has no moves", !seat || game->legal(*seat).empty());
}

// --- boards and trees ---

std::vector<std::string> texts(const Checkerboard& shape, const std::string& board,
                               const std::vector<Checkerboard::Line>& lines) {
  std::vector<std::string> texts;
  for (const auto& line : lines) texts.push_back(shape.text_of(board, line));
  return texts;
}

void check_checkerboard(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("height") || !given.contains("width") || !given.contains("string"))
    return check.skip("board of another form");
  const Checkerboard shape(given["height"].get<int>(), given["width"].get<int>());
  const auto board = given["string"].get<std::string>();
  using Lines = std::vector<Checkerboard::Line> (Checkerboard::*)() const;
  static const std::map<std::string, Lines> kLines{
      {"horizontals", &Checkerboard::horizontals},
      {"verticals", &Checkerboard::verticals},
      {"orthogonals", &Checkerboard::orthogonals},
      {"positive_diagonals", &Checkerboard::positive_diagonals},
      {"negative_diagonals", &Checkerboard::negative_diagonals},
      {"diagonals", &Checkerboard::diagonals},
      {"lines", &Checkerboard::lines}};
  for (const auto& [key, value] : expect.items())
    if (!kLines.contains(key)) return check.skip("board, " + key);
  for (const auto& [key, value] : expect.items())
    check.same(key, value, texts(shape, board, (shape.*kLines.at(key))()));
}

void check_equivalence(const Json& line, Checker& check) {
  const auto board = line.at("given").at("board").get<std::string>();
  auto images = Checkerboard(3, 3).symmetries(board);
  images.erase(images.begin());
  std::ranges::sort(images);
  check.same("boards_sorted", line.at("expect").at("boards_sorted"), images);
}

/// The moves of an event, by role.
Json roles_of(const AnyGame& game, const AnyEvent& event) {
  Json roles = Json::object();
  if (const auto* moved = std::get_if<Moved<Action>>(&event))
    roles[game.role(moved->seat)] = Json::parse(moved->move.text);
  if (const auto* together = std::get_if<MovedTogether<Action>>(&event))
    for (const auto& [seat, move] : together->moves)
      roles[game.role(seat)] = Json::parse(move.text);
  return roles;
}

void check_game_tree(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (given.contains("text")) {
    GameTree tree(start_game("tic-tac-toe", {}, 2).value());
    const bool once = tree.expand(0).has_value(), twice = tree.expand(0).has_value();
    check.is_true("a branch grows once", once && !twice);
    return;
  }
  const auto game = game_of(given, given.at("state"));
  if (!game) return check.fail("state", game.error());
  GameTree tree(*game);
  Json transitions = Json::array();
  bool pending = true;
  for (const auto& branch : tree.branches()) {
    transitions.push_back(roles_of(*game, branch.event));
    pending &= branch.child == nullptr;
  }
  check.same_set("transitions", expect.at("transitions"), transitions);
  if (expect.contains("all_pending_at_first"))
    check.same("all_pending_at_first", expect["all_pending_at_first"], pending);
  if (!expect.contains("after_expanding_roll")) return;
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    if (transitions[i].front() != "roll") continue;
    const GameTree& grown = **tree.expand(i);
    const Json& expected = expect["after_expanding_roll"];
    check.same("contingent", expected.at("contingent"), grown.is_chance());
    Json haps = Json::array(), expected_haps = Json::array();
    for (const auto& branch : grown.branches()) haps.push_back(haps_of(grown.game(), branch.event));
    for (const Json& child : expected.at("children")) expected_haps.push_back(child.at("haps"));
    check.same_set("haps", expected_haps, haps);
  }
}

constexpr std::pair<std::string_view, Check> kTopics[] = {
    {"aleatory", check_aleatory},           {"contingent", check_contingent},
    {"game_base", check_game_base},         {"invalid_move", check_invalid_move},
    {"invalid_setup", check_invalid_setup}, {"player", check_player},
    {"checkerboard", check_checkerboard},   {"equivalence", check_equivalence},
    {"game_tree", check_game_tree},         {"match", check_match_line},
    {"tournament", check_tournament_line},  {"scanner", check_scanner_line},
    {"statistics", check_statistics_line}};

}  // namespace

void check_behaviour_line(const Json& line, Checker& check) {
  const auto topic = line.at("topic").get<std::string>();
  for (const auto& [name, function] : kTopics)
    if (name == topic) return function(line, check);
}

}  // namespace fairdeal::rules
