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

/// The bank begins two tables from one break, and both are played to their end.
TEST_F(EveningFiles, TwoTablesThatGoOnFromOneAreInvalidTogetherAndNameWhoSignedBoth) {
  using enum Order::Kind;
  const auto first = play(
      nullptr, {order(0, buy_in, 800, 1), order(1, buy_in, 900, 1), order(2, buy_in, 1000, 1)});
  ASSERT_TRUE(first.evening_break);
  const auto& last = *first.evening_break;
  const auto one_of_two = play(&last, {});
  for (const auto& withdrawn : {first.table, one_of_two.table})
    play(&last, {}, [&](auto& terms) { terms.evening->withdrawn.push_back(withdrawn); });
  const auto before = file("1.fdt", {files[0]}), one = file("2.fdt", {files[1]}),
             other = file("3.fdt", {files[2]}), replacing = file("4.fdt", {files[3]});

  const std::string page = folder_ / "page.html";
  const auto text = run({"audit", before, one, other, "--html", page});
  EXPECT_EQ(text.code, 3) << text.out;
  const std::string forked = one + " and " + other + ": forked: both are table 2 of the evening ";
  EXPECT_TRUE(has(text.out, forked)) << text.out;
  EXPECT_TRUE(has(text.out, ") signed both\n")) << text.out;
  EXPECT_TRUE(has(text.out,
                  "3 files of 3 tables: INVALID together: forked: two tables of an evening go on "
                  "from the same one"))
      << text.out;
  EXPECT_TRUE(has(read_file(page), forked));
  EXPECT_TRUE(has(read_file(page), "INVALID together: forked: two tables of an evening"));

  const auto ended = run({"audit", "--json", before, one, other});
  EXPECT_EQ(ended.code, 3);
  const Json report = ended.json();
  EXPECT_EQ(report.at("verdict"), "INVALID");
  EXPECT_EQ(report.at("contradict"), true);
  const Json& fork = report.at("forks").at(0);
  EXPECT_EQ(fork.at("files"), (Json{one, other}));
  EXPECT_EQ(fork.at("continues"), first.head.hex());
  ASSERT_EQ(fork.at("signed_both").size(), 3U);
  for (const Json& member : fork["signed_both"])
    EXPECT_TRUE(has(text.out, '"' + member.at("nickname").get<std::string>() + "\" ("));
  EXPECT_EQ(report.at("evenings").at(0).at("accounts"), Json::array());

  // The bank's own word that a table is void is no fork, though nothing is added up.
  const auto withdrawn = run({"audit", "--json", before, one, replacing});
  EXPECT_EQ(withdrawn.code, 0);
  EXPECT_EQ(withdrawn.json().at("forks"), Json::array());
  EXPECT_EQ(withdrawn.json().at("evenings").at(0).at("accounts"), Json::array());
}

TEST_F(EveningFiles, JoinedReplaceNoFileThatHasAnythingElse) {
  play_three();
  const auto one = file("1.fdt", {files[0]}), two = file("2.fdt", {files[1]}),
             three = file("3.fdt", {files[2]});
  const std::string notes = folder_ / "notes.txt", evening = folder_ / "evening.fdt";
  // The name of the new file was forgotten, so the first transcript is taken for it.
  run_refused({"audit", "--join", one, two, three}, 2, "usage");
  EXPECT_EQ(read_file(one), as_text(files[0]));
  write_file(notes, "Ann pays");
  run_refused({"audit", one, two, "--join", notes}, 2, "usage");
  EXPECT_EQ(read_file(notes), "Ann pays");

  const auto first = run({"audit", one, two, "--join", evening});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(has(first.err, "All tables are in " + evening)) << first.err;
  EXPECT_EQ(fs::status(evening).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  // The file of two tables grows by the third, also if it is one of the files that are audited.
  for (const std::vector<std::string>& named :
       {std::vector{one, two, three}, std::vector{evening, one, three, two}}) {
    write_file(evening, read_file(one) + read_file(two));
    std::vector<std::string> arguments{"audit", "--json", "--join", evening};
    arguments.insert(arguments.end(), named.begin(), named.end());
    const auto more = run(arguments);
    EXPECT_EQ(more.code, 0) << more.out;
    EXPECT_EQ(more.json().at("joined").at("tables"), 3);
    EXPECT_EQ(more.json().at("joined").at("begins"), true);
    EXPECT_EQ(read_file(evening), read_file(one) + read_file(two) + read_file(three));
    EXPECT_EQ(fs::status(evening).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }
  run_refused({"audit", one, two, "--join", evening}, 2, "usage");
  EXPECT_EQ(read_file(evening), read_file(one) + read_file(two) + read_file(three));
  EXPECT_FALSE(fs::exists(evening + ".part"));
}

/// A guest who came to the second table has no transcript of the first.
TEST_F(EveningFiles, JoinedSayThatTheFirstTableIsMissing) {
  play_three();
  const auto two = file("2.fdt", {files[1]}), three = file("3.fdt", {files[2]});
  const std::string part = folder_ / "part.fdt";
  const auto text = run({"audit", three, two, "--join", part});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_TRUE(has(text.err, "The evening from table 2 on is in " + part + ", WITHOUT")) << text.err;
  EXPECT_FALSE(has(text.err, "All tables")) << text.err;
  const Json joined = run({"audit", "--json", three, two, "--join", part}).json().at("joined");
  EXPECT_EQ(joined.at("begins"), false);
  EXPECT_EQ(joined.at("tables"), 2);
  EXPECT_EQ(run({"audit", part}).code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
