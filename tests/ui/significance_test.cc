#include "ui/author/significance.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fairdeal::author {
namespace {

TEST(Significance, StudentsBoundsAreThoseOfThePublishedTables) {
  EXPECT_NEAR(student_bound(1), 12.706, 5e-4);
  EXPECT_NEAR(student_bound(2), 4.303, 5e-4);
  EXPECT_NEAR(student_bound(10), 2.228, 5e-4);
  EXPECT_NEAR(student_bound(30), 2.042, 5e-4);
  EXPECT_NEAR(student_bound(1e6), 1.960, 5e-4);
}

TEST(Significance, StudentsWithOneDegreeIsCauchys) {
  for (const double t : {0.0, 0.5, 1.0, 3.0, 20.0})
    EXPECT_NEAR(student_p(t, 1), 1 - 2 / M_PI * std::atan(t), 1e-12) << t;
  EXPECT_DOUBLE_EQ(student_p(2, 7), student_p(-2, 7));
}

TEST(Significance, TheNormalDistributionHasItsTail) {
  EXPECT_NEAR(normal_p(1.959963984540054), 0.05, 1e-12);
  EXPECT_DOUBLE_EQ(normal_p(0), 1);
}

TEST(Significance, FishersTestIsExact) {
  // The lady who tasted eight cups of tea (Fisher, "The Design of Experiments", 1935).
  EXPECT_NEAR(fisher_p(3, 1, 1, 3), 34.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_p(4, 0, 0, 4), 2.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_p(0, 0, 0, 0), 1, 1e-12);
  EXPECT_NEAR(fisher_p(5, 5, 5, 5), 1, 1e-12);
}

TEST(Significance, ASampleKnowsItsMeanAndSpread) {
  Sample sample;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) sample.add(value);
  EXPECT_DOUBLE_EQ(sample.mean(), 5);
  EXPECT_NEAR(sample.deviation(), std::sqrt(32.0 / 7), 1e-12);
  EXPECT_NEAR(sample.half_interval(), student_bound(7) * std::sqrt(32.0 / 7 / 8), 1e-12);
  EXPECT_EQ(Sample().half_interval(), 0);
}

TEST(Significance, AShareStaysBetweenNoneAndAll) {
  const auto [low, high] = share_interval(0, 10);
  EXPECT_NEAR(low, 0, 1e-12);
  EXPECT_NEAR(high, 0.2775, 1e-4);
  const auto [from, to] = share_interval(5, 10);
  EXPECT_NEAR(from, 0.2366, 1e-4);
  EXPECT_NEAR(to, 0.7634, 1e-4);
}

}  // namespace
}  // namespace fairdeal::author
