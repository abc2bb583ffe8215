// Contradictions that a member has seen, alone: to whom they are sent, how many are kept, and which
// go into an entry.
#include "runtime/node/contradictions.h"

#include "consensus/equivocation.h"
#include "proto/limits.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

class Found : public StepFour {
 protected:
  static constexpr Seat kLiar{1}, kOther{2};

  Found() {
    for (const Seat peer : {kLiar, kOther, Seat(3)}) links.set(peer, true);
  }
  /// Two votes of one round: for a record, and for none.
  consensus::Equivocation two_votes(Seat by, std::uint32_t round = 0) {
    const auto signed_by = [&](const std::optional<proto::Outcome>& outcome) {
      const auto frame = vote(by, round, proto::Phase::prevote, outcome);
      return *proto::verify_vote(frame.envelope, table->charter());
    };
    return *consensus::contradiction(signed_by(outcome(record())), signed_by({}));
  }
  std::size_t sent_by(const consensus::Equivocation& evidence) {
    node::Effects out;
    contradictions.found(evidence, *table, links, out);
    for (const auto& one : out.outgoing) EXPECT_NE(one.to, evidence.first.by);
    EXPECT_EQ(out.notices.size(), out.outgoing.empty() ? 0u : 1u);
    return out.outgoing.size();
  }
  node::Links links{Seat(0), 4};
  node::Contradictions contradictions;
};

TEST_F(Found, BothStatementsGoToAllButTheirAuthorOnce) {
  EXPECT_EQ(sent_by(two_votes(kLiar)), 4u) << "two statements to two members";
  EXPECT_EQ(sent_by(two_votes(kLiar)), 0u) << "the same again";
  EXPECT_EQ(contradictions.all().size(), 1u);
}

TEST_F(Found, OfOneAuthorFourAreKept) {
  for (std::uint32_t round = 0; round < 9; ++round) sent_by(two_votes(kLiar, round));
  EXPECT_EQ(contradictions.all().size(), 4u);
  EXPECT_EQ(sent_by(two_votes(kOther)), 4u) << "another author's are counted by themselves";
}

TEST_F(Found, AnEntryAttachesOneOfEachAuthorAsFarAsThereIsRoom) {
  sent_by(two_votes(kLiar));
  sent_by(two_votes(kLiar, 1));
  sent_by(two_votes(kOther));
  std::size_t room = 10'000;
  EXPECT_EQ(contradictions.attachments(*table, room).size(), 2u);
  std::size_t needed = 10'000 - room;
  EXPECT_EQ(contradictions.attachments(*table, needed).size(), 2u);
  EXPECT_EQ(needed, 0u);
  room = 10'000 - room - 1;
  EXPECT_EQ(contradictions.attachments(*table, room).size(), 1u);
  room = 0;
  EXPECT_TRUE(contradictions.attachments(*table, room).empty());
}

/// Found by the third audit: four contradictions that no entry can attach made all that came after
/// them worthless.
TEST_F(Found, WhatCannotBeAttachedTakesNoPlaceOfWhatCan) {
  const auto two_entries = [&](char first) {
    const auto large = [&](char letter) {
      const proto::Envelope bytes{kLiar, Bytes(150'000, std::byte(letter)), {}};
      return proto::sign(kLiar,
                         proto::Entry{table->id(),
                                      kStep,
                                      table->head(),
                                      proto::EndPayload{},
                                      {proto::Equivocation{{}, bytes, bytes}}},
                         world.key(kLiar));
    };
    return *consensus::contradiction(large(first), large(static_cast<char>(first + 1)));
  };
  for (const char letter : {'a', 'c', 'e', 'g', 'i'}) sent_by(two_entries(letter));
  EXPECT_EQ(contradictions.all().size(), 4u);
  std::size_t room = proto::kFirstEntryBytesMax;
  EXPECT_TRUE(contradictions.attachments(*table, room).empty());
  EXPECT_EQ(sent_by(two_votes(kLiar)), 4u);
  EXPECT_EQ(sent_by(two_votes(kLiar, 1)), 0u) << "one is enough";
  room = 1'000;
  const auto attachments = contradictions.attachments(*table, room);
  ASSERT_EQ(attachments.size(), 1u);
  EXPECT_EQ(std::get<proto::Equivocation>(attachments.front()), two_votes(kLiar));
}

TEST_F(Found, OnesOfAnotherTimeTakeNoPlaceEither) {
  const auto two_votes_of = [&](std::uint64_t step) {
    const auto signed_by = [&](const std::optional<proto::Outcome>& outcome) {
      return proto::sign(
          kLiar, proto::Vote{table->id(), Step(step), Round(0), proto::Phase::prevote, outcome, {}},
          world.key(kLiar));
    };
    return *consensus::contradiction(signed_by(proto::Outcome{}), signed_by({}));
  };
  for (const std::uint64_t step : {1'000u, 1'001u, 1'002u, 1'003u}) sent_by(two_votes_of(step));
  EXPECT_EQ(sent_by(two_votes_of(1'004)), 0u) << "the quota is full";
  EXPECT_EQ(sent_by(two_votes_of(2)), 4u);
  std::size_t room = 10'000;
  EXPECT_EQ(contradictions.attachments(*table, room).size(), 1u);
}

TEST_F(Found, WhoIsConvictedIsNotAttachedAgain) {
  sent_by(two_votes(kLiar));
  const auto move = said(proto::MovePayload{table->game().legal(kMover).front().action.text},
                         {proto::Attachment(two_votes(kOther))});
  const auto convicted = *table->after({kStep, table->head(), {table->assume_valid(move)}});
  ASSERT_TRUE(convicted.members().standing(kOther).convicted());
  sent_by(two_votes(kOther, 1));
  std::size_t room = 10'000;
  const auto attachments = contradictions.attachments(convicted, room);
  ASSERT_EQ(attachments.size(), 1u);
  EXPECT_EQ(std::get<proto::Equivocation>(attachments.front()).first.by, kLiar);
}

}  // namespace
}  // namespace fairdeal::sim
