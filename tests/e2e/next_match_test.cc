#include <csignal>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/e2e/process.h"

/// Another match with the same people: on the same port, with the stacks as they are, and one chain
/// of transcripts. And what a program that was left finds again.
namespace fairdeal::e2e {
namespace {

/// Nobody can lose all its chips in it.
const std::string kTwoHands = R"({"hands":2,"betting":"fixed-limit"})";

/// Another program's socket on a port of this machine.
class OtherProgram {
 public:
  ~OtherProgram() { ::close(socket_); }
  /// Listens there. Returns whether the port was free.
  bool listen(const std::string& address) {
    const int on = 1;
    ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const auto colon = address.rfind(':');
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(std::stoul(address.substr(colon + 1))));
    ::inet_pton(AF_INET, address.substr(0, colon).c_str(), &at.sin_addr);
    return ::bind(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0 &&
           ::listen(socket_, 8) == 0;
  }

 private:
  int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

class NextMatch : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments, out);
  }
  /// Opens a table; `address` is where.
  std::unique_ptr<Process> host(Arguments arguments, Out out = Out::here) {
    arguments.insert(arguments.begin(), "host");
    arguments.insert(arguments.end(), {"--listen", "127.0.0.1:0"});
    auto process = seat("Ann", arguments, out);
    const std::string rest = process->said("The table is open at ");
    address = rest.substr(0, rest.find(". "));
    return process;
  }
  std::unique_ptr<Process> join(const std::string& name, Arguments more) {
    more.insert(more.begin(),
                {"join", address, "--accept", "--listen", "127.0.0.1:0", "--bot", "simple"});
    return seat(name, more);
  }
  /// The output of `audit --json` on all transcripts of `name`, first those that end first.
  Json audited(const std::string& name, int code = 0) {
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder_ / name))
      if (file.path().extension() == ".fdt") files.push_back(file.path());
    std::ranges::sort(files, {}, [](const fs::path& p) { return fs::last_write_time(p); });
    Arguments arguments{"audit", "--json"};
    for (const auto& file : files) arguments.push_back(file);
    const auto ended = run(arguments);
    EXPECT_EQ(ended.code, code) << ended.out;
    return ended.json();
  }
  /// The files of a folder whose names end so.
  std::size_t count(const fs::path& folder, const std::string& begins) {
    std::size_t found = 0;
    for (const auto& entry : fs::directory_iterator(folder))
      found += entry.path().filename().string().starts_with(begins) ? 1 : 0;
    return found;
  }

  /// The short name of the table that `name` can go back to.
  std::string kept_by(const std::string& name) {
    const Json tables = run({"resume", "--data", folder_ / name, "--json"}).json().at("tables");
    return tables.at(0).at("table").get<std::string>().substr(0, 8);
  }
  /// Lets `name` come back at a terminal, end the match of one move, play another, and leave. At
  /// the end of the first it is told who opens the next.
  void resumes_and_plays_another(const std::string& name, const std::string& opens) {
    const auto again = seat(name, {"resume", kept_by(name)}, Out::terminal);
    again->said("Your move");
    again->type("1\n");
    again->said(opens);
    again->type("y");
    again->said("Your move");
    again->type("1\n");
    again->said("Another match with the same people");
    again->type("x");
    EXPECT_EQ(again->end().code, 0);
  }

  std::string address;
};

TEST_F(NextMatch, GoesOnWithTheStacksAsTheyAreAndIsAuditedAsOneChain) {
  const auto ann = host({"holdem", "--seats", "3", "--bots", "1", "--bot", "simple", "--params",
                         kTwoHands, "--matches", "3"});
  const auto bob = join("Bob", {"--matches", "3"});
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(count(folder_ / "Ann", "bot-"), 0U) << "what the bot kept is gone";

  const Json report = audited("Bob");
  ASSERT_EQ(report.at("files").size(), 3U);
  EXPECT_EQ(report.at("verdict"), "VALID");
  ASSERT_EQ(report.at("chain").size(), 2U);
  for (std::size_t i = 1; i < 3; ++i) {
    const Json &before = report["files"][i - 1], &after = report["files"][i];
    EXPECT_EQ(report["chain"][i - 1].at("sound"), true);
    EXPECT_EQ(after["terms"].at("continues"), before.at("head"));
    std::map<std::string, std::int64_t> had, has;
    for (std::size_t seat = 0; seat < 3; ++seat) {
      const auto stacks =
          before["terms"]["params"].value("stacks", Json::array({1000, 1000, 1000}));
      had[before["players"][seat]] =
          stacks[seat].get<std::int64_t>() + before["result"][seat].get<std::int64_t>();
      has[after["players"][seat]] = after["terms"]["params"]["stacks"][seat];
    }
    EXPECT_EQ(has, had);
  }
}

