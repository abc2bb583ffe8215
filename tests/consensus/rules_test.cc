// Rules of agreement that the code once left inside the bounds on faults: the form of a vote, rule
// (d), and which votes draw others to a later round. Letters are those of docs/model/README.md.
#include "consensus/certificate.h"
#include "tests/consensus/one_step.h"

namespace fairdeal::consensus {
namespace {

constexpr std::uint32_t kLatest = 1u << 20;  // the last round that is decoded

// ---- A vote has one form for each place

TEST_F(OneStep, OnlyAPrevoteOfALaterRoundForSomethingNamesAProofAndAnEarlierOne) {
  for (const Phase phase : {Phase::prevote, Phase::precommit})
    for (const bool nil : {true, false})
      for (std::uint32_t round = 0; round < 3; ++round)
        for (std::uint32_t proved = 0; proved < 4; ++proved) {
          const auto outcome = nil ? kNil : std::optional(of(both()));
          const Vote v{table().id(), table().step(), Round(round), phase, outcome, Round(proved)};
          const bool may = phase == Phase::prevote && !nil && proved < round;
          EXPECT_EQ(proto::decode_vote(proto::encode(v)).has_value(), may)
              << "round " << round << ", proof of " << proved << (nil ? ", nil" : "");
          Vote without = v;
          without.proved.reset();
          EXPECT_TRUE(proto::decode_vote(proto::encode(without)));
        }
}

TEST_F(OneStep, AProposalIsOfALaterRoundThanZeroAndThanItsProof) {
  for (std::uint32_t round = 0; round < 3; ++round)
    for (std::uint32_t proved = 0; proved < 4; ++proved) {
      const auto p = proposal(Seat(0), Round(round), both(), Round(proved));
      EXPECT_EQ(proto::decode_proposal(p.body()).has_value(), proved < round);
    }
  EXPECT_FALSE(proto::decode_proposal(proposal(Seat(0), Round(0), both()).body()));
  EXPECT_TRUE(proto::decode_proposal(proposal(Seat(0), Round(1), both()).body()));
}

TEST_F(OneStep, NothingIsDecidedByVotesThatAnAuditorWouldNotCount) {
  for (const Phase phase : {Phase::prevote, Phase::precommit})
    for (const std::uint32_t liar : {0u, 1u, 3u}) {
      StepAgreement a = fresh();
      a.add(checked(0));
      a.add(checked(1));
      for (const std::uint32_t i : {0u, 1u, 2u, 3u})
        if (phase == Phase::prevote || i != 2)
          a.add(vote(Seat(i), Round(0), phase, of(both()),
                     i == liar ? std::optional(Round(0)) : std::nullopt));
      const auto decision = a.decision();
      EXPECT_FALSE(decision) << "with a field too many in the vote of " << liar;
      if (decision) {
        EXPECT_TRUE(check_certificate(decision->certificate, charter(), kFour, table().id(),
                                      table().step(), of(both())));
      }
    }
}

// ---- (d) Who was locked on something else since the proof prevotes nil

class TwoLocks : public OneStep {
 protected:
  /// Locked on A in round 0 and on B in round 1, by proof; in round 2 its leader proposes.
  std::optional<Outcome> answer(const Record& record, std::optional<Round> proved) {
    StepAgreement a = fresh();
    a.add(checked(0));
    a.add(checked(1));
    prevote(a, me, Round(0), of(both()));
    precommit(a, me, Round(0), of(both()));
    precommit(a, me, Round(1), of(another()));
    if (proved)
      for (const std::uint32_t k : {0u, 1u, 3u})
        if (k != 3 || *proved != Round(0) || of(record) != of(both()))  // with its own, all four
          prevote(a, m(k), *proved, of(record));
    draw_to(a, me, Round(2));
    propose(a, Round(2), record, proved);
    const auto said = say(a, me);
    if (!said) return {};
    for (const auto& [round, outcome] :
         {std::pair(Round(0), of(both())), std::pair(Round(1), of(another()))})
      EXPECT_FALSE(contradiction(vote(me, round, Phase::precommit, outcome),
                                 proto::sign(me, *said, table().key(me))))
          << "an honest member is convicted";
    return said->outcome;
  }
  Seat me = m(2);
};

TEST_F(TwoLocks, WithoutAProofTheLastLockedIsPrevotedNilSinceTheFirstForbidsIt) {
  EXPECT_EQ(answer(another(), {}), kNil);
}
TEST_F(TwoLocks, WithoutAProofTheFirstLockedIsPrevotedNil) { EXPECT_EQ(answer(both(), {}), kNil); }
TEST_F(TwoLocks, AProofOfBeforeTheOtherLockIsTooOld) { EXPECT_EQ(answer(both(), Round(0)), kNil); }
TEST_F(TwoLocks, AProofSinceTheOtherLockIsEnough) {
  EXPECT_EQ(answer(another(), Round(0)), of(another()));
  EXPECT_EQ(answer(another(), Round(1)), of(another()));
  EXPECT_EQ(answer(both(), Round(1)), of(both()));
}

/// All others say what the seed says, alone or three at once; what one member says that follows
/// StepAgreement is kept, and compared pair by pair.
class AnyOthers : public OneStep, public testing::WithParamInterface<std::uint64_t> {
 protected:
  std::optional<Outcome> any_outcome() {
    const Outcome all[] = {of(both()), of(another()), of(without())};
    const auto i = rng.below(4);
    return i < 3 ? std::optional(all[i]) : kNil;
  }
  Round near(const StepAgreement& a) {
    return Round(static_cast<std::uint32_t>(rng.below(a.round().value + 2)));
  }
  std::optional<Round> before(Round round) {
    const auto i = static_cast<std::uint32_t>(rng.below(round.value + 1));
    return i < round.value ? std::optional(Round(i)) : std::nullopt;
  }
  void others_vote(StepAgreement& a) {
    const Round round = near(a);
    const Phase phase = rng.below(2) == 0 ? Phase::prevote : Phase::precommit;
    const auto outcome = any_outcome();
    const auto proved = phase == Phase::prevote && outcome ? before(round) : std::nullopt;
    const bool all = rng.below(2) == 0;
    const auto one = static_cast<std::uint32_t>(rng.below(4));
    for (std::uint32_t i = 0; i < 4; ++i)
      if (Seat(i) != me && (all || i == one)) a.add(vote(Seat(i), round, phase, outcome, proved));
  }
  void others_propose(StepAgreement& a) {
    const Round round = near(a);
    if (round == Round(0) || a.leader(round) == me) return;
    const Record all[] = {both(), another(), without()};
    const Record& record = all[rng.below(3)];
    a.add(proposal(a.leader(round), round, record, before(round)), record.answers);
  }
  void speak(StepAgreement& a) {
    for (int i = 0; i < 50; ++i) {
      const auto due = a.advance(me, now);
      if (!due) return;
      if (const auto* v = std::get_if<Vote>(&*due)) {
        said.push_back(proto::sign(me, *v, table().key(me)));
        a.add(said.back());
      } else {
        const auto& proposing = std::get<StepAgreement::Proposing>(*due);
        a.add(proto::sign(me, proposing.proposal, table().key(me)), proposing.answers);
      }
    }
  }

