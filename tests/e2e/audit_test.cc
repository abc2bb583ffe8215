#include <regex>
#include <sstream>

#include "base/seeded_rng.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "rules/registry.h"
#include "rules/script_interpreter.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"
#include "tests/e2e/process.h"
#include "tests/runtime/transcript_parts.h"

/// `fairdeal audit` and whatever may be given to it.
namespace fairdeal::e2e {
namespace {

class Audit : public E2e {
 protected:
  /// Of a whole match.
  std::string transcript(const std::string& name) {
    const std::string file = folder_ / name;
    EXPECT_EQ(run({"demo", "--game", "kuhn", "--seats", "2", "--transcript", file}).code, 0);
    return file;
  }
  std::string altered(const std::string& file, const std::string& name,
                      const std::function<void(std::string&)>& alter) {
    std::string bytes = read_file(file);
    alter(bytes);
    write_file(folder_ / name, bytes);
    return folder_ / name;
  }
  Ended audit(std::vector<std::string> files) {
    files.insert(files.begin(), {"audit", "--json"});
    return run(files);
  }
};

TEST_F(Audit, AWholeMatchIsValid) {
  const auto ended = audit({transcript("a.fdt")});
  EXPECT_EQ(ended.code, 0);
  const Json report = ended.json();
  EXPECT_EQ(report.at("verdict"), "VALID");
  EXPECT_EQ(report.at("players"), (Json{"Ann", "Bob"}));
  EXPECT_EQ(report.at("head").get<std::string>().size(), 64U);
  EXPECT_EQ(report.at("result").size(), 2U);
}

/// The lines of a trace, each one JSON value; the last is the verdict.
std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

TEST_F(Audit, ATraceHasALineForTheTableForEachRecordAndForTheVerdict) {
  const std::string file = transcript("t.fdt");
  const auto traced = run({"audit", "--trace", file});
  EXPECT_EQ(traced.code, 0);
  const auto lines = lines_of(traced.out);
  const Json report = audit({file}).json();
  ASSERT_EQ(lines.size(), report.at("records").get<std::size_t>() + 2);
  EXPECT_EQ(lines.front().at("table"), report.at("table"));
  EXPECT_EQ(lines.back().at("verdict"), "VALID");
  EXPECT_EQ(lines[lines.size() - 2].at("head"), report.at("head"));
  EXPECT_EQ(lines[lines.size() - 2].at("slots"), Json::array());
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) EXPECT_EQ(lines[i].at("record"), i - 1);
}

TEST_F(Audit, ATraceEndsBeforeTheRecordThatDoesNotHold) {
  const std::string file = altered(transcript("a.fdt"), "b.fdt",
                                   [](std::string& bytes) { bytes.resize(bytes.size() - 9); });
  const auto traced = run({"audit", "--trace", file});
  EXPECT_EQ(traced.code, 4);
  const auto lines = lines_of(traced.out);
  EXPECT_EQ(lines.back().at("verdict"), "INCOMPLETE");
  EXPECT_EQ(lines.size(), lines.back().at("records").get<std::size_t>() + 2);
  EXPECT_EQ(run({"audit", "--trace", file, file}).code, 2);
}

TEST_F(Audit, ATranscriptOfHoldemIsExportedAsAHandHistory) {
  const std::string file = folder_ / "h.fdt";
  ASSERT_EQ(run({"demo", "--seats", "3", "--hands", "1", "--params",
                 R"({"betting":"pot-limit","sit_out":true,"straddle":true})", "--transcript", file})
                .code,
            0);
  const auto text = run({"export", file});
  EXPECT_EQ(text.code, 0);
  const std::regex heading(
      "Fairdeal Hand #1: Hold'em Pot Limit \\(10/20\\) - "
      "\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\n"
      "Table '[0-9a-f]{8}' 3-max Seat #1 is the button\n"
      "Seat 1: Ann \\(1000 in chips\\)\n");
  EXPECT_TRUE(std::regex_search(text.out, heading, std::regex_constants::match_continuous))
      << text.out;
  for (const char* part : {"*** HOLE CARDS ***\nDealt to Ann [", " collected ", "Total pot "})
    EXPECT_NE(text.out.find(part), std::string::npos) << part;
  EXPECT_EQ(run({"export", "--json", file}).json().at("history").get<std::string>() + "\n",
            text.out);
}

TEST_F(Audit, OfACutFileWhatIsGoodIsExported) {
  const auto file = transcript("a.fdt");
  const auto cut =
      altered(file, "b.fdt", [](std::string& bytes) { bytes.resize(bytes.size() - 1); });
  const auto ended = run({"export", cut});
  EXPECT_EQ(ended.code, 4);
  EXPECT_TRUE(run({"export", file}).out.starts_with(ended.out.substr(0, ended.out.size() - 1)));
  EXPECT_FALSE(ended.out.empty());
}

TEST_F(Audit, AFlippedBitIsInvalidAtItsRecordAndBlamesNobody) {
  const auto file = transcript("a.fdt");
  const auto flipped = altered(file, "b.fdt", [](std::string& bytes) {
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  });
  const auto ended = audit({flipped});
  EXPECT_EQ(ended.code, 3);
  const Json report = ended.json();
  EXPECT_EQ(report.at("verdict"), "INVALID");
  EXPECT_GT(report.at("invalid_at_record"), 0);
  EXPECT_LT(report.at("invalid_at_record"), audit({file}).json().at("records"));
  EXPECT_TRUE(report.at("seat").is_null()) << "whoever holds the file could have altered it";
  EXPECT_EQ(report.at("damaged"), true);
  EXPECT_NE(run({"audit", flipped}).out.find("INVALID at record"), std::string::npos);
}

TEST_F(Audit, ADamagedVoteIsADamagedFileAndNotAVoteOfASeat) {
  const auto file = transcript("a.fdt");
  const auto flipped = altered(file, "b.fdt", [](std::string& bytes) {
    bytes.back() = static_cast<char>(bytes.back() ^ 1);  // of the last signature
  });
  const Json report = audit({flipped}).json();
  const std::string record = report.at("invalid_at_record").dump();
  EXPECT_EQ(report.at("invalid_at_record"), audit({file}).json().at("records").get<int>() - 1);
  EXPECT_EQ(report.at("damaged"), true);
  EXPECT_TRUE(report.at("seat").is_null());
  const std::string words = "the file is damaged or was altered at record " + record;
  EXPECT_TRUE(report.at("reason").get<std::string>().starts_with(words));
  const auto ended = run({"audit", flipped});
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.out.find("INVALID at record " + record + ": " + words), std::string::npos);
  for (const auto& text : {ended.out, report.at("reason").get<std::string>()})
    for (const char* name : {"seat", "Ann", "Bob"})
      EXPECT_EQ(text.find(name), std::string::npos) << text;
}

