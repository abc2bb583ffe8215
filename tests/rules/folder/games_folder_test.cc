#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/laws.h"
#include "rules/lua/script.h"

/// A folder of games that is built in, as -DFAIRDEAL_GAMES=FOLDER does: tests/CMakeLists.txt fills
/// it.
namespace fairdeal::rules {
namespace {

TEST(GamesOfAFolder, AreFoundAsOurOwnAre) {
  EXPECT_EQ(modules().back().info().name, "new-game");
  EXPECT_TRUE(find_module("chess"));
  const auto module = find_module("new-game");
  ASSERT_TRUE(module);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto report = check_laws(**module, Json::object(), 2, seed);
    EXPECT_FALSE(report.broken) << *report.broken;
  }
}

class ScriptsOfAFolder : public testing::Test {
 protected:
  void SetUp() override {
    use_scripts({[](const std::string& name, const std::string& text) -> Result<Module> {
                   loaded_.push_back(name);
                   FD_TRY(auto script, Script::load(name, text));
                   return module_of_script(std::move(script));
                 },
                 {}});
    loaded_.clear();
  }
  static inline std::vector<std::string> loaded_;
};

TEST_F(ScriptsOfAFolder, AreLoadedWhenTheyAreNamedAndOnce) {
  EXPECT_TRUE(find_module("chess"));
  EXPECT_FALSE(find_module("no-such-game"));
  EXPECT_TRUE(modules_called("holdem").size() == 1);
  EXPECT_TRUE(loaded_.empty());
  const auto skull = find_module("skull");
  ASSERT_TRUE(skull) << skull.error().about;
  EXPECT_EQ((*skull)->info().name, "skull");
  EXPECT_EQ(*find_module("skull"), *skull);
  EXPECT_EQ(modules_called("skull"), std::vector{*skull});
  EXPECT_EQ(loaded_, std::vector<std::string>{"skull.lua"});
  const auto report = check_laws(**skull, Json::object(), (*skull)->info().seats_min, 1);
  EXPECT_FALSE(report.broken) << *report.broken;
}

TEST_F(ScriptsOfAFolder, AreTheirFilesByteByByte) {
  std::ifstream file(FD_SOURCE_DIR "/games/skull/skull.lua");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE((*find_module("skull"))->script == text);
  EXPECT_EQ(scripts_of_folder().size(), 4U);  // without fairdeal.d.lua, which is for editors
}

TEST_F(ScriptsOfAFolder, ThatAreNoGamesAreToldInWords) {
  const auto broken = find_module("broken");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().fault, Fault::unknown_module);
  EXPECT_NE(broken.error().about.find("broken.lua"), std::string::npos) << broken.error().about;
  const auto misnamed = find_module("misnamed");
  ASSERT_FALSE(misnamed);
  EXPECT_NE(misnamed.error().about.find("calls its game 'another'"), std::string::npos)
      << misnamed.error().about;
  EXPECT_FALSE(find_module("another"));
  std::vector<std::string> failed;
  EXPECT_EQ(script_modules(&failed).size(), 2U);
  EXPECT_EQ(failed.size(), 2U);
}

TEST_F(ScriptsOfAFolder, GiveWayToAFileOfTheSameName) {
  const std::string text((*find_module("mia"))->script);
  const auto changed = add_script("mia.lua", text + "\n");
  ASSERT_TRUE(changed) << changed.error().about;
  EXPECT_EQ(*find_module("mia"), *changed);
  EXPECT_EQ(modules_called("mia").size(), 2U);
  const auto same = add_script("mia.lua", text);
  ASSERT_TRUE(same);
  EXPECT_TRUE((*same)->script == text);
}

}  // namespace
}  // namespace fairdeal::rules
