#include "tests/e2e/process.h"

/// A program that has the games of a folder built in: one in C++, two scripts, and two files that
/// are no games (tests/CMakeLists.txt).
namespace fairdeal::e2e {
namespace {

class BuiltInFolder : public E2e {
 protected:
  static bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }
  std::unique_ptr<Process> seat(const std::string& name, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name, "--json", "--bot", "simple"});
    return start(arguments);
  }
};

TEST_F(BuiltInFolder, ListsItsScriptsAndSaysWhatIsNone) {
  const Ended listed = run({"games"});
  EXPECT_EQ(listed.code, 0);
  for (const char* game : {"\n  new-game ", "\n  skull ", "\n  mia ", "\n  chess "})
    EXPECT_TRUE(has(listed.out, game)) << game << listed.out;
  for (const char* row :
       {"\n  skull                   3–6   ", "\n  chess                   2     ",
        "\n  mia                     2–6   "})
    EXPECT_TRUE(has(listed.out, row)) << row << listed.out;
  EXPECT_TRUE(has(listed.err, "A script that was built in is no game: broken.lua")) << listed.err;
  EXPECT_TRUE(has(listed.err, "calls its game 'another'")) << listed.err;
  EXPECT_TRUE(has(run({"games", "skull"}).out, "skull (version ")) << listed.out;
  EXPECT_EQ(run({"games", "skull", "--state"}).code, 0) << "a script describes no state";
  EXPECT_TRUE(has(run({"completion", "bash"}).out, "skull"));
}

TEST_F(BuiltInFolder, KnowsItsScriptsByName) {
  const Ended tested = run({"rules", "test", "mia", "--playouts", "1"});
  EXPECT_EQ(tested.code, 0) << tested.err << tested.out;
  const Ended inspected = run({"inspect", "skull"}, "wants\n");
  EXPECT_EQ(inspected.code, 0) << inspected.err;
  const Ended played = run({"play", "mia", "--seed", "3"}, "doubt\n");
  EXPECT_TRUE(has(played.out, "Result: ") || has(played.err, "The input ended")) << played.err;
}

TEST_F(BuiltInFolder, RefusesOfItsFilesThoseThatAreNoGames) {
  run_refused({"play", "broken"}, 2, "bad_script");
  run_refused({"host", "misnamed"}, 2, "bad_script");
  run_refused({"rules", "test", "broken"}, 2, "bad_script");
  run_refused({"games", "misnamed"}, 2, "bad_script");
  run_refused({"play", "another"}, 2, "unknown_module");
}

TEST_F(BuiltInFolder, KeepsNoOtherScriptUnderANameThatIsTaken) {
  const std::string text = read_file(FD_SOURCE_DIR "/games/skull/skull.lua");
  write_file(folder_ / "skull.lua", text + "\n");
  run_refused({"games", "add", folder_ / "skull.lua"}, 2, "name_taken");
  write_file(folder_ / "skull.lua", text);
  EXPECT_EQ(run({"games", "add", folder_ / "skull.lua"}).code, 0);
}

TEST_F(BuiltInFolder, PlaysAScriptWithPeersWhoAreNotAskedForIt) {
  const auto ann =
      seat("Ann", {"host", "skull", "--seats", "3", "--listen", "127.0.0.1:0", "--no-announce"});
  const std::string rest = ann->said("The table is open at ");
  const std::string address = rest.substr(0, rest.find(". "));
  const auto bob = seat("Bob", {"join", address, "--accept", "--listen", "127.0.0.1:0"});
  const auto cat = seat("Cat", {"join", address, "--accept", "--listen", "127.0.0.1:0"});
  const Ended a = ann->end(), b = bob->end(), c = cat->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(c.code, 0) << c.err;
  EXPECT_FALSE(has(b.err, "is a script that is not on this machine")) << b.err;
  const Ended audited = run({"audit", b.json().at("transcript").get<std::string>(), "--json"});
  EXPECT_EQ(audited.json().at("verdict"), "VALID");
}

}  // namespace
}  // namespace fairdeal::e2e
