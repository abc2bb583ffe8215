#include "ui/match/audit_page.h"

#include <fstream>

#include "tests/runtime/transcript_parts.h"
#include "ui/home/transcript_files.h"

/// The report of an audit as a page, of files with every verdict.

namespace fairdeal::match {
namespace {

using audit::Verdict;
using sim::World;

constexpr std::uint64_t kMade = 1'795'464'909;  // 2026-11-23 20:15:09 UTC
constexpr const char* kHostile = "<img src=x onerror=\"a()\">";

class AuditPageTest : public testing::Test {
 protected:
  AuditPageTest() { std::filesystem::create_directories(folder_); }
  ~AuditPageTest() override { std::filesystem::remove_all(folder_); }

  /// The page on a file with these bytes; `verdict` is what it must say.
  std::string page_of(const Bytes& bytes, Verdict verdict, const std::string& name = "a.fdt") {
    const auto path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << as_text(bytes);
    SeededRng rng(5);
    AuditRows rows(path);
    AuditedFile file{path,
                     *home::audit_file(path, rng, [&](const auto& audited) { rows.on(audited); })};
    EXPECT_EQ(file.report.verdict, verdict);
    AuditedPage part{file, rows, {}};
    if (verdict == Verdict::invalid && file.report.opened())
      part.failure = rows.failure(path, 0, rng);
    AuditPage page{.overall = verdict, .files = {part}, .notes = {}, .summary = "", .made = kMade};
    return html(page);
  }
  static bool has(const std::string& page, const std::string& words) {
    return page.find(words) != std::string::npos;
  }
  /// Whether the page is one document without anything that runs or is fetched.
  static void expect_alone(const std::string& page) {
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(page.ends_with("</html>\n"));
    for (const char* word : {"<script", "<img", "<link", "<a ", "<iframe", "src=x onerror=\"",
                             "http://", "https://", "url(", "@import"})
      EXPECT_FALSE(has(page, word)) << word;
    EXPECT_TRUE(has(page, "default-src 'none'"));
    for (const char* tag : {"section", "table", "tr", "td", "th", "div", "ul", "li", "span", "h1",
                            "h2", "h3", "details", "footer"})
      EXPECT_EQ(
          count(page, std::string("<") + tag + ">") + count(page, std::string("<") + tag + " "),
          count(page, std::string("</") + tag + ">"))
          << tag;
  }
  static std::size_t count(const std::string& page, const std::string& words) {
    std::size_t found = 0;
    for (auto at = page.find(words); at != std::string::npos; at = page.find(words, at + 1))
      ++found;
    return found;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("audit-page-" + std::to_string(::getpid()));
};

TEST_F(AuditPageTest, OfAValidFileNamesSeatsAndEveryRecord) {
  World world({.game = "holdem", .params = R"({"hands":1})", .seats = 3, .seed = 2});
  world.run();
  const Bytes transcript = world.transcript(Seat(0));
  const auto page = page_of(transcript, Verdict::valid);
  expect_alone(page);
  EXPECT_TRUE(has(page, "VALID</h1><p>Every signature, proof, vote and rule in this file"));
  EXPECT_TRUE(has(page, "No turn was missed; no false answer is in this file."));
  EXPECT_TRUE(has(page, "made 23 November 2026, 20:15 UTC"));
  const std::size_t records = sim::parts_of(transcript).size() - 1;
  EXPECT_TRUE(has(page, "<h2>" + std::to_string(records) + " good records"));
  EXPECT_EQ(count(page, " of 3</td>"), records) << "the votes of each";
  EXPECT_TRUE(has(page, "Moves, each as the rules allow"));
  EXPECT_TRUE(has(page, "What this does not show"));
  EXPECT_TRUE(has(page, "one program that has all of them can invent a whole match"));
  EXPECT_TRUE(has(page, "What all signed"));
  EXPECT_TRUE(has(page, "2 of 3 decide a step"));
}

TEST_F(AuditPageTest, ShowsNamesAsText) {
  World world({.seed = 3, .change_charter = [](proto::Charter& charter) {
                 charter.seats.at(0).nickname = kHostile;
               }});
  world.run();
  const auto page = page_of(world.transcript(Seat(0)), Verdict::valid, "<b>&'.fdt");
  expect_alone(page);
  EXPECT_TRUE(has(page, "&lt;img src=x onerror=&quot;a()&quot;&gt;"));
  EXPECT_TRUE(has(page, "&lt;b&gt;&amp;&#39;.fdt"));
}

TEST_F(AuditPageTest, TellsWhoWasAwayAndWhoWasConvicted) {
  World silent({.game = "holdem", .params = R"({"hands":1})", .seats = 4, .witnesses = 1});
  while (silent.node(Seat(0)).table().step() < Step(3) && silent.step()) {
  }
  silent.silence(Seat(1));
  silent.run();
  const auto away = page_of(silent.transcript(Seat(0)), Verdict::valid);
  expect_alone(away);
  EXPECT_TRUE(has(away, "2 turns were missed; no false answer is in this file."));
  EXPECT_TRUE(has(away, "<span class=\"away\">absent 2 times</span>"));
  EXPECT_TRUE(has(away, "<span class=\"away\">gone at record "));
  EXPECT_TRUE(has(away, "<td>witness</td>"));

  World lying({.witnesses = 2});
  lying.lie(Seat(0), sim::Lie::two_votes);
  lying.run();
  const auto convicted = page_of(lying.transcript(Seat(1)), Verdict::valid);
  expect_alone(convicted);
  EXPECT_TRUE(has(convicted, " was convicted at record "));
  EXPECT_TRUE(has(convicted, "signed two votes that contradict each other"));
  EXPECT_FALSE(has(convicted, "; no false answer"));
}

TEST_F(AuditPageTest, OfAFileCutShortSaysThatTheRestIsGood) {
  World world({.game = "kuhn"});
  world.run();
  Bytes cut = world.transcript(Seat(0));
  cut.pop_back();
  const auto page = page_of(cut, Verdict::incomplete);
  expect_alone(page);
  EXPECT_TRUE(has(page, "INCOMPLETE</h1><p>The file ends before the match does"));
  EXPECT_TRUE(has(page, "The part that is there is good: "));
  EXPECT_TRUE(has(page, "All records, each with its votes"));
}

TEST_F(AuditPageTest, OfADamagedFileBlamesNobody) {
  World world({.game = "kuhn"});
  world.run();
  const Bytes whole = world.transcript(Seat(0));
  std::size_t with_record = 0;
  for (std::size_t at = whole.size() / 2; at < whole.size(); at += whole.size() / 40) {
    Bytes flipped = whole;
    flipped[at] ^= std::byte{1};
    const auto page = page_of(flipped, Verdict::invalid);
    expect_alone(page);
    EXPECT_TRUE(has(page, "INVALID at record "));
    EXPECT_TRUE(has(page, "Nothing in it can be blamed on anyone."));
    EXPECT_TRUE(has(page, "nobody is blamed"));
    EXPECT_FALSE(has(page, "blamed: "));
    EXPECT_TRUE(has(page, "Expected</h3>") && has(page, "Found</h3>"));
    with_record += has(page, "votes in the name of ");
  }
  EXPECT_GE(with_record, 1U) << "where a record can still be read";
}

/// The match up to its first record, in which `liar`'s key has a false proof, and for which all
/// voted.
std::vector<Bytes> with_false_key(const World& world, std::vector<Bytes> parts, Seat liar) {
  const state::Table table = sim::table_before(world, parts, 0);
  proto::Decided decided = sim::decided_in(parts.at(1));
  consensus::Record record{table.step(), table.head(), {}};
  for (proto::Answer& answer : decided.record) {
    const auto& honest = std::get<proto::Envelope>(answer);
    const Seat by = honest.by;
    proto::Entry entry = *proto::decode_entry(honest.body);
    if (by == liar) {
      auto& key = std::get<proto::KeyPayload>(entry.payload);
      key.proof.s = key.proof.s + key.proof.s;
    }
    auto lie = proto::sign(by, std::move(entry), world.key(by));
    answer = proto::envelope(lie);
    record.answers.push_back(table.assume_valid(std::move(lie)));
  }
  const proto::Outcome outcome{digest(record), table.after(record)->digest()};
  decided.certificate.clear();
  for (const Seat seat : table.quorum().voters.list()) {
    const proto::Vote vote{table.id(), table.step(), Round(1), proto::Phase::precommit, outcome,
                           {}};
    decided.certificate.push_back(proto::envelope(proto::sign(seat, vote, world.key(seat))));
  }
  return {parts.at(0), proto::encode(proto::TranscriptPart(decided)), parts.at(2)};
}

TEST_F(AuditPageTest, OfALieThatASeatSignedShowsItBesideWhatWasExpected) {
  World world({.game = "kuhn"});
  world.run();
  const auto parts = with_false_key(world, sim::parts_of(world.transcript(Seat(0))), Seat(1));
  const auto page = page_of(sim::transcript_of(parts), Verdict::invalid);
  expect_alone(page);
  EXPECT_TRUE(has(page, "INVALID at record 0"));
  EXPECT_TRUE(has(page, "\xe2\x9c\x97 blamed: "));
  EXPECT_TRUE(has(page, ": key</li>")) << "what was expected";
  EXPECT_EQ(count(page, "\xe2\x9c\x93 good</span>"), 1U) << "the other's answer";
  EXPECT_EQ(count(page, "<br>signature <code>"), 1U);
  EXPECT_TRUE(has(page, "The signature is good, so the holder of that key signed this."));
  EXPECT_TRUE(has(page, "Grey: 1 record not judged."));
}

TEST_F(AuditPageTest, OfWhatIsNoTranscriptSaysThatItCannotBeChecked) {
  const auto page =
      page_of(to_bytes("something else entirely, and long enough"), Verdict::cannot_check);
  expect_alone(page);
  EXPECT_TRUE(has(page, "CANNOT CHECK</h1><p>This program cannot check the file: "));
}

}  // namespace
}  // namespace fairdeal::match
