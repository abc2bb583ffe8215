#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "proto/transcript.h"
#include "rules/lua/script.h"
#include "runtime/audit/trace.h"
#include "tests/sim/world.h"

/// Transcripts for other verifiers, each with its trace: tests/vectors/transcripts. To write them
/// anew: FD_WRITE_TRANSCRIPTS=1 transcripts_test.
namespace fairdeal::sim {
namespace {

using What = Faults::Incident::What;

struct Known {
  std::string name;
  Options options;
  std::string shows;  ///< among what features() lists
  Seat writer{0};     ///< whose transcript it is

  friend std::ostream& operator<<(std::ostream& out, const Known& k) { return out << k.name; }
};

Options holdem(std::size_t seats, std::vector<Faults::Incident> incidents = {},
               const std::string& params = R"({"hands":1,"stack":40})") {
  return {.game = "holdem",
          .params = params,
          .seats = seats,
          .faults = {.incidents = std::move(incidents)}};
}

/// Adds a script to the games that there are, and returns its name. The script has the bytes that
/// the charter pins, which those in games/ no longer have.
std::string script(const std::string& file) {
  std::ifstream in(FD_SOURCE_DIR "/tests/vectors/transcripts/scripts/" + file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto loaded = rules::Script::load(file, text).value();
  return rules::add_module(rules::module_of_script(std::move(loaded))).value()->info().name;
}

std::vector<Known> all() {
  const Faults::Incident silent{.what = What::silent, .seat = Seat(1), .step = 3};
  const Faults::Incident sooner{.what = What::silent, .seat = Seat(1), .step = 2};
  const Faults::Incident leaves{.what = What::leaves, .seat = Seat(1), .step = 8};
  Faults::Incident returns = leaves;
  returns.lasts = Duration{20};
  const Faults::Incident dealt{
      .what = What::lies, .seat = Seat(1), .other = Seat(2), .lie = Lie::wrong_dealing};
  const Faults::Incident votes{
      .what = What::lies, .seat = Seat(0), .step = 2, .lie = Lie::two_entries};
  return {{"cards-2", {.game = "kuhn"}, "shuffle"},
          {"moves-together-2", {.game = "odds-and-evens"}, "reveal"},
          {"rolls-2", {.game = "pig", .params = R"({"goal":8})"}, "reveal"},
          {"coins-4", {.game = "liars-dice", .params = R"({"dice":1})", .seats = 4}, "coin"},
          {"recovery-4", holdem(4, {silent}), "recover"},
          {"void-3", holdem(3, {sooner}), "void"},
          {"leaving-4", holdem(4, {leaves}), "left"},
          {"returning-4", holdem(4, {returns}, R"({"betting":"fixed-limit","hands":3})"), "back"},
          {"complaint-4", holdem(4, {dealt}), "dealt a wrong recovery share"},
          {"evidence-2",
           {.game = "tic-tac-toe", .witnesses = 2, .faults = {.incidents = {votes}}},
           "convicted",
           Seat(1)},
          {"reshuffles-3", holdem(3, {}, R"({"hands":2,"stack":40})"), "shuffle"},
          {"seats-10", holdem(10), "decrypt"},
          {"script-2", {.game = script("higher.lua")}, "decrypt"},
          {"copies-3", {.game = script("hanabi.lua"), .seats = 3}, "copy"}};
}

std::string path_of(const Known& known, const std::string& ending) {
  return FD_SOURCE_DIR "/tests/vectors/transcripts/" + known.name + ending;
}
std::string kept(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void keep(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string name(proto::Kind kind) {
  static const char* const kNames[] = {"key",    "shares", "shuffle", "decrypt", "coin", "commit",
                                       "reveal", "move",   "end",     "recover", "none", "copy"};
  return kNames[static_cast<std::size_t>(kind)];
}

struct Traced {
  audit::Report report;
  std::string trace;
  std::string features;  ///< kinds of slots, hands that were void, and how members stood
};

Traced traced(ByteSpan transcript) {
  Traced traced;
  SeededRng rng(7);
  traced.report = audit::audit(transcript, rng, [&](const audit::Audited& audited) {
    traced.trace += audit::trace_line(audited) + "\n";
    for (const auto& slot : audited.table.slots()) traced.features += name(slot.kind) + "\n";
    for (const auto& event : audited.table.events())
      if (std::holds_alternative<rules::Void>(event)) traced.features += "void\n";
  });
  for (const auto& member : traced.report.attendance.members)
    for (const auto& change : member.changes)
      traced.features += audit::name(change.what) + " " + change.why + "\n";
  return traced;
}

class KnownTranscripts : public testing::TestWithParam<Known> {};

TEST_P(KnownTranscripts, AreValidAndTracedAsTheyWere) {
  const Known& known = GetParam();
  if (std::getenv("FD_WRITE_TRANSCRIPTS") != nullptr) {
    World world(known.options);
    world.run();
    const Bytes file = world.transcript(known.writer);
    keep(path_of(known, ".fdt"), as_text(file));
    keep(path_of(known, ".jsonl"), traced(file).trace);
  }
  const std::string file = kept(path_of(known, ".fdt"));
  const Traced now = traced(as_bytes(file));
  EXPECT_EQ(now.report.verdict, audit::Verdict::valid)
      << (now.report.error ? describe(*now.report.error) : "");
  EXPECT_EQ(now.trace, kept(path_of(known, ".jsonl")));
  EXPECT_NE(now.features.find(known.shows), std::string::npos) << now.features;
}

TEST_P(KnownTranscripts, AreIncompleteWhereTheyAreCutAndNotValidWithAnotherByte) {
  const std::string file = kept(path_of(GetParam(), ".fdt"));
  ASSERT_FALSE(file.empty());
  SeededRng rng(11);
  for (int i = 0; i < 8; ++i) {
    const std::size_t at = rng.next() % file.size();
    const auto cut = audit::audit(as_bytes(file).first(at), rng);
    EXPECT_EQ(cut.verdict, audit::Verdict::incomplete) << "cut at byte " << at;
    std::string other = file;
    other[at] = static_cast<char>(other[at] ^ (1 << i));
    EXPECT_NE(audit::audit(as_bytes(other), rng).verdict, audit::Verdict::valid)
        << "bit " << i << " of byte " << at;
  }
}

INSTANTIATE_TEST_SUITE_P(All, KnownTranscripts, testing::ValuesIn(all()));

}  // namespace
}  // namespace fairdeal::sim
