// The digests of games that no list has: libraries, and games that were built in from a folder.
#include "runtime/state/rules_digest.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "rules/lua/script.h"
#include "rules/recording.h"

namespace fairdeal::state {
namespace {

using rules::Module;

/// The game in which two seats count in turn to `goal`; `after` and `legal` may say otherwise.
std::string counting(const std::string& goal, const std::string& after = "",
                     const std::string& legal = "return {1, 2}") {
  return "return {name = 'counting', zero_sum = false, chance = true,\n"
         "start = function() return {n = 0, turn = 1} end,\n"
         "wants = function(s)\n"
         "  if s.n >= " +
         goal +
         " then return {} end\n"
         "  return {{type = 'move', seats = {s.turn}}}\n"
         "end,\n"
         "legal = function(s) " +
         legal +
         " end,\n"
         "after = function(s, e)\n" +
         after +
         "\n  s.n = s.n + e.move; s.turn = 3 - s.turn; return s end,\n"
         "result = function(s) return s.n >= " +
         goal + " and {0, 0} or nil end}\n";
}

/// Returns a module that is no script for whoever asks.
Module compiled(const std::string& text) {
  Module module = rules::module_of_script(rules::Script::load("counting.lua", text).value());
  module.script.clear();
  return module;
}

std::string digest_of_text(const std::string& text) { return rules_digest(compiled(text)).hex(); }

TEST(RulesDigest, OfAnUnlistedGameIsThatOfItsRules) {
  const std::string ten = digest_of_text(counting("10"));
  EXPECT_EQ(digest_of_text(counting("10")), ten);
  EXPECT_NE(digest_of_text(counting("11")), ten);
  EXPECT_NE(digest_of_text(counting("10", "", "return {1, 3}")), ten);
}

TEST(RulesDigest, OfARegisteredGameIsRecordedOnce) {
  Module module = compiled(counting("12"));
  std::size_t starts = 0;
  module.start = [&starts, start = module.start](const rules::Json& params, std::size_t seats) {
    ++starts;
    return start(params, seats);
  };
  const auto added = rules::add_module(std::move(module));
  ASSERT_TRUE(added);
  const auto digest = rules_digest(**added);
  const std::size_t after_first = starts;
  EXPECT_GT(after_first, 0U);
  EXPECT_EQ(rules_digest(**added), digest);
  EXPECT_EQ(starts, after_first);
}

TEST(RulesDigest, IsThereWhateverTheRulesDo) {
  const std::string fails = counting("10", "if s.n > 4 then error('a fault') end");
  EXPECT_EQ(digest_of_text(fails), digest_of_text(fails));
  EXPECT_NE(digest_of_text(fails), digest_of_text(counting("10")));
  const auto record = [](const Module& module) { return rules::recorded_rules(module); };
  const auto has = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
  };
  EXPECT_TRUE(has(record(compiled(fails)), "\"broke_off\"")) << record(compiled(fails));
  const std::string stuck = record(compiled(counting("10", "", "return s.n < 4 and {1, 2} or {}")));
  EXPECT_TRUE(has(stuck, "\"broke_off\"")) << stuck;
  Module throws = compiled(counting("10"));
  throws.start = [](const rules::Json&, std::size_t) -> Result<rules::AnyGame> {
    throw std::runtime_error("from a library");
  };
  EXPECT_EQ(record(throws), "rules\n");
}

TEST(RulesDigest, OfAGameWithoutAnEndIsThatOfItsBeginning) {
  const std::string endless = rules::recorded_rules(compiled(counting("1000000000")));
  EXPECT_NE(endless.find("\"broke_off\":\"long\""), std::string::npos);
  const std::string rolls =
      "return {name = 'counting', chance = true, zero_sum = false,\n"
      "start = function() return {n = 0} end,\n"
      "wants = function() return {{type = 'roll', dice = {{min = 1, max = 6}}}} end,\n"
      "legal = function() return {} end,\n"
      "after = function(s) s.n = s.n + 1; return s end,\n"
      "result = function() return nil end}\n";
  EXPECT_NE(rules::recorded_rules(compiled(rolls)).find("\"broke_off\""), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::state