  Seat me{2};
  Instant now = kStart;
  SeededRng rng{GetParam()};
  std::vector<Signed<Vote>> said;
};

TEST_P(AnyOthers, WhoFollowsTheRulesSaysNothingThatConvictsIt) {
  for (int match = 0; match < 100; ++match) {
    StepAgreement a = fresh();
    said.clear();
    now = kStart;
    for (int i = 0; i < 80 && !a.decision(); ++i) {
      switch (rng.below(8)) {
        case 0:
          a.add(checked(0));
          break;
        case 1:
          a.add(checked(1, std::byte(rng.below(2))));
          break;
        case 2:
          now = now + Duration{static_cast<std::int64_t>(rng.below(12'000))};
          break;
        case 3:
          others_propose(a);
          break;
        default:
          others_vote(a);
      }
      speak(a);
    }
    for (std::size_t i = 0; i < said.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        ASSERT_FALSE(contradiction(said[i], said[j])) << "match " << match;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, AnyOthers, testing::Range<std::uint64_t>(0, 8));

// ---- (f) Rounds are bounded

TEST_F(OneStep, ARoundThatNobodyReachesIsNotDecoded) {
  const auto status = [&](std::uint32_t round) {
    proto::Status s{};
    s.table = table().id();
    s.step = table().step();
    s.round = Round(round);
    return proto::decode_message(proto::encode(proto::Message(s))).has_value();
  };
  for (const std::uint32_t past : {0u, 1u, 0xfffffff0u - kLatest, ~0u - kLatest}) {
    const Round round(kLatest + past);
    const bool decodes = past == 0;
    const auto v = vote(Seat(0), round, Phase::prevote, kNil);
    EXPECT_EQ(proto::decode_vote(v.body()).has_value(), decodes) << round.value;
    const auto p = proposal(Seat(0), round, both());
    EXPECT_EQ(proto::decode_proposal(p.body()).has_value(), decodes) << round.value;
    EXPECT_EQ(status(round.value), decodes) << round.value;
  }
}

TEST_F(OneStep, OneVoteOfAFarRoundMovesNobodyHoweverFewMayLie) {
  for (const Quorum& quorum : {Quorum{SeatSet::first(2), 2, 0}, Quorum{SeatSet::first(3), 2, 0},
                               Quorum{SeatSet::first(3), 3, 1}, kFour}) {
    StepAgreement a = fresh(quorum);
    prevote(a, Seat(0), Round(0), kNil);
    prevote(a, Seat(1), Round(kLatest), kNil);
    EXPECT_FALSE(a.advance(Seat(0), kStart));
    EXPECT_EQ(a.round(), Round(0)) << quorum.voters.size() << " voters";
  }
}

TEST_F(OneStep, MoreThanCouldStopTheirRoundByThemselvesDrawOthersAlong) {
  for (const Quorum& quorum : {Quorum{SeatSet::first(3), 2, 0}, kFour}) {
    StepAgreement a = fresh(quorum);
    prevote(a, Seat(0), Round(0), kNil);
    prevote(a, Seat(1), Round(5), kNil);
    prevote(a, Seat(2), Round(7), kNil);
    EXPECT_FALSE(a.advance(Seat(0), kStart));
    EXPECT_EQ(a.round(), Round(5)) << quorum.voters.size() << " voters";
  }
}

TEST_F(OneStep, TimeoutsGrowToSixteenRoundsTime) {
  for (const std::uint32_t round : {1u, 14u, 15u, 16u, 100u, kLatest}) {
    StepAgreement a = fresh();
    const Seat me = a.leader(Round(round + 1));
    prevote(a, me, Round(0), kNil);
    draw_to(a, me, Round(round));
    const std::int64_t rounds = std::min<std::int64_t>(round + 1, 16);
    EXPECT_EQ(a.deadline(me), kStart + Duration{rounds * kRound.ms}) << round;
  }
}

}  // namespace
}  // namespace fairdeal::consensus
