#include <algorithm>
#include <map>

#include "conformance/behaviours.h"
#include "games/pig/pig.h"
#include "rules/any_position.h"
#include "rules/model.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

constexpr std::int64_t kFacesMax = 10'000;

tl::unexpected<Error> none() { return fail(Fault::not_wanted, "no random variable"); }

Result<Distribution> range(std::int64_t min, std::int64_t max) {
  if (min > max || min < -kFacesMax || max > kFacesMax)
    return fail(Fault::bad_parameters, "a die has one face or more, and not too many");
  Distribution values;
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
Result<Distribution> listed(const Json& list, const Json* weights) {
  if (list.empty()) return fail(Fault::bad_parameters, "a random variable without values");
  const bool pairs = std::ranges::all_of(
      list, [](const Json& v) { return v.is_array() && v.size() == 2 && v[1].is_number(); });
  Distribution values;
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

/// Returns the distribution that a line expects, from pairs of a value and its weight, or from an
/// object of weights by the value's text; none if it has another form.
std::optional<Distribution> expected_pairs(const Json& expected) {
  if (!expected.is_array() && !expected.is_object()) return {};
  Distribution pairs;
  for (const auto& [name, pair] : expected.items()) {
    const bool is_pair = pair.is_array() && pair.size() == 2;
    if (expected.is_array() && !is_pair) return {};
    const auto weight = number_of(is_pair ? pair[1] : pair);
    if (!weight) return {};
    pairs.push_back({is_pair ? pair[0] : Json(name), *weight});
  }
  return pairs;
}

/// Returns whether the two are equal to 10^-9.
bool near(const Rational& a, const Rational& b) {
  constexpr std::int64_t kNano = 1000;  // in 10^-12
  const std::int64_t off = a.pico() - b.pico();
  return off < kNano && off > -kNano;
}

std::string value_name(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Compares a distribution with the expected one, in any order. A value that our distribution has
/// more than once may stand in the expected one as often or, with its whole weight, once.
/// `repeats`: whether the first of these two forms is right.
void compare_pairs(const std::string& what, const Json& expected, const Distribution& ours,
                   bool repeats, Checker& check) {
  const auto pairs = expected_pairs(expected);
  if (!pairs) return check.skip("chance: " + what + " of another form");
  const Distribution once = merged(ours);
  if (!repeats || pairs->size() != ours.size())
    check.same(what + ", how many", pairs->size(), once.size());
  for (const Weighted& one : merged(*pairs)) {
    const auto is_same = [&](const Weighted& o) {
      return o.value == one.value ||
             (expected.is_object() && rules::Json(value_name(o.value)) == one.value);
    };
    const auto found = std::ranges::find_if(once, is_same);
    if (found == once.end())
      check.same(what + " of " + one.value.dump(), one.weight.text(), "no such value");
    else if (!near(found->weight, one.weight))
      check.same(what + " of " + one.value.dump(), one.weight.text(), found->weight.text());
  }
}

/// Returns the arguments of a function, which a line has in a list or by one of their names. Null
/// stands for one that is missing.
std::vector<Json> argument_list(const Json& given,
                                std::initializer_list<std::initializer_list<const char*>> names) {
  const Json* list = first_of(given, {"args", "arguments"});
  std::vector<Json> arguments;
  for (const auto& one : names) {
    const Json* said = first_of(given, one);
    if (list != nullptr && list->is_array() && arguments.size() < list->size())
      said = &(*list)[arguments.size()];
    arguments.push_back(said != nullptr ? *said : Json());
  }
  return arguments;
}

void check_sum(const Json& given, const Json& expect, Checker& check) {
  const auto said = argument_list(
      given, {{"p", "sum", "value", "total"}, {"n", "dice", "count"}, {"s", "sides", "faces"}});
  const Json* answer =
      first_of(expect, {"probability", "probabilities", "sumProbability", "sum_probability"});
  if (answer == nullptr) answer = answer_of(expect);
  const bool is_error = expects_error(expect) || (answer != nullptr && answer->is_null()) ||
                        (answer != nullptr && *answer == "NaN");
  if (!said[1].is_number_integer() || !said[2].is_number_integer() ||
      (answer == nullptr && !is_error))
    return check.skip("sum of dice of another form");
  const auto chance_of = [&](std::int64_t sum) {
    return sum_probability(sum, said[1].get<std::int64_t>(), said[2].get<std::int64_t>());
  };
  if (answer != nullptr && (answer->is_array() || answer->is_object())) {
    Distribution ours;
    for (const Weighted& one : expected_pairs(*answer).value_or(Distribution())) {
      const Json sum = one.value.is_string() ? Json::parse(value_name(one.value)) : one.value;
      ours.push_back({one.value, chance_of(sum.get<std::int64_t>()).value()});
    }
    return compare_pairs("probability of the sum", *answer, ours, true, check);
  }
  if (!said[0].is_number_integer()) return check.skip("sum of dice of another form");
  const auto chance = chance_of(said[0].get<std::int64_t>());
  if (!chance && chance.error().fault == Fault::too_large) return check.skip("too many dice");
  if (is_error) return void(check.is_true("it is no number", !chance));
  if (!chance) return check.fail("probability of the sum", chance.error());
  same_number(check, "probability of the sum", *answer, *chance);
}

void check_tries(const Json& given, const Json& expect, Checker& check) {
  constexpr std::int64_t kTriesMax = 30;
  const auto said =
      argument_list(given, {{"p", "chance", "probability"}, {"n", "tries", "count", "times"}});
  const Json* answer = first_of(expect, {"distribution", "tries", "probabilities"});
  if (answer == nullptr) answer = answer_of(expect);
  const auto chance = number_of(said[0]);
  if (answer == nullptr || !chance || !said[1].is_number_integer() || said[1] > kTriesMax)
    return check.skip("tries of another form");
  compare_pairs("successes", *answer, tries(*chance, said[1].get<std::int64_t>()), true, check);
  if (const Json* count = first_of(expect, {"count"}))
    check.same("count", *count, std::max<std::int64_t>(said[1].get<std::int64_t>(), 0) + 1);
}

/// Returns the distributions that a line aggregates, two or more; nothing if it has one alone.
std::vector<Distribution> aggregated(const Json& given) {
  Json described = Json::array();
  constexpr std::pair<const char*, const char*> kPairs[] = {
      {"dist1", "dist2"},  {"distribution1", "distribution2"},
      {"d1", "d2"},        {"a", "b"},
      {"first", "second"}, {"left", "right"},
      {"one", "other"},    {"x", "y"}};
  for (const auto& [one, other] : kPairs)
    if (given.contains(one) && given.contains(other))
      described = Json::array({given[one], given[other]});
  if (described.empty())
    if (const Json* list =
            first_of(given, {"distributions", "dists", "dice", "of", "aleatories", "variables",
                             "args", "arguments", "distribution", "values"});
        list != nullptr && list->is_array())
      described = *list;
  std::vector<Distribution> all;
  for (const Json& one : described) {
    // [1, 0.5] is a value and its weight; [[1, 0.5], …] is a distribution.
    const bool is_one =
        one.is_string() || one.is_object() || (one.is_array() && !one.empty() && one[0].is_array());
    const auto values = is_one ? variable_of(one) : Result<Distribution>(none());
    if (!values) return {};
    all.push_back(one.is_array() ? *values : scaled(*values));
  }
  return all.size() > 1 ? all : std::vector<Distribution>();
}

/// Checks the distribution of several independent values together. Returns false if the line gives
/// only one distribution.
bool check_aggregate(const Json& given, const Json& expect, Checker& check) {
  const auto all = aggregated(given);
  if (all.empty()) return false;
  const Json* said = first_of(given, {"comb", "combination", "combine", "with", "by"});
  std::string how = said != nullptr && said->is_string() ? plain(value_name(*said)) : "sum";
  if (how == "v1v2" || how == "addition" || how == "add" || how == "default") how = "sum";
  if (how == "multiplication" || how == "multiply") how = "product";
  Distribution ours = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) {
    auto next = aggregate(ours, all[i], how);
    if (!next) {
      check.skip("an aggregate of another form");
      return true;
    }
    ours = *std::move(next);
  }
  const Json* answer = first_of(expect, {"distribution", "aggregate", "aggregated"});
  if (answer == nullptr) answer = answer_of(expect);
  if (answer != nullptr) compare_pairs("aggregate", *answer, ours, false, check);
  const Json* count = first_of(expect, {"count"});
  if (count != nullptr) check.same("count", *count, ours.size());
  if (answer == nullptr && count == nullptr) check.skip("an aggregate of another form");
  return true;
}

/// Returns whether weights are meant as they are: they are what the line says that they are.
bool is_unscaled(const Json& expected, const Distribution& values) {
  const auto pairs = expected_pairs(expected);
  Rational ours, said;
  for (const Weighted& one : values) ours = ours + one.weight;
  for (const Weighted& one : pairs.value_or(Distribution())) said = said + one.weight;
  return pairs && near(ours, said);
}

/// Checks one expectation about a random variable. If its name, `key`, says nothing, it is about
/// what the line asks.
void check_variable(const std::string& asked, const Json& given, const Distribution& values,
                    const std::string& key, const Json& expected, Checker& check) {
  const std::string what = plain(key);
  const bool aggregates = asked.find("aggregat") != std::string::npos;
  const bool normalizes = asked.find("normal") != std::string::npos || what.starts_with("normal");
  const Json* index = first_of(given, {"index", "i", "at"});
  const bool has_index = index != nullptr && index->is_number_unsigned() && *index < values.size();
  const auto list = [&](auto&& of) {
    Json all = Json::array();
    for (const Weighted& one : values) all.push_back(of(one));
    return all;
  };
  if (what == "count" && expected.is_number())
    return void(check.same("count", expected, (normalizes ? merged(values) : values).size()));
  if (what.starts_with("aggregat") || (aggregates && expected.is_array()))
    return compare_pairs("aggregate", expected, merged(values), false, check);
  if (normalizes && expected.is_array())
    return compare_pairs("probability", expected, merged(scaled(values)), false, check);
  if (what == "distribution" ||
      (expected.is_array() && !expected.empty() && expected[0].is_array()))
    return compare_pairs("probability", expected,
                         is_unscaled(expected, values) ? values : scaled(values), true, check);
  if ((what == "values" || what == "value") && expected.is_array())
    return void(
        check.same("values", expected, list([](const Weighted& one) { return one.value; })));
  if (what == "probabilities" && expected.is_array()) {
    check.same("probabilities, how many", expected.size(), values.size());
    const Distribution ours = scaled(values);
    for (std::size_t i = 0; i < ours.size() && check.agrees(); ++i)
      same_number(check, "probability", expected.at(i), ours[i].weight);
    return;
  }
  if (what == "value" && has_index)
    return void(check.same("value", expected, values[index->get<std::size_t>()].value));
  if (what == "probability" && has_index)
    return void(same_number(check, "probability", expected,
                            scaled(values)[index->get<std::size_t>()].weight));
  const Json* of = first_of(given, {"value", "of", "asked"});
  if (what == "probability" && of != nullptr) {
    Rational chance;
    for (const Weighted& one : scaled(values))
      if (one.value == *of) chance = chance + one.weight;
    return void(same_number(check, "probability of " + of->dump(), expected, chance));
  }
  check.skip("chance: " + key);
}

}  // namespace

Result<Distribution> variable_of(const Json& given) {
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
  const Json* list = first_of(
      given, {"values", "distribution", "pairs", "weighted", "entries", "args", "arguments"});
  if (list != nullptr && list->is_string()) {  // uniform letters: "xyz"
    Json letters = Json::array();
    for (const char c : list->get<std::string>()) letters.push_back(std::string(1, c));
    return listed(letters, nullptr);
  }
  if (list == nullptr || !list->is_array()) return none();
  return listed(*list, first_of(given, {"weights", "probabilities"}));
}

void check_aleatory_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  std::string asked = plain(line.value("name", std::string()));
  for (const char* name : {"kind", "call", "function", "operation", "method"})
    if (given.contains(name) && given[name].is_string())
      asked += " " + plain(given[name].get<std::string>());
  const auto asks = [&](const char* word) { return asked.find(word) != std::string::npos; };
  if (asks("sumprob") || (given.contains("n") && given.contains("s")))
    return check_sum(given, expect, check);
  if (asks("tries") || asks("successes")) return check_tries(given, expect, check);
  if (asks("aggregat") && check_aggregate(given, expect, check)) return;
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

void compare_cases(const Json& possible, std::vector<Case> cases, Checker& check) {
  if (possible.size() != cases.size()) cases = each_once(cases, &Case::haps, &Case::probability);
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
      for (const auto& [value, weight] : scaled(*values)) {
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
    const bool as_often = *count == cases.size();
    check.same("count", *count,
               as_often ? cases.size() : each_once(cases, &Case::haps, &Case::probability).size());
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
