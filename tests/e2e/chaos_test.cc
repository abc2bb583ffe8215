#include <csignal>

#include "tests/e2e/process.h"

/// `fairdeal demo --chaos`, `resume` and `evidence`: tables of real processes that meet trouble.
namespace fairdeal::e2e {
namespace {

class Chaos : public E2e {
 protected:
  /// A hand of four with this trouble: its audit is VALID and all that are left hold one head.
  Json survives(const std::vector<std::string>& troubles, std::size_t heads) {
    std::vector<std::string> arguments{"demo", "--game", "holdem",       "--seats",
                                       "4",    "--json", "--transcript", folder_ / "it.fdt"};
    for (const auto& trouble : troubles) arguments.insert(arguments.end(), {"--chaos", trouble});
    const auto ended = run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    const Json table = ended.json();
    EXPECT_EQ(table.at("audit"), "VALID");
    EXPECT_EQ(table.at("heads"), Json(std::vector<Json>(heads, table.at("heads").at(0))));
    EXPECT_EQ(run({"audit", folder_ / "it.fdt"}).code, 0);
    return table;
  }
  static Json none() { return Json::array(); }
};

TEST_F(Chaos, ATableOfFourCanFinishAHandWithoutASeatUnlessItsHostSaysNo) {
  const auto ended = run({"demo", "--game", "holdem", "--seats", "4", "--no-input"});
  EXPECT_NE(ended.err.find("only all 3 others together could see your cards"), ended.err.npos)
      << ended.err;
}

TEST_F(Chaos, AKilledSeatIsVotedOut) {
  const Json table = survives({"kill:1@5"}, 3);
  EXPECT_EQ(table.at("gone"), Json({1}));
  EXPECT_EQ(table.at("convicted"), none());
  EXPECT_EQ(table.at("absences").at(0).at("seat"), 1);
}

TEST_F(Chaos, ASilentSeatIsVotedOut) {
  const Json table = survives({"silent:3@0"}, 4);
  EXPECT_EQ(table.at("gone"), Json({3}));
  EXPECT_EQ(table.at("convicted"), none());
}

TEST_F(Chaos, ASeatThatIsKilledAndResumedMissesNothing) {
  const Json table = survives({"kill-back:2@6"}, 4);
  EXPECT_EQ(table.at("gone"), none());
  EXPECT_EQ(table.at("convicted"), none());
}

TEST_F(Chaos, EitherOfTwoThatIsKilledFindsTheOtherAgain) {
  for (const char* trouble : {"kill-back:0@4", "kill-back:1@4"}) {
    const auto ended = run({"demo", "--game", "kuhn", "--seats", "2", "--chaos", trouble,
                            "--timeout", "60", "--json"});
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_EQ(ended.json().at("audit"), "VALID");
    EXPECT_EQ(ended.json().at("gone"), none());
  }
}

TEST_F(Chaos, TwoThatCannotReachEachOtherPlayThroughTheOthers) {
  const Json table = survives({"cut:0-2@3:2"}, 4);
  EXPECT_EQ(table.at("gone"), none());
  EXPECT_EQ(table.at("convicted"), none());
}

class Lie : public Chaos, public testing::WithParamInterface<std::string> {};
TEST_P(Lie, ConvictsItsAuthorAloneAndAnybodyCanCheckWhy) {
  const Json table = survives({"lie:2@4:" + GetParam()}, 4);
  EXPECT_EQ(table.at("convicted"), Json({2}));
  EXPECT_EQ(table.at("gone"), none());
  ASSERT_EQ(table.at("evidence").size(), 1u);
  const std::string file = table.at("evidence").at(0);

  const auto verified = run({"evidence", "verify", file, "--json"});
  EXPECT_EQ(verified.code, 0) << verified.out;
  EXPECT_EQ(verified.json().at("seat"), 2);
  const std::string shown = run({"evidence", "show", file}).out;
  EXPECT_TRUE(shown.starts_with("Against seat 3 (\"Cat\") at a table of holdem: ")) << shown;

  std::string bytes = read_file(file);
  bytes[bytes.size() - 70] ^= 1;  // inside the last statement or its signature
  write_file(file, bytes);
  EXPECT_NE(run({"evidence", "verify", file}).code, 0);
  write_file(file, bytes.substr(0, bytes.size() / 2));
  EXPECT_NE(run({"evidence", "verify", file}).code, 0);
}
INSTANTIATE_TEST_SUITE_P(Of, Lie, testing::Values("proof", "entry", "vote"));

TEST_F(Chaos, WhatIsNoTroubleIsUsage) {
  for (const char* spec :
       {"kill", "kill:9@1", "kill:1", "lie:1@1:nonsense", "cut:1-1@1:1", "x:1@2"})
    run_refused({"demo", "--chaos", spec}, 2, "bad_chaos");
  run_refused(
      {"demo", "--game", "kuhn", "--seats", "2", "--chaos", "kill:0@3", "--chaos", "kill:1@3"}, 2,
      "bad_chaos");
}

TEST_F(Chaos, ParametersThatAreNoObjectAreUsage) {
  run_refused({"demo", "--params", "[1]"}, 2, "bad_parameters");
}

TEST_F(Chaos, ATableIsResumedByOneProcessAtATime) {
  run_refused({"resume"}, 2, "no_such_table");
  write_file(folder_ / "no.db", "not a store");
  EXPECT_NE(run({"resume", folder_ / "no.db", "--bot", "simple"}).code, 0);
}

TEST_F(Chaos, WhatIsNoEvidenceIsSaid) {
  for (const char* text : {"hello", "", "fairdeal transcript 4\n"}) {
    write_file(folder_ / "x", text);
    const auto ended = run({"evidence", "verify", folder_ / "x"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find("x is no evidence."), std::string::npos) << ended.err;
    EXPECT_EQ(ended.err.find("version"), std::string::npos) << ended.err;
  }
  EXPECT_NE(run({"evidence", "verify", folder_ / "missing"}).code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