TEST_F(Audit, WhateverFollowsTheEndIsInvalid) {
  const auto file = transcript("a.fdt");
  const auto records = audit({file}).json().at("records");
  const std::string whole = read_file(file);
  for (const std::string& more : {std::string(1, '\0'), std::string("\n"),
                                  whole.substr(proto::kTranscriptMagic.size(), 100)}) {
    const auto longer = altered(file, "b.fdt", [&](std::string& bytes) { bytes += more; });
    const auto ended = audit({longer});
    EXPECT_EQ(ended.code, 3) << more.size() << " bytes more";
    EXPECT_EQ(ended.json().at("verdict"), "INVALID");
    EXPECT_EQ(ended.json().at("invalid_at_record"), records);
    EXPECT_EQ(ended.json().at("damaged"), true);
  }
}

/// Two tables in one file that do not go on from each other, for each command that reads one.
TEST_F(Audit, TablesThatFollowInOneFileGoOnFromEachOther) {
  const auto file = transcript("a.fdt");
  const std::string whole = read_file(file);
  const auto twice = altered(file, "b.fdt", [&](std::string& bytes) { bytes += whole; });
  const auto ended = audit({twice});
  EXPECT_EQ(ended.code, 3);
  const Json report = ended.json();
  ASSERT_EQ(report.at("files").size(), 2U);
  EXPECT_EQ(report["files"][1].at("number_in_file"), 2);
  EXPECT_EQ(report["files"][1].at("file"), twice);
  EXPECT_EQ(report.at("chain").at(0).at("sound"), false);
  EXPECT_EQ(report["chain"][0].at("why"), "it is the same table again");
  const auto other =
      altered(transcript("c.fdt"), "d.fdt", [&](std::string& bytes) { bytes += whole; });
  EXPECT_NE(run({"audit", other})
                .out.find("table 2 stands after " + other +
                          ", table 1: INVALID: it goes on from no other match"),
            std::string::npos);
  const auto cut =
      altered(file, "e.fdt", [&](std::string& bytes) { bytes += whole.substr(0, 40); });
  EXPECT_EQ(audit({cut}).code, 4);
  run_refused({"audit", file, transcript("f.fdt"), "--join", folder_ / "g.fdt"}, 2, "usage");
  EXPECT_FALSE(fs::exists(folder_ / "g.fdt"));

  for (const char* command : {"replay", "export", "inspect"}) {
    const auto refused = run({command, twice});
    EXPECT_EQ(refused.code, 5) << command;
    EXPECT_NE((refused.out + refused.err).find("the file has several tables"), std::string::npos)
        << command << refused.out << refused.err;
  }
  EXPECT_EQ(run({"audit", "--trace", twice}).code, 5);
}

