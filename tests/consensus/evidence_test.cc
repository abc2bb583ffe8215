// Contradictions, certificates and digests: what convicts, and what decides.
#include "consensus/certificate.h"
#include "tests/consensus/one_step.h"

namespace fairdeal::consensus {
namespace {

// ---- Contradictions

TEST_F(OneStep, TwoEntriesOfOneAuthorAreKeptAsEvidenceAndTheFirstStays) {
  StepAgreement a = fresh();
  EXPECT_EQ(a.add(checked(1)), Added::fresh);
  EXPECT_EQ(a.add(checked(1, std::byte{1})), Added::contradicts);
  EXPECT_EQ(a.add(checked(1, std::byte{2})), Added::unwanted);
  const auto evidence = a.take_evidence();
  ASSERT_EQ(evidence.size(), 1u);
  EXPECT_EQ(*verify(evidence[0], charter()), Seat(1));
  EXPECT_EQ(consensus::entry_in(*a.entry(1))->body(), entry(1).body());
  EXPECT_TRUE(a.take_evidence().empty()) << "once is enough";
}

TEST_F(OneStep, TwoVotesOrProposalsOfOneRoundAreKeptAsEvidence) {
  StepAgreement a = fresh();
  EXPECT_EQ(a.add(vote(Seat(2), Round(0), Phase::prevote, kNil)), Added::fresh);
  EXPECT_EQ(a.add(vote(Seat(2), Round(0), Phase::prevote, of(both()))), Added::contradicts);
  EXPECT_EQ(a.add(vote(Seat(3), Round(1), Phase::precommit, kNil)), Added::fresh);
  EXPECT_EQ(a.add(vote(Seat(3), Round(1), Phase::precommit, of(both()))), Added::contradicts);
  propose(a, Round(1), both());
  EXPECT_EQ(a.add(proposal(m(0), Round(1), without()), without().answers), Added::contradicts);
  const auto evidence = a.take_evidence();
  ASSERT_EQ(evidence.size(), 3u);
  EXPECT_EQ(*verify(evidence[0], charter()), Seat(2));
  EXPECT_EQ(*verify(evidence[1], charter()), Seat(3));
  EXPECT_EQ(*verify(evidence[2], charter()), m(0));
}

TEST_F(OneStep, AVoteThatForgetsAPrecommitIsKeptAsEvidenceInWhateverOrderTheyCome) {
  const auto before = vote(Seat(2), Round(0), Phase::precommit, of(both()));
  const auto after = vote(Seat(2), Round(1), Phase::prevote, of(another()));
  for (const bool in_order : {true, false}) {
    StepAgreement a = fresh();
    EXPECT_EQ(a.add(in_order ? before : after), Added::fresh);
    a.add(in_order ? after : before);
    const auto evidence = a.take_evidence();
    ASSERT_EQ(evidence.size(), 1u);
    EXPECT_EQ(*verify(evidence[0], charter()), Seat(2));
  }
}

TEST_F(OneStep, APrevoteForgetsAPrecommitOnlyIfBothAreForSomethingAndNothingWasShownSince) {
  const auto lock = vote(Seat(2), Round(2), Phase::precommit, of(both()));
  const auto later = [&](Round round, const std::optional<Outcome>& outcome,
                         std::optional<Round> proved, Phase phase = Phase::prevote) {
    return contradiction(lock, vote(Seat(2), round, phase, outcome, proved)).has_value();
  };
  EXPECT_TRUE(later(Round(3), of(another()), {}));
  EXPECT_TRUE(later(Round(4), of(another()), Round(1)));
  EXPECT_FALSE(later(Round(4), of(another()), Round(2))) << "a quorum prevoted it since";
  EXPECT_FALSE(later(Round(4), of(another()), Round(3)));
  EXPECT_FALSE(later(Round(3), of(both()), {})) << "the same";
  EXPECT_FALSE(later(Round(3), kNil, {}));
  EXPECT_FALSE(later(Round(2), of(another()), {})) << "before it";
  EXPECT_FALSE(later(Round(1), of(another()), {}));
  EXPECT_FALSE(later(Round(3), of(another()), {}, Phase::precommit)) << "its prevote convicts";
  EXPECT_FALSE(contradiction(vote(Seat(2), Round(2), Phase::precommit, kNil),
                             vote(Seat(2), Round(3), Phase::prevote, of(both()))));
}

TEST_F(OneStep, APrevoteForTheSameRecordAndAnotherStateIsDissent) {
  StepAgreement a = fresh();
  const Outcome odd{of(both()).record, {}};
  prevote(a, Seat(2), Round(0), odd);
  EXPECT_EQ(a.dissent(), nullptr) << "this peer does not know the record yet";
  a.add(checked(0));
  a.add(checked(1));
  ASSERT_NE(a.dissent(), nullptr);
  EXPECT_EQ(a.dissent()->by(), Seat(2));
  EXPECT_EQ(a.dissenters(), 1u);
  prevote(a, Seat(3), Round(0), of(another()));
  EXPECT_EQ(a.dissenters(), 1u) << "another record is no dissent";
  EXPECT_TRUE(a.differ().has(Seat(3)));
}

// ---- Certificates

class Certificates : public OneStep {
 protected:
  void expect_good_only_as_it_is(Round round, Phase phase, const std::vector<Seat>& voters) {
    const Outcome want = of(both());
    Certificate good;
    for (const Seat by : voters) good.push_back(proto::envelope(vote(by, round, phase, want)));
    const auto ok = [&](const Certificate& c, const Quorum& quorum = kFour) {
      const auto said = check_certificate(c, charter(), quorum, table().id(), table().step(), want);
      if (!said) {
        EXPECT_EQ(said.error().fault, Fault::bad_certificate);
      }
      return said.has_value();
    };
    ASSERT_TRUE(ok(good));
    EXPECT_FALSE(ok({}));
    EXPECT_FALSE(ok(good, {SeatSet::of_bits(0b1101), 2, 0})) << "seat 1 does not vote";
    for (std::size_t i = 0; i < good.size(); ++i) {
      const Seat seat = voters[i];
      const auto& next = good[(i + 1) % good.size()];
      const auto with = [&](const proto::Envelope& other) {
        auto c = good;
        c[i] = other;
        return c;
      };
      const auto revoted = [&](auto change) {
        Vote v{table().id(), table().step(), round, phase, want, {}};
        change(v);
        return with(proto::envelope(proto::sign(seat, v, table().key(seat))));
      };
      auto missing = good;
      missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(ok(missing));
      auto doubled = good;
      doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), good[i]);
      EXPECT_FALSE(ok(doubled));
      EXPECT_FALSE(ok(with(next)));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.table = {}; })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.step = v.step.next(); })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.round = v.round.next(); })));
      EXPECT_FALSE(ok(revoted([](auto& v) {
        v.phase = v.phase == Phase::prevote ? Phase::precommit : Phase::prevote;
      })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome.reset(); })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome->state = {}; })));
      EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome->record = {}; })));
      auto stolen = next;
      stolen.by = seat;
      EXPECT_FALSE(ok(with(stolen))) << "another's signature";
      auto tampered = good[i];
      tampered.signature.bytes[5] ^= std::byte{1};
      EXPECT_FALSE(ok(with(tampered)));
    }
    std::swap(good[0], good[1]);
    EXPECT_FALSE(ok(good));
  }
  Certificate of_votes(const Outcome& outcome, Round round, Phase phase,
                       const std::vector<Seat>& voters) {
    Certificate c;
    for (const Seat by : voters) c.push_back(proto::envelope(vote(by, round, phase, outcome)));
    return c;
  }
  const std::vector<Seat> all{Seat(0), Seat(1), Seat(2), Seat(3)};
  const std::vector<Seat> three{Seat(0), Seat(1), Seat(3)};
};

