// A restarted member: it has forgotten nothing that a later statement rests on, and asks before
// it speaks (docs/agreement.md, Crashes).
#include "crypto/hash.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using proto::Phase;

class Restart : public StepFour {
 protected:
  explicit Restart(std::function<void(proto::Charter&)> terms = {}) : StepFour(std::move(terms)) {}

  /// To round 2, where it votes for the move that it prevoted in round 0, and is locked on it.
  void lock_in_round_two() {
    m.hear(kMover, frame_of(entry()));
    for (std::uint32_t round = 0; round < 2; ++round) {
      if (round > 0) m.wait({2'000});  // nobody proposes
      for (const Seat by : kOthers) m.hear(by, vote(by, round, Phase::prevote, {}));
      for (const Seat by : kOthers) m.hear(by, vote(by, round, Phase::precommit, {}));
    }
    ASSERT_EQ(m.node.parts().agreement().round(), Round(2));
    m.hear(Seat(2), proposal(Seat(2), 2, record()));
    for (const Seat by : {Seat(0), Seat(2)}) m.hear(by, vote(by, 2, Phase::prevote, move()));
    ASSERT_EQ(m.votes().back(), own(2, Phase::precommit, move()));
  }
  proto::Vote own(std::uint32_t round, Phase phase, const std::optional<proto::Outcome>& outcome) {
    return {table->id(), kStep, Round(round), phase, outcome};
  }
  proto::Outcome move() { return outcome(record()); }

  void answer(Seat from, std::vector<crypto::Digest> named = {}) {
    m.hear(from, proto::Recall{table->id(), kStep, std::move(named)});
  }
  /// Lets a member ask what it signed, and returns what it is told.
  std::vector<crypto::Digest> told_to(Seat asker) {
    m.sent.clear();
    proto::Status asks{table->id(), kStep, table->head()};
    asks.asks = true;
    m.hear(asker, asks);
    const auto told = m.sent_of<proto::Recall>();
    return told.size() == 1 ? told.front().statements : std::vector<crypto::Digest>();
  }
  static crypto::Digest name(const proto::Envelope& said) {
    return crypto::hash("statement", said.body);
  }

  static constexpr Seat kOthers[] = {Seat(0), Seat(1), Seat(2)};
  Member m{world, Seat(3)};
};

// ---- Its memory

/// All who prevoted may be restarted at once, and the entry's author be gone.
TEST_F(Restart, TheRecordThatItIsBoundToIsThereThoughNobodySendsItAgain) {
  m.hear(kMover, frame_of(entry()));
  ASSERT_EQ(m.votes().back(), own(0, Phase::prevote, move()));
  m.restart();
  m.link_all();
  for (const Seat by : kOthers) answer(by);
  for (const Seat by : kOthers) m.hear(by, vote(by, 0, Phase::prevote, move()));
  EXPECT_EQ(m.node.table().step(), kStep.next());
}

TEST_F(Restart, VotesAndLocksOfLaterRoundsAreAsTheyWere) {
  lock_in_round_two();
  const auto before = sim::memory_of(m.node);
  ASSERT_EQ(before.locks.size(), 1u);
  EXPECT_EQ(before.locks.front().round, Round(2));
  EXPECT_EQ(before.said.size(), 6u);  // a prevote and a precommit of each round
  const auto again = m.resumed(disk_after(m.writes));
  ASSERT_TRUE(again);
  EXPECT_EQ(sim::memory_of(*again), before);
  m.restart();
  m.link_all();
  for (const Seat by : kOthers) answer(by);
  EXPECT_FALSE(m.node.asking());
  EXPECT_EQ(sim::memory_of(m.node), before);
  EXPECT_EQ(m.node.parts().agreement().round(), Round(2));
  EXPECT_FALSE(m.contradicts_itself());
}

TEST_F(Restart, ALockIsStoredWithItsRecordAndTheVotesBehindItByTheVoteThatLocks) {
  lock_in_round_two();
  const auto disk = disk_after(m.writes);
  const auto found = std::ranges::find(disk, std::string("lock 4 2"), &state::Put::key);
  ASSERT_NE(found, disk.end());
  const auto part = *proto::decode_transcript_part(found->value);
  const auto& lock = std::get<proto::Decided>(part);
  EXPECT_EQ(lock.record, consensus::to_wire(record()));
  EXPECT_EQ(lock.certificate.size(), 3u);
}

TEST_F(Restart, WhoIsLockedProposesItsLockAndShowsItsProofThoughAllOthersAreSilentAboutIt) {
  lock_in_round_two();
  m.restart();
  m.link_all();
  for (const Seat by : kOthers) answer(by);
  for (const Seat by : kOthers) m.hear(by, vote(by, 2, Phase::precommit, {}));
  m.wait({3'000});
  ASSERT_EQ(m.node.parts().agreement().round(), Round(3));
  const auto proposals = m.sent_of<proto::ProposalFrame>();
  ASSERT_FALSE(proposals.empty());
  const auto p = *proto::decode_proposal(proposals.back().envelope.body);
  EXPECT_EQ(p.proved, Round(2));
  EXPECT_EQ(p.record, consensus::digest(record()));
  EXPECT_EQ(proposals.back().record, consensus::to_wire(record()));
  EXPECT_EQ(proposals.back().votes.size(), 3u);
}

TEST_F(Restart, AtEveryWriteTheRestoredStateIsTheStateBefore) {
  // A law over all that is stored on the way, not only at its end.
  std::vector<sim::Memory> after;
  std::vector<std::size_t> written;
  const auto note = [&] {
    if (!written.empty() && written.back() == m.writes.size()) return;
    written.push_back(m.writes.size());
    after.push_back(sim::memory_of(m.node));
  };
  note();
  m.hear(kMover, frame_of(entry()));
  note();
  for (std::uint32_t round = 0; round < 2; ++round) {
    if (round > 0) m.wait({2'000});
    for (const Phase phase : {Phase::prevote, Phase::precommit})
      for (const Seat by : kOthers) {
        m.hear(by, vote(by, round, phase, {}));
        note();
      }
  }
  m.hear(Seat(2), proposal(Seat(2), 2, record()));
  note();
  for (const Seat by : {Seat(0), Seat(2)}) {
    m.hear(by, vote(by, 2, Phase::prevote, move()));
    note();
  }
  ASSERT_GE(written.size(), 6u);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::vector<state::Put> part(m.writes.begin(),
                                       m.writes.begin() + static_cast<std::ptrdiff_t>(written[i]));
    const auto again = m.resumed(disk_after(part));
    ASSERT_TRUE(again) << i;
    EXPECT_EQ(sim::memory_of(*again), after[i]) << i;
  }
}

// ---- Asking before speaking

TEST_F(Restart, NothingIsSignedBeforeAQuorumHasAnsweredHoweverLongThatTakes) {
  m.restart();
  m.link_all();
  m.hear(kMover, frame_of(entry()));
  answer(Seat(0));
  m.wait({3'600'000});
  EXPECT_TRUE(m.node.asking());
  EXPECT_TRUE(m.said().empty());
  answer(Seat(2));
  m.wait({1'999});
  EXPECT_TRUE(m.said().empty()) << "the third is linked, and may know more";
  m.wait({1});
  EXPECT_FALSE(m.node.asking());
  EXPECT_FALSE(m.votes().empty());
}

TEST_F(Restart, WhomAllLinkedHaveAnsweredSpeaksAtOnce) {
  m.restart();
  m.link_all();
  m.hear(kMover, frame_of(entry()));
  for (const Seat by : kOthers) {
    EXPECT_TRUE(m.said().empty());
    answer(by);
  }
  EXPECT_EQ(m.votes().size(), 1u);
}

TEST_F(Restart, WhoIsNotLinkedIsNotWaitedFor) {
  m.restart();
  m.hear(kMover, frame_of(entry()));
  for (const Seat by : {Seat(0), Seat(2)}) m.link(by, true);
  for (const Seat by : {Seat(0), Seat(2)}) answer(by);
  EXPECT_EQ(m.votes().size(), 1u);
}

TEST_F(Restart, AnAnswerFromAnotherStepOrTableIsNone) {
  m.restart();
  m.link_all();
  for (const Seat by : kOthers) {
    m.hear(by, proto::Recall{table->id(), kStep.next(), {}});
    m.hear(by, proto::Recall{crypto::Digest{}, kStep, {}});
  }
  m.wait({60'000});
  EXPECT_TRUE(m.node.asking());
}

TEST_F(Restart, ALiarThatNamesWhatNeverComesStopsNobodyWhomAQuorumAnswered) {
  m.restart();
  m.link_all();
  m.hear(Seat(2), frame_of(entry()));
  answer(kMover, {crypto::hash("statement", to_bytes("of nobody"))});
  for (const Seat by : {Seat(0), Seat(2)}) answer(by);
  m.wait({9'999});
  EXPECT_TRUE(m.said().empty()) << "the statement may be under way";
  m.wait({1});
  EXPECT_EQ(m.votes().size(), 1u);
}

class RestartWhereOneIsGone : public Restart {
 protected:
  RestartWhereOneIsGone() : Restart([](proto::Charter& charter) { charter.pace.absences = 1; }) {}
};

/// Of those who answered one is gone in the next step: its quorum has yet to answer, and until then
/// there is nothing to be done, however late it is.
TEST_F(RestartWhereOneIsGone, TheNextStepsQuorumIsAskedAndNotTheClock) {
  m.restart();
  m.link_all();
  for (const Seat by : {kMover, Seat(2)}) answer(by);
  proto::Decided decided{kStep, consensus::to_wire(nobody_moved()), {}};
  for (const Seat by : kOthers)
    decided.certificate.push_back(vote(by, 1, Phase::precommit, outcome(nobody_moved())).envelope);
  m.hear(Seat(0), decided);
  ASSERT_EQ(m.node.table().step(), kStep.next());
  ASSERT_TRUE(m.node.table().members().standing(kMover).gone());
  m.now = m.now + Duration{60'000};
  m.take(m.node.on_time(m.now));
  ASSERT_TRUE(m.node.asking());
  EXPECT_GT(m.node.deadline(), m.now);
  // An answer about the step before does not count for this one.
  for (const Seat by : {Seat(0), Seat(2)}) m.hear(by, proto::Recall{table->id(), kStep.next(), {}});
  m.wait({2'000});
  EXPECT_FALSE(m.node.asking());
}

TEST_F(Restart, WhoAsksAnswersOthersThatAsk) {
  m.restart();
  m.link_all();
  for (const Seat by : kOthers) {
    proto::Status asks{table->id(), kStep, table->head()};
    asks.asks = true;
    m.hear(by, asks);
  }
  EXPECT_EQ(m.sent_of<proto::Recall>().size(), 3u);
  EXPECT_TRUE(m.said().empty());
}

/// Its check may take longer than its author takes to come back with an older copy.
TEST(Recalled, AnEntryThatIsStillBeingCheckedIsToldToo) {
  World world({.game = "kuhn", .witnesses = 1, .seed = 3});
  world.link(Seat(0), Seat(1), false);
  const auto entry_of = [&](Seat by) -> std::optional<proto::EntryFrame> {
    for (const Bytes& bytes : world.frames_sent(by)) {
      auto message = *proto::decode_message(bytes);
      if (auto* entry = std::get_if<proto::EntryFrame>(&message)) return std::move(*entry);
    }
    return {};
  };
  while (!entry_of(Seat(1))) ASSERT_TRUE(world.step());
  const proto::EntryFrame entry = *entry_of(Seat(1));
  Member m(world, Seat(0));
  m.works = false;
  m.hear(Seat(2), entry);
  m.link(Seat(1), true);
  m.sent.clear();
  proto::Status asking{m.node.table().id(), Step(0), m.node.table().head()};
  asking.asks = true;
  m.hear(Seat(1), asking);
  const auto told = m.sent_of<proto::Recall>();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told.front().statements, std::vector{crypto::hash("statement", entry.envelope.body)});
  const auto again = m.sent_of<proto::EntryFrame>();
  EXPECT_EQ(std::ranges::count(again, entry.envelope, &proto::EntryFrame::envelope), 1);
}

/// It does not take part in them yet, but may be the only one that heard them.
TEST_F(Restart, WhatAnotherSignedInAFarRoundIsToldToItsAuthor) {
  m.link_all();
  const auto proposed = proposal(Seat(2), 2, record());
  const auto prevote = vote(Seat(2), 2, Phase::prevote, {});
  const auto precommit = vote(Seat(2), 7, Phase::precommit, {});
  m.hear(Seat(2), proposed);
  m.hear(Seat(2), prevote);
  m.hear(Seat(0), precommit);
  ASSERT_EQ(m.node.parts().agreement().round(), Round(0));
  EXPECT_EQ(told_to(Seat(2)), (std::vector{name(proposed.envelope), name(prevote.envelope),
                                           name(precommit.envelope)}));
  EXPECT_EQ(m.sent_of<proto::ProposalFrame>().size(), 1u);
  EXPECT_EQ(m.sent_of<proto::VoteFrame>().size(), 2u);
}

TEST_F(Restart, WhatAnotherSignedAtTheNextStepIsToldToItsAuthor) {
  m.link_all();
  std::vector<crypto::Digest> named;
  for (std::uint32_t round = 0; round < 4; ++round)
    for (const Phase phase : {Phase::prevote, Phase::precommit}) {
      const auto nil =
          proto::sign(Seat(2), proto::Vote{table->id(), kStep.next(), Round(round), phase, {}, {}},
                      world.key(Seat(2)));
      m.hear(Seat(2), proto::VoteFrame{proto::envelope(nil)});
      named.push_back(name(proto::envelope(nil)));
    }
  EXPECT_EQ(told_to(Seat(2)), named);
}

TEST_F(Restart, WhoLeavesWhileItAsksSaysSoLater) {
  m.restart();
  m.link_all();
  m.take(m.node.on_presence(proto::Presence::What::leaves, m.now));
  EXPECT_TRUE(m.said().empty());
  for (const Seat by : kOthers) answer(by);
  EXPECT_FALSE(m.sent_of<proto::PresenceFrame>().empty());
}

// ---- An older copy of the store

TEST_F(Restart, ItsOwnVotesAndProposalThatComeBackAreItsOwnAgain) {
  const auto old = disk_after(m.writes);
  lock_in_round_two();
  for (const Seat by : kOthers) m.hear(by, vote(by, 2, Phase::precommit, {}));
  m.wait({3'000});  // it leads round 3
  const auto before = sim::memory_of(m.node);
  const auto votes = m.sent_of<proto::VoteFrame>();
  const auto proposals = m.sent_of<proto::ProposalFrame>();
  ASSERT_FALSE(proposals.empty());
  m.restart_from(old);
  m.link_all();
  std::vector<crypto::Digest> named;
  for (const auto& v : votes)
    if (v.envelope.by == m.me) named.push_back(name(v.envelope));
  named.push_back(name(proposals.front().envelope));
  for (const Seat by : kOthers) answer(by, named);
  EXPECT_TRUE(m.node.asking()) << "what they name has not come yet";
  for (const auto& v : votes) m.hear(Seat(0), v);
  EXPECT_TRUE(m.said().empty());
  m.hear(Seat(0), proposals.front());
  EXPECT_FALSE(m.node.asking());
  EXPECT_EQ(sim::memory_of(m.node).said, before.said);
  EXPECT_EQ(m.node.parts().agreement().round(), Round(3));
  // They bind as if its disk had always had them: another restart keeps them, too.
  const auto again = m.resumed(disk_after(m.writes));
  ASSERT_TRUE(again);
  EXPECT_EQ(sim::memory_of(*again).said, before.said);
  // So does what its precommit rests on, which comes later.
  EXPECT_NE(sim::memory_of(m.node).locks, before.locks);
  m.hear(kMover, frame_of(entry()));
  for (const Seat by : kOthers) m.hear(by, vote(by, 2, Phase::prevote, outcome(record())));
  EXPECT_EQ(sim::memory_of(m.node).locks, before.locks);
  EXPECT_EQ(sim::memory_of(*m.resumed(disk_after(m.writes))).locks, before.locks);
  EXPECT_FALSE(m.contradicts_itself());
}

/// Nobody heard the prevote before it but members that are silent now.
TEST_F(Restart, APrecommitThatComesBackShowsThatItPrevoted) {
  const auto old = disk_after(m.writes);
  lock_in_round_two();
  const auto votes = m.sent_of<proto::VoteFrame>();
  const auto precommit = std::ranges::find_if(votes, [&](const proto::VoteFrame& one) {
    return one.envelope.by == m.me &&
           *proto::decode_vote(one.envelope.body) == own(2, Phase::precommit, move());
  });
  ASSERT_NE(precommit, votes.end());
  m.restart_from(old);
  m.link_all();
  for (const Seat by : kOthers) answer(by, {name(precommit->envelope)});
  m.hear(Seat(0), *precommit);
  ASSERT_FALSE(m.node.asking());
  m.hear(kMover, frame_of(entry()));
  m.hear(Seat(2), proposal(Seat(2), 2, record()));
  m.wait({1'000});
  EXPECT_EQ(m.node.parts().agreement().round(), Round(2));
  for (const proto::Vote& vote : m.votes()) EXPECT_EQ(vote, own(2, Phase::precommit, move()));
}

class RestartedMover : public StepFour {
 protected:
  void answer_all() {
    for (const Seat by : {Seat(0), Seat(2), Seat(3)})
      m.hear(by, proto::Recall{table->id(), kStep, {}});
  }
  Member m{world, kMover};
};

TEST_F(RestartedMover, ItsOwnEntryThatComesBackIsItsAnswerAndItMakesNoOther) {
  std::vector<state::Put> old;
  for (const auto& put : disk_after(m.writes))
    if (put.key != "entry 4" && !put.key.starts_with("vote 4")) old.push_back(put);
  const auto mine = entry(3);
  m.restart_from(old);
  m.link_all();
  m.hear(Seat(2), frame_of(mine));
  answer_all();
  EXPECT_FALSE(m.node.to_act());
  EXPECT_FALSE(m.node.halted());
  for (const auto& e : m.sent_of<proto::EntryFrame>()) EXPECT_EQ(e.envelope.body, mine.body());
  EXPECT_FALSE(m.contradicts_itself());
  ASSERT_EQ(m.votes().size(), 1u);
  EXPECT_EQ(m.votes().front().outcome, outcome(record(3)));
}

TEST_F(RestartedMover, AsksBeforeItMovesThoughItIsItsTurn) {
  std::vector<state::Put> old;
  for (const auto& put : disk_after(m.writes))
    if (put.key != "entry 4" && !put.key.starts_with("vote 4")) old.push_back(put);
  m.restart_from(old);
  m.link_all();
  EXPECT_FALSE(m.node.to_act());
  EXPECT_FALSE(m.node.on_action({table->game().legal(kMover).front().action.text}, m.now));
  answer_all();
  EXPECT_TRUE(m.node.to_act());
}

}  // namespace
}  // namespace fairdeal::sim
