// An auditor's verdict on a transcript that was altered; every byte of one is tried in
// audit_slow_test.
#include "base/encode.h"
#include "crypto/encrypt.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using audit::Verdict;

TEST(Audit, A34_EveryCutIsIncompleteOrInvalid) {
  World world({.game = "odds-and-evens"});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  ASSERT_EQ(verdict(good), Verdict::valid);
  for (std::size_t n = 0; n < good.size(); n += n % 5 + 1) {
    const auto report = audited(ByteSpan(good).first(n));
    EXPECT_EQ(report.verdict, Verdict::incomplete) << n;
    EXPECT_TRUE(names_nobody(report)) << n << ": " << describe(*report.error);
  }
}

/// Anybody with the file can do that to it: no member is named, not even as "vote of seat 1".
TEST(Audit, AFlippedBitAnywhereAccusesNobody) {
  World world({.game = "odds-and-evens"});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  for (std::size_t i = proto::kTranscriptMagic.size(); i < good.size(); i += i % 5 + 1) {
    Bytes flipped = good;
    flipped[i] ^= std::byte(1 << i % 8);
    const auto report = audited(flipped);
    EXPECT_EQ(report.verdict, Verdict::invalid) << i;
    EXPECT_TRUE(report.damaged()) << i;
    EXPECT_TRUE(names_nobody(report)) << i << ": " << describe(*report.error);
  }
}

/// A holder of the file can take a signature from its terms: that convicts nobody of wrong terms.
TEST(Audit, TermsWithoutOneOfTheirSignaturesAreDamaged) {
  World world({.game = "odds-and-evens"});
  world.run();
  auto parts = parts_of(world.transcript(Seat(0)));
  auto terms = std::get<proto::SignedCharter>(*proto::decode_transcript_part(parts.front()));
  terms.signatures.pop_back();
  parts.front() = proto::encode(proto::TranscriptPart(terms));
  const auto report = audited(transcript_of(parts));
  EXPECT_EQ(report.verdict, Verdict::invalid);
  EXPECT_TRUE(report.damaged()) << describe(*report.error);
}

TEST(Audit, A34_EverySwappedDroppedOrDoubledPairOfRecordsIsInvalid) {
  for (const char* game : {"tic-tac-toe", "kuhn"}) {
    World world({.game = game});
    world.run();
    const auto parts = parts_of(world.transcript(Seat(0)));
    ASSERT_GT(parts.size(), 5u);
    ASSERT_EQ(verdict(transcript_of(parts)), Verdict::valid);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        auto swapped = parts;
        std::swap(swapped[i], swapped[j]);
        EXPECT_EQ(verdict(transcript_of(swapped)), Verdict::invalid) << i << " and " << j;
      }
      auto dropped = parts;
      dropped.erase(dropped.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_EQ(verdict(transcript_of(dropped)),
                i + 1 == parts.size() ? Verdict::incomplete : Verdict::invalid)
          << i;
      auto doubled = parts;
      doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), parts[i]);
      EXPECT_EQ(verdict(transcript_of(doubled)), Verdict::invalid) << i;
    }
  }
}

/// A part's content, changed by its meaning and written anew.
template <class Change>
Bytes with_changed(std::vector<Bytes> parts, std::size_t i, Change change) {
  auto decided = std::get<proto::Decided>(*proto::decode_transcript_part(parts[i]));
  change(decided);
  parts[i] = proto::encode(proto::TranscriptPart(decided));
  return transcript_of(parts);
}

TEST(Audit, A34_EntriesAndVotesDroppedDoubledSwappedOrReplacedAreInvalid) {
  World world({.game = "kuhn"});
  world.run();
  const auto parts = parts_of(world.transcript(Seat(0)));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto invalid = [&](auto change) {
      const auto report = audited(with_changed(parts, i, change));
      return report.verdict == Verdict::invalid && report.damaged() && names_nobody(report);
    };
    EXPECT_TRUE(invalid([](auto& d) { d.record.pop_back(); }));
    EXPECT_TRUE(invalid([](auto& d) { d.record.push_back(d.record.front()); }));
    EXPECT_TRUE(invalid([](auto& d) { d.record.front() = proto::AbsentSeat{Seat(0)}; }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate.pop_back(); }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate.clear(); }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate.push_back(d.certificate.front()); }));
    EXPECT_TRUE(invalid([](auto& d) { std::swap(d.certificate[0], d.certificate[1]); }));
    EXPECT_TRUE(invalid([](auto& d) { d.certificate[1] = d.certificate[0]; }));
    EXPECT_TRUE(invalid([](auto& d) { d.step = d.step.next(); }));
    EXPECT_TRUE(invalid([&](auto& d) {
      const std::size_t other = i == 1 ? 2 : i - 1;
      d.certificate =
          std::get<proto::Decided>(*proto::decode_transcript_part(parts[other])).certificate;
    }));
  }
}