TEST_F(Certificates, OfEverybodysPrevotesAreRefusedIfWrongInAnyWay) {
  expect_good_only_as_it_is(Round(0), Phase::prevote, all);
}

TEST_F(Certificates, OfAQuorumsPrecommitsAreRefusedIfWrongInAnyWay) {
  expect_good_only_as_it_is(Round(0), Phase::precommit, three);
  expect_good_only_as_it_is(Round(3), Phase::precommit, three);
}

TEST_F(Certificates, PrevotesOfALaterRoundDecideNothing) {
  EXPECT_FALSE(check_certificate(of_votes(of(both()), Round(1), Phase::prevote, all), charter(),
                                 kFour, table().id(), table().step(), of(both())));
}

TEST_F(Certificates, TwoForOneStepConvictWhoContradictedItselfAndNotWhoWasOutvoted) {
  const auto fast = of_votes(of(both()), Round(0), Phase::prevote, all);
  const auto other_fast = of_votes(of(another()), Round(0), Phase::prevote, all);
  const auto later = of_votes(of(another()), Round(1), Phase::precommit, three);
  const auto found = contradictions(fast, other_fast, charter());
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(*verify(found[i], charter()), all[i]);
  EXPECT_TRUE(contradictions(fast, later, charter()).empty());
}

