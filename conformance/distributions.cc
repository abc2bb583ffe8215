#include "conformance/distributions.h"

#include <map>

#include "conformance/behaviours.h"

namespace fairdeal::conformance {
using namespace rules;

Rational rounded(const Rational& exact) {
  constexpr std::int64_t kPico = 1'000'000'000'000;
  return Rational(exact.pico(), kPico);
}

Distribution scaled(Distribution values) {
  Rational all;
  for (const Weighted& one : values) all = rounded(all + one.weight);
  if (all == Rational(0)) return values;
  for (Weighted& one : values) one.weight = rounded(one.weight / all);
  return values;
}

namespace {

Result<Json> combined(const Json& a, const Json& b, const std::string& how) {
  if (how == "sum" && a.is_string() && b.is_string())
    return Json(a.get<std::string>() + b.get<std::string>());
  if (!a.is_number() || !b.is_number())
    return fail(Fault::bad_parameters, "values that cannot be combined");
  if (how == "max") return a < b ? b : a;
  if (how == "min") return b < a ? b : a;
  FD_TRY(const Rational left, number_of(a));
  FD_TRY(const Rational right, number_of(b));
  if (how != "sum" && how != "product" && how != "difference")
    return fail(Fault::bad_parameters, "no combination " + how);
  const Rational value = how == "sum"       ? left + right
                         : how == "product" ? left * right
                                            : left - right;
  return Json::parse(value.text());
}

}  // namespace

Result<Distribution> aggregate(const Distribution& a, const Distribution& b,
                               const std::string& how) {
  constexpr std::size_t kPairsMax = 100'000;
  if (a.size() * b.size() > kPairsMax) return fail(Fault::too_large, "too many values");
  Distribution all;
  for (const Weighted& left : a)
    for (const Weighted& right : b) {
      FD_TRY(Json value, combined(left.value, right.value, how));
      all.push_back({std::move(value), rounded(left.weight * right.weight)});
    }
  return merged(all);
}

Distribution tries(const Rational& chance, std::int64_t count) {
  Distribution successes{{0, 1}};
  for (std::int64_t i = 1; i <= count; ++i) {
    Distribution next;
    for (const auto& [before, weight] : successes) {
      next.push_back({before, rounded(weight * (Rational(1) - chance))});
      next.push_back({before.get<std::int64_t>() + 1, rounded(weight * chance)});
    }
    successes = merged(next);
  }
  return successes;
}

Result<Rational> sum_probability(std::int64_t sum, std::int64_t dice, std::int64_t sides) {
  constexpr std::int64_t kOutcomesMax = 1'000'000'000'000'000'000;
  constexpr std::int64_t kSidesMax = 10'000;
  if (dice < 1 || sides < 2) return fail(Fault::bad_parameters, "no dice, or dice of one side");
  if (sides > kSidesMax) return fail(Fault::too_large, "too many sides");
  std::int64_t all = 1;
  std::map<std::int64_t, std::int64_t> ways{{0, 1}};
  for (std::int64_t die = 0; die < dice; ++die) {
    if (sides > kOutcomesMax / all) return fail(Fault::too_large, "too many dice");
    all *= sides;
    std::map<std::int64_t, std::int64_t> next;
    for (const auto& [before, count] : ways)
      for (std::int64_t face = 1; face <= sides && before + face <= sum; ++face)
        next[before + face] += count;
    ways = std::move(next);
  }
  return Rational(ways[sum], all);
}

}  // namespace fairdeal::conformance
