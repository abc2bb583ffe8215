#include "rules/cases.h"

#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "tests/shipped_script.h"

/// Files of cases: what they may say, and what is told of a case that does not hold.
namespace fairdeal::rules {
namespace {

/// Returns what is wrong with a file, or with its first case; "": nothing.
std::string wrong_with(const std::string& text) {
  const auto file = read_cases(text);
  if (!file) return file.error().about;
  const auto module = find_module(file->games.front());
  const auto held = run_case(*module.value(), file->cases.front());
  return held ? "" : held.error().about;
}

TEST(Cases, ThatHoldAreSaidToHold) {
  EXPECT_EQ(wrong_with("# A comment.\ngame kuhn\n\ncase a king wins\ncards 1: 2\ncards 2: 0\n"
                       "move 1: bet\nturn 2\nmove 2: bet\nover\nresult 2 -2\n"),
            "");
  EXPECT_EQ(wrong_with("game tic-tac-toe\ncase x\nmove 1: 4\nrefuses 2: 4\nlegal 2: 0 | 1 | 2 | 3 "
                       "| 5 | 6 | 7 | 8\nstate /board \"____X____\"\n"),
            "");
  EXPECT_EQ(wrong_with("game pig\ncase x\ndice 4 1\nmove 1: roll\nmove 1: roll\nscores 0 0\n"), "");
  EXPECT_EQ(wrong_with("game odds-and-evens\ncase x\nturn 1 2\nmove 1: 1 | 2: 2\nresult -1 1\n"),
            "");
}

TEST(Cases, ThatDoNotHoldNameTheLineAndWhatIsThere) {
  const std::string kuhn =
      "game kuhn\ncase x\ncards 1: 2\ncards 2: 0\nmove 1: pass\nmove 2: pass\n";
  EXPECT_EQ(wrong_with(kuhn + "result 2 -2\n"), "line 7: it is 1 -1, and not 2 -2");
  EXPECT_EQ(wrong_with(kuhn + "move 1: bet\n"), "line 7: the match is over");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nmove 2: bet\n"), "line 3: asked is 1");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nmove 1: jump\n").substr(0, 8), "line 3: ");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nrefuses 1: bet\n"), "line 3: the rules allow 'bet'");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nlegal 1: bet\n"),
            "line 3: the legal moves are bet | pass");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nover\n"), "line 3: asked is 1");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nstate /dealt 7\n"), "line 3: /dealt is 2");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nstate /none 7\n"), "line 3: there is no /none");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\ncards 1: 2\ncards 2: 2\nturn 1\n"),
            "line 5: it is , and not 1");
  EXPECT_EQ(wrong_with("game pig\ncase x\nmove 1: roll\nmove 1: roll\n"),
            "line 4: dice are rolled, and the case has no more");
}

TEST(Cases, ReadANumberAsTheMoveWhereMovesAreNumbers) {
  // The first seat has thirteen moves, the slots 0 to 12.
  const std::string hearts = "game hearts\ncase x\nparams {\"passing\": false}\n";
  EXPECT_EQ(wrong_with(hearts + "refuses 1: 13\n"), "");
  EXPECT_EQ(wrong_with(hearts + "move 1: 13\n"), "line 4: '13' is no move now");
  EXPECT_EQ(wrong_with(hearts + "move 1: 12\nstate /plays/0/0 12\n"), "");
  // The moves of kuhn are words, so a number is a place in their list.
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nrefuses 1: 1\n"), "line 3: the rules allow '1'");
}

TEST(Cases, OfAFileThatCannotBeReadNameTheLine) {
  EXPECT_EQ(wrong_with("game kuhn\ncase x\njump 1\n"), "line 3: there is no 'jump'");
  EXPECT_EQ(wrong_with("game kuhn\nmove 1: bet\n"),
            "line 2: a case begins with its name: case NAME");
  EXPECT_EQ(wrong_with("game kuhn\ncase\n"), "line 2: a case has a name: what it shows");
  EXPECT_EQ(wrong_with("case x\nturn 1\n"), "line 1: a file names its game: game NAME");
  EXPECT_EQ(wrong_with("game kuhn\n"), "line 1: there is no case");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\n"),
            "line 2: the case makes no move and expects nothing");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nseats many\nturn 1\n"), "line 3: seats is a number");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\nparams {\nturn 1\n"), "line 3: params is JSON");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\ncards 1: Zz\nturn 1\n"),
            "line 3: 'Zz' is no card: As, or the number of a face");
  EXPECT_EQ(wrong_with("game kuhn\ncase x\ndice six\nturn 1\n"), "line 3: 'six' is no number");
}

/// Returns the games for which a file of the tree has at least ten cases.
std::set<std::string> games_with_cases() {
  std::set<std::string> games;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(FD_SOURCE_DIR "/games")) {
    if (entry.path().extension() != ".test") continue;
    std::ifstream in(entry.path());
    const auto file = read_cases(std::string(std::istreambuf_iterator<char>(in), {}));
    EXPECT_TRUE(file) << entry.path() << ": " << (file ? "" : file.error().about);
    if (file && file->cases.size() >= 10) games.insert(file->games.begin(), file->games.end());
  }
  return games;
}

TEST(Cases, OfEachGameThatIsShippedAreAtLeastTen) {
  const auto games = games_with_cases();
  for (const Module& module : modules()) {
    const GameInfo& info = module.info();
    if (info.shelf == "reference") continue;  // games of other systems, kept to compare with
    EXPECT_TRUE(games.contains(info.name)) << info.name;
  }
  for (const std::string& script : sources::shipped_scripts())
    EXPECT_TRUE(games.contains(script)) << script;
}

}  // namespace
}  // namespace fairdeal::rules
