#include <csignal>

#include "tests/e2e/process.h"

/// Admission to a table of real processes: friends by a link, and nobody else.
namespace fairdeal::e2e {
namespace {

class Admission : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments, out);
  }
  /// Opens a table of which `link` is the invitation, and `address` where it points to.
  std::unique_ptr<Process> host(const Arguments& more) {
    Arguments arguments{"host", "kuhn", "--listen", "127.0.0.1:0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto process = seat("Ann", arguments);
    const std::string rest = process->said("'fairdeal:");
    link = "fairdeal:" + rest.substr(0, rest.find('\''));
    address = link.substr(link.find("a=") + 2);
    return process;
  }
  std::unique_ptr<Process> joins(const std::string& name, const std::string& where) {
    return seat(name, {"join", where, "--bot", "simple", "--accept", "--json"});
  }
  void expect_seated(Process& guest, Process& ann) {
    guest.said("Everybody is here.");
    for (Process* each : {&guest, &ann}) {
      each->signal(SIGTERM);
      each->end();
    }
  }

  std::string link, address;
};

TEST_F(Admission, StrangersTakeNoTableAndALinkSeatsAFriend) {
  const auto ann = host({"--bot", "simple", "--admit", "invited"});
  for (const std::string stranger : {"Bob", "Bill"})
    expect_error(joins(stranger, address)->end(), 8, "not_invited");
  EXPECT_EQ(joins("Cat", link)->end().code, 0);
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_NE(a.err.find("not invited"), std::string::npos) << a.err;
  EXPECT_EQ(a.err.find("Bob"), std::string::npos) << "nor does it hear of them by name";
}

/// A link is pasted as the host's program showed it, or as a page or a shell of another kind
/// quotes.
TEST_F(Admission, ALinkIsTakenWithItsQuotesAndItsCommandAndAskedForAgainIfItIsNone) {
  const auto ann = host({"--bot", "simple", "--admit", "invited"});
  const auto bob = seat("Bob", {"join"}, Out::terminal);
  bob->said("Type ");
  bob->type("'fairdeal:1/broken'\n");
  bob->said("This link cannot be used");
  bob->said("Type ");
  bob->type("  fairdeal join '" + link + "' \r\n");
  bob->said("Do you agree?");
  bob->type("no\n");
  EXPECT_EQ(bob->end().code, 8);
  EXPECT_EQ(joins("Cat", "\u201c" + link + "\u201d")->end().code, 0);
}

TEST_F(Admission, AGuestIsToldThatTheHostHasToStart) {
  const auto ann =
      seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--start", "ask"}, Out::terminal);
  const std::string rest = ann->said("The table is open at ");
  address = rest.substr(0, rest.find(". "));
  const auto bob = seat("Bob", {"join", address, "--accept"}, Out::terminal);
  bob->said("waiting for Ann to start");
  bob->type("who\n");
  bob->said("2 of 2 are here: Ann, Bob.");
  ann->said("Press Enter to start");
  ann->type("\n");
  bob->said("Everybody is here.");
}

/// A laptop that hosts sleeps while its table gathers. Who came by the link is there again after
/// it.
TEST_F(Admission, AGuestCallsAHostAgainThatFellSilent) {
  const auto ann = host({"--bot", "simple", "--admit", "invited", "--witnesses", "1"});
  const auto bob = joins("Bob", link);
  bob->said("2 of 2 are here");
  ann->signal(SIGSTOP);
  bob->said("The host does not answer any more.");
  ann->signal(SIGCONT);
  bob->said("The host answers again.");
  const auto cat = seat("Cat", {"witness", link, "--accept"});
  for (Process* each : {bob.get(), ann.get()}) {
    const Ended ended = each->end();
    EXPECT_EQ(ended.code, 0) << ended.err;
  }
}

