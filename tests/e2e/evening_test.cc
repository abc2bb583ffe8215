#include <csignal>

#include "tests/e2e/process.h"

/// An evening of tables: people come and go with chips of their own, and all files together say who
/// owes whom.
namespace fairdeal::e2e {
namespace {

class Evening : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments, Out::here);
  }
  /// Opens an evening, whose tables begin by the host's word alone.
  std::unique_ptr<Process> host(const char* params = kShort) {
    const Arguments arguments{"host",    "holdem",   "--evening", "--listen", "127.0.0.1:0",
                              "--break", "600",      "--params",  params,     "--seats",
                              "4",       "--buy-in", "400:1000",  "--chips",  "500"};
    auto process = seat("Ann", arguments);
    const std::string rest = process->said("The table is open at ");
    address = rest.substr(0, rest.find(". "));
    return process;
  }
  /// A bot sits down.
  std::unique_ptr<Process> bot(const std::string& name, Arguments more) {
    more.insert(more.begin(),
                {"join", address, "--accept", "--listen", "127.0.0.1:0", "--bot", "simple"});
    return seat(name, more);
  }
  /// The tables to which `name` can go back, as `resume` lists them.
  Json kept_by(const std::string& name) {
    return run({"resume", "--data", folder_ / name, "--json"}).json().at("tables");
  }
  /// The output of `audit --json` on all transcripts of these people.
  Json audited(const std::vector<std::string>& names, const Arguments& more = {}) {
    Arguments arguments{"audit", "--json"};
    for (const std::string& name : names)
      for (const auto& file : fs::directory_iterator(folder_ / name))
        if (file.path().extension() == ".fdt") arguments.push_back(file.path());
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ended = run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.out;
    return ended.json();
  }
  static const Json* account(const Json& evening, const std::string& name) {
    for (const Json& one : evening.at("accounts"))
      if (one.at("nickname") == name) return &one;
    return nullptr;
  }

  /// The file of all tables has the same accounts, also as a page and a spreadsheet.
  void expect_same_in_one_file(const std::string& file, const Json& evening) {
    const auto ended = run({"audit", "--json", file, "--html", folder_ / "evening.html", "--csv",
                            folder_ / "evening.csv"});
    EXPECT_EQ(ended.code, 0) << ended.out;
    const Json report = ended.json();
    ASSERT_EQ(report.at("files").size(), evening.at("tables").size());
    EXPECT_EQ(report.at("chain").size(), evening["tables"].size() - 1);
    EXPECT_EQ(report.at("evenings"), Json::array({evening}));
    const std::string page = read_file(folder_ / "evening.html");
    EXPECT_NE(page.find("evening.fdt, table 2"), std::string::npos);
    EXPECT_NE(page.find("owes"), std::string::npos);
    EXPECT_NE(read_file(folder_ / "evening.csv").find("\"Dee\""), std::string::npos);
    const auto again = run({"audit", file, "--join", folder_ / "again.fdt"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.out.find("one file of 2 tables: all VALID"), std::string::npos) << again.out;
    EXPECT_EQ(read_file(folder_ / "again.fdt"), read_file(file));
  }

  static constexpr const char* kShort = R"({"hands":2,"betting":"fixed-limit"})";
  std::string address;
};

