#include <csignal>

#include "tests/e2e/process.h"

/// Tables of real processes that meet by a spoken code at a relay, and by nothing else: the hosts
/// listen on loopback, which no guest calls because a code names it.
namespace fairdeal::e2e {
namespace {

class Codes : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  void SetUp() override { open_relay(0); }

  void open_relay(int port) {
    relay_process =
        start({"relay", "--listen", "127.0.0.1:" + std::to_string(port), "--json"}, Out::terminal);
    const std::string rest = relay_process->said("{\"listening\":\"");
    relay = rest.substr(0, rest.find('"'));
  }
  int relay_port() const { return std::stoi(relay.substr(relay.rfind(':') + 1)); }
  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments, out);
  }
  std::unique_ptr<Process> host(const std::string& game, const Arguments& more) {
    Arguments arguments{"host",    game,      "--listen", "127.0.0.1:0",
                        "--admit", "invited", "--relay",  relay};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto process = seat("Ann", arguments);
    code = process->said("for 20 minutes: ");
    return process;
  }
  std::unique_ptr<Process> joins(const std::string& name, const std::string& by) {
    return seat(name, {"join", by, "--bot", "simple", "--accept", "--json"});
  }
  static std::string link_of(Process& host) {
    const std::string said = host.said_so_far();
    const auto from = said.find("'fairdeal:1/") + 1;
    return said.substr(from, said.find("'", from) - from);
  }
  std::string number() const { return code.substr(0, code.find('-')); }
  /// A code with the right number and two words that are wrong, but for one case in a million.
  std::string guess() const { return number() + "-guitar-igloo" + code.substr(code.find('@')); }

  std::unique_ptr<Process> relay_process;
  std::string relay, code;
};

TEST_F(Codes, BringFriendsToATable) {
  const auto ann =
      host("holdem", {"--seats", "3", "--bot", "simple", "--params", R"({"hands":1})"});
  const auto bob = joins("Bob", code);
  const auto cat = joins("Cat", code);
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(cat->end().code, 0);
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.err;
}

/// The one who opens the next match listens on loopback, too, and is reached through the relay.
TEST_F(Codes, ANextMatchIsOpenedByAGuestWhereTheHostHasLeft) {
  const auto ann = host("holdem", {"--seats", "3", "--params", R"({"hands":2})"});
  const auto guest = [&](const std::string& name, const std::string& by) {
    return seat(name, {"join", by, "--listen", "127.0.0.1:0", "--bot", "simple", "--accept",
                       "--matches", "2"});
  };
  const auto bob = guest("Bob", code);
  ann->said("Bob");
  const auto cat = guest("Cat", code);
  ann->said("Your move");
  ann->type("leave\n");
  EXPECT_EQ(ann->end().code, 0);
  bob->said("'fairdeal:1/");
  const auto dee = guest("Dee", link_of(*bob));
  for (auto* process : {bob.get(), cat.get()}) {
    const auto ended = process->end();
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err.find("There is no next match."), std::string::npos) << ended.err;
  }
}

TEST_F(Codes, AreTypedInAnyCaseWithSpacesAndShortWords) {
  const auto ann = host("kuhn", {"--bot", "simple"});
  const auto first = code.find('-'), second = code.find('-', first + 1);
  std::string typed = number() + " " + code.substr(first + 1, 3) + " " + code.substr(second + 1, 3);
  for (char& c : typed) c = static_cast<char>(std::toupper(c));
  environment_["FAIRDEAL_RELAY"] = relay;
  const auto bob = joins("Bob", typed);
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.out << b.err;
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Codes, ComeFromAFileOrTheEnvironment) {
  const auto ann = host("kuhn", {"--bot", "simple"});
  write_file(folder_ / "code", code + "\n");
  const auto bob =
      seat("Bob", {"join", "--code-file", folder_ / "code", "--bot", "simple", "--accept"});
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);

  const auto again = host("kuhn", {"--bot", "simple"});
  environment_["FAIRDEAL_CODE"] = code;
  EXPECT_EQ(seat("Bob", {"join", "--bot", "simple", "--accept"})->end().code, 0);
  EXPECT_EQ(again->end().code, 0);
}