TEST_F(Admission, NobodyElseCanBeTheHostOfALink) {
  const auto mallory = seat(
      "Mallory", {"host", "kuhn", "--bot", "simple", "--listen", "127.0.0.1:0", "--admit", "open"});
  const std::string rest = mallory->said("The table is open at ");
  const std::string elsewhere = rest.substr(0, rest.find(". "));
  const auto ann = host({"--bot", "simple", "--admit", "invited"});
  const std::string tampered = link.substr(0, link.find("a=")) + "a=" + elsewhere;
  const auto ended = joins("Bob", tampered)->end();
  expect_error(ended, 8, "identity_differs");
  EXPECT_EQ(joins("Cat", tampered + "&a=" + address)->end().code, 0)
      << "the host is at another one";
  EXPECT_EQ(ann->end().code, 0);
  mallory->signal(SIGTERM);
  EXPECT_EQ(mallory->end().err.find("2 of 2"), std::string::npos);
}

TEST_F(Admission, TheHostIsAskedAndSaysNoAndYes) {
  const auto ann = host({"--admit", "ask", "--start", "ask"});
  const auto bob = joins("Bob", link);
  ann->said("\"Bob\" (");
  bob->said("The host is asked");
  ann->type("no Bob\n");
  expect_error(bob->end(), 8, "not_invited");
  const auto cat = joins("Cat", link);
  ann->said("\"Cat\" (");
  ann->type("yes Nobody\n");
  ann->said("nobody here is called 'Nobody'.");
  ann->type("yes Cat\n");
  ann->said("Press Enter to start");
  ann->type("\n");
  expect_seated(*cat, *ann);
}

TEST_F(Admission, WhoIsSentAwayDoesNotComeBack) {
  const auto ann = host({"--admit", "invited", "--start", "ask"});
  const auto bob = joins("Bob", link);
  ann->said("Press Enter to start");
  ann->type("kick Bob\n");
  expect_error(bob->end(), 8, "kicked");
  expect_error(joins("Bob", link)->end(), 8, "kicked");
  const auto cat = joins("Cat", link);
  ann->said("Press Enter to start");
  ann->type("start\n");
  expect_seated(*cat, *ann);
}

TEST_F(Admission, WhoOnlyReadsTheTermsKeepsNobodyFromPlaying) {
  environment_["TERM"] = "dumb";
  const auto ann = host({"--bot", "simple", "--admit", "invited"});
  const auto bob = seat("Bob", {"join", link}, Out::terminal);
  bob->said("Type yes or no");
  EXPECT_EQ(joins("Cat", link)->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(bob->end().code, 8);
}

TEST_F(Admission, TheHostsOwnBotsNeedNoYes) {
  const auto ann = host({"--admit", "ask", "--bots", "1", "--bot", "simple"});
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.err;
}

TEST_F(Admission, AServiceFindsItsLinkInTheEnvironment) {
  const auto ann = host({"--bot", "simple", "--admit", "invited"});
  environment_["FAIRDEAL_LINK"] = link;
  EXPECT_EQ(seat("Bob", {"join", "--bot", "simple", "--accept"})->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Admission, ALinkServesOnce) {
  const auto ann = host({"--admit", "invited", "--once", "--start", "ask"});
  const auto bob = joins("Bob", link);
  ann->said("Press Enter to start");
  EXPECT_NE(ann->said_so_far().find("and nobody after"), std::string::npos) << ann->said_so_far();
  ann->type("kick Bob\n");
  bob->end();
  expect_error(joins("Cat", link)->end(), 8, "not_invited");
  ann->signal(SIGTERM);
  ann->end();
}

TEST_F(Admission, ABrokenLinkSaysWhatIsWrongAndIsNotLeftInTheProcessList) {
  run_refused({"join", "fairdeal:1/abc"}, 2, "bad_link");
  run_refused({"join", "fairdeal:2/abc"}, 7, "bad_link");
  const auto ann = host({"--admit", "ask"});
  const auto bob = joins("Bob", link);
  ann->said("asks to sit down");
  const std::string words = read_file("/proc/" + std::to_string(bob->pid()) + "/cmdline");
  EXPECT_NE(words.find("join"), std::string::npos);
  EXPECT_EQ(words.find("fairdeal:1"), std::string::npos);
  EXPECT_EQ(words.find("a=127"), std::string::npos);
  ann->type("no Bob\n");
  bob->end();
  ann->signal(SIGTERM);
  ann->end();
}

}  // namespace
}  // namespace fairdeal::e2e
