#include <algorithm>
#include <map>
#include <sstream>

#include "tests/e2e/process.h"
#include "tests/shipped_script.h"

/// Games as scripts: `fairdeal play FILE.lua`, `fairdeal rules … FILE.lua`.
namespace fairdeal::e2e {
namespace {

class Scripts : public E2e {
 protected:
  std::string script(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return folder_ / name;
  }
  static std::string shipped(const std::string& name) { return sources::shipped_script(name); }
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
    const auto ended = run({"rules", "test", shipped(name), "--playouts", "1"});
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

std::string case_of(const std::string& path) { return read_file(FD_SOURCE_DIR "/tests/" + path); }

/// Returns a game of two seats, each of which says "good" or "bad"; the rules fail at "bad".
std::string small_game(const std::string& name, const std::string& more) {
  return "return {name = '" + name + "', seats = 2, " + more +
         "start = function() return {n = 0} end,\n"
         "wants = function(s) if s.n == 2 then return {} end\n"
         "  return {{type = 'move', seats = {s.n + 1}}} end,\n"
         "legal = function() return {'bad', 'good'} end,\n"
         "after = function(s, e) if e.move == 'bad' then error('no') end s.n = s.n + 1 return s "
         "end,\n"
         "result = function(s) if s.n == 2 then return {0, 0} end end}\n";
}

/// A hint is judged when the script is loaded, and not when a page draws the game.
TEST_F(Scripts, A72_WhoseHintCannotBeUsedSaySoWhenTheyAreLoaded) {
  for (const char* hint :
       {"5", "'grid'", "{}", "{track = 5}", "{grid = 'x'}", "{cards = {seats = {layout = 7}}}",
        "{grid = {rows = 3, columns = 3, cells = 'board'}}", "{moves = {order = 5}}"}) {
    const auto file =
        script("hinted.lua", small_game("hinted", "hint = " + std::string(hint) + ", "));
    const std::vector<std::vector<std::string>> commands{{"games", "add", file},
                                                         {"games", "show", "hinted"},
                                                         {"games", "sign", file},
                                                         {"rules", "record", file},
                                                         {"play", "hinted"}};
    for (const auto& command : commands) {
      const auto ended = run(command, "good\n");
      EXPECT_NE(ended.err.find("The hint of hinted cannot be used ("), std::string::npos)
          << hint << " " << command[0] << ": " << ended.err;
    }
    const auto tested = run({"rules", "test", file});
    EXPECT_NE(tested.err.find("The hint of hinted cannot be used ("), std::string::npos);
    EXPECT_NE(tested.code, 0) << "it is a law, too";
    fs::remove(file + ".sig");
    EXPECT_EQ(run({"games", "remove", "hinted"}).code, 0);
  }
  const auto file = script("plain.lua", small_game("plain", ""));
  EXPECT_EQ(run({"games", "add", file}).err.find("hint"), std::string::npos);
}

TEST_F(Scripts, A71_ABotAtWhoseMoveTheRulesFailPlaysItsNextBestOne) {
  for (const char* bot : {"return 'bad'", "error('no idea')", "return 'ugly'", "return {1, {2}}"}) {
    const auto file =
        script("bots.lua", small_game("bots", "bot = function() " + std::string(bot) + " end, "));
    for (const char* seed : {"1", "2", "3"}) {
      const auto ended = run({"play", file, "--seed", seed}, "good\n");
      EXPECT_EQ(ended.code, 0) << bot << ended.err;
      EXPECT_NE(ended.err.find("bot 1: \"good\""), std::string::npos) << bot << ended.err;
    }
  }
}

constexpr const char* kFailed =
    "The rules of asks failed at this move, so it was not made. No "
    "player is to blame: choose another move.";

/// As the bot's program does, the person's asks again: "bad" fails by itself, and where it leads to
/// a want that nobody can fulfil. A move that the game makes for the person is no other.
TEST_F(Scripts, A71_APersonAtWhoseMoveTheRulesFailIsAskedAgain) {
  const std::string fails = "error('no')";
  for (const std::string instead : {"error('no')", "while true do end", "s.n = 9"})
    for (const char* more : {"", "obvious = function() return 'bad' end, "}) {
      std::string text = small_game("asks", more);
      text.replace(text.find(fails), fails.size(), instead);
      const std::string wants = "wants = function(s) ";
      text.insert(text.find(wants) + wants.size(),
                  "if s.n > 2 then return {{type = 'show', slot = 7}} end ");
      const auto file = script("asks.lua", text);
      const auto ended = run({"play", file, "--seed", "1"}, "bad\ngood\n");
      EXPECT_EQ(ended.code, 0) << instead << more << ended.err;
      EXPECT_NE(ended.err.find(kFailed), std::string::npos) << instead << ended.err;
      EXPECT_NE(ended.err.find("You: \"good\""), std::string::npos) << instead << ended.err;
      EXPECT_EQ(ended.err.find("You: bad"), std::string::npos) << instead << ended.err;
      const auto lines = run({"play", file, "--seed", "1", "--json-lines"},
                             "{\"v\":1,\"line\":\"bad\"}\n{\"v\":1,\"line\":\"good\"}\n");
      EXPECT_EQ(lines.code, 0) << instead << more << lines.err;
      EXPECT_NE(lines.out.find(kFailed), std::string::npos) << instead << lines.out;
    }
}

/// "no" and "start" are words of a host at a table, and nobody's before bots.
TEST_F(Scripts, NameMovesByWordsThatOnlyATableKnows) {
  std::string text = small_game("asks", "");
  const std::string both = "{'bad', 'good'}";
  text.replace(text.find(both), both.size(), "{'no', 'start'}");
  for (const std::string move : {"no", "start"}) {
    const auto ended = run({"play", script("asks.lua", text), "--seed", "1"}, move + "\n");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("You: \"" + move + "\""), std::string::npos) << ended.err;
  }
}

TEST_F(Scripts, A71_APersonWhoHasNoOtherMoveLearnsThatTheMatchBreaksOff) {
  std::string text = small_game("asks", "");
  const std::string both = "{'bad', 'good'}";
  text.replace(text.find(both), both.size(), "{'bad'}");
  const auto ended = run({"play", script("asks.lua", text), "--seed", "1"}, "bad\n");
  EXPECT_EQ(ended.code, 12) << ended.err;
  EXPECT_NE(ended.err.find("The match broke off"), std::string::npos) << ended.err;
}

TEST_F(Scripts, A73_AreMarkedOnAPageAndGamesOfTheProgramAreNot) {
  const auto file = script("plain.lua", small_game("plain", ""));
  const auto says = [&](const std::string& game) {
    return run({"play", game, "--json-lines"}, "{\"v\":1,\"line\":\"1\"}\n").out;
  };
  EXPECT_NE(says(file).find("\"script\":true"), std::string::npos);
  for (const char* ours : {"odds-and-evens", "mia"})  // compiled, and a script
    EXPECT_NE(says(ours).find("\"script\":false"), std::string::npos) << ours;
}

TEST_F(Scripts, ABidHasTheNumberThatWasTyped) {
  const auto file = script("bid.lua", case_of("rules/lua/found/bid.lua"));
  for (const char* typed : {"bid 3\n", "3\n"}) {
    const auto ended = run({"play", file, "--seed", "1"}, typed);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("You: \"bid 3 of 10 tricks\""), std::string::npos) << ended.err;
  }
  const auto refused = run({"play", file, "--seed", "1"}, "bid 11\n");
  EXPECT_NE(refused.err.find("from 0"), std::string::npos) << refused.err;
}

/// Findings of an audit, as people meet them: each command ends by itself, with the reason.
TEST_F(Scripts, OfTheThirdAuditAreRefusedOrPlayedInWords) {
  const auto test = [&](const std::string& name) {
    return run({"rules", "test", script(name, case_of("rules/lua/cases/" + name))});
  };
  EXPECT_NE(test("endless.lua").out.find("2,000 events in a row"), std::string::npos);
  for (const auto& [name, why] :
       std::map<std::string, std::string>{{"slow.lua", "it takes more than 1,000,000 instructions"},
                                          {"coin2.lua", "a table is too large"}}) {
    const auto file = script(name, case_of("rules/lua/cases/" + name));
    const auto ended = run({"play", file, "--seed", "1"}, "go\ngo\ngo\ngo\ngo\n");
    EXPECT_EQ(ended.code, 12) << ended.err;
    EXPECT_NE(ended.err.find("in after(): " + why), std::string::npos) << ended.err;
  }
  std::string sly = case_of("rules/lua/cases/coin2.lua");
  sly.replace(sly.find("\"1\""), 3, "\"1, signed by Ann\"");
  run_refused({"play", script("trick.lua", sly)}, 2, "bad_script");
}

TEST_F(Scripts, ThatAreKeptAreFoundByASlipOfTheirName) {
  ASSERT_EQ(run({"games", "add", script("own.lua", small_game("own-whist", ""))}).code, 0);
  const std::vector<std::vector<std::string>> commands{
      {"games", "show", "own-whits"}, {"games", "remove", "own-whits"}, {"play", "own-whits"},
      {"host", "own-whits"},          {"rules", "test", "own-whits"},   {"games", "own-whits"}};
  for (const auto& command : commands) {
    const auto ended = run(command);
    EXPECT_NE(ended.code, 0);
    EXPECT_NE(ended.err.find("Did you mean own-whist?"), std::string::npos)
        << command[0] << ": " << ended.err;
  }
  const auto says = [&](const std::vector<std::string>& command, const std::string& words) {
    const auto ended = run(command);
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  };
  says({"games", "shwo"}, "Is it fairdeal games show?");
  says({"host", "skull", "--seed", "3"}, "Is it --bot-seed?");
  says({"host", "skull", "--seat", "3"}, "Is it --seats?");
  says({"--data", "d", "host", "skull"}, "Write options behind it: fairdeal host --data");
  says({"rules", "tset", "skull"}, "Is it fairdeal rules test?");
  says({"rules", "skull"}, "fairdeal games skull tells the rules");
  says({"contacts", "renme", "a", "b"}, "Is it fairdeal contacts rename?");
  says(
      {"play", "holdem", "--bot", "smple"},
      "smple is none of random, simple, easy, normal, hard, ranges, ismcts (did you mean simple?)");
  says({"host", "skull", "--admit", "nobody"}, "nobody is none of invited, ask, known, open.");
  says({"play", "holdem", "--params", R"({"stak":5})"}, "did you mean 'stack'?");
  EXPECT_NE(run({"games", "show", "skull"}).err.find("It is built in: fairdeal games skull"),
            std::string::npos);
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

/// The question stands there until it is answered, and nothing is answered for the person before.
TEST_F(JsonLines, A73_AskOnceWhetherTheGameMayAnswer) {
  std::string text = case_of("e2e/scripts/leak2.lua");
  text.replace(text.find("return {\n"), 9,
               "return {\n  secrets = {dealt_to = 'one', shuffled_by = 'all', answers = true},\n");
  write_file(folder_ / "leak2.lua", text);
  for (const std::string typed : {"", "answers yes", "answers no"}) {
    Process play({"play", folder_ / "leak2.lua", "--seed", "1", "--json-lines"}, environment_);
    if (!typed.empty()) play.type("{\"v\":1,\"line\":\"" + typed + "\"}\n");
    for (int i = 0; i < 2; ++i) play.type("{\"v\":1,\"line\":\"ready at table 0\"}\n");
    play.end_input();
    Json last;
    std::string lines;
    for (const Json& one : documents(play.end().out)) {
      if (one.contains("state")) last = one["state"];
      if (one.contains("lines")) lines += one["lines"].dump();
    }
    const bool stands =
        last.at("question") ==
        "May this game answer for you by what you alone know? answers yes, answers no";
    EXPECT_EQ(stands, typed.empty()) << last.at("question");
    EXPECT_EQ(last.at("answers").size(), typed.empty() ? 2U : 0U);
    EXPECT_NE(lines.find("This game can answer for you"), std::string::npos) << "told as well";
    const bool answered =
        lines.find("This game answered for you, by what you alone know") != std::string::npos;
    EXPECT_EQ(answered, typed == "answers yes") << lines;
  }
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
