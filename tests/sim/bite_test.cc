#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/sim/trial.h"

/// Shows that the checkers find faults. This file is linked into each mutant of CMakeLists.txt, in
/// which one line of the production code is made wrong. Matches with mixed faults find it, or with
/// "schemes: " before the rules in FD_BROKEN_RULES liars that plan, and the schedule that shows it
/// is made small.
namespace fairdeal::sim {
namespace {

TEST(Mutant, IsCaughtAndItsScheduleMadeSmall) {
  const char* broken = std::getenv("FD_BROKEN_RULES");
  ASSERT_NE(broken, nullptr);
  const Wish wish{.schemes = std::string(broken).starts_with("schemes: ")};
  const std::uint64_t most = wish.schemes ? 5'000 : 12'000;
  for (std::uint64_t seed = 1; seed <= most; ++seed) {
    const Plan plan = plan_of(seed, wish);
    const TrialResult verdict = play(plan);
    if (verdict.good()) continue;
    const std::string rule = verdict.violations.front().rule;
    EXPECT_NE(std::string(broken).find(rule), std::string::npos) << rule;
    const Shrunk shrunk = shrink(plan);
    std::cout << "seed " << seed << " breaks " << rule << ", "
              << plan.options.faults.incidents.size() << " incidents; of " << shrunk.tries
              << " schedules the smallest that does:\n"
              << describe(shrunk.plan) << shrunk.verdict.violations.front().how << "\n";
    EXPECT_EQ(shrunk.verdict.violations.front().rule, rule);
    EXPECT_LE(shrunk.plan.options.faults.incidents.size(), 3u);
    EXPECT_LE(shrunk.plan.options.faults.incidents.size(), plan.options.faults.incidents.size());
    return;
  }
  ADD_FAILURE() << "not caught in " << most << " matches";
}

}  // namespace
}  // namespace fairdeal::sim
