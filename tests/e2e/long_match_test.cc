#include <csignal>

#include "tests/e2e/network_table.h"
#include "tests/e2e/stored.h"

/// A match whose store is larger than what SQLite sorts in memory by itself. The members are
/// confined as every seat is, so what their libraries open when they are resumed has to be allowed.
namespace fairdeal::e2e {
namespace {

constexpr std::size_t kSteps = 10'000;

class LongMatch : public testing::Test, protected NetworkTable {
 protected:
  /// Kills a member, and returns how many steps its store has.
  std::size_t steps_when_killed(std::size_t i) {
    kill(i);
    return Stored::read(Stored::in(data(i))).records.size();
  }
};

TEST_F(LongMatch, IsResumedByEachMemberWhenItIsTenThousandStepsOld) {
  sit_down({"odds-and-evens", R"({"turns":5400})", 2, 1},
           [](const std::string&) { return Faults{}; });
  proxy_.wait_for_bytes("Bob-Ann", 2'000);  // a table is kept from its first step on
  for (std::size_t i = 0; i < members_.size(); ++i) {
    std::size_t steps = 0;
    while (steps < kSteps) {
      for (int parts = i == 0 ? 200 : 1; parts > 0; --parts)
        ASSERT_TRUE(proxy_.wait_for_bytes(20'000, ends())) << steps << " steps\n"
                                                           << what_happened();
      steps = steps_when_killed(i);
      resume(i);
    }
  }
  expect_good_end();
}

}  // namespace
}  // namespace fairdeal::e2e