TEST_F(Evening, OneLeavesOneComesOneBuysMoreAndTheFilesSayWhoOwesWhom) {
  const auto ann = host();
  ann->said("You have bought 500 chips");
  const auto bob = bot("Bob", {"--buy-in", "500"});
  ann->said("Ann, Bob");
  const auto cy = bot("Cy", {"--buy-in", "600", "--matches", "1"});
  ann->said("Ann, Bob, Cy");
  ann->type("start\n");
  ann->said("Your move");
  ann->type("topup 100\naway\n");
  ann->said("Your program orders 100 chips in the next break.");
  EXPECT_EQ(cy->end().code, 0);
  ann->said("You have bought 100 chips");
  const auto dee = bot("Dee", {"--buy-in", "700"});
  ann->said("Ann, Bob, Dee");
  ann->type("sit in\nstart\n");
  ann->said("Your move");
  ann->type("leave\naway\n");
  ann->said("The evening ends after this table.");
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(dee->end().code, 0);
  const auto end = ann->end();
  EXPECT_EQ(end.code, 0);
  EXPECT_NE(end.out.find("These accounts are settled by these payments:"), std::string::npos)
      << end.out;

  const std::string one_file = folder_ / "evening.fdt";
  const Json report = audited({"Ann", "Bob", "Cy", "Dee"}, {"--join", one_file});
  EXPECT_EQ(report.at("verdict"), "VALID");
  ASSERT_EQ(report.at("evenings").size(), 1U);
  const Json& evening = report["evenings"][0];
  EXPECT_EQ(evening.at("whole"), true);
  EXPECT_EQ(evening.at("tables").size(), 2U);
  ASSERT_EQ(evening.at("accounts").size(), 4U);
  EXPECT_EQ(account(evening, "Ann")->at("bought"), 600);
  EXPECT_EQ(account(evening, "Dee")->at("bought"), 700);
  EXPECT_EQ(account(evening, "Cy")->at("chips"), 0);
  EXPECT_GT(account(evening, "Cy")->at("cashed"), 0);
  std::int64_t won = 0;
  for (const Json& one : evening["accounts"]) won += one.at("won").get<std::int64_t>();
  EXPECT_EQ(won, 0);
  for (const Json& payment : evening["payments"])
    EXPECT_NE(end.out.find(" " + payment.at("chips").dump() + " chips"), std::string::npos)
        << end.out;
  expect_same_in_one_file(one_file, evening);
}

/// The blinds are as large as a stack, so that one of two has everything after a few hands.
TEST_F(Evening, WhoHasLostAllBuysAgainAndPlaysOn) {
  const auto ann = host(R"({"hands":200,"small_blind":250,"big_blind":500})");
  ann->said("You have bought 500 chips");
  const auto bob =
      seat("Bob", {"join", address, "--accept", "--listen", "127.0.0.1:0", "--buy-in", "500"});
  ann->said("Ann, Bob");
  ann->type("start\n");
  for (Process* one : {ann.get(), bob.get()}) {
    one->said("Hand 1");
    one->type("away\n");
  }
  ann->said("A break: ");
  const Json after = audited({"Ann"}).at("evenings").at(0);
  const std::string loser = account(after, "Ann")->at("chips") == 0 ? "Ann" : "Bob";
  ASSERT_EQ(account(after, loser)->at("chips"), 0);
  Process& buys = loser == "Ann" ? *ann : *bob;
  buys.said("Type buyin and a number of chips");
  buys.type("rebuy 700\n");
  buys.said("You have bought 700 chips");
  ann->said("Press Enter to start with those who sit down now");
  for (Process* one : {ann.get(), bob.get()}) {
    one->type("sit in\n");
    one->said("You are back");
  }
  ann->type("start\n");
  for (Process* one : {ann.get(), bob.get()}) {
    one->said("Hand 1");
    one->type("leave\naway\n");
  }
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
  const Json evening = audited({"Ann", "Bob"}).at("evenings").at(0);
  EXPECT_EQ(evening.at("tables").size(), 2U);
  EXPECT_EQ(account(evening, loser)->at("bought"), 1200);
  EXPECT_EQ(account(evening, loser == "Ann" ? "Bob" : "Ann")->at("bought"), 500);
}

TEST_F(Evening, AGuestThatIsKilledInMidTableComesBackByResumeAndKeepsItsChips) {
  const auto ann = host();
  ann->said("You have bought 500 chips");
  const auto bob = bot("Bob", {"--buy-in", "600"});
  ann->said("Ann, Bob");
  ann->type("start\n");
  ann->said("Your move");
  bob->signal(SIGKILL);
  bob->end();
  const Json tables = kept_by("Bob");
  ASSERT_EQ(tables.size(), 1U);
  const auto again = seat("Bob", {"resume", "--bot", "simple"});
  // The host's program keeps its promise for the break over a crash.
  ann->type("topup 100\n");
  ann->said("Your program orders 100 chips in the next break.");
  ann->signal(SIGKILL);
  ann->end();
  const auto back = seat("Ann", {"resume", kept_by("Ann").at(0).at("store").get<std::string>()});
  back->said("Your program orders 100 chips in the next break.");
  back->type("away\n");
  back->said("You have bought 100 chips");
  back->said("Ann, Bob");
  back->type("start\n");
  back->said("You still sit out");
  back->said("Hand 1");
  back->type("leave\naway\n");
  EXPECT_EQ(back->end().code, 0);
  EXPECT_EQ(again->end().code, 0);
  const Json report = audited({"Ann", "Bob"});
  EXPECT_EQ(report.at("verdict"), "VALID");
  const Json& evening = report.at("evenings").at(0);
  ASSERT_EQ(evening.at("tables").size(), 2U);
  EXPECT_EQ(account(evening, "Bob")->at("bought"), 600);
  EXPECT_EQ(account(evening, "Ann")->at("bought"), 600);
  EXPECT_EQ(
      account(evening, "Bob")->at("won").get<int>() + account(evening, "Ann")->at("won").get<int>(),
      0);
}

