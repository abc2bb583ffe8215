#include "tests/e2e/process.h"
#include "tests/runtime/evening_tables.h"

/// `fairdeal audit` with the files of an evening that a simulator played.
namespace fairdeal::e2e {
namespace {

class EveningFiles : public E2e, protected sim::EveningTables {
 protected:
  /// Writes transcripts to one file, one after another. Returns its path.
  std::string file(const std::string& name, const std::vector<Bytes>& transcripts) {
    std::string all;
    for (const Bytes& one : transcripts) all += as_text(one);
    write_file(folder_ / name, all);
    return folder_ / name;
  }
  static bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }
};

TEST_F(EveningFiles, OfAFileThatWasChangedNobodyOwesAnything) {
  play_three();
  const auto whole = run({"audit", file("whole.fdt", files)});
  EXPECT_EQ(whole.code, 0) << whole.out;
  EXPECT_TRUE(has(whole.out, " owes ")) << whole.out;

  auto changed = files;
  changed[1][changed[1].size() / 2] ^= std::byte{1};
  const auto spoilt = file("spoilt.fdt", changed);
  const std::string page = folder_ / "page.html", csv = folder_ / "accounts.csv";
  const std::string why = "table 2 is INVALID, and what follows it in its file was not read";
  const auto text = run({"audit", spoilt, "--html", page, "--csv", csv});
  EXPECT_EQ(text.code, 3);
  EXPECT_TRUE(has(text.out, "What follows this table in the file was not read")) << text.out;
  EXPECT_TRUE(has(text.out, " is not added up: " + why)) << text.out;
  for (const std::string& shown : {text.out, read_file(page)}) {
    EXPECT_FALSE(has(shown, " owes ")) << shown;
    EXPECT_TRUE(has(shown, why)) << shown;
  }
  EXPECT_TRUE(has(read_file(csv), ",\"not added up: " + why + "\"\r\n")) << read_file(csv);

  const Json report = run({"audit", "--json", spoilt}).json();
  ASSERT_EQ(report.at("files").size(), 2U);
  EXPECT_FALSE(report["files"][0].contains("rest_unread"));
  EXPECT_EQ(report["files"][1].at("rest_unread"), true);
  const Json& evening = report.at("evenings").at(0);
  EXPECT_EQ(evening.at("whole"), false);
  EXPECT_EQ(evening.at("accounts"), Json::array());
  EXPECT_EQ(evening.at("why"), why);
}

}  // namespace
}  // namespace fairdeal::e2e
