// An auditor settles the proofs of many records at once, and says of every transcript what checking
// them one by one says. Here all members agreed to lie, and signed it: only the proofs are left.
#include <set>

#include "base/overloaded.h"
#include "consensus/certificate.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using audit::Verdict;
using proto::Payload;
using state::Table;

std::vector<proto::Envelope> voted(const World& world, const Table& table,
                                   const proto::Outcome& outcome) {
  std::vector<proto::Envelope> votes;
  for (const Seat seat : table.quorum().voters.list()) {
    const proto::Vote vote{table.id(), table.step(), Round(1), proto::Phase::precommit, outcome};
    votes.push_back(proto::envelope(proto::sign(seat, vote, world.key(seat))));
  }
  return votes;
}

/// Whether the record is one of `table`'s slots, all of which answered or are absent.
bool fits(const proto::Decided& decided, const Table& table) {
  return std::ranges::equal(
      decided.record, table.slots(), [](const auto& answer, const auto& slot) {
        const auto* absent = std::get_if<proto::AbsentSeat>(&answer);
        const auto* said = std::get_if<proto::Envelope>(&answer);
        return absent ? absent->seat == slot.seat : said && said->by == slot.seat;
      });
}

/// The match as it would be written if all members had signed each entry as `change(record, by,
/// entry)` leaves it; as it was from where the rules go on in another way, or not at all.
template <class Change>
std::vector<Bytes> signed_by_all(const World& world, std::vector<Bytes> parts, Change change) {
  Table table = *Table::create(world.charter());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    proto::Decided decided = decided_in(parts[i]);
    if (!fits(decided, table)) break;
    consensus::Record record{table.step(), table.head(), {}};
    for (proto::Answer& answer : decided.record) {
      if (const auto* absent = std::get_if<proto::AbsentSeat>(&answer)) {
        record.answers.emplace_back(*absent);
        continue;
      }
      const auto& honest = std::get<proto::Envelope>(answer);
      proto::Entry entry = *proto::decode_entry(honest.body);
      entry.parent = table.head();
      change(i - 1, honest.by, entry);
      auto answered = proto::sign(honest.by, std::move(entry), world.key(honest.by));
      answer = proto::envelope(answered);
      record.answers.push_back(table.assume_valid(std::move(answered)));
    }
    const auto next = table.after(record);
    decided.certificate =
        voted(world, table, {digest(record), next ? next->digest() : crypto::Digest{}});
    parts[i] = proto::encode(proto::TranscriptPart(decided));
    if (!next) break;
    table = *next;
  }
  return parts;
}

/// How many records are good, and what is wrong with the next, by checking each entry by itself.
std::pair<std::uint64_t, std::optional<Error>> one_by_one(const World& world,
                                                          const std::vector<Bytes>& parts) {
  SeededRng rng(8);
  Table table = *Table::create(world.charter());
  const auto checked = [&](const proto::Decided& decided) -> Result<Table> {
    if (!fits(decided, table)) return fail(Fault::not_canonical);
    consensus::Record record{table.step(), table.head(), {}};
    for (std::size_t i = 0; i < decided.record.size(); ++i) {
      state::PendingProofs proofs;
      auto answer = table.validate(i, decided.record[i], proofs, rng);
      FD_TRY(proofs.settle(rng));  // what is false here came before what else is wrong
      if (!answer) return fail(answer.error());
      record.answers.push_back(*std::move(answer));
    }
    FD_TRY(Table next, table.after(record));
    FD_TRY(consensus::check_certificate(decided.certificate, table.charter(), table.quorum(),
                                        table.id(), table.step(), {digest(record), next.digest()}));
    return next;
  };
  for (std::size_t i = 1; i < parts.size(); ++i) {
    auto next = checked(decided_in(parts[i]));
    if (!next) return {i - 1, next.error()};
    table = *std::move(next);
  }
  return {parts.size() - 1, std::nullopt};
}

/// Audits; expects what checking one by one says.
audit::Report audited(const World& world, const std::vector<Bytes>& parts) {
  SeededRng rng(7);
  const auto report = audit::audit(transcript_of(parts), rng);
  auto [records, error] = one_by_one(world, parts);
  if (!error && report.verdict == Verdict::incomplete) error = report.error;
  EXPECT_EQ(report.records, records);
  EXPECT_EQ(report.heads.size(), records);
  EXPECT_EQ(report.error, error);
  EXPECT_EQ(report.error ? report.error->about : "", error ? error->about : "");
  return report;
}

const crypto::Scalar kOne = crypto::Scalar::from_u64(1);

