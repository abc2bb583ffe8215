#include <csignal>

#include <sys/socket.h>

#include "tests/e2e/process.h"
#include "tests/net/loopback.h"

/// `fairdeal host` and `fairdeal join`: members in separate processes, and what may go wrong.
namespace fairdeal::e2e {
namespace {

namespace asio = boost::asio;

class Table : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name, "--json"});
    return start(arguments);
  }
  /// Opens a table; `address` is where.
  std::unique_ptr<Process> host(Arguments arguments) {
    arguments.insert(arguments.begin(), "host");
    arguments.insert(arguments.end(), {"--listen", "127.0.0.1:0"});
    auto process = seat("Ann", arguments);
    const std::string rest = process->said("The table is open at ");
    address = rest.substr(0, rest.find(". "));
    return process;
  }
  std::unique_ptr<Process> join(const std::string& name, Arguments more = {"--bot", "simple"}) {
    more.insert(more.begin(), {"join", address, "--accept", "--listen", "127.0.0.1:0"});
    return seat(name, more);
  }
  sockets::Address where() const { return sockets::Address::parse(address).value(); }

  std::string address;
};

TEST_F(Table, TwoProcessesPlayAndEndInTheSameHead) {
  const auto ann = host({"odds-and-evens", "--bot", "random"});
  const auto bob = join("Bob");
  const auto a = ann->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(a.json().at("head"), b.json().at("head"));
  EXPECT_EQ(run({"audit", a.json().at("transcript"), b.json().at("transcript")}).code, 0);
}

/// Nobody types at Bob's terminal: his program checks or folds for him, twice in a row as the terms
/// say, and both are told. An audit refuses a third in a row. What his program answers by
/// itself, such as to show the better hand, is none of them, and the count begins anew after it.
TEST_F(Table, AProgramMovesCarefullyForAPersonWhoSleeps) {
  const auto ann = host({"holdem", "--bot", "simple", "--move-time", "1", "--bank", "0",
                         "--increment", "0", "--careful", "2", "--params", R"({"hands":3})"});
  const auto bob = join("Bob", {});
  const std::string chose = "did not answer in time: ";
  bob->said("You " + chose + "your program chose that move.");
  ann->said("Bob " + chose + "Bob's program chose that move.");
  ann->said("Bob " + chose + "Bob's program chose that move.");
  const auto a = ann->end();
  EXPECT_EQ(a.code, 0) << a.err;
  const auto audited = run({"audit", a.json().at("transcript"), "--json"});
  EXPECT_EQ(audited.json().at("verdict"), "VALID") << audited.out;
  const auto members = audited.json().at("members");
  EXPECT_GE(members.at(1).at("careful").size(), 2U) << members;
  EXPECT_EQ(members.at(0).at("careful").size(), 0U) << members;
}

/// As after Ctrl-S: what it says fills its terminal many times over, and nobody reads there.
TEST_F(Table, ATerminalThatStandsStillHoldsUpNobody) {
  const auto ann =
      start({"host", "holdem", "--bot", "simple", "--listen", "127.0.0.1:0", "--params",
             R"({"hands":20,"betting":"fixed-limit","stack":100000})", "--nickname", "Ann",
             "--identity", folder_ / "Ann.id", "--data", folder_ / "Ann"},
            Out::terminal);
  const std::string rest = ann->said("The table is open at ");
  address = rest.substr(0, rest.find(". "));
  const auto bob = join("Bob")->end();
  EXPECT_EQ(bob.code, 0) << bob.err;
  ann->said("Transcript: ");  // somebody reads there again
  EXPECT_EQ(ann->end().code, 0);
}

/// The table begins while a guest that has signed stands still, and that guest is killed then.
TEST_F(Table, AGuestKilledBeforeItsFirstRecordComesBackToItsSeat) {
  const auto ann =
      host({"holdem", "--seats", "3", "--params", R"({"hands":1})", "--bot", "simple"});
  const auto bob = join("Bob");
  ann->said("are here: Ann, Bob");
  bob->signal(SIGSTOP);  // all wait for its signature
  const auto cid = join("Cid");
  cid->said("waiting for all to agree to the terms");  // it has signed
  cid->signal(SIGSTOP);
  bob->signal(SIGCONT);
  ann->said("Everybody is here");
  cid->signal(SIGKILL);
  EXPECT_EQ(cid->end().code, 128 + SIGKILL);
  const auto listed = run({"resume", "--data", folder_ / "Cid", "--json"}).json().at("tables");
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].at("state"), "signed; its host may have begun it");
  const auto again = seat("Cid", {"resume", "--bot", "simple"});
  const auto a = ann->end(), b = bob->end(), c = again->end();
  for (const Ended* one : {&a, &b, &c}) {
    ASSERT_EQ(one->code, 0) << one->err;
    EXPECT_EQ(one->json().at("head"), a.json().at("head"));
    EXPECT_EQ(one->json().at("gone"), Json::array());
  }
  EXPECT_EQ(run({"audit", a.json().at("transcript"), c.json().at("transcript")}).code, 0);
}

