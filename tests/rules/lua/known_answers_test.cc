#include "rules/lua/known_answers.h"

#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "rules/lua/interpreter.h"

/// The model by which scripts are counted (docs/modules.md#what-is-counted): what is known of it
/// holds in this program, whatever machine, word and sanitizer it has.
namespace fairdeal::rules {

void PrintTo(const KnownAnswer& known, std::ostream* out) { *out << known.name; }

namespace {

class KnownAnswers : public testing::TestWithParam<KnownAnswer> {};

/// Returns the greatest n that is answered, for the message of a test that fails.
std::int64_t limit_of(const KnownAnswer& known) {
  std::int64_t fits = 0, fails = std::int64_t{1} << 20;
  while (fails - fits > 1) {
    const std::int64_t n = fits + (fails - fits) / 2;
    (answer_to(known, n).starts_with("in ") ? fails : fits) = n;
  }
  return fits;
}

TEST_P(KnownAnswers, HoldWithinOneOfTheLimit) {
  const KnownAnswer& known = GetParam();
  const std::string said = answer_to(known, known.n);
  const bool holds = said == std::string(known.value) + " " + std::to_string(known.fuel) &&
                     (*known.beyond == '\0' ||
                      answer_to(known, known.n + 1).find(known.beyond) != std::string::npos);
  if (holds) return;
  const std::int64_t limit = *known.beyond == '\0' ? known.n : limit_of(known);
  ADD_FAILURE() << "LIMIT " << known.name << " " << limit << " " << answer_to(known, limit)
                << "; beyond: " << answer_to(known, limit + 1);
}

INSTANTIATE_TEST_SUITE_P(All, KnownAnswers, testing::ValuesIn(known_answers()),
                         [](const auto& at) { return std::string(at.param.name); });

/// As the program asks them before its first script: in one interpreter, one after another.
TEST(KnownAnswersTest, DoNotDependOnEarlierCalls) {
  EXPECT_EQ(wrong_answer(true), "");
  EXPECT_EQ(wrong_answer(false), "");
}

TEST(KnownAnswersTest, TenAreAskedAtTheStart) {
  EXPECT_EQ(std::ranges::count_if(known_answers(), &KnownAnswer::at_start), 10);
}

}  // namespace
}  // namespace fairdeal::rules
