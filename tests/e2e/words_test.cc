#include <algorithm>
#include <csignal>
#include <fstream>
#include <sstream>

#include "tests/e2e/process.h"

/// The program's words about itself, and to people who mistype.
namespace fairdeal::e2e {
namespace {

using Words = E2e;

TEST_F(Words, AloneItSaysTheLikelyNextCommands) {
  const auto ended = run({});
  EXPECT_EQ(ended.code, 0);
  for (const char* next : {"fairdeal play", "fairdeal host", "fairdeal join"})
    EXPECT_NE(ended.out.find(next), std::string::npos);
}

/// Returns the commands that the program lists in its help, as cmake/man-pages finds them.
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(help.find("\nSubcommands:\n")));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ") && line[2] != ' ')
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
  return names;
}

TEST_F(Words, TheHelpOfEveryCommandBeginsWithExamplesAndNamesItsOptions) {
  const auto commands = commands_in(run({"--help"}).out);
  for (const char* some : {"play", "audit", "rules", "version"})
    EXPECT_EQ(std::ranges::count(commands, some), 1) << some;
  for (const std::string& command : commands) {
    SCOPED_TRACE(command);
    const auto ended = run({command, "--help"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_TRUE(ended.out.starts_with("Examples:\n  fairdeal " + command)) << ended.out;
    EXPECT_NE(ended.out.find("--help"), std::string::npos);
    EXPECT_TRUE(ended.err.empty()) << ended.err;
  }
}

TEST_F(Words, WhatOthersMadeIsNamedWithItsLicence) {
  const auto plain = run({"version", "--licences"});
  EXPECT_EQ(plain.code, 0);
  EXPECT_TRUE(plain.out.starts_with("fairdeal ")) << plain.out;
  for (const char* words : {"Electronic Frontier Foundation", "Creative Commons Attribution"})
    EXPECT_NE(plain.out.find(words), std::string::npos) << plain.out;
  const Json brief = run({"version", "--json"}).json();
  EXPECT_TRUE(brief.at("version").is_string());
  EXPECT_FALSE(brief.contains("licences"));
}

TEST_F(Words, WhatIsMistypedIsUsageWithAHint) {
  const auto command = run_refused({"jion"}, 2, "unknown_command");
  EXPECT_NE(command.json()["error"]["hint"].get<std::string>().find("join"), std::string::npos);
  const auto flag = run_refused({"demo", "--seat", "4"}, 2, "usage");
  EXPECT_NE(flag.out.find("--seats"), std::string::npos) << flag.out;
  const auto below = run_refused({"rules", "tests", "pig"}, 2, "usage");
  EXPECT_NE(below.out.find("There is no 'rules tests'."), std::string::npos) << below.out;
  EXPECT_NE(below.out.find("fairdeal rules test?"), std::string::npos) << below.out;
  run_refused({"--sets"}, 2, "usage");
  run_refused({"host"}, 2, "usage");
  run_refused({"tables", "--wait", "0"}, 2, "usage");
  run_refused({"join"}, 2, "no_table_named");
  run_refused({"demo", "--seats", "four"}, 2, "usage");
  const auto plain = run({"jion"});
  EXPECT_EQ(plain.code, 2);
  EXPECT_TRUE(plain.out.empty()) << "standard output is for results";
  EXPECT_TRUE(plain.err.starts_with("fairdeal: ")) << plain.err;
}

/// Anybody with a link can sit down by it, so no message repeats one.
TEST_F(Words, AnOptionThatIsUnknownIsBlamedAndNotTheLinkBesideIt) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"join", "--name", "Bob", "fairdeal:1/secret"},
        {"join", "fairdeal:1/secret", "fairdeal:1/secret"}}) {
    const auto ended = run_refused(words, 2, "usage");
    EXPECT_EQ(ended.out.find("secret"), std::string::npos) << ended.out;
    const bool blames = ended.out.find("Is it --nickname?") != std::string::npos;
    EXPECT_EQ(blames, words[1] == "--name") << ended.out;
  }
}