/// One number of its proofs, or one share, made wrong. False if it has none.
bool made_false(Payload& payload, bool in_statement) {
  const auto shares = [&](auto& p) {
    if (in_statement)
      p.shares.back() = p.shares.back() + crypto::Point::base();
    else
      p.proof.s = p.proof.s + kOne;
    return true;
  };
  return std::visit(
      Overloaded{[&](proto::KeyPayload& p) {
                   auto& proof = in_statement ? p.proof : p.encryption_proof;
                   proof.s = proof.s + kOne;
                   return true;
                 },
                 [&](proto::SharesPayload& p) {
                   p.encrypted.back().known.s = p.encrypted.back().known.s + kOne;
                   return true;
                 },
                 [&](proto::ShufflePayload& p) {
                   if (in_statement)
                     p.deck.front().B = p.deck.front().B + crypto::Point::base();
                   else if (auto* several = std::get_if<crypto::ShuffleProof>(&p.proof))
                     several->Z = several->Z + kOne;
                   return true;
                 },
                 [&](proto::DecryptPayload& p) { return shares(p); },
                 [&](proto::CoinPayload& p) { return shares(p); }, [](auto&) { return false; }},
      payload);
}

class AuditOfLiesSignedByAll : public testing::TestWithParam<Options> {};

TEST_P(AuditOfLiesSignedByAll, NamesTheRecordAndTheSeatAsCheckingOneByOneDoes) {
  World world(GetParam());
  world.run();
  auto honest = parts_of(world.transcript(Seat(0)));
  honest.resize(std::min<std::size_t>(honest.size(), 15));  // every kind of proof is among these
  ASSERT_EQ(audited(world, signed_by_all(world, honest, [](auto&&...) {})).records,
            honest.size() - 1);
  std::size_t lies = 0;
  for (std::size_t at = 0; at + 1 < honest.size(); ++at)
    for (std::uint32_t liar = at % 2; liar < world.size(); liar += 2) {
      const bool in_statement = liar < 2;
      bool lied = false;
      const auto forged = signed_by_all(world, honest, [&](auto record, Seat by, auto& entry) {
        if (record == at && by == Seat(liar)) lied = made_false(entry.payload, in_statement);
      });
      if (!lied) continue;
      ++lies;
      const auto report = audited(world, forged);
      EXPECT_EQ(report.verdict, Verdict::invalid);
      EXPECT_EQ(report.records, at);
      ASSERT_TRUE(report.error);
      EXPECT_EQ(report.error->fault, Fault::bad_proof);
      EXPECT_EQ(report.error->culprit, Seat(liar));
    }
  EXPECT_GE(lies, 2u);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, AuditOfLiesSignedByAll,
    testing::Values(Options{.game = "kuhn"},
                    Options{.game = "holdem", .params = R"({"stack":40})", .seats = 4},
                    Options{.game = "liars-dice", .seats = 4}),
    [](const auto& of) { return of.param.game == "liars-dice" ? "dice" : of.param.game; });

/// Proofs of keys that are false by +G and −G: a sum without weights would not see it.
TEST(AuditOfLies, FalseProofsThatCancelNameTheFirstLiar) {
  World world({.game = "kuhn"});
  world.run();
  const auto forged =
      signed_by_all(world, parts_of(world.transcript(Seat(0))), [&](auto, Seat by, auto& entry) {
        if (auto* key = std::get_if<proto::KeyPayload>(&entry.payload))
          key->proof.s = by == Seat(0) ? key->proof.s + kOne : key->proof.s - kOne;
      });
  const auto report = audited(world, forged);
  EXPECT_EQ(report.records, 0u);
  ASSERT_TRUE(report.error);
  EXPECT_EQ(report.error->culprit, Seat(0));
}

// ---- Matches with trouble only

constexpr int kWays = 7;

