// Evidence belongs to one table and to a time; so do statements of presence, and absences.
#include "consensus/certificate.h"
#include "runtime/state/follow.h"
#include "tests/runtime/member.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using consensus::Equivocation;
using proto::Phase;

/// Two votes of one member of one round.
Equivocation two_votes(World& world, const crypto::Digest& table, Step step, Seat by) {
  const auto vote = [&](std::uint8_t which) {
    proto::Outcome outcome{};
    outcome.record.bytes[0] = std::byte(which);
    return proto::sign(by, proto::Vote{table, step, Round(0), Phase::prevote, outcome, {}},
                       world.key(by));
  };
  return *consensus::contradiction(vote(1), vote(2));
}

/// An entry of who answers the first slot of a step of moves, with that attachment.
Result<consensus::Checked> attached(World& world, const state::Table& table,
                                    proto::Attachment attachment) {
  SeededRng rng(5);
  const Seat by = table.slots().front().seat;
  const auto action = table.game().legal(by).front().action.text;
  return table.check(proto::sign(by,
                                 proto::Entry{table.id(),
                                              table.step(),
                                              table.head(),
                                              proto::MovePayload{action},
                                              {std::move(attachment)}},
                                 world.key(by)),
                     rng);
}

/// A stored history of others is a part too (proto/messages.h), but nobody's lie.
TEST_F(StepFour, EvidenceThatEndsWithAPartThatIsNoLieIsRefused) {
  const auto framed = [](const proto::TranscriptPart& part) {
    return proto::frame_part(proto::encode(part));
  };
  Bytes file = to_bytes(proto::kEvidenceMagic);
  const auto append = [&](const Bytes& bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
  };
  append(framed(*world.charter()));
  append(framed(proto::HistoryAnswer{decided_in(parts_of(world.transcript(Seat(0))).at(1))}));
  const auto evidence = audit::decode_evidence(file);
  ASSERT_FALSE(evidence);
  EXPECT_EQ(evidence.error().fault, Fault::not_canonical);
}

TEST_F(StepFour, EvidenceOfAnotherTableOfTheSameMembersConvictsNobody) {
  crypto::Digest elsewhere = table->id();
  elsewhere.bytes[0] ^= std::byte{1};
  const auto there = two_votes(world, elsewhere, kStep, Seat(0));
  const auto here = two_votes(world, table->id(), kStep, Seat(0));
  EXPECT_EQ(*consensus::verify(here, table->charter()), Seat(0));
  const auto verdict = consensus::verify(there, table->charter());
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().fault, Fault::wrong_table);
  EXPECT_TRUE(attached(world, *table, here));
  EXPECT_FALSE(attached(world, *table, there));
  // Nor two entries, nor two proposals.
  const auto entry = [&](char which) {
    return proto::sign(
        Seat(0), proto::Entry{elsewhere, kStep, {}, proto::MovePayload{std::string(1, which)}, {}},
        world.key(Seat(0)));
  };
  EXPECT_FALSE(
      consensus::verify(*consensus::contradiction(entry('a'), entry('b')), table->charter()));
  const auto proposal = [&](std::uint32_t seat) {
    return proto::sign(
        Seat(0),
        proto::Proposal{elsewhere, kStep, Round(1), {}, crypto::hash("record", Bytes(seat + 1))},
        world.key(Seat(0)));
  };
  EXPECT_FALSE(
      consensus::verify(*consensus::contradiction(proposal(0), proposal(1)), table->charter()));
}

TEST_F(StepFour, EvidenceOfAStepToComeIsRefused) {
  for (const std::uint64_t step : {0u, 3u, 4u, 5u, 1'000'000u}) {
    const auto evidence = two_votes(world, table->id(), Step(step), Seat(0));
    EXPECT_EQ(attached(world, *table, evidence).has_value(), step <= 4) << step;
  }
}

TEST_F(StepFour, EvidenceAboutWhoIsConvictedAlreadyIsRefused) {
  const auto evidence = two_votes(world, table->id(), kStep, Seat(3));
  const auto entry = attached(world, *table, evidence);
  ASSERT_TRUE(entry);
  const auto next = table->after({kStep, table->head(), {*entry}});
  ASSERT_TRUE(next);
  EXPECT_TRUE(next->members().standing(Seat(3)).convicted());
  EXPECT_FALSE(attached(world, *next, evidence));
  EXPECT_FALSE(attached(world, *next, two_votes(world, table->id(), Step(5), Seat(3))));
  EXPECT_TRUE(attached(world, *next, two_votes(world, table->id(), Step(5), Seat(2))));
}