TEST_F(Words, GamesAreListedWithTheirParameters) {
  const auto all = run({"games", "--json"});
  EXPECT_EQ(all.code, 0);
  EXPECT_GE(all.json().at("games").size(), 6U);
  const auto one = run({"games", "holdem", "--json"});
  EXPECT_EQ(one.json().at("params").at("stack").at("default"), 1000);
  const std::string list = run({"games"}).out;
  EXPECT_LT(list.find("puzzle-15"), list.find("to learn from"));
  EXPECT_LT(list.find("to learn from"), list.find("lua-pig")) << "teaching games are at the end";
  run_refused({"games", "whist"}, 2, "unknown_game");
}

/// The commands that docs/writing-a-game.md gives for its nim, for a game that is there.
TEST_F(Words, CommandsOfThePageOnWritingGamesWorkAsTheyStand) {
  std::ifstream page(FD_SOURCE_DIR "/docs/writing-a-game.md");
  std::size_t commands = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("    fairdeal ")) continue;
    std::istringstream words(line.substr(4, line.find("  ", 4) - 4));
    std::vector<std::string> arguments;
    std::string word;
    words >> word;  // fairdeal
    while (words >> word && word != ">") arguments.push_back(word == "nim" ? "tic-tac-toe" : word);
    EXPECT_EQ(run(arguments, "0\n1\n2\n3\n4\n5\n6\n7\n8\n").code, 0) << line;  // all squares
    ++commands;
  }
  EXPECT_GE(commands, 7u);
}

TEST_F(Words, AnIdentityIsMadeOnceAndKept) {
  const auto first = run({"id", "--json"}), second = run({"id", "--json"});
  EXPECT_EQ(first.code, 0);
  EXPECT_TRUE(first.json().at("new"));
  EXPECT_FALSE(second.json().at("new"));
  EXPECT_EQ(first.json().at("key"), second.json().at("key"));
  EXPECT_EQ(first.json().at("nickname"), "tester");
  const fs::path file = first.json().at("file").get<std::string>();
  EXPECT_TRUE(file.string().starts_with(folder_.path.string()));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  write_file(file, read_file(file) + "x");
  EXPECT_EQ(run({"id"}).code, 0) << "what follows the lines is nobody's";
  write_file(file, "x" + read_file(file));
  run_refused({"id"}, 2, "damaged");
}

TEST_F(Words, PlacesThatCannotBeWrittenAreSaid) {
  run_refused({"id", "--file", "/dev/null/id"}, 2, "storage");
  environment_["XDG_DATA_HOME"] = "/dev/null/data";
  run_refused({"id"}, 2, "storage");
  run_refused({"demo", "--game", "kuhn", "--seats", "2"}, 2, "storage");
  environment_["XDG_DATA_HOME"] = std::nullopt;
  environment_["HOME"] = std::nullopt;
  EXPECT_EQ(run({"games"}).code, 0);
  environment_["HOME"] = "/dev/null";
  run_refused({"id"}, 2, "storage");
}

TEST_F(Words, TheSelftestAgreesAndNamesWhatDiffers) {
  EXPECT_EQ(run({"selftest"}).code, 0);
  const fs::path vectors = fs::path(FD_SOURCE_DIR) / "tests/vectors/card-protocol.json";
  const auto good = run({"selftest", "--vectors", vectors, "--json"});
  EXPECT_EQ(good.code, 0) << good.out;
  EXPECT_TRUE(good.json().at("agree"));

  Json wrong = Json::parse(read_file(vectors));
  std::string proof = wrong.at("key").at(0).at("proof");
  proof[0] = proof[0] == '0' ? '1' : '0';
  wrong["key"][0]["proof"] = proof;
  write_file(folder_ / "wrong.json", wrong.dump());
  const auto differs = run({"selftest", "--vectors", folder_ / "wrong.json", "--json"});
  EXPECT_EQ(differs.code, 1);
  EXPECT_NE(differs.json().at("differences").at(0).get<std::string>().find("key[0]"),
            std::string::npos);

  write_file(folder_ / "none.json", "no JSON");
  run_refused({"selftest", "--vectors", folder_ / "none.json"}, 2, "not_canonical");
  run_refused({"selftest", "--vectors", folder_ / "missing.json"}, 2, "storage");
  run_refused({"selftest", "--vectors", folder_.path}, 2, "storage");
  run_refused({"selftest", "--vectors", "/dev/zero"}, 2, "too_large");
}

