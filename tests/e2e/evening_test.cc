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
  std::unique_ptr<Process> host() {
    const Arguments arguments{"host",    "holdem",   "--evening", "--listen", "127.0.0.1:0",
                              "--break", "600",      "--params",  kShort,     "--seats",
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
  /// The output of `audit --json` on all transcripts of these people.
  Json audited(const std::vector<std::string>& names) {
    Arguments arguments{"audit", "--json"};
    for (const std::string& name : names)
      for (const auto& file : fs::directory_iterator(folder_ / name))
        if (file.path().extension() == ".fdt") arguments.push_back(file.path());
    const auto ended = run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.out;
    return ended.json();
  }
  static const Json* account(const Json& evening, const std::string& name) {
    for (const Json& one : evening.at("accounts"))
      if (one.at("nickname") == name) return &one;
    return nullptr;
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
  ann->type("start\n");
  ann->said("Your move");
  ann->type("leave\naway\n");
  ann->said("The evening ends after this table.");
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(dee->end().code, 0);
  const auto end = ann->end();
  EXPECT_EQ(end.code, 0);
  EXPECT_NE(end.out.find("These accounts are settled by these payments:"), std::string::npos)
      << end.out;

  const Json report = audited({"Ann", "Bob", "Cy", "Dee"});
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
