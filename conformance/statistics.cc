#include "conformance/statistics.h"

#include <algorithm>

namespace fairdeal::conformance {
using namespace rules;

void Series::add(std::int64_t value) {
  min_ = count_ == 0 ? value : std::min(min_, value);
  max_ = count_ == 0 ? value : std::max(max_, value);
  ++count_;
  sum_ += value;
  square_sum_ += value * value;
}

void Series::add(const Series& other) {
  if (other.count_ == 0) return;
  min_ = count_ == 0 ? other.min_ : std::min(min_, other.min_);
  max_ = count_ == 0 ? other.max_ : std::max(max_, other.max_);
  count_ += other.count_;
  sum_ += other.sum_;
  square_sum_ += other.square_sum_;
}

Rational Series::average() const { return count_ == 0 ? Rational() : Rational(sum_, count_); }

Rational Series::square_distances() const {
  return Rational(square_sum_) - Rational(sum_) * average();
}
Rational Series::variance() const {
  return count_ == 0 ? Rational() : square_distances() / Rational(count_);
}
Rational Series::sample_variance() const {
  return count_ < 2 ? Rational() : square_distances() / Rational(count_ - 1);
}

Series Statistics::query(const Keys& part) const {
  Series all;
  for (const auto& [keys, series] : series_)
    if (std::ranges::includes(keys, part)) all.add(series);
  return all;
}

}  // namespace fairdeal::conformance
