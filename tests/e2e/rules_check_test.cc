#include <fstream>

#include "tests/e2e/process.h"

/// `fairdeal rules check FILE…` and files that are none.
namespace fairdeal::e2e {
namespace {

class RulesCheck : public E2e {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static constexpr const char* kRight =
      R"({"game":"tic-tac-toe","levels":[{"depth":1,"sequences":9}],
"initial":{"board":"_________","active":["Xs"]}})";
  static std::string one_line(std::string text) {
    std::erase(text, '\n');
    return text;
  }
};

TEST_F(RulesCheck, WhatCannotBeReadIsNamedWithItsLine) {
  const std::string right = one_line(kRight) + "\n";
  const std::string truncated = right + right.substr(0, 40);
  const auto refused = [&](const std::string& name, const std::string& where) {
    const auto ended = run_refused({"rules", "check", name}, 2, "unreadable");
    EXPECT_NE(ended.out.find(where), std::string::npos) << ended.out;
  };
  refused(folder_ / "none", "none: ");
  refused(folder_.path.string(), "it is a folder; name a file in it.");
  refused(file("empty", ""), "it is empty");
  refused(file("half", truncated), "half:2: ");
  refused(file("bytes", right + "\xff\xfe\n"), "bytes:2: ");
  refused(file("zipped", "\x1f\x8b\x08"), "it is compressed");
  refused(file("long", std::string((1 << 24) + 2, 'x')), "long:1: ");
}

TEST_F(RulesCheck, SaysWhatDiffersAndWhatItSkippedAsOneDocument) {
  std::string wrong = one_line(kRight);
  wrong.replace(wrong.find(":9"), 2, ":8");
  const auto name =
      file("lines", one_line(kRight) + "\r\n\n" + wrong + "\n{\"topic\":\"weather\"}\n");
  const auto ended = run({"rules", "check", name, "--json"});
  EXPECT_EQ(ended.code, 1);
  const Json said = ended.json();
  EXPECT_EQ(said.at("agree"), false);
  EXPECT_EQ(said.at("lines"), 2);
  EXPECT_EQ(said.at("differ"), 1);
  EXPECT_EQ(said.at("differences").at(0).at("line"), 3);
  EXPECT_EQ(said.at("differences")[0].at("expected"), "8");
  EXPECT_EQ(said.at("skipped"), Json({{"weather", 1}}));
}

class RulesOptions : public E2e {};

TEST_F(RulesOptions, CountsAndStatesThatCannotBeAreRefusedByName) {
  const auto refused = [&](std::vector<std::string> words, const std::string& what) {
    words.insert(words.begin(), "rules");
    const auto ended = run_refused(words, 2, "usage");
    EXPECT_NE(ended.out.find(what), std::string::npos) << ended.out;
  };
  refused({"record", "pig", "--playouts", "-3"}, "--playouts");
  refused({"record", "pig", "--seed", "-1"}, "--seed");
  refused({"record", "pig", "--seats", "0"}, "--seats");
  refused({"record", "pig", "--seats", "-2"}, "--seats");
  refused({"record", "pig", "--state", ""}, "--state");
  refused({"test", "pig", "--playouts", "-1"}, "--playouts");
  refused({"perft", "chess", "-1"}, "DEPTH");
  refused({"solve", "tic-tac-toe", "--states", "0"}, "--states");
  expect_error(run({"host", "pig", "--seats", "-2", "--json"}), 2, "usage");
}

TEST_F(RulesOptions, AnErrorHoldsWholeCharactersOnly) {
  const std::string half = "caf\xc3", clear = "\x1b[2J";
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"rules", "record", half},
           {"rules", "record", "pig", "--params", "{\"" + half + "\":1}"},
           {"rules", "record", "chess", "--state", "{\"fen\":\"é\"}"},
           {"rules", "record", "puzzle-15", "--params", R"({"target":"é123456789ABCD "})"},
           {"audit", half + clear},
           {half + clear}}) {
    const auto ended = run(words);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_NO_THROW(Json(ended.err).dump()) << ended.err;  // throws at what is no UTF-8
    EXPECT_EQ(ended.err.find('\x1b'), std::string::npos);
  }
}

TEST_F(RulesOptions, SolveSaysBeforeItStartsHowFarItGoes) {
  const auto ended = run({"rules", "solve", "connect-four", "--states", "1000"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err.find("Looks at up to 1,000 states, in up to 1,024 MiB"), 0u) << ended.err;
  EXPECT_NE(ended.err.find("more states than can be kept, 1000 so far"), std::string::npos);
  EXPECT_EQ(run({"rules", "solve", "tic-tac-toe", "--states", "5478"}).code, 0);
  EXPECT_EQ(run({"rules", "solve", "tic-tac-toe", "--states", "5477"}).code, 2);
}

}  // namespace
}  // namespace fairdeal::e2e