TEST_F(Words, TheBenchHasItsNames) {
  const auto ended = run({"bench", "cards", "--runs", "1", "--json"});
  EXPECT_EQ(ended.code, 0);
  const Json figures = ended.json();
  for (const char* name : {"shuffle", "shuffle_prove", "shuffle_verify", "key_prove", "key_verify"})
    EXPECT_GT(figures.at("microseconds").at(name), 0) << name;
  for (const char* name : {"unlock_prove", "unlock_verify"})
    for (const char* cards : {"1", "9"})
      EXPECT_GT(figures.at("microseconds").at(name).at(cards), 0) << name << cards;
  EXPECT_GT(figures.at("yardstick_us"), 0);
  EXPECT_TRUE(figures.at("bytes").is_object());
}

class Completion : public E2e, public testing::WithParamInterface<const char*> {};
TEST_P(Completion, KnowsCommandsGamesAndOptions) {
  const auto ended = run({"completion", GetParam()});
  EXPECT_EQ(ended.code, 0);
  for (const char* word : {"host", "holdem", "seats"})
    EXPECT_NE(ended.out.find(word), std::string::npos);
}
INSTANTIATE_TEST_SUITE_P(For, Completion, testing::Values("bash", "zsh", "fish"));

const std::vector<std::vector<std::string>> kPrinting{
    {"games"}, {"games", "--json"}, {"--help"}, {"completion", "bash"}, {"config"}, {}};

TEST_F(Words, AGermanLocaleHasTheRulesOfAGameInGermanAndItsJsonInEnglish) {
  const auto english = run({"games", "hearts"}).out;
  EXPECT_NE(english.find("Four players get thirteen cards each."), std::string::npos) << english;
  const auto json = run({"games", "hearts", "--json"}).out;
  for (const char* locale : {"de_DE.UTF-8", "de"}) {
    environment_["LC_ALL"] = locale;
    const auto german = run({"games", "hearts"}).out;
    for (const char* words : {"4 Plätze", "Nimm weder Herz noch die Pik-Dame", "an einem Tisch 16",
                              "Zu viert bekommt ihr je dreizehn Karten."})
      EXPECT_NE(german.find(words), std::string::npos) << german;
    EXPECT_EQ(german.find("Four players"), std::string::npos) << german;
    EXPECT_EQ(run({"games", "hearts", "--json"}).out, json);
  }
  for (const char* locale : {"C", "den_XX"}) {
    environment_["LC_ALL"] = locale;
    EXPECT_EQ(run({"games", "hearts"}).out, english) << locale;
  }
}

TEST_F(Words, AResultThatCannotBeWrittenIsAnError) {
  for (const auto& arguments : kPrinting)
    for (const Out lost : {Out::full_disk, Out::nowhere}) {
      const auto ended = run(arguments, "", lost);
      EXPECT_EQ(ended.code, 2) << testing::PrintToString(arguments);
      EXPECT_NE(ended.err.find("could not be written"), std::string::npos) << ended.err;
    }
}

TEST_F(Words, AProgramWhoseReaderLeftEndsWithoutAWordAsOthersDo) {
  for (const auto& arguments : kPrinting) {
    const auto ended = run(arguments, "", Out::closed_pipe);
    EXPECT_EQ(ended.code, 128 + SIGPIPE) << testing::PrintToString(arguments);
    EXPECT_EQ(ended.err.find("could not be written"), std::string::npos) << ended.err;
  }
}

