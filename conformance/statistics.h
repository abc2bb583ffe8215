#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/rational.h"

namespace fairdeal::conformance {

/// What a series of numbers comes to.
class Series {
 public:
  void add(std::int64_t value);
  void add(const Series& other);

  std::int64_t count() const { return count_; }
  std::int64_t sum() const { return sum_; }
  std::int64_t square_sum() const { return square_sum_; }
  std::int64_t min() const { return min_; }  ///< 0 of nothing
  std::int64_t max() const { return max_; }
  rules::Rational average() const;  ///< 0 of nothing
  /// The mean square distance from the average: of all there are, or as a sample of more.
  rules::Rational variance() const;
  rules::Rational sample_variance() const;

 private:
  rules::Rational square_distances() const;
  std::int64_t count_ = 0, sum_ = 0, square_sum_ = 0, min_ = 0, max_ = 0;
};

/// Names and what they are: {"key": "results", "role": "Xs", "player": "random"}.
using Keys = std::map<std::string, std::string>;

/// Series by keys.
class Statistics {
 public:
  void add(const Keys& keys, std::int64_t value) { series_[keys].add(value); }
  /// All that have at least these keys, taken together.
  Series query(const Keys& part) const;
  const std::map<Keys, Series>& series() const { return series_; }

 private:
  std::map<Keys, Series> series_;
};

}  // namespace fairdeal::conformance
