#include <algorithm>

#include "conformance/behaviours.h"
#include "games/pig/pig.h"
#include "rules/any_position.h"
#include "rules/model.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

constexpr std::int64_t kFacesMax = 10'000;

tl::unexpected<Error> none() { return fail(Fault::not_wanted, "no random variable"); }

Result<std::vector<Weighted>> range(std::int64_t min, std::int64_t max) {
  if (min > max || min < -kFacesMax || max > kFacesMax)
    return fail(Fault::bad_parameters, "a die has one face or more, and not too many");
  std::vector<Weighted> values;
  for (std::int64_t value = min; value <= max; ++value) values.push_back({value, 1});
  return values;
}

/// Reads how many faces a die has from its name, such as "D6".
std::optional<std::int64_t> faces_of(const Json* name) {
  if (name == nullptr || !name->is_string()) return {};
  const auto text = name->get<std::string>();
  if (text.size() < 2 || text.size() > 5 || (text[0] != 'D' && text[0] != 'd')) return {};
  std::int64_t faces = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return {};
    faces = 10 * faces + (c - '0');
  }
  return faces;
}

/// Reads a list of values, or of pairs of a value and its weight.
Result<std::vector<Weighted>> listed(const Json& list, const Json* weights) {
  if (list.empty()) return fail(Fault::bad_parameters, "a random variable without values");
  const bool pairs = std::ranges::all_of(
      list, [](const Json& v) { return v.is_array() && v.size() == 2 && v[1].is_number(); });
  std::vector<Weighted> values;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Weighted one{pairs ? list[i][0] : list[i], 1};
    if (pairs || weights != nullptr) {
      FD_TRY(one.weight, number_of(pairs ? list[i][1] : weights->at(i)));
    }
    if (one.weight < Rational(0))
      return fail(Fault::bad_parameters, "no value weighs less than nothing");
    values.push_back(std::move(one));
  }
  return values;
}

Rational all_of(const std::vector<Weighted>& values) {
  Rational all;
  for (const Weighted& one : values) all = all + one.weight;
  return all;
}

/// Returns the same random variable with each value only once.
std::vector<Weighted> merged(const std::vector<Weighted>& values) {
  std::vector<Weighted> once;
  for (const Weighted& one : values) {
    const auto found =
        std::ranges::find_if(once, [&](const Weighted& o) { return o.value == one.value; });
    if (found == once.end())
      once.push_back(one);
    else
      found->weight = found->weight + one.weight;
  }
  return once;
}

std::vector<Weighted> normalized(std::vector<Weighted> values) {
  const Rational all = all_of(values);
  for (Weighted& one : values) one.weight = all == Rational(0) ? all : one.weight / all;
  return values;
}

void compare_pairs(const std::string& what, const Json& expected,
                   const std::vector<Weighted>& values, Checker& check) {
  check.same(what + ", how many", expected.size(), values.size());
  for (std::size_t i = 0; i < values.size() && check.agrees(); ++i) {
    check.same(what, expected[i].at(0), values[i].value);
    same_number(check, what + " of " + values[i].value.dump(), expected[i].at(1), values[i].weight);
  }
}

/// Returns the probability that so many dice with so many sides sum to `sum`.
Rational sum_probability(std::int64_t sum, std::int64_t dice, std::int64_t sides) {
  std::map<std::int64_t, Rational> chances{{0, 1}};
  for (std::int64_t die = 0; die < dice; ++die) {
    std::map<std::int64_t, Rational> next;
    for (const auto& [before, chance] : chances)
      for (std::int64_t face = 1; face <= sides; ++face)
        next[before + face] = next[before + face] + chance / Rational(sides);
    chances = std::move(next);
  }
  return chances[sum];
}