TEST_F(Audit, ACutFileIsIncomplete) {
  const auto cut = altered(transcript("a.fdt"), "b.fdt",
                           [](std::string& bytes) { bytes.resize(bytes.size() * 2 / 3); });
  const auto ended = audit({cut});
  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(ended.json().at("verdict"), "INCOMPLETE");
}

TEST_F(Audit, AnotherVersionCannotBeChecked) {
  const auto other = altered(transcript("a.fdt"), "b.fdt", [](std::string& bytes) {
    bytes[proto::kTranscriptMagic.size() - 2] = '1';
  });
  EXPECT_EQ(audit({other}).code, 5);
  EXPECT_EQ(audit({other}).json().at("verdict"), "CANNOT CHECK");
}

/// A transcript of a table for two that all its members signed, and nothing else.
std::string just_signed(const std::function<void(proto::Charter&)>& change) {
  SeededRng rng(1);
  const auto ann = crypto::SigningKey::generate(rng), bob = crypto::SigningKey::generate(rng);
  proto::Charter charter;
  charter.module = "kuhn";
  charter.module_version = "2";
  charter.rules = state::rules_digest(**rules::find_module("kuhn"));
  charter.params = "{}";
  charter.seats = {{ann.public_key(), "Ann"}, {bob.public_key(), "Bob"}};
  state::set_defaults(charter);
  change(charter);
  const Bytes raw = proto::encode(charter);
  const auto agreed =
      proto::signed_charter(raw, {proto::sign_charter(raw, ann), proto::sign_charter(raw, bob)});
  const Bytes part = proto::frame_part(proto::encode(proto::TranscriptPart(*agreed)));
  return std::string(proto::kTranscriptMagic) + std::string(as_text(part));
}

TEST_F(Audit, AnUnknownGameAndOtherRulesOfAKnownOneCannotBeChecked) {
  for (const bool known : {false, true}) {
    write_file(folder_ / "whist.fdt", just_signed([&](auto& charter) {
                 known ? void(charter.rules.bytes[0] ^= std::byte{1}) : void(charter.module = "w");
               }));
    EXPECT_EQ(audit({folder_ / "whist.fdt"}).json().at("fault"), "unknown_module");
  }
}