TEST_F(Evening, ABankThatIsKilledInTheBreakResumesItWithItsOrders) {
  const auto ann = host();
  ann->said("You have bought 500 chips");
  const auto bob = bot("Bob", {"--buy-in", "600"});
  ann->said("Ann, Bob");
  ann->type("start\n");
  ann->said("Your move");
  ann->type("away\n");
  ann->said("A break: ");
  ann->said("Ann, Bob");
  ann->type("topup 100\n");
  ann->said("You have bought 100 chips");
  const auto second = seat("Ann", {"resume", kept_by("Ann").at(0).at("store"), "--json"});
  expect_error(second->end(), 8, "in_use");
  expect_error(bot("Bob", {"--json"})->end(), 8, "in_use");
  ann->signal(SIGKILL);
  ann->end();
  bob->said("The connection to the bank of this evening is lost");

  const Json tables = kept_by("Ann");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].at("state"), "over; its evening goes on");
  const auto again = seat("Ann", {"resume", tables[0].at("table").get<std::string>().substr(0, 8)});
  again->said("in 600 s");
  again->said("Ann, Bob");
  const auto dee = bot("Dee", {"--buy-in", "500"});  // whoever has the address may still come
  again->said("Ann, Bob, Dee");
  again->type("start\n");
  again->said("Hand 1");
  again->type("leave\naway\n");
  EXPECT_EQ(again->end().code, 0);
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(dee->end().code, 0);
  const Json evening = audited({"Ann", "Bob"}).at("evenings").at(0);
  EXPECT_EQ(evening.at("tables").size(), 2U);
  EXPECT_EQ(account(evening, "Ann")->at("bought"), 600);
  for (const char* name : {"Ann", "Bob"})
    EXPECT_EQ(kept_by(name), Json::array()) << name << ": the evening is over";
}

/// The bank has not signed an order when the guest's program ends, and its person joins again.
TEST_F(Evening, AGuestThatIsKilledInTheBreakJoinsAgainWithItsOrder) {
  const auto ann = seat("Ann", {"host", "holdem", "--evening", "--listen", "127.0.0.1:0", "--break",
                                "600", "--params", kShort, "--seats", "4", "--buy-in", "400:1000",
                                "--chips", "500", "--orders", "ask"});
  const std::string rest = ann->said("The table is open at ");
  address = rest.substr(0, rest.find(". "));
  const Arguments joins{"join", address, "--accept", "--listen", "127.0.0.1:0", "--buy-in", "600"};
  const auto bob = seat("Bob", joins);
  ann->said("Type yes Bob or no Bob");
  ann->type("yes Bob\n");
  ann->said("Ann, Bob");
  ann->type("start\naway\n");
  bob->said("Hand 1");
  bob->type("away\n");
  bob->said("The evening goes on.");
  bob->type("topup 100\n");
  ann->said("Type yes Bob or no Bob");
  bob->signal(SIGKILL);
  bob->end();
  ann->said("went while you were asked about their order of chips");
  const auto again = seat("Bob", joins);
  again->said("You ordered 100 chips before your program ended");
  ann->said("Type yes Bob or no Bob");
  ann->type("yes Bob\n");
  again->said("You have bought 100 chips");
  ann->type("leave\n");
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(again->end().code, 0);
}

TEST_F(Evening, TheBareCommandOpensOne) {
  const auto ann = seat("Ann", {"host", "holdem", "--evening", "--listen", "127.0.0.1:0"});
  ann->said("You have bought 1000 chips");
  ann->type("leave\n");
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Evening, HasTheUsualQuorumAndRecovery) {
  for (const char* option : {"--unanimous", "--no-recovery"})
    run_refused({"host", "holdem", "--evening", option}, 2, "bad_parameters");
}

}  // namespace
}  // namespace fairdeal::e2e