TEST_F(NextMatch, SomebodyNewTakesTheSeatOfWhoDoesNotStay) {
  const auto ann =
      host({"holdem", "--seats", "3", "--bot", "simple", "--params", kTwoHands, "--matches", "2"});
  const auto bob = join("Bob", {"--matches", "2"});
  const auto cy = join("Cy", {});
  EXPECT_EQ(cy->end().code, 0);
  ann->said("The table is open at ");
  const auto dee = join("Dee", {});
  for (auto* process : {ann.get(), bob.get(), dee.get()}) EXPECT_EQ(process->end().code, 0);
  const Json report = audited("Ann");
  EXPECT_EQ(report.at("verdict"), "VALID");
  ASSERT_EQ(report.at("chain").size(), 1U);
  const Json players = report["files"][1]["players"];
  EXPECT_TRUE(std::ranges::find(players, "Dee") != players.end()) << players;
}

TEST_F(NextMatch, IsOpenedByAnotherWhereTheHostHasLeft) {
  const auto ann = host({"holdem", "--seats", "3", "--params", kTwoHands});
  const auto bob = join("Bob", {"--matches", "3"});
  ann->said("Bob");
  const auto cy = join("Cy", {"--matches", "3"});
  ann->said("Your move");
  ann->type("leave\n");
  EXPECT_EQ(ann->end().code, 0);
  bob->said("'fairdeal:1/");
  const std::string said = bob->said_so_far();
  const auto from = said.find("'fairdeal:1/") + 1;
  address = said.substr(from, said.find('\'', from) - from);
  const auto dee = join("Dee", {"--matches", "2"});
  for (auto* process : {bob.get(), cy.get(), dee.get()}) EXPECT_EQ(process->end().code, 0);
  const Json report = audited("Cy");
  EXPECT_EQ(report.at("verdict"), "VALID");
  ASSERT_EQ(report.at("chain").size(), 2U) << report;
  for (const std::size_t match : {1U, 2U})
    EXPECT_EQ(std::ranges::count(report["files"][match]["players"], "Dee"), 1) << report;
}

TEST_F(NextMatch, IsAskedForWithOneKey) {
  environment_["TERM"] = "xterm";
  environment_["LC_ALL"] = "C.UTF-8";
  const auto ann = host({"odds-and-evens", "--bots", "1"}, Out::terminal);
  ann->said("Your move");
  ann->type("1\n");
  ann->said("Another match with the same people");
  ann->type("y");
  ann->said("The table is open at ");
  ann->said("Your move");
  ann->type("1\n");
  ann->said("Another match with the same people");
  ann->type("x");
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(audited("Ann").at("chain").size(), 1U);
}

/// Ann's program asks her, and the guest's seeks it, while others try to take its port.
TEST_F(NextMatch, NobodyTakesTheHostsPortBetweenTwoMatches) {
  environment_["TERM"] = "xterm";
  const auto ann = host({"odds-and-evens"}, Out::terminal);
  const std::string before = address;
  const auto bob = join("Bob", {"--matches", "2"});
  ann->said("Your move");
  ann->type("1\n");
  ann->said("Another match with the same people");
  EXPECT_FALSE(OtherProgram().listen(before));
  const auto cy = seat("Cy", {"host", "pig", "--listen", before});
  EXPECT_NE(cy->end().code, 0);
  ann->type("y");
  const std::string rest = ann->said("The table is open at ");
  EXPECT_EQ(rest.substr(0, rest.find(". ")), before);
  ann->said("Your move");
  ann->type("1\n");
  ann->said("Another match with the same people");
  ann->type("x");
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_TRUE(OtherProgram().listen(before)) << "free, once that program has ended";
}

/// Ann's program is killed, and Cy's takes its port. So Ann is at the next one, for the rest of the
/// match and for the next.
TEST_F(NextMatch, AGuestFindsItsHostAtTheNextPortWhereAnotherTableHasTakenTheFirst) {
  const auto ann = host({"odds-and-evens"}, Out::terminal);
  const std::string before = address;
  const auto bob = join("Bob", {"--matches", "2"});
  ann->said("Your move");
  ann->signal(SIGKILL);
  ann->end();
  const auto cy = seat("Cy", {"host", "pig", "--listen", before});
  cy->said("The table is open at ");
  resumes_and_plays_another("Ann", "Your program opens the next match. ");
  const auto ended = bob->end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(audited("Bob").at("chain").size(), 1U);
}