TEST_F(Words, PlayIsPlayedWithNumbersAndNames) {
  const auto ended =
      run({"play", "tic-tac-toe", "--seed", "1", "--json"}, "no\n9\n0\n1\n2\n3\n4\n5\n6\n7\n8\n");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.json().at("result").size(), 2U);
  EXPECT_NE(ended.err.find("You cannot play 'no' now"), std::string::npos) << ended.err;
  expect_error(run({"play", "kuhn", "--json"}), 2, "no_input");
  run_refused({"play", "whist"}, 2, "unknown_module");
}

/// A number of seats that somebody chose is never another one.
TEST_F(Words, AGameOfMoreSeatsThanWereChosenIsRefusedAndItsFewestAreUsual) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"play", "hearts"},
                                                  {"host", "hearts"},
                                                  {"demo", "--game", "hearts"}}) {
    auto arguments = command;
    arguments.insert(arguments.end(), {"--seats", "2"});
    const auto refused = run_refused(arguments, 2, "bad_parameters");
    EXPECT_NE(refused.out.find("hearts seats 4 players, not 2."), std::string::npos) << refused.out;
  }
  run_refused({"play", "hearts", "--seats", "0"}, 2, "usage");
  const auto four = run({"play", "hearts", "--seed", "1"}, "nothing\n");
  EXPECT_NE(four.err.find("bot 3"), std::string::npos) << four.err;
}

TEST_F(Words, AtATableEachCommandOfTheProgramIsAnsweredAsOne) {
  const auto commands = commands_in(run({"--help"}).out);
  std::string input;
  for (const std::string& command : commands) input += command + "\nfairdeal " + command + "\n";
  const auto ended = run({"play", "tic-tac-toe", "--seed", "1"}, input + "exit\n");
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_EQ(ended.err.find("You cannot play"), std::string::npos) << ended.err;
}

TEST_F(Words, PlayHasHelpAndIsLeft) {
  const auto ended = run({"play", "tic-tac-toe", "--seed", "1"}, "help\n?\nrules\n4\nquit\n");
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_EQ(ended.err.find("You cannot play"), std::string::npos) << ended.err;
  for (const char* words : {"Type a move: its number", "You stopped.", "fairdeal resume tic-tac-"})
    EXPECT_NE(ended.err.find(words), std::string::npos) << words << "\n" << ended.err;
}

TEST_F(Words, WhoMeansAScriptOfThisFolderIsToldItsFile) {
  write_file(folder_ / "curse.lua", "");
  const auto refused = run_refused({"play", folder_ / "curse"}, 2, "unknown_module");
  EXPECT_NE(refused.out.find("Is it fairdeal play " + std::string(folder_ / "curse.lua")),
            std::string::npos)
      << refused.out;
}

TEST_F(Words, HelpIsAlsoAWord) {
  EXPECT_EQ(run({"help"}).code, 0);
  EXPECT_NE(run({"help", "play"}).out.find("--seed"), std::string::npos);
  run_refused({"help", "nothing"}, 2, "unknown_command");
  // A second command is not run beside the first, and not dropped without a word.
  run_refused({"version", "id"}, 2, "usage");
}

TEST_F(Words, GamesForPeopleComeFirstAndVariantsOnlyWithAll) {
  const std::string some = run({"games"}).out, all = run({"games", "--all"}).out;
  for (const char* heading : {"Poker\n", "Dice\n", "Cards\n", "Boards\n", "One player\n"})
    EXPECT_NE(some.find(heading), std::string::npos) << heading;
  EXPECT_EQ(some.find("tutorial-pig"), std::string::npos);
  EXPECT_NE(all.find("tutorial-pig"), std::string::npos);
}