/// A guest that had signed, and comes back to a host that gathers guests again, is told so.
TEST_F(Table, ATableThatWasSignedAndDidNotBeginIsForgotten) {
  const auto ann =
      host({"holdem", "--seats", "3", "--params", R"({"hands":1})", "--bot", "simple"});
  const auto bob = join("Bob");
  ann->said("are here: Ann, Bob");
  bob->signal(SIGSTOP);
  const auto cid = join("Cid");
  cid->said("waiting for all to agree to the terms");
  cid->signal(SIGKILL);
  EXPECT_EQ(cid->end().code, 128 + SIGKILL);
  const auto again = seat("Cid", {"resume", "--bot", "simple"})->end();
  expect_error(again, 8, "withdrawn");
  EXPECT_EQ(run({"resume", "--data", folder_ / "Cid", "--json"}).json().at("error").at("code"),
            "no_such_table");
}

TEST_F(Table, IsReachedByIpv6) {
  asio::io_context io;
  fairdeal::tcp::acceptor v6(io);
  fairdeal::error_code none;
  v6.open(fairdeal::tcp::v6(), none);
  if (!none) v6.bind({asio::ip::make_address("::1"), 0}, none);
  if (none) GTEST_SKIP() << "this machine has no IPv6";
  const auto ann =
      seat("Ann", {"host", "kuhn", "--seats", "2", "--bot", "simple", "--listen", "[::]:0"});
  const std::string port = std::to_string(std::stoi(ann->said("The table is open at port ")));
  const auto bob = seat("Bob", {"join", "[::1]:" + port, "--bot", "simple", "--accept"});
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Table, APortInUseIsSaid) {
  const auto ann = host({"kuhn"});
  const auto ended =
      run_refused({"host", "kuhn", "--bot", "simple", "--listen", address}, 6, "cannot_listen");
  EXPECT_NE(ended.out.find("Address already in use"), std::string::npos) << ended.out;
}

TEST_F(Table, WhereNobodyListensIsSaid) {
  asio::io_context io;
  fairdeal::tcp::acceptor taken(io, {asio::ip::make_address("127.0.0.1"), 0});
  const std::string nobody = "127.0.0.1:" + std::to_string(taken.local_endpoint().port());
  taken.close();
  const auto ended = run_refused({"join", nobody, "--bot", "simple"}, 6, "nobody_there");
  EXPECT_NE(ended.out.find("no program listens at " + nobody), std::string::npos) << ended.out;
}

TEST_F(Table, WhatCannotBeUsedIsUsage) {
  run_refused({"host", "whist"}, 2, "unknown_module");
  run_refused({"host", "holdem", "--seats", "99"}, 2, "bad_parameters");
  run_refused({"host", "kuhn", "--listen", "nowhere"}, 2, "bad_address");
  run_refused({"host", "kuhn", "--nickname", "\x1b[2J"}, 2, "usage");
  run_refused({"host", "kuhn", "--nickname", std::string(33, 'a')}, 2, "usage");
  run_refused({"join", "nowhere"}, 2, "no_such_contact");
  run_refused({"join", "nowhere:"}, 2, "bad_address");
  run_refused({"host", "kuhn", "--bot", "simple", "--data", "/dev/null/x"}, 2, "storage");
  write_file(folder_ / "bad.id", "fairdeal identity 1\nnickname: Ann\nseed: 00\ncheck: 00\n");
  run_refused({"host", "kuhn", "--identity", folder_ / "bad.id"}, 2, "damaged");
}

TEST_F(Table, WhoComesAfterTheBeginningIsRefused) {
  const auto ann = host({"kuhn", "--bot", "simple"});
  const auto bob = join("Bob", {});  // a person, who thinks
  bob->said("Your move");
  const auto cat = join("Cat")->end();
  expect_error(cat, 8, "refused");
  for (const char* words : {"The match has begun.",
                            "If you have a seat there, fairdeal resume goes back to it. "
                            "If not, ask the host to tell you when the next one starts."})
    EXPECT_NE(cat.out.find(words), std::string::npos) << cat.out;
}

