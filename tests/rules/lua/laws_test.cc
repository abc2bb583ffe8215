#include "rules/laws.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "rules/law.h"
#include "rules/lua/script.h"
#include "rules/params.h"
#include "rules/profit_law.h"
#include "tests/run_size.h"
#include "tests/shipped_script.h"

/// Laws of every game over matches of the scripts: one of them (or FD_MATCHES) at the smallest
/// table, and as many at the largest of those that are shipped.
namespace fairdeal::rules {
namespace {

Module shipped(const std::string& file) {
  std::ifstream in(sources::shipped_script(file));
  return module_of_script(Script::load(file, {std::istreambuf_iterator<char>(in), {}}).value());
}

class ShippedScripts : public testing::TestWithParam<std::string> {};

TEST_P(ShippedScripts, ObeyTheLaws) {
  const Module module = shipped(GetParam());
  std::set tables{module.info().seats_min};
  if (std::ranges::binary_search(sources::shipped_scripts(), GetParam()))
    tables.insert(module.info().seats_max);
  for (const std::size_t seats : tables)
    for (std::uint64_t seed = 0; seed < sizes::number_in("FD_MATCHES", 1); ++seed) {
      const LawReport report = check_laws(module, Json::object(), seats, seed);
      ASSERT_FALSE(report.broken) << *report.broken << " (seed " << seed << ")";
    }
}

/// Seats leave and spoil hands in a match as people play it, which may have many hands.
TEST_P(ShippedScripts, LetNobodyGainBySilenceInAMatchOfPeople) {
  const Module module = shipped(GetParam());
  const Json params = params_among_people(module.info(), Json::object());
  if (params.empty()) return;
  const AnyGame start =
      module.start(complete_params(module.info(), params).value(), module.info().seats_min).value();
  const auto checked = check_profit(start, 1);
  EXPECT_TRUE(checked) << checked.error().about;
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedScripts, testing::ValuesIn(sources::all_scripts()),
                         [](const auto& at) {
                           std::string name = at.param.substr(0, at.param.find('.'));
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace fairdeal::rules
