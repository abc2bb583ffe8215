#include "base/seeded_rng.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/transcript.h"
#include "runtime/charter.h"
#include "tests/e2e/process.h"

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

TEST_F(Audit, ATranscriptOfHoldemIsExportedAsAHandHistory) {
  const std::string file = folder_ / "h.fdt";
  ASSERT_EQ(run({"demo", "--seats", "3", "--hands", "1", "--params",
                 R"({"betting":"pot-limit","sit_out":true,"straddle":true})", "--transcript", file})
                .code,
            0);
  const auto text = run({"export", file});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(
      text.out.starts_with("Hand 1: pot-limit hold'em, blinds 10/20\n"
                           "Ann 1000 (button), Bob 1000, Cat 1000\n"
                           "Bob posts 10, Cat posts 20\n"))
      << text.out;
  EXPECT_NE(text.out.find("Before the flop\n"), std::string::npos);
  EXPECT_NE(text.out.find(" wins "), std::string::npos);
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
  EXPECT_NE(run({"audit", flipped}).out.find("INVALID at record"), std::string::npos);
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
    bytes[proto::kTranscriptMagic.size() - 2] = '2';
  });
  const auto ended = audit({other});
  EXPECT_EQ(ended.code, 5);
  EXPECT_EQ(ended.json().at("verdict"), "CANNOT CHECK");
}

TEST_F(Audit, AnUnknownGameCannotBeChecked) {
  SeededRng rng(1);
  const auto ann = crypto::SigningKey::generate(rng), bob = crypto::SigningKey::generate(rng);
  proto::Charter charter;
  charter.module = "whist";
  charter.module_version = "1";
  charter.params = "{}";
  charter.seats = {{ann.public_key(), "Ann"}, {bob.public_key(), "Bob"}};
  runtime::set_defaults(charter);
  const Bytes raw = proto::encode(charter);
  const auto sealed =
      proto::seal_charter(raw, {proto::sign_charter(raw, ann), proto::sign_charter(raw, bob)});
  const Bytes part = proto::frame_part(proto::encode(proto::TranscriptPart(*sealed)));
  write_file(folder_ / "whist.fdt",
             std::string(proto::kTranscriptMagic) + std::string(as_text(part)));
  const auto ended = audit({folder_ / "whist.fdt"});
  EXPECT_EQ(ended.code, 5) << ended.out;
  EXPECT_EQ(ended.json().at("fault"), "unknown_module");
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
  EXPECT_EQ(audit({a, cut}).code, 4) << "the worst verdict is that of all";
}

}  // namespace
}  // namespace fairdeal::e2e