TEST_F(Table, ASecondProgramAtASeatIsRefusedAndTheFirstPlaysOn) {
  const auto ann = host({"kuhn", "--bot", "simple"});
  const auto bob = join("Bob", {});
  bob->said("Your move");
  expect_error(join("Bob", {})->end(), 8, "in_use");  // the first one is asked by its status
  const Json kept = run({"resume", "--data", folder_ / "Bob", "--json"}).json().at("tables");
  const auto again = seat("Bob", {"resume", kept.at(0).at("store")})->end();
  expect_error(again, 8, "in_use");
  EXPECT_NE(again.out.find("You sit at this table already"), std::string::npos) << again.out;
  bob->type("leave\n");
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Table, AnUnexpectedErrorIsReportedWithoutSecretsAndTheSeatIsResumed) {
  const auto ann = host({"kuhn", "--bot", "simple"});
  const auto bob = join("Bob", {"--bot", "simple", "--chaos", "error:1@3"})->end();
  expect_error(bob, 1, "internal");
  fs::path report;
  for (const auto& entry : fs::directory_iterator(folder_ / "Bob"))
    if (entry.path().filename().string().starts_with("report-")) report = entry.path();
  ASSERT_FALSE(report.empty());
  EXPECT_NE(bob.out.find(report), std::string::npos) << bob.out;
  const std::string version = run({"--version"}).out;
  EXPECT_EQ(read_file(report), version + "an error for a test\ngame kuhn 2, step 3, seat 2 of 2\n")
      << "and nothing else";
  const auto again = seat("Bob", {"resume", "--bot", "simple"})->end();
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(ann->end().json().at("head"), again.json().at("head"));
}

TEST_F(Table, AnotherVersionIsSaidOnBothSides) {
  asio::io_context io;
  net::testing_::Node old(io, net::testing_::key(9), {.channel = {.version = "fairdeal/0"}});
  address = old.mesh->listen(net::testing_::kAnyPort).value().text();
  const auto bob = join("Bob");
  ASSERT_TRUE(net::testing_::run_until(io, [&] { return !old.refusals.empty(); }));
  const auto ended = bob->end();
  expect_error(ended, 7, "incompatible");
  EXPECT_NE(ended.out.find("fairdeal/0"), std::string::npos) << ended.out;
}

TEST_F(Table, AKilledPeerIsNamedAndAwaitedUntilTheTimeout) {
  const auto ann = host({"kuhn", "--bot", "simple", "--timeout", "5"});
  const auto bob = join("Bob", {});  // a person, who thinks
  ann->said("waiting for Bob to move");
  bob->signal(SIGKILL);
  ann->said("Bob lost contact");
  const auto ended = ann->end();
  expect_error(ended, 11, "timed_out");
  EXPECT_NE(ended.out.find("waiting for Bob to move"), std::string::npos) << ended.out;
}

TEST_F(Table, InterruptedSaysWhatIsKept) {
  const auto ann = host({"kuhn", "--bot", "simple"});
  const auto bob = join("Bob", {});
  bob->said("Your move");
  bob->signal(SIGINT);
  const auto ended = bob->end();
  expect_error(ended, 130, "interrupted");
  EXPECT_NE(ended.out.find(folder_ / "Bob"), std::string::npos) << ended.out;
  ann->signal(SIGTERM);
  EXPECT_EQ(ann->end().code, 130);
}

/// Its program ends by itself, and nobody waits for a clock or says that it was silent.
TEST_F(Table, WhoLeavesIsGoneAtOnceAndTheOthersPlayOn) {
  // Fixed limits: without, bots that raise each other lose a stack of any size in a hand.
  const auto ann = host({"holdem", "--seats", "3", "--bot", "simple", "--params",
                         R"({"hands":3,"betting":"fixed-limit","stack":100000})"});
  const auto bob = join("Bob", {});
  const auto cat = join("Cat");
  bob->said("Your move");
  bob->type("leave\n");
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_TRUE(b.json().at("left"));
  for (auto* const other : {ann.get(), cat.get()}) {
    other->said("Bob left");
    other->said("Hand 3: ");  // of both, before either ends: nobody deals alone
  }
  for (auto* const other : {ann.get(), cat.get()}) {
    other->signal(SIGINT);  // it would stay for a minute, lest Bob comes back
    const auto ended = other->end();
    for (const char* wrong : {"Bob did not answer", "Bob lost contact", "std::"})
      EXPECT_EQ(ended.err.find(wrong), std::string::npos) << wrong << "\n" << ended.err;
  }
}

