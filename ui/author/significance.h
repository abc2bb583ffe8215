#pragma once

#include <cstdint>
#include <string>

/// Statistics of measurements. Floating point is at home here, and never in rules/.
namespace fairdeal::author {

/// Numbers that were measured: their count, mean and spread.
class Sample {
 public:
  /// Adds a number. The mean and the spread are kept as Welford does ("Note on a Method for
  /// Calculating Corrected Sums of Squares and Products", Technometrics 4, 1962).
  void add(double value);

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  /// Returns the estimated standard deviation of the numbers; 0 for fewer than two.
  double deviation() const;
  /// Returns half the length of the 95 % interval of the mean, by Student's distribution; 0 for
  /// fewer than two numbers.
  double half_interval() const;
  /// Returns the mean in units of its standard error; 0 if the numbers do not differ.
  double score() const;

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

/// Bounds of a 95 % interval.
struct Interval {
  double low, high;
};
/// Returns the interval of a share: `hits` of `count` > 0.
/// Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
Interval share_interval(std::uint64_t hits, std::uint64_t count);

/// Return the probability of a score that is at least as far from 0, on either side, if the true
/// mean is 0: by the normal distribution, and by Student's with these degrees of freedom (> 0).
double normal_p(double z);
double student_p(double t, double degrees);
/// Returns the score that Student's distribution exceeds, on either side, with probability 0.05.
double student_bound(double degrees);

/// Returns the probability of a table with the same margins that is as unlikely as this one or more
/// so, if rows and columns are independent: Fisher's exact test of {{a, b}, {c, d}}, two-sided.
double fisher_p(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d);

/// Writes a figure by a format of printf for one double.
std::string rounded(double value, const char* format = "%.3f");

}  // namespace fairdeal::author
