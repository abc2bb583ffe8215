#include "rules/lua/known_answers.h"

#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "rules/lua/interpreter.h"

/// The model by which scripts are counted (docs/modules.md#the-count): what is known of it
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

/// Charters name the interpreter, so two programs with other answers must not give it one name.
TEST(KnownAnswersTest, AnotherAnswerIsAnotherVersionOfTheInterpreter) {
  std::uint64_t sum = 14'695'981'039'346'656'037U;  // FNV-1a
  const auto add = [&](const std::string& text) {
    for (const char c : text + "\n")
      sum = (sum ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  };
  for (const KnownAnswer& known : known_answers())
    for (const std::string& part : {std::string(known.body), std::to_string(known.n),
                                    std::string(known.value), std::to_string(known.fuel)})
      add(part);
  EXPECT_EQ(std::string(kScriptInterpreter) + " " + std::to_string(sum),
            "Lua 5.4.4, model 2 3570484568032755724")
      << "A known answer has changed: raise the model's number in rules/script_interpreter.h, and "
         "write the new sum here.";
}

}  // namespace
}  // namespace fairdeal::rules