TEST_F(Table, OfTwoWhoLeavesLosesAndBothProgramsEnd) {
  const auto ann = host({"kuhn", "--bot", "simple"});
  const auto bob = join("Bob", {});
  bob->said("Your move");
  bob->type("leave\n");
  const auto b = bob->end(), a = ann->end();
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_LT(a.json().at("result").at(1).get<int>(), 0);
  EXPECT_EQ(a.err.find("Bob did not answer"), std::string::npos) << a.err;
}

TEST_F(Table, APersonAsksWhoIsThereAndWhatHappened) {
  const auto ann = host({"holdem", "--bot", "simple", "--params", R"({"hands":500})"});
  const auto bob = join("Bob", {});
  bob->said("Your move");
  bob->type("WHO\n");
  bob->said("Ann: here");
  bob->said("Bob: you");
  bob->type("last\n");
  bob->said("No hand was played before this one.");
  bob->type("away\n");  // hands pass by
  bob->said("You are away");
  bob->said("Hand 2: ");
  bob->type("back\n");
  bob->said("You are back");
  bob->said("Your move");
  bob->type("last\n");
  bob->said("Hand ");
  bob->type("nonsense\n");
  bob->said("You cannot play 'nonsense' now");
  bob->type("leave\n");
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Table, WhoCannotBeCalledIsHereViaTheHost) {
  const std::vector<std::string> apart{"--chaos", "cut:1-2@0:600"};
  const auto ann =
      host({"holdem", "--seats", "3", "--bot", "simple", "--params", R"({"hands":500})"});
  const auto bob = join("Bob", {"--bot", "simple", "--chaos", apart[1]});
  ann->said("2 of 3 are here");
  const auto cat = join("Cat", apart);
  cat->said("Your move");
  cat->type("who\n");
  cat->said("Ann: here");
  cat->said("Bob: here, via Ann");
  cat->said("Cat: you");
  for (auto* const member : {ann.get(), bob.get(), cat.get()}) {
    member->signal(SIGINT);
    member->end();
  }
}

TEST_F(Table, WhoQuitsIsAskedHow) {
  const auto ann = host({"kuhn", "--bot", "simple"});
  const auto bob = join("Bob", {});
  bob->said("Your move");
  bob->type("quit\n");
  bob->said("Do you leave for good (leave), or stop here");
  bob->type("stop\n");
  expect_error(bob->end(), 130, "interrupted");
}

TEST_F(Table, APersonWithoutInputIsToldSo) {
  const auto ann = host({"kuhn"});
  ann->end_input();
  expect_error(ann->end(), 2, "no_input");
}

TEST_F(Table, StrangersOnThePortDoNotDisturbTheTable) {
  const auto ann = host({"odds-and-evens", "--bot", "random"});
  const auto bob = join("Bob", {});
  bob->said("Your move");

  asio::io_context io;
  const net::testing_::Client half_open(io, where());
  for (int i = 0; i < 20; ++i) {
    net::testing_::Client browser(io, where());
    browser.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_TRUE(browser.is_closed());
  }
  net::testing_::Client bomb(io, where());
  bomb.send(Bytes(100'000, std::byte{0xff}));
  EXPECT_TRUE(bomb.is_closed());
  // One that speaks the language, is let in to be told that it is late, and sends nonsense.
  SeededRng rng(7);
  net::testing_::Client guest(io, where());
  guest.open(net::testing_::key(9), rng);
  guest.send_frame("no message");
  EXPECT_TRUE(guest.is_closed());

  // And Bob, who mistypes now and then, plays on to the end.
  bob->type("\nseventeen\n99\n" + std::string(5000, 'x') + "\n");
  bob->said("You cannot play 'seventeen' now");
  bob->said("the list goes from 1 to 2");
  bob->type("1\n");
  const auto a = ann->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(a.json().at("head"), b.json().at("head"));
}

TEST_F(Table, AFullDiskEndsTheSeatThatHasItAndSaysSo) {
  const auto ann = host({"kuhn", "--bot", "simple", "--timeout", "1"});
  const auto bob = join("Bob", {"--bot", "simple", "--transcript", "/dev/full"})->end();
  expect_error(bob, 2, "storage");
  expect_error(ann->end(), 11, "timed_out");
}

}  // namespace
}  // namespace fairdeal::e2e
