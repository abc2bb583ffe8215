#include "rules/laws.h"

#include "tests/conformance/cases.h"

namespace fairdeal::rules {
namespace {

class Laws : public testing::TestWithParam<Case> {};

TEST_P(Laws, HoldAtEveryValueOfRandomMatches) {
  const auto& [name, params, seats] = GetParam();
  const Module* module = find_module(name).value();
  constexpr std::size_t kValues = 400;
  std::size_t values = 0;
  for (std::uint64_t seed = 0; values < kValues; ++seed) {
    const LawReport report = check_laws(*module, params, seats, seed);
    ASSERT_FALSE(report.broken) << *report.broken << " (seed " << seed << ")";
    values += report.values;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryGame, Laws, testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace fairdeal::rules
