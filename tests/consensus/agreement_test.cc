// One step's decision, certificates and evidence, each without a network.
#include "consensus/certificate.h"
#include "tests/runtime/match.h"

namespace fairdeal::consensus {
namespace {

using proto::Phase;
using proto::Signed;
using sim::World;
using Added = Agreement::Added;

/// A table of odds and evens where both seats commit at once, with a witness: two slots, three
/// votes.
class OneStep : public testing::Test {
 protected:
  OneStep() {
    EXPECT_TRUE(sim::run_to<runtime::Committing>(world, Seat(0)));
    agreement.emplace(Agreement::Place{table().id(), table().step(), table().head()}, 3,
                      table().slots());
  }

  const runtime::Table& table() { return world.node(Seat(0)).table(); }
  const proto::Charter& charter() { return table().charter(); }

  Signed<proto::Entry> entry(std::uint32_t seat, std::byte what = {}) {
    proto::CommitPayload p{};
    p.commitment[0] = what;
    return proto::seal(Seat(seat), proto::Entry{table().id(), table().step(), table().head(), p},
                       world.key(Seat(seat)));
  }
  Checked checked(const Signed<proto::Entry>& entry) {
    SeededRng rng(1);
    return *table().check(entry, rng);
  }
  Signed<proto::Vote> vote(std::uint32_t seat, std::optional<proto::Outcome> outcome) {
    return proto::seal(Seat(seat),
                       proto::Vote{table().id(), table().step(), Round(0), Phase::prevote, outcome},
                       world.key(Seat(seat)));
  }
  proto::Outcome outcome() {
    Record record{table().step(), table().head(), {}};
    for (const std::uint32_t seat : {0u, 1u}) record.answers.emplace_back(checked(entry(seat)));
    return {digest(record), table().after(record)->digest()};
  }