TEST(EvidenceOf, MoreThan64StepsAgoIsRefused) {
  World world({.game = "pig", .params = R"({"goal":200})", .witnesses = 2, .seed = 5});
  while (world.node(Seat(0)).table().step() < Step(80) ||
         !std::holds_alternative<state::stages::Moving>(world.node(Seat(0)).table().stage()))
    ASSERT_TRUE(world.step());
  const state::Table table = world.node(Seat(0)).table();
  for (const std::uint64_t ago : {0u, 1u, 63u, 64u, 65u, 70u}) {
    const Step step(table.step().value - ago);
    EXPECT_EQ(attached(world, table, two_votes(world, table.id(), step, Seat(2))).has_value(),
              ago <= 64)
        << ago;
  }
}

TEST_F(StepFour, APresenceOfAStepToComeIsRefused) {
  const auto presence = [&](std::uint64_t step, proto::Presence::What what) {
    return proto::PresenceAttachment{proto::envelope(
        proto::sign(Seat(0), proto::Presence{table->id(), Step(step), what}, world.key(Seat(0))))};
  };
  for (const auto what : {proto::Presence::What::leaves, proto::Presence::What::back})
    for (const std::uint64_t step : {4u, 5u, 1u << 30})
      EXPECT_EQ(attached(world, *table, presence(step, what)).has_value(), step == 4) << step;
}

class Noting : public StepFour {
 protected:
  /// The mover, restarted before its move.
  Noting() {
    std::vector<state::Put> old;
    for (const auto& put : disk_after(m.writes))
      if (put.key != "entry 4" && !put.key.starts_with("vote 4")) old.push_back(put);
    m.restart_from(old);
    m.link_all();
    for (const Seat by : {Seat(0), Seat(2), Seat(3)})
      m.hear(by, proto::Recall{table->id(), kStep, {}});
  }
  std::vector<proto::Attachment> attachments_of_its_move() {
    m.act(table->game().legal(kMover).front().action.text);
    SeededRng rng(4);
    const auto entries = m.sent_of<proto::EntryFrame>();
    const auto entry = proto::verify_entry(entries.back().envelope, table->charter());
    EXPECT_TRUE(entry && table->check(*entry, rng)) << "its own entry is refused";
    return entry->message().attachments;
  }
  Member m{world, kMover};
};

TEST_F(Noting, AnHonestMemberAttachesNoPresenceOfAStepToCome) {
  for (const std::uint32_t by : {0u, 2u, 3u})
    m.hear(Seat(by), proto::PresenceFrame{proto::envelope(
                         proto::sign(Seat(by),
                                     proto::Presence{table->id(), Step(by == 2 ? 5u : 1u << 30),
                                                     proto::Presence::What::leaves},
                                     world.key(Seat(by))))});
  EXPECT_TRUE(attachments_of_its_move().empty());
}

TEST_F(Noting, AnHonestMemberAttachesWhatItFindsHereAndNothingOfAnotherTable) {
  crypto::Digest elsewhere = table->id();
  elsewhere.bytes[0] ^= std::byte{1};
  const auto there = two_votes(world, elsewhere, kStep, Seat(2));
  const auto here = two_votes(world, table->id(), kStep, Seat(3));
  for (const auto& one : {there, here}) {
    m.hear(one.first.by, proto::VoteFrame{one.first});
    m.hear(one.first.by, proto::VoteFrame{one.second});
  }
  const auto attachments = attachments_of_its_move();
  ASSERT_EQ(attachments.size(), 1u);
  EXPECT_EQ(std::get<Equivocation>(attachments.front()), here);
}

TEST_F(StepFour, ACertificateOfRoundZeroHasNoAbsentInItsRecord) {
  SeededRng rng(3);
  const auto decided = [&](std::uint32_t round, Phase phase) {
    proto::Decided d{kStep, consensus::to_wire(nobody_moved()), {}};
    for (std::uint32_t i = 0; i < 4; ++i)
      d.certificate.push_back(vote(Seat(i), round, phase, outcome(nobody_moved())).envelope);
    return d;
  };
  for (const Phase phase : {Phase::prevote, Phase::precommit}) {
    const auto followed = state::follow(*table, decided(0, phase), rng);
    ASSERT_FALSE(followed);
    EXPECT_EQ(followed.error().fault, Fault::bad_certificate);
  }
  EXPECT_TRUE(state::follow(*table, decided(1, Phase::precommit), rng));
}

}  // namespace
}  // namespace fairdeal::sim