void check_sum(const Json& given, const Json& expect, Checker& check) {
  const Json* sum = first_of(given, {"p", "sum", "value", "total"});
  const Json* dice = first_of(given, {"n", "dice", "count"});
  const Json* sides = first_of(given, {"s", "sides", "faces"});
  const Json* answer = expect.contains("probability") ? &expect["probability"] : answer_of(expect);
  if (sum == nullptr || dice == nullptr || sides == nullptr || answer == nullptr || *dice > 10 ||
      *sides > 20)
    return check.skip("sum of dice of another form");
  same_number(check, "probability of the sum", *answer,
              sum_probability(sum->get<std::int64_t>(), dice->get<std::int64_t>(),
                              sides->get<std::int64_t>()));
}

/// Checks one expectation about a random variable. If its name, `key`, says nothing, it is about
/// what the line asks.
void check_variable(const std::string& asked, const Json& given,
                    const std::vector<Weighted>& values, const std::string& key,
                    const Json& expected, Checker& check) {
  const std::string what = plain(key);
  const bool aggregates = asked.find("aggregat") != std::string::npos;
  if (what == "count") return void(check.same("count", expected, values.size()));
  if (what.starts_with("aggregat") || (aggregates && expected.is_array()))
    return compare_pairs("aggregate", expected, merged(values), check);
  if (what == "distribution" || what.starts_with("normal") ||
      (expected.is_array() && !expected.empty() && expected[0].is_array()))
    return compare_pairs("probability", expected, normalized(values), check);
  if (what == "values" && expected.is_array()) {
    Json list = Json::array();
    for (const Weighted& one : values) list.push_back(one.value);
    return void(check.same("values", expected, list));
  }
  const Json* of = first_of(given, {"value", "of", "asked"});
  if (what == "probability" && of != nullptr) {
    Rational chance;
    for (const Weighted& one : normalized(values))
      if (one.value == *of) chance = chance + one.weight;
    return void(same_number(check, "probability of " + of->dump(), expected, chance));
  }
  check.skip("chance: " + key);
}

}  // namespace

Result<std::vector<Weighted>> variable_of(const Json& given) {
  if (given.is_string()) {
    if (const auto faces = faces_of(&given)) return range(1, *faces);
    return none();
  }
  if (given.is_array()) return listed(given, nullptr);
  const Json* min = first_of(given, {"min", "from"});
  const Json* max = first_of(given, {"max", "to"});
  if (min != nullptr && max != nullptr)
    return range(min->get<std::int64_t>(), max->get<std::int64_t>());
  if (const Json* bounds = first_of(given, {"range", "bounds"}); bounds != nullptr)
    return range(bounds->at(0).get<std::int64_t>(), bounds->at(1).get<std::int64_t>());
  for (const char* name : {"name", "die", "kind"})
    if (const auto faces = faces_of(first_of(given, {name}))) return range(1, *faces);
  if (const Json* faces = first_of(given, {"sides", "faces"}); faces != nullptr)
    return range(1, faces->get<std::int64_t>());
  const Json* list = first_of(given, {"values", "distribution", "pairs", "weighted", "entries"});
  if (list == nullptr || !list->is_array()) return none();
  return listed(*list, first_of(given, {"weights", "probabilities"}));
}

void check_aleatory_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const std::string asked =
      plain(line.value("name", std::string())) + plain(given.value("kind", std::string()));
  if (asked.find("sumprob") != std::string::npos) return check_sum(given, expect, check);
  const auto values = variable_of(given);
  if (!values && values.error().fault == Fault::not_wanted)
    return check.skip("chance of another form");
  if (expects_error(expect)) return void(check.is_true("it is refused", !values));
  if (!values) return check.fail("chance", values.error());
  for (const auto& [key, expected] : expect.items())
    check_variable(asked, given, *values, key, expected, check);
}

Json haps_of(const AnyGame& before, const AnyEvent& rolled) {
  const auto wants = before.wants();
  const auto& dice = std::get<WantRoll>(wants.front()).dice;
  Json haps = Json::object();
  for (std::size_t i = 0; i < dice.size(); ++i)
    haps[dice[i].name] = std::get<Rolled>(rolled).values[i];
  return haps;
}

