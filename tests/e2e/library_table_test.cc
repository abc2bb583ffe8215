#include <csignal>

#include "tests/e2e/process.h"

/// Tables of peers whose game is a library, of which each names a copy of its own.
namespace fairdeal::e2e {
namespace {

using Arguments = std::vector<std::string>;

class LibraryTable : public E2e {
 protected:
  static bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }
  void SetUp() override {
    // Each has its own copy, as on another machine.
    for (const char* name : {"Ann", "Bob", "Cat", "Dan"}) {
      fs::create_directory(folder_ / name);
      fs::copy_file(FD_NATIVE_GAME, library_of(name));
    }
  }
  std::string library_of(const std::string& name) const {
    return folder_ / (name + "/new-game.so");
  }
  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    if (out == Out::here) arguments.emplace_back("--json");
    return start(arguments, out);
  }
  std::unique_ptr<Process> host(Arguments more) {
    more.insert(more.begin(),
                {"host", library_of("Ann"), "--listen", "127.0.0.1:0", "--no-announce"});
    auto process = seat("Ann", more);
    const std::string rest = process->said("The table is open at ");
    address_ = rest.substr(0, rest.find(". "));
    return process;
  }
  Arguments join(const Arguments& more) const {
    Arguments all{"join", address_, "--accept", "--bot", "simple", "--listen", "127.0.0.1:0"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// Expects a refusal that names the game and says what to do.
  static void expect_told(const Ended& ended) {
    expect_error(ended, 7, "incompatible");
    EXPECT_TRUE(has(ended.out, "new-game of version 1")) << ended.out;
    EXPECT_TRUE(has(ended.out, "--library ./FILE.so")) << ended.out;
    EXPECT_TRUE(has(ended.out, "build it into your program")) << ended.out;
  }

  std::string address_;
};

TEST_F(LibraryTable, IsPlayedWithAWitnessAndAudited) {
  const auto ann = host({"--bot", "simple", "--witnesses", "1"});
  const auto bob = seat("Bob", join({"--library", library_of("Bob")}));
  const auto cat = seat("Cat", {"witness", address_, "--accept", "--library", library_of("Cat")});
  const Ended a = ann->end(), b = bob->end(), c = cat->end();
  EXPECT_EQ(a.code, 0) << a.err << a.out;
  EXPECT_EQ(b.code, 0) << b.err << b.out;
  EXPECT_EQ(c.code, 0) << c.err << c.out;
  EXPECT_EQ(a.json().at("head"), b.json().at("head"));
  const std::string file = b.json().at("transcript");

  const Ended without = run({"audit", file});
  EXPECT_EQ(without.code, 5) << without.out;
  EXPECT_TRUE(has(without.out, "CANNOT CHECK")) << without.out;
  EXPECT_TRUE(has(without.out, "--library ./FILE.so")) << without.out;
  EXPECT_EQ(run({"replay", file, "--json"}).code, 5);
  const Ended audited = run({"audit", file, "--library", library_of("Dan"), "--json"});
  EXPECT_EQ(audited.code, 0) << audited.out;
  EXPECT_EQ(audited.json().at("verdict"), "VALID");
  EXPECT_EQ(audited.json().at("result"), a.json().at("result"));
  for (const char* command : {"replay", "export"})
    EXPECT_EQ(run({command, "--library", library_of("Dan"), file}).code, 0) << command;
  EXPECT_EQ(run({"inspect", file, "--library", library_of("Dan")}, "next\n").code, 0);
}

TEST_F(LibraryTable, TellsWhoLacksTheLibraryWhatToDo) {
  const auto ann = host({"--bot", "simple"});
  expect_told(seat("Bob", join({}))->end());
  const auto bob = seat("Bob", join({"--library", library_of("Bob")}));
  EXPECT_EQ(bob->end().code, 0) << "the table still gathers";
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(LibraryTable, FindsRulesThatDifferAtTheDoor) {
  const auto ann = host({"--bot", "simple"});
  const Ended bob = seat("Bob", join({"--library", FD_OTHER_RULES}))->end();
  expect_error(bob, 7, "incompatible");
  EXPECT_TRUE(has(bob.out, "(here: version 1 with rules ")) << bob.out;
}

TEST_F(LibraryTable, LoadsALibraryOnlyByAPathThatSomebodyTyped) {
  const auto ann = host({"--bot", "simple"});
  for (const auto& [named, refusal] :
       {std::pair<std::string, const char*>{"new-game.so", "bad_module"},
        {"./new-game.lua", "bad_module"},
        {"./none.so", "storage"}})
    expect_error(seat("Bob", join({"--library", named}))->end(), 2, refusal);
}

TEST_F(LibraryTable, IsResumedWithTheLibrary) {
  const auto ann = host({"--bot", "simple"});
  const auto bob = seat("Bob", {"join", address_, "--accept", "--listen", "127.0.0.1:0",
                                "--library", library_of("Bob")});
  bob->said("Your move");
  bob->signal(SIGKILL);
  bob->end();
  const Json kept =
      run({"resume", "--data", folder_ / "Bob", "--json", "--library", library_of("Bob")})
          .json()
          .at("tables");
  ASSERT_EQ(kept.size(), 1U);
  const std::string store = kept.at(0).at("store");
  expect_told(seat("Bob", {"resume", store})->end());
  const Ended again =
      seat("Bob", {"resume", store, "--bot", "simple", "--library", library_of("Bob")})->end();
  EXPECT_EQ(again.code, 0) << again.err << again.out;
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(LibraryTable, IsPlayedByBotsOfItsHostAndInADemo) {
  const Ended hosted = host({"--bot", "simple", "--bots", "1"})->end();
  EXPECT_EQ(hosted.code, 0) << hosted.err << hosted.out;
  const Ended demo = run({"demo", "--game", library_of("Dan"), "--seats", "2", "--no-input"});
  EXPECT_EQ(demo.code, 0) << demo.err << demo.out;
}

TEST_F(LibraryTable, IsWatchedWithTheLibrary) {
  const auto ann = host({"--bot", "simple", "--watch", "open", "--watch-seconds", "1"});
  const auto watch = [&](const std::string& name, const Arguments& more) {
    Arguments all{"watch",        address_,
                  "--identity",   folder_ / (name + ".id"),
                  "--transcript", folder_ / (name + ".fdt")};
    all.insert(all.end(), more.begin(), more.end());
    return start(all);
  };
  const auto cat = watch("Cat", {"--library", library_of("Cat")});
  const auto dan = watch("Dan", {});
  for (Process* viewer : {cat.get(), dan.get()}) viewer->said("The table has not begun yet");
  const auto bob = seat("Bob", {"join", address_, "--accept", "--listen", "127.0.0.1:0",
                                "--library", library_of("Bob")});
  cat->said("new-game: Ann, Bob.");
  const Ended refused = dan->end();
  bob->type("1\n");
  const Ended seen = cat->end();
  EXPECT_EQ(seen.code, 0) << seen.err;
  EXPECT_EQ(refused.code, 7) << refused.err;
  EXPECT_TRUE(has(refused.err, "--library ./FILE.so")) << refused.err;
}

/// A compiled game has no budget but time.
TEST_F(LibraryTable, ACallThatDoesNotReturnBreaksALaw) {
  const Ended ended = run({"rules", "test", FD_ENDLESS_RULES, "--call-limit", "1", "--json"});
  EXPECT_EQ(ended.code, 1) << ended.out << ended.err;
  EXPECT_EQ(ended.json().at("holds"), false);
  EXPECT_NE(ended.json().at("broken").get<std::string>().find("a call returns"), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::e2e