TEST_F(Audit, AScriptOfAnotherInterpreterCannotBeCheckedAndBothAreNamed) {
  const fs::path file = folder_ / "counted.fdt";
  write_file(file, just_signed([](auto& charter) {
               charter.module = "counted";
               charter.interpreter = "Lua 5.4.6, model 7";
             }));
  EXPECT_EQ(audit({file}).code, 5);
  const Json report = audit({file}).json();
  EXPECT_EQ(report.at("verdict"), "CANNOT CHECK");
  const std::string said = report.dump();
  EXPECT_NE(said.find("Lua 5.4.6, model 7"), std::string::npos) << said;
  EXPECT_NE(said.find(rules::kScriptInterpreter), std::string::npos) << said;
}

TEST_F(Audit, TermsOutOfBoundsAreInvalidAndNamedThoughAllSignedThem) {
  const fs::path file = folder_ / "terms.fdt";
  write_file(file, just_signed([](auto&) {}));
  const auto good = audit({file});
  EXPECT_EQ(good.code, 4) << "INCOMPLETE: " << good.out;
  EXPECT_EQ(good.json().at("terms").at("move_ms"), 60'000);
  const std::vector<std::pair<const char*, std::function<void(proto::Charter&)>>> changes{
      {"move time of 0 s", [](auto& charter) { charter.pace.move = {0}; }},
      {"work time of 1 s 999 ms", [](auto& charter) { charter.pace.work = {1'999}; }},
      {"number of absences of 101", [](auto& charter) { charter.pace.absences = 101; }},
      {"randomness of coins", [](auto& charter) { charter.randomness = proto::Randomness::coin; }},
      {"recovery of 1", [](auto& charter) { charter.recovery = 1; }},
      {"quorum of 1", [](auto& charter) { charter.quorum = 1; }},
  };
  for (const auto& [term, change] : changes) {
    write_file(file, just_signed(change));
    const auto ended = audit({file});
    EXPECT_EQ(ended.code, 3) << ended.out;
    const Json document = ended.json();
    EXPECT_EQ(document.at("fault"), "bad_parameters");
    EXPECT_TRUE(document.at("reason").get<std::string>().starts_with(term)) << document;
    EXPECT_EQ(document.at("damaged"), false) << "it is as they signed it";
  }
}

TEST_F(Audit, WhatIsNoTranscriptIsSaidPlainly) {
  run_refused({"audit", folder_ / "missing.fdt"}, 2, "storage");
  run_refused({"audit", folder_.path}, 2, "storage");
  run_refused({"audit"}, 2, "usage");
  EXPECT_EQ(audit({"/dev/zero"}).code, 5);
  write_file(folder_ / "random", "\x17\x99 no transcript at all, but some other bytes \xff\xfe");
  EXPECT_EQ(audit({folder_ / "random"}).code, 5);
  write_file(folder_ / "empty", "");
  const auto empty = audit({folder_ / "empty"});
  EXPECT_EQ(empty.code, 4);
  EXPECT_NE(empty.out.find("empty"), std::string::npos) << empty.out;
}

TEST_F(Audit, AHugeFileIsRefusedBeforeItFillsTheMemory) {
  write_file(folder_ / "huge", std::string(proto::kTranscriptMagic));
  fs::resize_file(folder_ / "huge", std::uintmax_t{1} << 40);  // sparse
  const auto ended = audit({folder_ / "huge"});
  EXPECT_EQ(ended.code, 3) << "a length of zero and a complement of zero contradict each other";
}

TEST_F(Audit, ATableWithAHoleBehindItIsReadUpToTheHole) {
  const fs::path file = folder_ / "hole.fdt";
  write_file(file, just_signed([](auto&) {}));
  fs::resize_file(file, std::uintmax_t{1} << 30);  // sparse
  const auto ended = audit({file});
  EXPECT_EQ(ended.code, 3) << ended.out;
  EXPECT_EQ(ended.json().at("invalid_at_record"), 0);
  fs::resize_file(file, std::uintmax_t{1} << 40);
  run_refused({"audit", file}, 2, "too_large");
}

TEST_F(Audit, SeveralFilesAreComparedWithEachOther) {
  const auto a = transcript("a.fdt");
  const auto copy = altered(a, "copy.fdt", [](std::string&) {});
  const auto same = audit({a, copy});
  EXPECT_EQ(same.code, 0);
  EXPECT_EQ(same.json().at("tables"), 1);
  EXPECT_EQ(same.json().at("files").at(0).at("head"), same.json().at("files").at(1).at("head"));
  EXPECT_NE(run({"audit", a, copy}).out.find("of one table"), std::string::npos);

  const auto two = audit({a, transcript("b.fdt")});
  EXPECT_EQ(two.code, 0);
  EXPECT_EQ(two.json().at("tables"), 2);
  EXPECT_FALSE(two.json().at("contradict"));

  const auto cut =
      altered(a, "cut.fdt", [](std::string& bytes) { bytes.resize(bytes.size() - 1); });
  const auto shorter = audit({a, cut});
  EXPECT_EQ(shorter.code, 4) << "the worst verdict is that of all";
  const Json compared = shorter.json().at("comparisons").at(0);
  EXPECT_EQ(compared.at("relation"), "prefix");
  EXPECT_EQ(compared.at("longer"), a);
  EXPECT_EQ(compared.at("records").at(0), compared.at("records").at(1).get<int>() + 1);
  const std::string text = run({"audit", cut, a}).out;
  EXPECT_NE(text.find(cut + " is the beginning of " + a), std::string::npos) << text;
}

/// Matches that a simulator played, as files.
class SimulatedAudit : public Audit {
 protected:
  std::string file(const std::string& name, const Bytes& transcript) {
    write_file(folder_ / name, std::string(as_text(transcript)));
    return folder_ / name;
  }
  static bool says(const Ended& ended, const std::string& words) {
    return ended.out.find(words) != std::string::npos;
  }
};

TEST_F(SimulatedAudit, WhoWasAwayIsTold) {
  sim::World world({.game = "holdem", .params = R"({"hands":1})", .seats = 4, .witnesses = 1});
  while (world.node(Seat(0)).table().step() < Step(3) && world.step()) {
  }
  world.silence(Seat(1));
  world.run();
  const auto name = file("a.fdt", world.transcript(Seat(0)));
  const Json report = audit({name}).json();
  ASSERT_EQ(report.at("members").size(), 5U);
  const Json& away = report.at("members").at(1);
  const std::string nickname = away.at("nickname");
  EXPECT_EQ(away.at("standing"), "gone");
  EXPECT_EQ(away.at("plays"), true);
  EXPECT_EQ(away.at("absent").size(), 2U);
  EXPECT_EQ(away.at("changes").size(), 1U);
  EXPECT_EQ(away.at("changes").at(0).at("what"), "gone");
  EXPECT_EQ(away.at("since"), away.at("changes").at(0).at("step").get<int>() + 1);
  EXPECT_EQ(report.at("members").at(0).at("standing"), "here");
  EXPECT_EQ(report.at("members").at(4).at("plays"), false);
  EXPECT_EQ(report.at("missing_votes").at(0).at("seats"), Json{1});

  const auto ended = run({"audit", name});
  EXPECT_EQ(ended.code, 0);
  const std::string line = "\n  seat 2 (\"" + nickname + "\"): ";
  EXPECT_TRUE(says(ended, line + "voted absent at steps ")) << ended.out;
  EXPECT_TRUE(says(ended, line + "gone since step " + away.at("since").dump())) << ended.out;
  EXPECT_TRUE(says(ended, line + "no vote of it at ")) << ended.out;
}

TEST_F(SimulatedAudit, WhoWasConvictedIsTold) {
  sim::World world({.game = "tic-tac-toe", .witnesses = 2});
  world.lie(Seat(0), sim::Lie::two_votes);
  world.run();
  const auto name = file("a.fdt", world.transcript(Seat(1)));
  const Json convicted = audit({name}).json().at("members").at(0);
  EXPECT_EQ(convicted.at("standing"), "convicted");
  EXPECT_EQ(convicted.at("changes").at(0).at("why"), "signed two votes that contradict each other");
  const auto ended = run({"audit", name});
  EXPECT_TRUE(says(ended, "): convicted at step ")) << ended.out;
  EXPECT_TRUE(says(ended, " players, seat 1 (")) << ended.out;
  EXPECT_TRUE(says(ended, ") convicted\n")) << ended.out;
}

TEST_F(SimulatedAudit, AForkIsToldWithWhoContradictsItself) {
  sim::World world({.game = "tic-tac-toe", .witnesses = 2});
  world.run();
  const auto honest = sim::parts_of(world.transcript(Seat(0)));
  const auto end_by = [&](auto change, std::vector<std::uint32_t> voters) {
    return sim::transcript_of(sim::signed_anew(world, honest, honest.size() - 2, change,
                                               {Round(1), proto::Phase::precommit, voters}));
  };
  const auto as_it_was = [](const auto&, auto&) {};
  const auto without_one = [](const auto& table, auto& record) {
    record.front() = proto::AbsentSeat{table.slots().front().seat};
  };
  const auto whole = file("whole.fdt", world.transcript(Seat(0)));
  const auto same = file("same.fdt", end_by(as_it_was, {0, 1, 2}));
  const auto other = file("other.fdt", end_by(without_one, {1, 2, 3}));
  for (const auto& one : {whole, same, other}) EXPECT_EQ(audit({one}).code, 0) << one;

  const auto equal = audit({whole, same});
  EXPECT_EQ(equal.code, 0) << equal.out;
  EXPECT_EQ(equal.json().at("comparisons").at(0).at("relation"), "equal");

  const auto forked = audit({same, other});
  EXPECT_EQ(forked.code, 3);
  EXPECT_EQ(forked.json().at("verdict"), "INVALID");
  EXPECT_EQ(forked.json().at("contradict"), true);
  const Json fork = forked.json().at("comparisons").at(0);
  EXPECT_EQ(fork.at("relation"), "forked");
  EXPECT_EQ(fork.at("step"), honest.size() - 2);
  ASSERT_EQ(fork.at("contradicted").size(), 2U);
  EXPECT_EQ(fork.at("contradicted").at(0).at("seat"), 1);
  EXPECT_EQ(fork.at("contradicted").at(1).at("seat"), 2);
  const auto text = run({"audit", same, other});
  EXPECT_TRUE(says(text, ": forked at step " + std::to_string(honest.size() - 2) + "; seat 2 ("));
  EXPECT_TRUE(says(text, "INVALID together: forked")) << text.out;
  EXPECT_EQ(run({"audit", same, other, "--html", folder_ / "fork.html"}).code, 3);
  const std::string page = read_file(folder_ / "fork.html");
  EXPECT_NE(page.find("INVALID</h1><p>2 files of one table: INVALID together: forked."),
            std::string::npos);
  EXPECT_NE(page.find(": forked at step " + std::to_string(honest.size() - 2) + "; seat 2 ("),
            std::string::npos);

  // A member that was outvoted later may have signed both honestly.
  const Json unnamed = audit({whole, other}).json().at("comparisons").at(0);
  EXPECT_EQ(unnamed.at("relation"), "forked");
  EXPECT_TRUE(unnamed.at("contradicted").empty());
  EXPECT_TRUE(says(run({"audit", whole, other}),
                   "; no member signed two statements that contradict each other"));

  // A file that both begin with hides no fork.
  auto begun = honest;
  begun.pop_back();
  const auto beginning = file("begun.fdt", sim::transcript_of(begun));
  EXPECT_EQ(audit({beginning, whole, other}).code, 3);
  EXPECT_EQ(audit({whole, other, beginning}).code, 3);
}

}  // namespace
}  // namespace fairdeal::e2e