// ---- Evidence

TEST_F(OneStep, EvidenceIsTheSameWhoeverFindsItAndInWhateverOrder) {
  const auto a = entry(1), b = entry(1, std::byte{1});
  ASSERT_TRUE(contradiction(a, b));
  EXPECT_EQ(*contradiction(a, b), *contradiction(b, a));
  EXPECT_FALSE(contradiction(a, a));
}

TEST_F(OneStep, NothingButARealContradictionConvicts) {
  using What = Equivocation::What;
  const auto a = entry(1), b = entry(1, std::byte{1});
  const Equivocation good = *contradiction(a, b);
  EXPECT_EQ(*verify(good, charter()), Seat(1));
  const auto convicts = [&](const Equivocation& e) { return verify(e, charter()).has_value(); };
  EXPECT_FALSE(convicts({What::entry, good.second, good.first})) << "not in their order";
  EXPECT_FALSE(convicts({What::vote, good.first, good.second})) << "entries are no votes";
  EXPECT_FALSE(convicts({What::entry, good.first, good.first})) << "one statement twice";
  EXPECT_FALSE(convicts({What::entry, proto::envelope(entry(0)), good.second})) << "two authors";

  const auto at = [&](auto change) {
    proto::Entry e{table().id(), table().step(), table().head(), proto::CommitPayload{}, {}};
    change(e);
    return *contradiction(a, b) == good &&
           contradiction(a, proto::sign(Seat(1), e, table().key(Seat(1)))).has_value();
  };
  EXPECT_FALSE(at([](auto& e) { e.table = {}; })) << "another table";
  EXPECT_FALSE(at([](auto& e) { e.step = e.step.next(); })) << "another step";
  EXPECT_FALSE(at([](auto& e) { e.payload = proto::EndPayload{}; })) << "another kind";
  EXPECT_TRUE(at([](auto& e) { e.parent = {}; })) << "another history: nobody honest has two";

  for (std::size_t bit = 0; bit < 8 * good.first.body.size(); bit += 7) {
    auto tampered = good;
    tampered.first.body[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_FALSE(convicts(tampered));
  }
  auto framed = good;
  framed.first.by = framed.second.by = Seat(0);
  EXPECT_FALSE(convicts(framed)) << "blaming another for one's own words";
}

TEST_F(OneStep, VotesAndProposalsOfOtherRoundsOrPhasesDoNotContradict) {
  const auto nil = vote(Seat(2), Round(0), Phase::prevote, kNil);
  const auto other = [&](Round round, Phase phase) {
    return contradiction(nil, vote(Seat(2), round, phase, of(both()))).has_value();
  };
  EXPECT_TRUE(other(Round(0), Phase::prevote));
  EXPECT_FALSE(other(Round(1), Phase::prevote));
  EXPECT_FALSE(other(Round(0), Phase::precommit));
  const auto p = proposal(Seat(2), Round(1), both());
  EXPECT_TRUE(contradiction(p, proposal(Seat(2), Round(1), without())));
  EXPECT_FALSE(contradiction(p, proposal(Seat(2), Round(5), without())));
  EXPECT_FALSE(contradiction(p, proposal(Seat(3), Round(1), without())));
}

// ---- Digests

TEST_F(OneStep, ARecordIsNamedByItsPlaceItsOrderAndEveryBody) {
  const Record good = both();
  auto other = good;
  other.step = other.step.next();
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.parent = {};
  EXPECT_NE(digest(other), digest(good));
  other = good;
  std::swap(other.answers[0], other.answers[1]);
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.answers[1] = table().assume_invalid(entry(1));
  EXPECT_NE(digest(other), digest(good)) << "sound or wrong";
  other.answers[1] = proto::AbsentSeat{Seat(1)};
  EXPECT_NE(digest(other), digest(good));
  other.answers.pop_back();
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.answers[1] = checked(1, std::byte{1});
  EXPECT_NE(digest(other), digest(good));
}

TEST_F(OneStep, AHeadDependsOnAllBeforeItRecordAndState) {
  const Outcome o{of(both()).record, of(another()).state};
  const auto head = next_head(table().head(), o);
  EXPECT_NE(next_head({}, o), head);
  EXPECT_NE(next_head(table().head(), {o.record, {}}), head);
  EXPECT_NE(next_head(table().head(), {{}, o.state}), head);
  EXPECT_NE(next_head(table().head(), {o.state, o.record}), head);
  EXPECT_NE(first_head(table().id()), table().id());
}

}  // namespace
}  // namespace fairdeal::consensus
