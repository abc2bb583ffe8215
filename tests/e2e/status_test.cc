#include <csignal>

#include "tests/e2e/process.h"

/// `fairdeal status` and `fairdeal doctor`, asked by a person while real processes play.
namespace fairdeal::e2e {
namespace {

class Status : public E2e {
 protected:
  Json seats() { return run({"status", "--json"}).json().at("seats"); }
  std::unique_ptr<Process> seat(const std::string& name, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments);
  }
};

TEST_F(Status, OfNobodyIsAnEmptyList) {
  EXPECT_EQ(seats(), Json::array());
  EXPECT_NE(run({"status"}).out.find("You play at no table"), std::string::npos);
}

TEST_F(Status, SaysWhoIsThereAndHowEachIsReached) {
  const auto ann = seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--no-announce"});
  const std::string rest = ann->said("fairdeal join ");
  const std::string address = rest.substr(0, rest.find_first_of(" \n"));
  Json gathering = seats();
  ASSERT_EQ(gathering.size(), 1u);
  EXPECT_EQ(gathering[0].at("phase"), "gathering");
  EXPECT_EQ(gathering[0].at("nickname"), "Ann");

  const auto bob = seat("Bob", {"join", address, "--accept"});
  bob->said("Everybody is here.");
  ann->said("Everybody is here.");
  const Json playing = seats();
  ASSERT_EQ(playing.size(), 2u);
  for (const Json& seat : playing) {
    EXPECT_EQ(seat.at("phase"), "playing");
    EXPECT_EQ(seat.at("game"), "kuhn");
    for (const Json& member : seat.at("members")) {
      EXPECT_EQ(member.at("standing"), "here");
      if (member.at("me").get<bool>()) continue;
      EXPECT_EQ(member.at("path").at("rung"), "lan") << member;
      EXPECT_GT(member.at("path").at("bytes_received"), 0);
      EXPECT_TRUE(member.at("path").at("rtt_ms").is_number()) << member;
    }
  }
  const auto text = run({"status"}).out;
  EXPECT_NE(text.find("kuhn, table "), std::string::npos) << text;
  EXPECT_NE(text.find("on this network, "), std::string::npos) << text;
  EXPECT_NE(text.find("): you"), std::string::npos) << text;

  // A killed program tells nothing, and its socket goes with the next question.
  bob->signal(SIGKILL);
  bob->end();
  ann->said("lost contact");
  const Json left = seats();
  ASSERT_EQ(left.size(), 1u);
  for (const Json& member : left[0].at("members"))
    EXPECT_TRUE(member.at("me").get<bool>() || member.at("path").is_null()) << member;
  ann->signal(SIGTERM);
  ann->end();
  EXPECT_EQ(seats(), Json::array());
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path))
    EXPECT_NE(entry.path().extension(), ".socket") << entry.path();
}

/// A seat that another program runs is a seat of this user's, too.
TEST_F(Status, NamesSeatsThatWriteEvents) {
  const auto ann =
      seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--no-announce", "--events-fd", "1"});
  ann->said("fairdeal join ");
  const Json gathering = seats();
  ASSERT_EQ(gathering.size(), 1u);
  EXPECT_EQ(gathering[0].at("nickname"), "Ann");
  EXPECT_EQ(gathering[0].at("game"), "kuhn");
  ann->signal(SIGTERM);
  ann->end();
  EXPECT_EQ(seats(), Json::array());
}

TEST_F(Status, ASocketIsForItsUserAlone) {
  const auto ann = seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--no-announce"});
  ann->said("fairdeal join ");
  bool seen = false;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path)) {
    if (entry.path().extension() != ".socket") continue;
    seen = true;
    EXPECT_EQ(entry.status().permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(fs::status(entry.path().parent_path()).permissions(), fs::perms::owner_all);
  }
  EXPECT_TRUE(seen);
}

TEST_F(Status, ASeatIsPlayedWhereThereIsNoPlaceForASocket) {
  environment_["XDG_RUNTIME_DIR"] = (folder_ / std::string(120, 'x')).string();
  const auto played = run({"host", "kuhn", "--bots", "1", "--bot", "simple", "--listen",
                           "127.0.0.1:0", "--no-announce", "--json"});
  EXPECT_EQ(played.code, 0) << played.err;
}

/// Returns the state of a finding.
std::string state_of(const Json& document, const std::string& name) {
  for (const Json& finding : document.at("findings"))
    if (finding.at("name") == name) return finding.at("state");
  return "not looked at";
}

using Doctor = E2e;

TEST_F(Doctor, FindsARelayThatWorksAndOneThatDoesNot) {
  const auto relay = start({"relay", "--listen", "127.0.0.1:0", "--json"}, Out::terminal);
  const std::string rest = relay->said("{\"listening\":\"");
  const std::string url = rest.substr(0, rest.find('"'));
  const auto good = run({"doctor", "--relay", url, "--json"});
  EXPECT_EQ(state_of(good.json(), "relay"), "good") << good.out;
  EXPECT_TRUE(good.code == 0 || good.code == 10) << good.out;
  EXPECT_NE(state_of(good.json(), "clock"), "bad") << good.out;

  const auto bad = run({"doctor", "--relay", "ws://127.0.0.1:1", "--json"});
  EXPECT_EQ(state_of(bad.json(), "relay"), "bad") << bad.out;
  EXPECT_NE(bad.code, 10) << bad.out;
  const auto words = run({"doctor", "--relay", "ws://127.0.0.1:1"});
  EXPECT_NE(words.out.find("NO  The relay ws://127.0.0.1:1 cannot be used: "), std::string::npos)
      << words.out;
  EXPECT_EQ(words.code, bad.code);
}

TEST_F(Doctor, RefusesARelayThatIsNone) {
  run_refused({"doctor", "--relay", "http://x"}, 2, "bad_relay");
}

TEST_F(Doctor, ChangesNothing) {
  run({"doctor"});
  EXPECT_TRUE(fs::is_empty(folder_.path));
}

}  // namespace
}  // namespace fairdeal::e2e
