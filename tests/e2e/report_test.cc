#include <set>

#include "tests/e2e/process.h"

/// `fairdeal report`: it has what finds a fault, and nothing that others could use.
namespace fairdeal::e2e {
namespace {

class Report : public E2e {
 protected:
  Report() {
    environment_["FAIRDEAL_NICKNAME"] = "Annelise";
    environment_["FAIRDEAL_RELAY"] = "relay.example.org";
  }

  /// A log as programs of before could have written it: its sentences name everything.
  void write_log() const {
    const fs::path state = folder_ / "state" / "fairdeal";
    fs::create_directories(state);
    std::string log;
    for (const char* sentence :
         {"Annelise lost fairdeal:1/abc/def?a=192.0.2.7:7777 at relay.example.org:443",
          "the code 7-cobalt-otter of [2001:db8::7]:7777 is used",
          "key 5e1fb53ef3f1d9f3f0f2c3b6a1b2c3d4e5f60718293a4b5c6d7e8f9001122334 is refused"})
      log +=
          Json{{"v", 1}, {"type", "failed"}, {"name", "lost"}, {"message", sentence}}.dump() + "\n";
    log += R"({"v":1,"type":"kept","name":"Berthold","seat":1})"
           "\n";
    log += "no JSON at all\n";
    log += Json{{"v", 1}, {"type", "failed"}, {"message", "no " + folder_.path.string() + "/x"}}
               .dump() +
           "\n";
    write_file(state / "fairdeal.log", log);
  }
};

TEST_F(Report, HasWhatFindsAFaultAndNoNameKeyCodeLinkOrAddress) {
  environment_["XDG_STATE_HOME"] = (folder_ / "state").string();
  write_log();
  const fs::path file = folder_ / "report.txt";
  const Json told = run({"report", file, "--json"}).json();
  EXPECT_EQ(told.at("file"), file.string());
  const std::string text = read_file(file);
  EXPECT_EQ(told.at("bytes"), text.size());
  for (const char* wanted :
       {"A report of fairdeal ", "\nmachine\n", "\nlog\n", "\nsettings\n", "kernel: Linux",
        "[link]", "[code]", "[address]", "[name]", "relay: 1 given"})
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
  for (const char* secret : {"Annelise", "Berthold", "192.0.2.7", "2001:db8", "relay.example",
                             "cobalt", "5e1fb53ef3f1", "fairdeal:1"})
    EXPECT_EQ(text.find(secret), std::string::npos) << secret << "\n" << text;
  EXPECT_EQ(fs::status(file).permissions() & fs::perms::others_read, fs::perms::none);
}

TEST_F(Report, ReadsWhereTheSettingsSay) {
  environment_["FAIRDEAL_LOG_FILE"] = (folder_ / "own.log").string();
  environment_["FAIRDEAL_DATA"] = (folder_ / "own").string();
  write_file(folder_ / "own.log",
             Json{{"v", 1}, {"type", "failed"}, {"message", "of this log"}}.dump());
  fs::create_directories(folder_ / "own");
  write_file(folder_ / "own" / "damaged.db", "no store");
  const Json report = run({"report", "--print", "--json"}).json();
  ASSERT_EQ(report.at("log").size(), 1U);
  EXPECT_EQ(report.at("log").at(0).at("message"), "of this log");
  ASSERT_EQ(report.at("tables").size(), 1U);
  EXPECT_TRUE(report.at("tables").at(0).at("state").is_string());
}

TEST_F(Report, SaysWhereToSendItAndIsReadBeforeThat) {
  const Ended printed = run({"report", "--print"});
  EXPECT_EQ(printed.code, 0) << printed.err;
  EXPECT_TRUE(printed.out.starts_with("A report of fairdeal ")) << printed.out;
  const Ended written = run({"report", folder_ / "r.txt"});
  EXPECT_NE(written.out.find("then send it to"), std::string::npos) << written.out;
  EXPECT_NE(written.out.find("A transcript helps most"), std::string::npos) << written.out;
}

TEST_F(Report, IsWrittenFromATableAndASecondOneHasAnotherName) {
  const Ended played = run({"play", "pig", "--seed", "1"}, "report\nfairdeal report\n");
  const std::string said = played.out + played.err;
  EXPECT_NE(said.find("then send it to"), std::string::npos) << said;
  std::set<std::string> files;
  const std::string after = " is one file without cards";
  for (std::size_t at = 0; (at = said.find(after, at)) != std::string::npos; ++at)
    files.insert(said.substr(said.rfind('/', at) + 1, at - said.rfind('/', at) - 1));
  EXPECT_EQ(files.size(), 2U) << said;
  for (const std::string& file : files) {
    EXPECT_TRUE(read_file(file).starts_with("A report of fairdeal ")) << file;
    fs::remove(file);
  }
}

TEST_F(Report, OverwritesNothingAndSaysWhyItCannotBeWritten) {
  write_file(folder_ / "here.txt", "mine");
  run_refused({"report", folder_ / "here.txt"}, 2, "file_exists");
  EXPECT_EQ(read_file(folder_ / "here.txt"), "mine");
  const auto folder = run_refused({"report", folder_.path}, 2, "unwritable");
  EXPECT_NE(folder.out.find("it is a folder"), std::string::npos) << folder.out;
  run_refused({"report", folder_ / "none" / "r.txt"}, 2, "unwritable");
  const auto full = run_refused({"report", "/dev/full"}, 2, "file_exists");
  EXPECT_TRUE(fs::exists("/dev/full")) << full.out;
}

}  // namespace
}  // namespace fairdeal::e2e
