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
  refused(folder_.path.string(), "it cannot be read");
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

}  // namespace
}  // namespace fairdeal::e2e
