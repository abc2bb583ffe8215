#include "rules/laws.h"

#include "tests/conformance/cases.h"
#include "tests/conformance/peoples_tables.h"
#include "tests/run_size.h"

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

class LawsOfPeople : public testing::TestWithParam<std::string> {};

/// Most faults of a game hide at parameters that no test names: people choose them.
TEST_P(LawsOfPeople, HoldAtTablesThatPeopleChoose) {
  const Module* module = find_module(GetParam()).value();
  const auto tables = sizes::number_in("FD_MATCHES", 1);
  SeededRng rng(GetParam().size());
  for (std::uint64_t tried = 0, drawn = 0; drawn < tables && tried < 20 * tables; ++tried) {
    const auto table = peoples_table(*module, rng);
    if (!table) continue;
    ++drawn;
    const LawReport report = check_laws(*module, table->params, table->seats, drawn);
    ASSERT_FALSE(report.broken) << *report.broken << " (seed " << drawn << ", " << *table << ")";
  }
}

std::vector<std::string> games_of_people() {
  std::vector<std::string> names;
  for (const Module& module : modules())
    if (module.info().shelf != "reference") names.push_back(module.info().name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryGame, LawsOfPeople, testing::ValuesIn(games_of_people()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

INSTANTIATE_TEST_SUITE_P(EveryGame, Laws, testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace fairdeal::rules
