#pragma once

#include <map>
#include <vector>

#include "rules/json_full.h"
#include "rules/rational.h"

namespace fairdeal::conformance {

/// One value of a random variable, with its weight.
struct Weighted {
  rules::Json value;
  rules::Rational weight;
};
/// The values of a random variable. A value may stand in it more than once.
using Distribution = std::vector<Weighted>;

/// Returns the fraction rounded to 10^-12, so that however many are added or multiplied, their
/// numerators and denominators stay small.
rules::Rational rounded(const rules::Rational& exact);

/// Returns the things with those put together whose `what` is equal, each at its first place, with
/// the sum of their weights, rounded().
template <class Thing>
std::vector<Thing> each_once(const std::vector<Thing>& things, rules::Json Thing::*what,
                             rules::Rational Thing::*weight) {
  std::vector<Thing> once;
  std::map<rules::Json, std::size_t> places;
  for (const Thing& one : things) {
    const auto [place, is_new] = places.try_emplace(one.*what, once.size());
    if (is_new) {
      once.push_back(one);
    } else {
      rules::Rational& sum = once[place->second].*weight;
      sum = rounded(sum + one.*weight);
    }
  }
  return once;
}

/// Returns the same distribution with each value once, in the order of their first appearance.
inline Distribution merged(const Distribution& values) {
  return each_once(values, &Weighted::value, &Weighted::weight);
}
/// Returns the distribution with weights that add up to 1. Weights that are all 0 stay as they are.
Distribution scaled(Distribution values);

/// Returns the distribution of what two independent values make together, each result once. `how`
/// is "sum" (texts are joined), "product", "difference", "max" or "min". Errors: bad_parameters for
/// another word, and for values that cannot be combined; too_large.
Result<Distribution> aggregate(const Distribution& a, const Distribution& b,
                               const std::string& how);
/// Returns the distribution of the number of successes in `count` tries with this chance each.
Distribution tries(const rules::Rational& chance, std::int64_t count);
/// Returns the probability that so many dice with so many sides sum to `sum`. Errors: too_large, if
/// the dice have more than 10^18 outcomes or 10^4 sides; bad_parameters, if there is no die or it
/// has one side.
Result<rules::Rational> sum_probability(std::int64_t sum, std::int64_t dice, std::int64_t sides);

}  // namespace fairdeal::conformance
