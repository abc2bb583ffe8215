#include <sstream>

#include "tests/e2e/process.h"

/// `fairdeal export --format`, `fairdeal audit --html` and `fairdeal replay`.
namespace fairdeal::e2e {
namespace {

class Export : public E2e {
 protected:
  std::string match(const std::string& name, const std::vector<std::string>& options) {
    const std::string file = folder_ / name;
    std::vector<std::string> words{"demo", "--transcript", file};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run(words).code, 0);
    return file;
  }
  /// Returns a match of two hands: one in which two seats lose all in the first hand has no second.
  std::string holdem() {
    std::string file;
    for (int tries = 0; tries < 20; ++tries) {
      file = match("h" + std::to_string(tries) + ".fdt", {"--seats", "3", "--hands", "2"});
      if (run({"export", "--format", "phh", file}).out.starts_with("[1]")) break;
    }
    return file;
  }
  static std::size_t count(const std::string& text, const std::string& words) {
    std::size_t found = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
      ++found;
    return found;
  }
};

TEST_F(Export, HandsOfHoldemAreWrittenForOtherPrograms) {
  const auto file = holdem();
  const auto phh = run({"export", "--format", "phh", file});
  EXPECT_EQ(phh.code, 0);
  EXPECT_TRUE(phh.out.starts_with("[1]\nvariant = \"NT\"\nantes = [0, 0, 0]\n")) << phh.out;
  // A seat that lost all in the first hand is dealt nothing in the second; it may be one's own.
  const std::size_t shown = count(phh.out, "\"d dh ") - count(phh.out, " ????\"");
  EXPECT_GE(shown, 1U) << "of each hand, all cards but one's own are hidden\n" << phh.out;
  EXPECT_LE(shown, 2U) << phh.out;
  EXPECT_EQ(count(phh.out, "\ntime_zone = \"UTC\"\n"), 2U);

  const auto ohh = run({"export", "--format", "ohh", file});
  EXPECT_EQ(ohh.code, 0);
  std::istringstream lines(ohh.out);
  std::string first, blank, second;
  std::getline(lines, first), std::getline(lines, blank), std::getline(lines, second);
  EXPECT_EQ(blank, "");
  EXPECT_EQ(Json::parse(second).at("ohh").at("spec_version"), "1.4.7");
  // As above, one's own seat plays the first hand for certain.
  const Json hand = Json::parse(first).at("ohh");
  EXPECT_EQ(hand.at("hero_player_id"), 0);
  EXPECT_EQ(hand.at("start_date_utc").get<std::string>().size(), 20U);
}

TEST_F(Export, AnyGameIsWrittenAsJsonWithTheViewsOfItsOwner) {
  const auto file = match("k.fdt", {"--game", "kuhn", "--seats", "2"});
  const auto ended = run({"export", "--format", "json", file});
  EXPECT_EQ(ended.code, 0);
  const Json document = ended.json();
  EXPECT_EQ(document.at("v"), 1);
  EXPECT_EQ(document.at("own_seat"), 0);
  EXPECT_EQ(document.at("frames").size(), document.at("records").get<std::size_t>() + 1);
  std::size_t moves = 0;
  for (const Json& frame : document.at("frames")) {
    EXPECT_TRUE(frame.at("view").is_object());
    for (const Json& event : frame.at("events")) moves += event.contains("moved");
  }
  EXPECT_GE(moves, 2U);
}

TEST_F(Export, AFormatThatTheGameHasNotIsRefused) {
  const auto kuhn = match("k.fdt", {"--game", "kuhn", "--seats", "2"});
  for (const char* format : {"phh", "ohh", "pgn"})
    run_refused({"export", "--format", format, kuhn}, 2, "no_such_format");
  run_refused({"export", "--format", "pgn", holdem()}, 2, "no_such_format");
  run_refused({"export", "--format", "xml", kuhn}, 2, "usage");
}

TEST_F(Export, AReportIsAPageOfItsOwn) {
  const auto file = holdem();
  const std::string page = folder_ / "report.html";
  EXPECT_EQ(run({"audit", file, "--html", page}).code, 0);
  const std::string valid = read_file(page);
  EXPECT_TRUE(valid.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(valid.find("VALID</h1>"), std::string::npos);

  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  const std::string flipped = folder_ / "b.fdt";
  write_file(flipped, bytes);
  EXPECT_EQ(run({"audit", file, flipped, "--html", page}).code, 3);
  const std::string two = read_file(page);
  EXPECT_NE(two.find("INVALID at record "), std::string::npos);
  EXPECT_NE(two.find("Expected</h3>"), std::string::npos);
  EXPECT_EQ(count(two, "<h2 class=\"file\">"), 2U);
  run_refused({"audit", file, "--html", folder_ / "none" / "report.html"}, 2, "storage");
}

TEST_F(Export, AReplayGoesWhereItsLinesSay) {
  const auto file = holdem();
  const auto ended =
      run({"replay", file}, "hand 2\nmine\nnonsense\n]\nspeed 4\nfirst\nplay\nplay\nq\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.out.find("Before the first record"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(": Hand 2, "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(", checked \xe2\x9c\x93\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("(as Ann)"), std::string::npos) << ended.out;
  EXPECT_NE(ended.err.find("\"nonsense\" is no command here."), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("Speed 4."), std::string::npos) << ended.err;
  EXPECT_NE(ended.out.find("Result signed"), std::string::npos) << "it plays to the end";
  EXPECT_NE(ended.err.find("There is nothing there."), std::string::npos) << "nothing is left";
}

TEST_F(Export, AReplayInJsonHasALineForEachRecordAndThenTheVerdict) {
  const auto file = holdem();
  const auto ended = run({"replay", "--json", "--mine", file});
  EXPECT_EQ(ended.code, 0);
  std::istringstream stream(ended.out);
  std::vector<Json> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  EXPECT_EQ(lines.front().at("own_seat"), 0);
  EXPECT_EQ(lines.back().at("verdict"), "VALID");
  ASSERT_EQ(lines.size(), lines.back().at("records").get<std::size_t>() + 2);
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    EXPECT_EQ(lines[i].at("record"), i - 1);
    EXPECT_EQ(lines[i].at("checked"), true);
    EXPECT_FALSE(lines[i].at("text").empty());
  }
  fs::remove(file + ".own");
  run_refused({"replay", "--json", "--mine", file}, 2, "no_own_cards");
}

}  // namespace
}  // namespace fairdeal::e2e