TEST(Audit, A34_OneMatchesRecordsInAnothersTranscriptAreInvalid) {
  World first({.game = "tic-tac-toe", .seed = 1}), second({.game = "tic-tac-toe", .seed = 2});
  first.run();
  second.run();
  const auto a = parts_of(first.transcript(Seat(0))), b = parts_of(second.transcript(Seat(0)));
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    auto mixed = a;
    mixed[i] = b[i];
    EXPECT_EQ(verdict(transcript_of(mixed)), Verdict::invalid) << i;
  }
}

TEST(Audit, A34_NothingMayFollowTheEnd) {
  World world({.game = "tic-tac-toe"});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  const auto expect_invalid = [&](ByteSpan more) {
    Bytes longer = good;
    longer.insert(longer.end(), more.begin(), more.end());
    const auto report = audited(longer);
    EXPECT_EQ(report.verdict, Verdict::invalid) << more.size() << " bytes more";
    EXPECT_EQ(report.records, parts_of(good).size() - 1);
    EXPECT_TRUE(report.damaged() && names_nobody(report));
  };
  for (int byte = 0; byte < 256; byte += 5) expect_invalid(Bytes{std::byte(byte)});
  const Bytes last = proto::frame_part(parts_of(good).back());
  for (std::size_t n = 1; n <= last.size(); ++n) expect_invalid(ByteSpan(last).first(n));
  for (std::size_t n = 1; n < proto::kTranscriptMagic.size(); ++n)
    expect_invalid(ByteSpan(good).first(n));
}

TEST(Audit, A34_AFileOfSeveralTablesIsNotCheckedAsOne) {
  World world({.game = "tic-tac-toe"});
  world.run();
  const Bytes good = world.transcript(Seat(0));
  Bytes twice = good;
  twice.insert(twice.end(), good.begin(), good.end());
  const auto report = audited(twice);
  EXPECT_EQ(report.verdict, Verdict::cannot_check);
  EXPECT_TRUE(names_nobody(report));
}

// ---- The records' account of each member

using What = audit::StandingChange::What;

/// A report's account of each member is that of the transcript's records and the table.
void expect_told(const World& world, Seat by) {
  const Bytes transcript = world.transcript(by);
  const auto report = audited(transcript);
  ASSERT_EQ(report.verdict, Verdict::valid);
  std::vector<std::vector<Step>> absent(world.size());
  const auto parts = parts_of(transcript);
  for (std::size_t i = 1; i < parts.size(); ++i)
    for (const auto& answer : decided_in(parts[i]).record)
      if (const auto* one = std::get_if<proto::AbsentSeat>(&answer))
        absent[one->seat.value].push_back(decided_in(parts[i]).step);
  ASSERT_EQ(report.attendance.members.size(), world.size());
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const auto& member = report.attendance.members[i];
    const auto& standing = world.node(by).table().members().standing(Seat(i));
    EXPECT_EQ(member.absent, absent[i]) << "seat " << i;
    const bool changed = !member.changes.empty();
    EXPECT_EQ(changed && member.changes.back().what != What::back, standing.gone()) << "seat " << i;
    EXPECT_LE(changed ? member.changes.back().step.next() : Step(0), standing.since);
  }
}

TEST(AuditTells, WhoWasAbsentAndSinceWhenItIsGone) {
  World world({.game = "holdem", .params = R"({"hands":1})", .seats = 4});
  while (world.node(Seat(0)).table().step() < Step(3) && world.step()) {
  }
  world.silence(Seat(1));
  world.run();
  expect_told(world, Seat(0));
  const auto report = audited(world.transcript(Seat(0)));
  const auto& silent = report.attendance.members[1];
  EXPECT_EQ(silent.absent.size(), world.charter()->charter.pace.absences);
  ASSERT_EQ(silent.changes.size(), 1u);
  EXPECT_EQ(silent.changes[0].what, What::gone);
  EXPECT_EQ(silent.changes[0].step, silent.absent.back());
  EXPECT_TRUE(silent.changes[0].why.empty());
}

TEST(AuditTells, WhoSaidThatNothingComesFromIt) {
  World world({.game = "tic-tac-toe", .witnesses = 2});
  world.run();
  auto honest = parts_of(world.transcript(Seat(0)));
  const std::size_t end = honest.size() - 2;
  const auto says_none = [&](const state::Table& table, auto& record) {
    const Seat seat = table.slots().front().seat;
    const proto::Entry none{table.id(), table.step(), table.head(), proto::NonePayload{}, {}};
    record.front() = proto::envelope(proto::sign(seat, none, world.key(seat)));
  };
  const auto report = audited(transcript_of(
      signed_anew(world, honest, end, says_none, {Round(0), proto::Phase::prevote, {0, 1, 2, 3}})));
  EXPECT_EQ(report.verdict, Verdict::valid);
  EXPECT_EQ(report.attendance.members[0].none, std::vector{Step(end)});
  EXPECT_TRUE(report.attendance.members[0].absent.empty());
}

