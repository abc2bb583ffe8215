#include <algorithm>
#include <sstream>

#include "tests/e2e/process.h"

/// Games as scripts: `fairdeal play FILE.lua`, `fairdeal rules … FILE.lua`.
namespace fairdeal::e2e {
namespace {

class Scripts : public E2e {
 protected:
  std::string script(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return folder_ / name;
  }
  static std::string shipped(const std::string& name) {
    return std::string(FD_SOURCE_DIR "/games/") + name;
  }
};

TEST_F(Scripts, ArePlayedAgainstBots) {
  Process play({"play", shipped("tic-tac-toe.lua"), "--seed", "1"}, environment_);
  for (const char* cell : {"0\n", "1\n", "2\n", "3\n", "4\n", "5\n", "6\n", "7\n", "8\n"})
    play.type(cell);
  play.end_input();
  const Ended ended = play.end();
  EXPECT_NE(ended.err.find("Your move"), std::string::npos) << ended.err;
  EXPECT_TRUE(ended.code == 0 || ended.err.find("The input ended") != std::string::npos)
      << ended.err;
}

TEST_F(Scripts, AreTestedByTheLaws) {
  for (const char* name : {"tic-tac-toe.lua", "pig.lua", "higher.lua"}) {
    const auto ended = run({"rules", "test", shipped(name), "--playouts", "5"});
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
  }
}

TEST_F(Scripts, ThatAreNoGamesAreRefusedWithTheirLine) {
  const auto refused = [&](const std::string& text, const std::string& what) {
    const auto ended = run_refused({"rules", "test", script("bad.lua", text)}, 2, "bad_script");
    EXPECT_NE(ended.out.find(what), std::string::npos) << ended.out;
  };
  refused("return {}", "bad.lua: the module has no function start");
  refused("local x = 1\nlocal y = x / 2\nreturn {}", "bad.lua, line 2: numbers are integers here");
  refused("while true do end", "bad.lua:1: it takes more than 1,000,000 instructions");
  refused("return {name = 'chess', start = pairs, wants = pairs, after = pairs, result = pairs}",
          "there is a game 'chess' already");
  refused("\x1bLuaR", "bad.lua");
  run_refused({"rules", "test", folder_ / "none.lua"}, 2, "storage");
  run_refused({"play", folder_.path.string() + ".lua"}, 2, "storage");
}

TEST_F(Scripts, ThatFailInAMatchEndItWithTheirLine) {
  const auto ended = run({"play",
                          script("fails.lua",
                                 "return {name = 'fails', seats = 1, chance = true, "
                                 "bounds = {0, 0},\n"
                                 "start = function() return {} end,\n"
                                 "wants = function() return {{type = 'roll', dice = {{min = "
                                 "1, max = 6}}}} end,\n"
                                 "result = function() end,\n"
                                 "after = function() error('no') end}"),
                          "--seats", "1"});
  EXPECT_NE(ended.code, 0);
  EXPECT_NE(ended.err.find("in after(): fails.lua:5: no"), std::string::npos) << ended.err;
}

class JsonLines : public E2e {
 protected:
  /// Returns the lines of standard output, each of which must be a document.
  static std::vector<Json> documents(const std::string& out) {
    std::vector<Json> list;
    std::istringstream in(out);
    for (std::string line; std::getline(in, line);) list.push_back(Json::parse(line));
    return list;
  }
};

TEST_F(JsonLines, LetAProgramPlayByTheMessagesOfAPage) {
  Process play({"play", "tic-tac-toe", "--seed", "1", "--json-lines"}, environment_);
  for (int cell = 0; cell < 9; ++cell)
    play.type("{\"v\":1,\"line\":\"" + std::to_string(cell) + "\"}\n");
  play.end_input();
  const Ended ended = play.end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  const auto said = documents(ended.out);
  ASSERT_GT(said.size(), 3u);
  EXPECT_EQ(said.front().at("state").at("phase"), "playing");
  EXPECT_TRUE(said.back().contains("result"));
  const auto over = std::ranges::find_if(said, [](const Json& one) {
    return one.contains("state") && one["state"].at("phase") == "ended";
  });
  ASSERT_NE(over, said.end());
  EXPECT_EQ(over->at("state").at("result").at("json"), said.back()["result"]);
}

TEST_F(JsonLines, RefuseWhatIsNoMessage) {
  Process play({"play", "tic-tac-toe", "--json-lines"}, environment_);
  play.type("hello\n{\"v\":1,\"step\":1,\"move\":77}\n" + std::string(5000, 'x') + "\n");
  play.end_input();
  const Ended ended = play.end();
  EXPECT_EQ(ended.code, 2);
  const auto said = documents(ended.out);
  EXPECT_EQ(said.back().at("error").at("code"), "no_input");
  const auto has = [&](const std::string& words) {
    return std::ranges::any_of(
        said, [&](const Json& one) { return one.dump().find(words) != std::string::npos; });
  };
  EXPECT_TRUE(has("That line is no message of a page"));
  EXPECT_TRUE(has("That is no legal move"));
  EXPECT_TRUE(has("That line is too long"));
}

}  // namespace
}  // namespace fairdeal::e2e