TEST_F(Codes, AfterThreeWrongTriesAnotherOneFollowsAndTheHostIsAsked) {
  const auto ann = host("kuhn", {"--start", "ask"});
  const std::string first = code;
  for (const std::string count : {"1 of 3", "2 of 3", "3 of 3"}) {
    expect_error(joins("Mallory", guess())->end(), 8, "code_wrong");
    ann->said("Somebody tried a wrong code (" + count + ")");
  }
  ann->said("that code is valid no more");
  code = ann->said("for 20 minutes: ");
  EXPECT_NE(code, first);
  const bool same_number = number() == first.substr(0, first.find('-'));
  expect_error(joins("Bob", first)->end(), same_number ? 8 : 6,
               same_number ? "code_wrong" : "code_unknown");
  const auto bob = joins("Bob", code);
  ann->said("\"Bob\" (");
  ann->type("yes Bob\n");
  ann->said("Press Enter to start");
  ann->type("\n");
  bob->said("Everybody is here.");
}

TEST_F(Codes, A84_AfterThreeThatWereBurnedNoOtherFollowsUntilThePersonAsks) {
  const auto ann = host("kuhn", {"--start", "ask"});
  for (int burned = 1; burned <= 3; ++burned) {
    for (int i = 0; i < 3; ++i) expect_error(joins("Mallory", guess())->end(), 8, "code_wrong");
    if (burned < 3) code = ann->said("for 20 minutes: ");
  }
  ann->said("No other follows unless you type code new. Send friends the link: 'fairdeal:1/");
  ann->type("code\n");
  ann->said("There is no code just now.");
  ann->type("code new\n");
  code = ann->said("for 20 minutes: ");
  const auto bob = joins("Bob", code);
  ann->said("\"Bob\" (");
  ann->type("yes Bob\n");
  ann->said("Press Enter to start");
}

TEST_F(Codes, ThatLeadNowhereSayWhy) {
  const auto ann = host("kuhn", {"--bot", "simple"});
  const std::string at = code.substr(code.find('@'));
  const std::string other = number() == "99" ? "98" : "99";
  expect_error(joins("Bob", other + "-guitar-igloo" + at)->end(), 6, "code_unknown");
  expect_error(joins("Bob", "7-guitar-igloo")->end(), 6, "no_relay");
  expect_error(joins("Bob", "7-guitar-igloo@ws://127.0.0.1:1")->end(), 6, "relay_down");
  expect_error(joins("Bob", "7-guitar")->end(), 2, "bad_code");
  expect_error(joins("Bob", "7-guitar-zzzz")->end(), 2, "bad_code");
  expect_error(seat("Bob", {"join", "--code-file", folder_ / "none", "--accept", "--json"})->end(),
               2, "storage");
  EXPECT_EQ(joins("Cat", code)->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Codes, AreRenewedWhenTheHostWantsSo) {
  const auto ann = host("kuhn", {"--start", "ask"});
  const std::string first = code;
  ann->type("code\n");
  EXPECT_EQ(ann->said("for 20 minutes: "), first);
  ann->type("code new\n");
  code = ann->said("for 20 minutes: ");
  EXPECT_NE(code, first);
  const auto bob = joins("Bob", code);
  ann->said("Press Enter to start");
  ann->type("\n");
  bob->said("Everybody is here.");
}

TEST_F(Codes, AMatchSurvivesTheDeathOfItsRelay) {
  const auto ann = host("othello", {"--bot", "simple"});
  const auto bob = joins("Bob", code);
  bob->said("Everybody is here.");
  const int port = relay_port();
  relay_process->signal(SIGKILL);
  relay_process->end();
  bob->said("cannot be used");  // by then a direct line may have taken the match over
  open_relay(port);
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.out << b.err;
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Codes, AMemberThatIsResumedFindsTheOthersAtTheRelay) {
  const auto ann = host("othello", {"--bot", "simple"});
  const auto bob = joins("Bob", code);
  bob->said("Bob: ");  // so its table is in its store
  bob->signal(SIGKILL);
  bob->end();
  ann->said("lost contact");
  const auto back = seat("Bob", {"resume", "--bot", "simple", "--relay", relay, "--json"});
  const auto b = back->end();
  EXPECT_EQ(b.code, 0) << b.out << b.err;
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Codes, TheNextMatchIsPlayedWithoutAnotherCode) {
  const auto ann = host("kuhn", {"--bot", "simple", "--matches", "2"});
  const auto bob = seat("Bob", {"join", code, "--bot", "simple", "--accept", "--matches", "2"});
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.out << b.err;
  EXPECT_EQ(b.err.find("There is no next match"), std::string::npos) << b.err;
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Codes, A84_AGuessChangesNothingForWhoComesByALink) {
  const auto ann = host("kuhn", {"--start", "ask"});
  expect_error(joins("Mallory", guess())->end(), 8, "code_wrong");
  ann->said("asked about everybody who comes by a code");
  const auto bob = joins("Bob", link_of(*ann));
  ann->said("Press Enter to start");
  ann->type("\n");
  bob->said("Everybody is here.");
}

TEST_F(Codes, A84_AHostWithoutAPersonOffersNoCodeAfterAGuess) {
  const auto bot = host("kuhn", {"--bot", "simple", "--start", "auto"});
  expect_error(joins("Mallory", guess())->end(), 8, "code_wrong");
  bot->said("this table has no code any more");
  expect_error(joins("Eve", code)->end(), 6, "code_unknown");
  const auto bob = joins("Bob", link_of(*bot));
  bob->said("Everybody is here.");
}

TEST_F(Codes, ALinkReachesItsHostThroughTheRelayAlone) {
  const auto ann = seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--admit", "invited",
                                "--relay", relay, "--bot", "simple", "--words", "0"});
  const std::string rest = ann->said("'fairdeal:");
  const std::string link = "fairdeal:" + rest.substr(0, rest.find("&a="));
  ASSERT_NE(link.find("?r=" + relay), std::string::npos) << link;
  const auto cat = seat("Cat", {"join", "fairdeal:1/" + std::string(43, 'A') + link.substr(54),
                                "--accept", "--json", "--timeout", "2"});
  expect_error(cat->end(), 8, "identity_differs");
  EXPECT_EQ(joins("Bob", link)->end().code, 0);
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(a.err.find("The code of this table"), std::string::npos);
}