TEST_F(Words, WhoHasNoNameIsAskedForOneAndScriptsAreNot) {
  environment_["TERM"] = "dumb";
  const std::vector<std::string> host{"host", "kuhn", "--listen", "127.0.0.1:0"};
  const auto ask = start(host, Out::terminal);
  ask->said("What shall the others call you?");
  ask->type(std::string(40, 'x') + "\n");
  ask->said("a nickname has 1 to 32 bytes");
  ask->type("Zoe\n");
  ask->said("1 of 2 are here: Zoe");
  ask->signal(SIGINT);
  ask->end();
  const auto known = start(host, Out::terminal);
  known->said("1 of 2 are here: Zoe");
  EXPECT_EQ(known->said_so_far().find("What shall"), std::string::npos);
  known->signal(SIGINT);
  known->end();
  auto nameless = host;
  nameless.insert(nameless.end(), {"--identity", folder_ / "nameless"});
  const auto silent = start(nameless, Out::terminal);
  silent->said("What shall the others call you?");
  silent->type("\n");
  silent->said("You are called tester; --nickname NAME changes it.");
  silent->signal(SIGINT);
  silent->end();
  auto elsewhere = host;
  elsewhere.insert(elsewhere.end(), {"--identity", folder_ / "other"});
  const auto script = start(elsewhere);
  script->said("1 of 2 are here: tester");
  EXPECT_EQ(script->said_so_far().find("What shall"), std::string::npos);
  script->signal(SIGINT);
  script->end();
}

TEST_F(Words, ANicknameIsChangedAndTheKeyIsNot) {
  const Json ann = run({"id", "--file", folder_ / "id", "--nickname", "Ann", "--json"}).json();
  const Json bob = run({"id", "--file", folder_ / "id", "--nickname", "Bob", "--json"}).json();
  EXPECT_EQ(run({"id", "--file", folder_ / "id", "--json"}).json().at("nickname"), "Bob");
  EXPECT_EQ(ann.at("key"), bob.at("key"));
}

TEST_F(Words, WhatIsNoTranscriptIsCalledThat) {
  write_file(folder_ / "empty.fdt", "");
  write_file(folder_ / "other.fdt", "a letter to my aunt");
  write_file(folder_ / "old.fdt", "fairdeal transcript 1\n");
  EXPECT_NE(run({"audit", folder_ / "empty.fdt"}).out.find("INCOMPLETE: empty file\n"),
            std::string::npos);
  EXPECT_NE(run({"audit", folder_ / "other.fdt"}).out.find("CANNOT CHECK: this is no transcript\n"),
            std::string::npos);
  EXPECT_NE(run({"audit", folder_ / "old.fdt"}).out.find("a transcript of another version"),
            std::string::npos);
  EXPECT_NE(run({"audit", folder_ / "missing.fdt"}).err.find("There is no file "),
            std::string::npos);
}

TEST_F(Words, WhatIsForTestsIsNotCompleted) {
  const std::string script = run({"completion", "bash"}).out;
  EXPECT_EQ(script.find("--events-fd"), std::string::npos);
}

TEST_F(Words, TheSecondTableOfAMachineTakesTheNextPort) {
  const auto port = [](Process& host) {
    const std::string rest = host.said("The table is open at port ");
    return std::stoi(rest);
  };
  fs::create_directories(folder_ / "a");
  fs::create_directories(folder_ / "b");
  const auto first = start(
      {"host", "kuhn", "--bot", "simple", "--identity", folder_ / "a.id", "--data", folder_ / "a"});
  const int one = port(*first);
  const auto second = start(
      {"host", "kuhn", "--bot", "simple", "--identity", folder_ / "b.id", "--data", folder_ / "b"});
  EXPECT_GE(one, 7777);
  EXPECT_GT(port(*second), one);
  for (auto* const host : {first.get(), second.get()}) {
    host->signal(SIGINT);
    host->end();
  }
}

}  // namespace
}  // namespace fairdeal::e2e