namespace {

/// One case of a roll: what the dice show, how likely that is, and the game after it.
struct Case {
  Json haps;
  Rational probability;
  const AnyGame* after = nullptr;
};

void compare_cases(const Json& possible, const std::vector<Case>& cases, Checker& check) {
  check.same("number of possible_haps", possible.size(), cases.size());
  for (const auto& [haps, probability, after] : cases) {
    const auto found = std::ranges::find_if(
        possible, [&](const Json& expected) { return expected.at("haps") == haps; });
    if (found == possible.end()) return void(check.same("possible_haps", Json(), haps));
    same_number(check, "probability of " + haps.dump(), found->at("probability"), probability);
    if (after != nullptr && found->contains("state_after"))
      same_state(check, "state after " + haps.dump(), (*found)["state_after"], *after);
  }
}

/// Checks random variables without a game: every combination of their values.
void check_variables(const Json& variables, const Json& expect, Checker& check) {
  std::vector<Case> cases{{Json::object(), 1}};
  for (const auto& [name, described] : variables.items()) {
    const auto values = variable_of(described);
    if (!values) return check.skip("chance of " + name);
    std::vector<Case> next;
    for (const Case& one : cases)
      for (const auto& [value, weight] : normalized(*values)) {
        next.push_back({one.haps, one.probability * weight});
        next.back().haps[name] = value;
      }
    if (next.size() > kFacesMax) return check.skip("chance of too many cases");
    cases = std::move(next);
  }
  bool compared = false;
  if (const Json* possible = first_of(expect, {"possible_haps", "possibleHaps"})) {
    compare_cases(*possible, cases, check);
    compared = true;
  }
  if (const Json* count = first_of(expect, {"count", "possible_haps_count"})) {
    check.same("count", *count, cases.size());
    compared = true;
  }
  const Json* sum = first_of(expect, {"expected_sum", "expected_value", "expected_evaluation"});
  if (sum != nullptr && sum->is_number()) {
    Rational mean;
    for (const Case& one : cases)
      for (const Json& value : one.haps)
        mean = mean + one.probability * number_of(value).value_or(Rational());
    same_number(check, "expected sum", *sum, mean);
    compared = true;
  }
  if (!compared) check.skip("chance without a game");
}

}  // namespace

void check_contingent_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("game") || !given.contains("state")) {
    const Json* variables = first_of(given, {"haps", "aleatories", "variables", "dice"});
    if (variables == nullptr || !variables->is_object()) return check.skip("chance without a game");
    return check_variables(*variables, expect, check);
  }
  const auto before = game_of(given, given["state"]);
  if (!before) return check.fail("state", before.error());
  const auto moves = moves_of(*before, given.at("moves"));
  if (!moves) return check.fail("moves", moves.error());
  const auto rolled = before->after(*moves);
  if (!rolled) return check.fail("moves", rolled.error());
  const bool contingent = !rolled->over() && rolled->active().empty();
  check.same("contingent", expect.at("contingent"), contingent);
  if (!contingent) return;

  const auto children = rolls(*rolled);
  std::vector<Case> cases;
  Rational expected_rolls;
  for (const AnyChild& child : children) {
    const Rational probability(static_cast<std::int64_t>(child.ply.weight),
                               static_cast<std::int64_t>(child.ply.all));
    cases.push_back({haps_of(*rolled, child.ply.events[0]), probability, &child.after});
    if (const auto* pig = typed<Pig>(child.after); pig != nullptr && pig->mover() == Seat(0))
      expected_rolls = expected_rolls + probability * Rational(pig->turn_points());
  }
  compare_cases(expect.at("possible_haps"), cases, check);
  if (expect.contains("expected_rolls_sum_for_One"))
    same_number(check, "expected_rolls_sum_for_One", expect["expected_rolls_sum_for_One"],
                expected_rolls);
}

}  // namespace fairdeal::conformance