TEST_F(Codes, AreInNoLogAndInNoStore) {
  const auto ann =
      host("kuhn", {"--bot", "simple", "--log-level", "debug", "--log-file", folder_ / "log"});
  EXPECT_EQ(joins("Bob", code)->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
  const auto words = code.substr(code.find('-') + 1, code.find('@') - code.find('-') - 1);
  EXPECT_NE(read_file(folder_ / "log").find("\"type\":\"code\""), std::string::npos);
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path)) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(read_file(entry.path()).find(words), std::string::npos) << entry.path();
  }
}

TEST_F(Codes, AClosedRelayAsksForAPassWhereverItIsNamed) {
  write_file(folder_ / "secret", "a secret that is long enough\n");
  const auto pass = run({"relay", "pass", "--secret-file", folder_ / "secret"});
  write_file(folder_ / "pass", pass.out);
  relay_process =
      start({"relay", "--listen", "127.0.0.1:0", "--json", "--secret-file", folder_ / "secret"},
            Out::terminal);
  const std::string rest = relay_process->said("{\"listening\":\"");
  relay = rest.substr(0, rest.find('"'));
  const Arguments by_pass{"--relay-pass-file", folder_ / "pass"};
  const auto ann = host("kuhn", {"--bot", "simple", by_pass[0], by_pass[1]});
  expect_error(joins("Bob", code)->end(), 6, "relay_down");
  expect_error(seat("Bob", {"join", code, "--accept", "--json", by_pass[0], by_pass[1]})->end(), 2,
               "no_relay");
  const auto bob = seat("Bob", {"join", code, "--bot", "simple", "--accept", "--relay", relay + "/",
                                by_pass[0], by_pass[1]});
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Codes, AreInNoArgumentOnceTheProgramRuns) {
  const auto ann = host("kuhn", {"--start", "ask"});
  const auto bob = joins("Bob", code);
  ann->said("Press Enter to start");
  const std::string arguments = read_file("/proc/" + std::to_string(bob->pid()) + "/cmdline");
  EXPECT_EQ(arguments.find(code), std::string::npos);
  EXPECT_NE(arguments.find("join"), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::e2e