/// The `way`-th way to make one thing false of what an entry says about others: its shares in place
/// of an absent seat's, its complaint, a passed shuffle that it attaches. False if it has none.
bool tampered(const World& world, proto::Entry& entry, int way) {
  auto* recover = std::get_if<proto::RecoverPayload>(&entry.payload);
  if (way < 2 && recover != nullptr) {
    auto& [shares, proof] = recover->shares.back();
    if (way == 0) shares.back() = shares.back() + crypto::Point::base();
    if (way == 1) proof.s = proof.s + kOne;
    return true;
  }
  for (proto::Attachment& attachment : entry.attachments) {
    auto* complaint = std::get_if<proto::Complaint>(&attachment);
    if ((way == 2 || way == 3) && complaint != nullptr) {
      if (way == 2) complaint->K = complaint->K + crypto::Point::base();
      if (way == 3) complaint->proof.s = complaint->proof.s + kOne;
      return true;
    }
    auto* attached = std::get_if<proto::PassedAttachment>(&attachment);
    if (way > 3 && attached != nullptr) {
      auto& [envelope, passed] = *attached;
      auto* turn = std::get_if<proto::ShufflePayload>(&passed.part);
      if (turn == nullptr) continue;
      if (auto* several = std::get_if<crypto::ShuffleProof>(&turn->proof); several && way == 4)
        several->Z = several->Z + kOne;
      if (way == 5) std::swap(turn->deck.front(), turn->deck.back());
      envelope = proto::envelope(proto::sign(envelope.by, passed, world.key(envelope.by)));
      if (way == 6) envelope.signature.bytes[0] ^= std::byte{1};
      return true;
    }
  }
  return false;
}

/// The ways to bend what `by` said in a part of a transcript.
std::vector<int> ways(const World& world, const Bytes& part, Seat by) {
  std::vector<int> found;
  for (const proto::Answer& answer : decided_in(part).record) {
    const auto* said = std::get_if<proto::Envelope>(&answer);
    if (said == nullptr || said->by != by) continue;
    for (int way = 0; way < kWays; ++way) {
      proto::Entry entry = *proto::decode_entry(said->body);
      if (tampered(world, entry, way)) found.push_back(way);
    }
  }
  return found;
}

/// With what `incident` brings about, every lie of the kinds above; the ways in which they lied.
std::set<int> lies_about_others(const Faults::Incident& incident) {
  World world({.game = "holdem",
               .params = R"({"stack":40})",
               .seats = 4,
               .faults = {.incidents = {incident}}});
  world.run();
  auto honest = parts_of(world.transcript(Seat(0)));
  honest.resize(std::min<std::size_t>(honest.size(), 12));
  EXPECT_EQ(audited(world, signed_by_all(world, honest, [](auto&&...) {})).records,
            honest.size() - 1);
  std::set<int> told;
  for (std::size_t at = 0; at + 1 < honest.size(); ++at)
    for (std::uint32_t liar = 0; liar < world.size(); ++liar)
      for (const int way : ways(world, honest[at + 1], Seat(liar))) {
        SCOPED_TRACE("record " + std::to_string(at) + ", way " + std::to_string(way));
        told.insert(way);
        const auto report =
            audited(world, signed_by_all(world, honest, [&](auto record, Seat by, auto& entry) {
                      if (record == at && by == Seat(liar)) tampered(world, entry, way);
                    }));
        EXPECT_EQ(report.verdict, Verdict::invalid);
        EXPECT_EQ(report.records, at);
        EXPECT_EQ(report.error ? report.error->fault : Fault::damaged, Fault::bad_proof);
        EXPECT_EQ(report.error ? report.error->culprit : std::nullopt, Seat(liar));
      }
  return told;
}

TEST(AuditOfLies, AboutAnAbsentSeatOrAPassedShuffleNameTheirAuthor) {
  const auto told =
      lies_about_others({.what = Faults::Incident::What::silent, .seat = Seat(1), .step = 3});
  EXPECT_EQ(told, (std::set{0, 1, 4, 5, 6}));
}

TEST(AuditOfLies, AFalseComplaintNamesItsAuthor) {
  const auto told = lies_about_others(
      {.what = Faults::Incident::What::lies, .seat = Seat(1), .lie = Lie::wrong_dealing});
  EXPECT_TRUE(told.contains(2) && told.contains(3));
}

/// A false proof, then a record that is no record, or none at all: the proof came first.
TEST(AuditOfLies, AFalseProofIsTheErrorWhateverComesAfterIt) {
  World world({.game = "kuhn"});
  world.run();
  auto parts = signed_by_all(world, parts_of(world.transcript(Seat(0))),
                             [](auto record, Seat by, auto& entry) {
                               if (record == 1 || (record == 2 && by == Seat(1)))
                                 made_false(entry.payload, false);
                             });
  for (const std::size_t kept : {parts.size() - 1, std::size_t{4}, std::size_t{3}}) {
    parts.resize(kept);
    SeededRng rng(7);
    const auto report = audit::audit(transcript_of(parts), rng);
    EXPECT_EQ(report.verdict, Verdict::invalid);
    EXPECT_EQ(report.records, 1u);
    EXPECT_EQ(report.error->fault, Fault::bad_proof);
  }
}

}  // namespace
}  // namespace fairdeal::sim