TEST(AuditTells, WhoCameBack) {
  World world({.game = "holdem",
               .params = R"({"hands":10})",
               .seats = 4,
               .faults = {.delay_max = {300}}});  // it needs seconds to learn where the others are
  while (world.node(Seat(0)).table().step() < Step(3) && world.step()) {
  }
  world.kill(Seat(1));
  while (!world.node(Seat(0)).table().members().standing(Seat(1)).gone() && world.step()) {
  }
  world.revive(Seat(1));
  world.run();
  expect_told(world, Seat(0));
  const auto report = audited(world.transcript(Seat(0)));
  const auto& changes = report.attendance.members[1].changes;
  ASSERT_GE(changes.size(), 2u);
  EXPECT_EQ(changes[0].what, What::gone);
  EXPECT_EQ(changes[1].what, What::back);
}

TEST(AuditTells, WhichStepsLackWhoseVote) {
  World world({.game = "tic-tac-toe", .witnesses = 2});
  while (world.node(Seat(0)).table().step() < Step(4) && world.step()) {
  }
  world.silence(Seat(3));  // a witness owes nothing but votes
  world.run();
  const auto report = audited(world.transcript(Seat(0)));
  ASSERT_EQ(report.verdict, Verdict::valid);
  EXPECT_TRUE(report.attendance.members[3].absent.empty());
  const auto& missing = report.attendance.missing_votes;
  ASSERT_GT(missing.size(), 2u);
  for (const auto& [step, members] : missing) EXPECT_EQ(members.list(), std::vector{Seat(3)});
  EXPECT_EQ(missing.back().step, Step(report.records - 1));
  EXPECT_TRUE(report.attendance.members[3].changes.empty()) << "a missing vote is no fault";
}

TEST(AuditTells, WhoWasConvictedAndOfWhat) {
  const std::pair<Lie, const char*> kLies[] = {
      {Lie::two_entries, "signed two different answers for one place"},
      {Lie::two_votes, "signed two votes that contradict each other"},
      {Lie::wrong_move, "signed a false answer ("},
      {Lie::false_complaint, "complained of a sound recovery share"}};
  for (const auto& [lie, why] : kLies) {
    World world({.game = "holdem", .params = R"({"hands":6})", .seats = 4});
    world.lie(Seat(1), lie);
    world.run();
    expect_told(world, Seat(0));
    const auto report = audited(world.transcript(Seat(0)));
    const auto& changes = report.attendance.members[1].changes;
    ASSERT_FALSE(changes.empty()) << why;
    EXPECT_EQ(changes.back().what, What::convicted);
    EXPECT_TRUE(changes.back().why.find(why) != std::string::npos)
        << changes.back().why << ", not " << why;
    EXPECT_EQ(changes.back().why.find("seat"), std::string::npos) << changes.back().why;
  }
}

TEST(AuditTells, WhoDealtAWrongRecoveryShare) {
  World world({.game = "holdem", .params = R"({"hands":1})", .seats = 4});
  std::optional<Bytes> wrong;  // one answer, the same to all: it is no equivocation
  world.corrupt(Seat(1), [&](Seat, const Bytes& sent) {
    auto entry = entry_in(sent);
    auto* dealing = entry ? std::get_if<proto::SharesPayload>(&entry->payload) : nullptr;
    if (dealing == nullptr) return std::vector<Bytes>{sent};
    if (!wrong) {
      SeededRng rng(5);
      const state::Deal& deal = *world.node(Seat(0)).table().state().next;
      dealing->encrypted[1] = crypto::encrypt(  // the second of the others: seat 2's
          crypto::Secret(crypto::Scalar::from_u64(7)), deal.Y[2],
          crypto::context({entry->table, deal.place()}, Seat(1), crypto::Purpose::recover), rng);
      wrong = frame(proto::sign(Seat(1), *entry, world.key(Seat(1))));
    }
    return std::vector<Bytes>{*wrong};
  });
  world.run();
  expect_told(world, Seat(0));
  const auto report = audited(world.transcript(Seat(0)));
  const auto& changes = report.attendance.members[1].changes;
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes.front().what, What::convicted);
  EXPECT_NE(changes.front().why.find("dealt a wrong recovery share"), std::string::npos);
}

TEST(AuditTells, OfACutFileWhatItsRecordsSay) {
  World world({.game = "holdem", .params = R"({"hands":4})", .seats = 4});
  world.silence(Seat(1));
  world.run();
  auto parts = parts_of(world.transcript(Seat(0)));
  const auto whole = audited(transcript_of(parts));
  const std::size_t records = whole.attendance.members[1].changes.front().step.value + 1;
  parts.resize(1 + records);
  const auto report = audited(transcript_of(parts));
  EXPECT_EQ(report.verdict, Verdict::incomplete);
  EXPECT_EQ(report.attendance.members[1].absent.front(), Step(0));
  EXPECT_EQ(report.attendance.members[1].changes.size(), 1u);
  EXPECT_LE(report.attendance.missing_votes.size(), records);
  EXPECT_TRUE(std::ranges::equal(report.heads, std::span(whole.heads).first(records)));
}

}  // namespace
}  // namespace fairdeal::sim
