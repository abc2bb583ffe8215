#pragma once

#include <gtest/gtest.h>

#include "tests/consensus/small_table.h"
#include "tests/consensus/step_agreement.h"

namespace fairdeal::consensus {

using proto::Outcome;
using proto::Phase;
using proto::Signed;
using proto::Vote;
using Added = StepAgreement::Added;

inline constexpr Quorum kFour{SeatSet::first(4), 3, 1};
inline constexpr Duration kRound{1'000};
inline constexpr Instant kStart{0}, kDue{10'000};
inline constexpr std::optional<Outcome> kNil;

/// A table where both seats commit at once, with two witnesses: two slots, four votes, of which
/// three decide and one may lie.
class OneStep : public testing::Test {
 protected:
  const SmallTable& table() { return table_; }
  const proto::Charter& charter() { return table().charter(); }

  StepAgreement fresh(const Quorum& quorum = kFour) {
    StepAgreement a(
        {table().id(), table().step(), table().head()}, quorum, table().slots(),
        [](const Record& record) { return std::optional(of(record)); }, kRound, kStart);
    a.wait_until(kDue);
    return a;
  }
  /// The leader of round k + 1.
  Seat m(std::uint32_t k) { return fresh().leader(Round(k + 1)); }

  // Statements.
  Signed<proto::Entry> entry(std::uint32_t seat, std::byte what = {}) {
    proto::CommitPayload p{};
    p.commitment[0] = what;
    return proto::sign(Seat(seat),
                       proto::Entry{table().id(), table().step(), table().head(), p, {}},
                       table().key(Seat(seat)));
  }
  Checked checked(std::uint32_t seat, std::byte what = {}) {
    return table().assume_valid(entry(seat, what));
  }
  Signed<Vote> vote(Seat by, Round round, Phase phase, const std::optional<Outcome>& outcome,
                    std::optional<Round> proved = {}) {
    return proto::sign(by, Vote{table().id(), table().step(), round, phase, outcome, proved},
                       table().key(by));
  }
  Signed<proto::Proposal> proposal(Seat by, Round round, const Record& record,
                                   std::optional<Round> proved = {}) {
    return proto::sign(by,
                       proto::Proposal{table().id(), table().step(), round, proved, digest(record)},
                       table().key(by));
  }

  // Possible outcomes of the step.
  Record record(Answer first, Answer second) {
    return {table().step(), table().head(), {std::move(first), std::move(second)}};
  }
  Record both() { return record(checked(0), checked(1)); }
  Record another() { return record(checked(0), checked(1, std::byte{1})); }
  Record without() { return record(checked(0), proto::AbsentSeat{Seat(1)}); }
  static Outcome of(const Record& record) { return {digest(record), digest(record)}; }

  // Inputs of an agreement.
  void prevote(StepAgreement& a, Seat by, Round round, const std::optional<Outcome>& outcome,
               std::optional<Round> proved = {}) {
    a.add(vote(by, round, Phase::prevote, outcome, proved));
  }
  void precommit(StepAgreement& a, Seat by, Round round, const std::optional<Outcome>& outcome) {
    a.add(vote(by, round, Phase::precommit, outcome));
  }
  void propose(StepAgreement& a, Round round, const Record& record,
               std::optional<Round> proved = {}) {
    EXPECT_EQ(a.add(proposal(a.leader(round), round, record, proved), record.answers),
              Added::fresh);
  }
  /// The others are heard in a later round, where they have not prevoted.
  void draw_to(StepAgreement& a, Seat me, Round round) {
    for (const Seat by : kFour.voters.list())
      if (by != me) precommit(a, by, round, kNil);
    EXPECT_FALSE(a.advance(me, kStart));
    EXPECT_EQ(a.round(), round);
  }
  /// The vote that is due, signed and taken in; none if none is.
  std::optional<Vote> say(StepAgreement& a, Seat me, Instant now = kStart) {
    const auto due = a.advance(me, now);
    if (!due) return {};
    const auto* vote = std::get_if<Vote>(&*due);
    if (vote == nullptr) {
      ADD_FAILURE() << "a proposal";
      return {};
    }
    EXPECT_EQ(a.add(proto::sign(me, *vote, table().key(me))), Added::fresh);
    return *vote;
  }
  std::optional<Vote> expected(Round round, Phase phase, const std::optional<Outcome>& outcome,
                               std::optional<Round> proved = {}) {
    return Vote{table().id(), table().step(), round, phase, outcome, proved};
  }
  std::optional<StepAgreement::Proposing> proposed(StepAgreement& a, Seat me,
                                                   Instant now = kStart) {
    const auto due = a.advance(me, now);
    const auto* proposing = due ? std::get_if<StepAgreement::Proposing>(&*due) : nullptr;
    return proposing ? std::optional(*proposing) : std::nullopt;
  }

 private:
  SmallTable table_{2};
};

}  // namespace fairdeal::consensus