TEST_F(NextMatch, AHostThatDoesNotGoOnIsNoFailureOfItsGuests) {
  const auto ann = host({"odds-and-evens", "--bot", "simple"});
  const auto bob = join("Bob", {"--matches", "2", "--timeout", "2"});
  EXPECT_EQ(ann->end().code, 0);
  const auto ended = bob->end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("There is no next match: Ann has not opened one."), std::string::npos)
      << ended.err;
}

TEST_F(NextMatch, MoreBotsThanSeatsAreRefused) {
  run_refused({"host", "kuhn", "--bots", "2"}, 2, "too_many_bots");
}

TEST_F(NextMatch, BotsAreResumedWithTheirHost) {
  const auto ann = host({"holdem", "--seats", "3", "--bots", "2", "--bot", "simple", "--params",
                         R"({"hands":12,"betting":"fixed-limit","stack":100000})"});
  ann->said("Hand 2: ");
  ann->signal(SIGKILL);
  ann->all_gone();
  const auto again = seat("Ann", {"resume", "--bot", "simple"});
  again->said("Hand 12: ");
  EXPECT_EQ(again->end().code, 0);
  EXPECT_EQ(audited("Ann").at("verdict"), "VALID");
}

TEST_F(NextMatch, BotsThatThinkPlayAndAreResumedAsTheSamePlayers) {
  const auto ann = host({"connect-four", "--bots", "1:easy", "--bots-think", "0"}, Out::terminal);
  ann->said("Your move");
  ann->type("d1\n");
  ann->said("Bot easy 1: ");
  ann->said("Your move");
  ann->signal(SIGKILL);
  ann->all_gone();
  const auto again = seat("Ann", {"resume", "--bot", "hard"});
  EXPECT_EQ(again->end().code, 0);
  const Json report = audited("Ann");
  EXPECT_EQ(report.at("verdict"), "VALID");
  EXPECT_EQ(report["files"][0]["players"][1], "Bot easy 1") << report;
}

TEST_F(NextMatch, WhoCameBackByResumeIsAskedLikeTheOthers) {
  const auto ann = host({"odds-and-evens", "--bot", "simple", "--matches", "2"});
  const auto bob =
      seat("Bob", {"join", address, "--accept", "--listen", "127.0.0.1:0"}, Out::terminal);
  bob->said("Your move");
  bob->signal(SIGKILL);
  bob->end();
  resumes_and_plays_another("Bob", "Ann opens the next match. ");
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(audited("Bob").at("chain").size(), 1U);
}

TEST_F(NextMatch, AHostThatCameBackByResumeOpensItForTheOthers) {
  auto ann = host({"odds-and-evens"}, Out::terminal);
  const auto bob = join("Bob", {"--matches", "2"});
  ann->said("Your move");
  ann->signal(SIGKILL);
  ann->end();
  resumes_and_plays_another("Ann", "Your program opens the next match. ");
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(audited("Bob").at("chain").size(), 1U);
}

TEST_F(NextMatch, ResumeWithoutANameListsWhatIsThere) {
  const auto ann = host({"holdem", "--bot", "simple", "--params", R"({"hands":500})"});
  const auto bob = join("Bob", {});
  bob->said("Hand 1: ");
  for (auto* process : {ann.get(), bob.get()}) {
    process->signal(SIGKILL);
    process->end();
  }
  const auto listed = run({"resume", "--data", folder_ / "Bob"});
  EXPECT_EQ(listed.code, 0);
  EXPECT_NE(listed.out.find("holdem  Ann, Bob  at step "), std::string::npos) << listed.out;
  const Json tables = run({"resume", "--data", folder_ / "Bob", "--json"}).json().at("tables");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].at("game"), "holdem");
  EXPECT_EQ(tables[0].at("players"), Json({"Ann", "Bob"}));
  EXPECT_TRUE(fs::exists(tables[0].at("store").get<std::string>()));

  const auto alone = seat("Bob", {"resume", tables[0].at("table").get<std::string>().substr(0, 8)});
  EXPECT_EQ(alone->said("Nobody answers for Ann at ").substr(0, address.size()), address);
}

}  // namespace
}  // namespace fairdeal::e2e
