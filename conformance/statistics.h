#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/rational.h"

namespace fairdeal::conformance {

/// The count, sum, bounds, average and variance of a series of numbers.
class Series {
 public:
  void add(std::int64_t value);
  void add(const Series& other);

  std::int64_t count() const { return count_; }
  std::int64_t sum() const { return sum_; }
  std::int64_t square_sum() const { return square_sum_; }
  std::int64_t min() const { return min_; }  ///< 0 for an empty series
  std::int64_t max() const { return max_; }  ///< 0 for an empty series
  rules::Rational average() const;           ///< 0 for an empty series
  /// Returns the variance, if these are all the numbers there are.
  rules::Rational variance() const;
  /// Returns the estimate of the variance, if these are a sample of more numbers.
  rules::Rational sample_variance() const;

 private:
  rules::Rational square_distances() const;
  std::int64_t count_ = 0, sum_ = 0, square_sum_ = 0, min_ = 0, max_ = 0;
};

/// The subject of a series: {"key": "results", "role": "Xs", "player": "random"}.
using Keys = std::map<std::string, std::string>;

/// The series of a scan or a tournament, by their keys.
class Statistics {
 public:
  void add(const Keys& keys, std::int64_t value) { series_[keys].add(value); }
  /// Returns the union of all series whose keys contain `part`.
  Series query(const Keys& part) const;
  const std::map<Keys, Series>& series() const { return series_; }

 private:
  std::map<Keys, Series> series_;
};

}  // namespace fairdeal::conformance
