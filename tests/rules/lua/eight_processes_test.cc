#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/lua/interpreter.h"
#include "tests/rules/lua/answers.h"

/// A script's answers do not depend on the process that asks it.
namespace fairdeal::rules {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Whole games that the third audit found, each in states up to its end.
TEST(HostileScriptsOfGames, OfTheThirdAuditAreAnswered) {
  for (const char* name : {"coin2.lua", "slow.lua", "endless.lua"}) {
    const auto game = Interpreter::load(
        name, text_of(std::string(FD_SOURCE_DIR "/tests/rules/lua/cases/") + name));
    ASSERT_TRUE(game) << game.error().about;
    for (int n = 0; n < 9; ++n) {
      const std::vector<Json> arguments{
          Json{{"n", n}, {"turn", 1}, {"seats", 2}},
          Json{{"type", "moved"}, {"seat", 1}, {"move", "go"}},
      };
      const auto said = (*game)->call("after", arguments);
      note_answer(std::string(name) + " " + std::to_string(n),
                  (said ? rules::text(*said) : said.error().about) + " " +
                      std::to_string((*game)->fuel_used()));
    }
  }
}

/// Each process has its own addresses, and had its own seed of Lua's hashes: what was refused in
/// one of them and not in another convicted an honest seat.
TEST(EightProcesses, AreAnsweredAlikeByEveryHostileScript) {
  const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
  const auto folder = std::filesystem::temp_directory_path() /
                      ("fairdeal-answers-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directory(folder);
  std::set<std::string> answers;
  for (int process = 0; process < 8; ++process) {
    const auto file = (folder / std::to_string(process)).string();
    const std::string command = "FD_ANSWERS='" + file + "' '" + self +
                                "' '--gtest_filter=*HostileScripts*' >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    answers.insert(text_of(file));
  }
  std::filesystem::remove_all(folder);
  EXPECT_EQ(answers.size(), 1U);
  EXPECT_NE(answers.begin()->find("coin2.lua 8: "), std::string::npos);
}

/// Another Lua on the machine changes nothing.
TEST(StaticLua, IsNotThatOfTheMachine) {
  std::ifstream maps("/proc/self/maps");
  const std::string mapped{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_EQ(mapped.find("liblua"), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::rules