  World world{{.game = "odds-and-evens", .witnesses = 1}};
  std::optional<Agreement> agreement;
};

TEST_F(OneStep, DecidesTheSameInWhateverOrderItsPartsCome) {
  const auto want = outcome();
  std::vector<int> order{0, 1, 2, 3, 4};
  std::optional<Digest> decided;
  do {
    Agreement a({table().id(), table().step(), table().head()}, 3, table().slots());
    for (const int what : order) {
      EXPECT_FALSE(a.decision());
      const auto seat = static_cast<std::uint32_t>(what < 2 ? what : what - 2);
      EXPECT_EQ(what < 2 ? a.add(checked(entry(seat))) : a.add(vote(seat, want)), Added::fresh);
      if (a.wants_outcome()) a.set_outcome(want);
    }
    ASSERT_TRUE(a.decision());
    const auto now = digest(a.decision()->record);
    EXPECT_EQ(decided.value_or(now), now);
    decided = now;
    EXPECT_TRUE(check_certificate(a.decision()->certificate, charter(), table().id(),
                                  table().step(), want));
  } while (std::ranges::next_permutation(order).found);
}

TEST_F(OneStep, WhatIsKnownIsKnownAndWhatNobodyOwesIsUnwanted) {
  EXPECT_EQ(agreement->add(checked(entry(0))), Added::fresh);
  EXPECT_EQ(agreement->add(checked(entry(0))), Added::known);
  EXPECT_EQ(agreement->add(vote(2, {})), Added::fresh);
  EXPECT_EQ(agreement->add(vote(2, {})), Added::known);
  EXPECT_FALSE(agreement->equivocation());

  Agreement other({table().id(), table().step(), table().head()}, 3,
                  {EntrySlot{Seat(1), proto::Kind::commit}});
  EXPECT_EQ(other.add(checked(entry(0))), Added::unwanted);
  const proto::Vote good{table().id(), table().step(), Round(0), Phase::prevote, {}};
  for (int i = 0; i < 4; ++i) {
    proto::Vote v = good;
    if (i == 0) v.table = {};
    if (i == 1) v.step = v.step.next();
    if (i == 2) v.round = Round(1);
    if (i == 3) v.phase = Phase::precommit;
    EXPECT_EQ(agreement->add(proto::seal(Seat(0), v, world.key(Seat(0)))), Added::unwanted) << i;
  }
  Agreement fewer({table().id(), table().step(), table().head()}, 2, table().slots());
  EXPECT_EQ(fewer.add(vote(2, {})), Added::unwanted) << "no validator";
}

TEST_F(OneStep, TwoEntriesOrVotesOfOneAuthorAreKeptAsEvidence) {
  EXPECT_EQ(agreement->add(checked(entry(1))), Added::fresh);
  EXPECT_EQ(agreement->add(checked(entry(1, std::byte{1}))), Added::contradicts);
  ASSERT_TRUE(agreement->equivocation());
  EXPECT_EQ(*verify(*agreement->equivocation(), charter()), Seat(1));
  // The first stays in its slot.
  EXPECT_EQ((*agreement->entry(1))->body(), entry(1).body());

  Agreement votes({table().id(), table().step(), table().head()}, 3, table().slots());
  EXPECT_EQ(votes.add(vote(2, {})), Added::fresh);
  EXPECT_EQ(votes.add(vote(2, outcome())), Added::contradicts);
  EXPECT_EQ(*verify(*votes.equivocation(), charter()), Seat(2));
}

TEST_F(OneStep, NothingIsDecidedWithoutEveryVoteForTheSame) {
  const auto want = outcome();
  agreement->add(checked(entry(0)));
  agreement->add(checked(entry(1)));
  EXPECT_FALSE(agreement->vote_due(Seat(0))) << "before the outcome is known";
  agreement->set_outcome(want);
  ASSERT_TRUE(agreement->vote_due(Seat(0)));
  EXPECT_EQ(agreement->vote_due(Seat(0))->outcome, want);
  agreement->add(vote(0, want));
  EXPECT_FALSE(agreement->vote_due(Seat(0))) << "once is enough";
  agreement->add(vote(1, want));
  EXPECT_FALSE(agreement->decision());
  agreement->add(vote(2, {}));
  EXPECT_FALSE(agreement->decision());
  EXPECT_TRUE(agreement->dissents(Seat(2)));
  EXPECT_FALSE(agreement->dissents(Seat(1)));
}

// ---- Certificates

TEST_F(OneStep, ACertificateWrongInAnyWayIsRefused) {
  const auto want = outcome();
  Certificate good;
  for (const std::uint32_t i : {0u, 1u, 2u}) good.push_back(proto::envelope(vote(i, want)));
  const auto ok = [&](const Certificate& c) {
    const auto said = check_certificate(c, charter(), table().id(), table().step(), want);
    if (!said) {
      EXPECT_EQ(said.error().fault, Fault::bad_certificate);
    }
    return said.has_value();
  };
  EXPECT_TRUE(ok(good));
  EXPECT_FALSE(ok({}));
  for (std::size_t i = 0; i < good.size(); ++i) {
    const auto with = [&](const proto::Envelope& other) {
      auto c = good;
      c[i] = other;
      return c;
    };
    const auto seat = static_cast<std::uint32_t>(i);
    const auto revoted = [&](auto change) {
      proto::Vote v{table().id(), table().step(), Round(0), Phase::prevote, want};
      change(v);
      return with(proto::envelope(proto::seal(Seat(seat), v, world.key(Seat(seat)))));
    };
    auto missing = good;
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(ok(missing));
    auto doubled = good;
    doubled.push_back(good[i]);
    EXPECT_FALSE(ok(doubled));
    EXPECT_FALSE(ok(with(good[(i + 1) % 3])));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.table = {}; })));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.step = v.step.next(); })));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.round = Round(1); })));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.phase = Phase::precommit; })));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome.reset(); })));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome->state = {}; })));
    EXPECT_FALSE(ok(revoted([](auto& v) { v.outcome->record = {}; })));
    auto stolen = good[(i + 1) % 3];
    stolen.by = Seat(seat);
    EXPECT_FALSE(ok(with(stolen))) << "another's signature";
    auto bent = good[i];
    bent.signature.bytes[5] ^= std::byte{1};
    EXPECT_FALSE(ok(with(bent)));
  }
  std::swap(good[0], good[1]);
  EXPECT_FALSE(ok(good));
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
    proto::Entry e{table().id(), table().step(), table().head(), proto::CommitPayload{}};
    change(e);
    return *contradiction(a, b) == good &&
           contradiction(a, proto::seal(Seat(1), e, world.key(Seat(1)))).has_value();
  };
  EXPECT_FALSE(at([](auto& e) { e.table = {}; })) << "another table";
  EXPECT_FALSE(at([](auto& e) { e.step = e.step.next(); })) << "another step";
  EXPECT_FALSE(at([](auto& e) { e.payload = proto::EndPayload{}; })) << "another kind";
  EXPECT_TRUE(at([](auto& e) { e.parent = {}; })) << "another history: nobody honest has two";

  for (std::size_t bit = 0; bit < 8 * good.first.body.size(); bit += 7) {
    auto bent = good;
    bent.first.body[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_FALSE(convicts(bent));
  }
  auto framed = good;
  framed.first.by = framed.second.by = Seat(0);
  EXPECT_FALSE(convicts(framed)) << "blaming another for one's own words";
}

TEST_F(OneStep, VotesOfOtherRoundsOrPhasesDoNotContradict) {
  const auto other = [&](Round round, Phase phase) {
    return proto::seal(Seat(2), proto::Vote{table().id(), table().step(), round, phase, outcome()},
                       world.key(Seat(2)));
  };
  EXPECT_TRUE(contradiction(vote(2, {}), other(Round(0), Phase::prevote)));
  EXPECT_FALSE(contradiction(vote(2, {}), other(Round(1), Phase::prevote)));
  EXPECT_FALSE(contradiction(vote(2, {}), other(Round(0), Phase::precommit)));
}

// ---- Digests

TEST_F(OneStep, ARecordIsNamedByItsPlaceItsOrderAndEveryBody) {
  const Record good{table().step(), table().head(), {checked(entry(0)), checked(entry(1))}};
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
  other.answers[1] = proto::AbsentSeat{Seat(1)};
  EXPECT_NE(digest(other), digest(good));
  other.answers.pop_back();
  EXPECT_NE(digest(other), digest(good));
  other = good;
  other.answers[1] = checked(entry(1, std::byte{1}));
  EXPECT_NE(digest(other), digest(good));
}

TEST_F(OneStep, AHeadDependsOnAllBeforeItRecordAndState) {
  const auto o = outcome();
  const auto head = next_head(table().head(), o);
  EXPECT_NE(next_head({}, o), head);
  EXPECT_NE(next_head(table().head(), {o.record, {}}), head);
  EXPECT_NE(next_head(table().head(), {{}, o.state}), head);
  EXPECT_NE(next_head(table().head(), {o.state, o.record}), head);
  EXPECT_NE(first_head(table().id()), table().id());
}

}  // namespace
}  // namespace fairdeal::consensus
