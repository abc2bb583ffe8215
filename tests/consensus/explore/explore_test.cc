// Short runs of what fairdeal-explore does; long ones: fairdeal-explore --help.
#include <gtest/gtest.h>

#include "tests/consensus/explore/lives.h"
#include "tests/consensus/explore/places.h"
#include "tests/consensus/explore/settings.h"
#include "tests/consensus/explore/trails.h"

namespace fairdeal::explore {

void PrintTo(const Violation& violation, std::ostream* out) {
  *out << violation.rule << ": " << violation.how << "\n" << violation.trail;
}

namespace {

class Explored : public testing::TestWithParam<Setting> {};

TEST_P(Explored, NothingThatCanBeSaidBreaksARule) {
  const Universe universe(GetParam());
  const Report report = explore_places(
      universe, {.minutes = 10, .threads = 2, .progress_every = 16, .compared = 5});
  EXPECT_THAT(report.violations, testing::IsEmpty());
  EXPECT_TRUE(report.complete);
}

TEST_P(Explored, JustTheVotesOfACertificateDecide) {
  EXPECT_THAT(explore_decisions(Universe(GetParam())), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Tables, Explored, testing::ValuesIn(settings()),
                         [](const auto& named) { return identifier(named.param.name); });

}  // namespace
}  // namespace fairdeal::explore
