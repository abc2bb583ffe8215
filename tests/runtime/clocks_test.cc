// Clocks, the end of a match, and what a member passes on, shows and stores by the way.
#include "consensus/certificate.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using proto::Phase;

class Watching : public StepFour {
 protected:
  /// Everybody's votes for the mover's first choice: the step is decided.
  void decide(Duration votes_take = {0}) {
    m.hear(kMover, frame_of(entry()));
    m.wait(votes_take);
    for (const Seat by : {Seat(0), Seat(1), Seat(2)})
      m.hear(by, vote(by, 0, Phase::prevote, outcome(record())));
  }
  const proto::Pace& pace() const { return table->charter().pace; }
  Duration reconnect() const { return {node::MoveClock::kFree.ms + pace().reconnect.ms}; }
  /// Seats 0 and 2 are connected to seat 3 alone.
  void forget_links() {
    for (const Seat other : {Seat(0), Seat(2)}) {
      proto::Status alone{table->id(), kStep, table->head()};
      alone.links = SeatSet::of({Seat(3)}).bits();
      m.hear(other, alone);
    }
  }
  Duration bank(Seat of) const { return sim::memory_of(m.node).banks[of.value]; }

  Member m{world, Seat(3)};
};

// ---- Reconnecting

TEST_F(Watching, AFlappingLinkExtendsTheStepByItsReserveAlone) {
  const Instant due = m.node.parts().clock.entries_due();
  const Instant most = due + reconnect();
  forget_links();
  for (int i = 0; i < 80; ++i) {
    m.link(kMover, false);
    m.wait({5'000});
    m.link(kMover, true);
    m.wait({100});
    if (m.now > most) break;
    EXPECT_LE(m.node.parts().clock.entries_due(), most) << "after " << i;
  }
  ASSERT_EQ(m.votes().size(), 1u) << "it still waits";
  EXPECT_EQ(m.votes().front().outcome, std::nullopt);
}

TEST_F(Watching, ALinkLostAtTheDeadlineExtendsTheStepByItsReserveAlone) {
  const Instant due = m.node.parts().clock.entries_due();
  forget_links();
  m.wait({due.ms - m.now.ms - 1});
  while (m.now < due + reconnect()) {
    m.link(kMover, false);
    m.wait({7'000});
    m.link(kMover, true);
  }
  ASSERT_EQ(m.votes().size(), 1u) << "it still waits";
  EXPECT_EQ(m.votes().front().outcome, std::nullopt);
}

// ---- A mover's clock

TEST_F(Watching, AMoversClockStopsWhenItsMoveIsThere) {
  const Duration before = bank(kMover);
  decide(pace().move * 2);  // far more than a move's time
  ASSERT_EQ(m.node.table().step(), kStep.next());
  EXPECT_EQ(bank(kMover),
            std::max(before, std::min(Duration{before.ms + pace().increment.ms}, pace().bank)));
}

TEST_F(Watching, AMoveThatComesLateCostsWhatItTookTooLong) {
  const Duration before = bank(kMover);
  m.wait(Duration{pace().move.ms + 7'000});
  decide({3'000});
  ASSERT_EQ(m.node.table().step(), kStep.next());
  EXPECT_NEAR(static_cast<double>(bank(kMover).ms),
              static_cast<double>(before.ms - 7'000 + pace().increment.ms), 20);
}

TEST_F(Watching, BanksAreAsTheyWereAfterARestart) {
  m.wait(Duration{pace().move.ms + 7'000});
  decide();
  const auto before = sim::memory_of(m.node).banks;
  ASSERT_LT(before[kMover.value], pace().bank);
  m.restart();
  EXPECT_EQ(sim::memory_of(m.node).banks, before);
}

class Untimed : public StepFour {
 protected:
  Untimed() : StepFour([](proto::Charter& charter) { charter.pace.move = proto::kUntimed; }) {}

  Member m{world, Seat(3)};
};

TEST_F(Untimed, AMoveMayTakeDaysAndCostsNothing) {
  const Duration bank = sim::memory_of(m.node).banks[kMover.value];
  EXPECT_EQ(m.node.parts().clock.entries_due(), never());
  m.link(kMover, false);
  m.wait({2 * 86'400'000});
  m.link(kMover, true);
  EXPECT_EQ(m.node.parts().agreement().round(), Round(0));
  EXPECT_TRUE(m.votes().empty()) << "nobody votes it absent";
  m.hear(kMover, frame_of(entry()));
  for (const Seat by : {Seat(0), Seat(1), Seat(2)})
    m.hear(by, vote(by, 0, Phase::prevote, outcome(record())));
  EXPECT_EQ(m.node.table().step(), kStep.next());
  EXPECT_EQ(sim::memory_of(m.node).banks[kMover.value], bank);
}

// ---- Times that are passed on, shown and kept

TEST_F(Watching, AProposalIsForwardedWithVerifiedVotesOnly) {
  m.hear(Seat(0),
         proto::Status{table->id(), kStep, table->head()});  // hears the leader only through others
  auto forged = vote(Seat(2), 0, Phase::prevote, {});
  forged.envelope.signature.bytes[0] ^= std::byte{1};
  const auto true_vote = vote(Seat(0), 0, Phase::prevote, {});
  const auto elsewhere = vote(Seat(2), 3, Phase::precommit, {});
  m.sent.clear();
  m.hear(kMover, proposal(kMover, 1, record(), {forged, true_vote, elsewhere}));
  std::size_t passed = 0;
  for (const auto& out : m.sent) {
    const auto message = *proto::decode_message(out.frame);
    const auto* p = std::get_if<proto::ProposalFrame>(&message);
    if (p == nullptr) continue;
    ++passed;
    EXPECT_EQ(out.to, Seat(0));
    for (const auto& one : p->votes) {
      EXPECT_NE(one, forged.envelope);
      EXPECT_NE(one, elsewhere.envelope);
      EXPECT_TRUE(proto::verify_vote(one, table->charter()));
    }
    EXPECT_EQ(std::ranges::count(p->votes, true_vote.envelope), 1);
  }
  EXPECT_EQ(passed, 1u);
}

TEST_F(Watching, DoublesOfTheNextStepTakeNoRoom) {
  const auto next = table->after(record());
  ASSERT_TRUE(next);
  const Seat mover = next->slots().front().seat;
  const auto early = [&](Round round) {
    return proto::VoteFrame{proto::envelope(
        proto::sign(mover, proto::Vote{next->id(), next->step(), round, Phase::prevote, {}, {}},
                    world.key(mover)))};
  };
  for (int i = 0; i < 20; ++i) m.hear(mover, early(Round(0)));
  const auto move =
      proto::sign(mover,
                  proto::Entry{next->id(),
                               next->step(),
                               next->head(),
                               proto::MovePayload{next->game().legal(mover).front().action.text},
                               {}},
                  world.key(mover));
  m.hear(mover, frame_of(move));
  decide();
  ASSERT_EQ(m.node.table().step(), next->step());
  EXPECT_EQ(m.votes().back().step, next->step()) << "the entry that came early is lost";
}

TEST_F(Watching, EverybodyWhoseVoteDiffersIsShownTheEntry) {
  m.hear(kMover, frame_of(entry(0)));
  m.sent.clear();
  for (const Seat by : {Seat(0), Seat(2)})
    m.hear(by, vote(by, 0, Phase::prevote, outcome(record(1))));
  std::set<Seat> shown;
  for (const auto& out : m.sent)
    if (const auto e = entry_in(out.frame); e && e->step == kStep) shown.insert(out.to);
  EXPECT_EQ(shown, (std::set{Seat(0), Seat(2)}));
}

// ---- A damaged record

TEST_F(Watching, ARecordThatIsMissingIsAskedForAndThoseAfterItAreReplayedInOrder) {
  std::optional<proto::Decided> missing;
  std::vector<state::Put> old;
  for (const auto& put : disk_after(m.writes)) {
    if (put.space == state::Put::Space::record && put.key == "1")
      missing = std::get<proto::Decided>(*proto::decode_transcript_part(put.value));
    else
      old.push_back(put);
  }
  ASSERT_TRUE(missing);
  m.restart_from(old);
  EXPECT_FALSE(m.node.halted());
  EXPECT_EQ(m.node.table().step(), Step(1));
  m.link_all();
  const auto asked = m.sent_of<proto::Status>();
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.back().step, Step(1));
  m.writes.clear();
  m.hear(Seat(0), *missing);
  EXPECT_EQ(m.node.table().step(), kStep);
  EXPECT_EQ(m.node.table().head(), table->head());
  std::vector<std::string> order;
  for (const auto& put : m.writes)
    if (put.space == state::Put::Space::record) order.push_back(put.key);
  EXPECT_EQ(order, (std::vector<std::string>{"1", "2", "3"}));
}

TEST_F(Watching, ADamagedRecordIsAsGoodAsAMissingOne) {
  std::vector<state::Put> old = disk_after(m.writes);
  for (auto& put : old)
    if (put.space == state::Put::Space::record && put.key == "2")
      put.value[put.value.size() / 2] ^= std::byte{1};
  m.restart_from(old);
  EXPECT_EQ(m.node.table().step(), Step(2));
  EXPECT_FALSE(m.node.halted());
}

// ---- The end

TEST(TheEnd, AMemberStaysForWhoWasThereWithinTheLastMinute) {
  World world({.game = "tic-tac-toe", .witnesses = 1, .seed = 3});
  // Seat 1 hears nothing of the end.
  while (!std::holds_alternative<state::stages::Ending>(world.node(Seat(0)).table().stage()))
    ASSERT_TRUE(world.step());
  while (!world.node(Seat(0)).finished()) ASSERT_TRUE(world.step());
  Member m(world, Seat(0));
  const auto& table = m.node.table();
  m.hear(Seat(2), proto::Status{table.id(), table.step(), table.head()});
  m.hear(Seat(1), proto::Status{table.id(), Step(table.step().value - 1), {}});
  EXPECT_FALSE(node::all_finished(m.node, m.now));
  m.link(Seat(1), false);
  EXPECT_FALSE(node::all_finished(m.node, m.now));
  m.wait({59'999});
  EXPECT_FALSE(node::all_finished(m.node, m.now));
  m.wait({1});
  EXPECT_TRUE(node::all_finished(m.node, m.now));
}

TEST(TheEnd, AMemberStaysWithOneThatSaysItsHistoryEndedOtherwise) {
  World world({.game = "tic-tac-toe", .witnesses = 1, .seed = 3});
  while (!world.node(Seat(0)).finished()) ASSERT_TRUE(world.step());
  Member m(world, Seat(0));
  const auto& table = m.node.table();
  m.hear(Seat(1), proto::Status{table.id(), table.step(), table.head()});
  m.hear(Seat(2), proto::Status{table.id(), table.step(), crypto::Digest{}});
  EXPECT_FALSE(node::all_finished(m.node, m.now));
  m.hear(Seat(2), proto::Status{table.id(), table.step(), table.head()});
  EXPECT_TRUE(node::all_finished(m.node, m.now));
}

/// One of two histories may be longer. The member with the shorter one left at once before, and
/// nobody noticed the fork.
TEST(TheEnd, AMemberStaysWithOneThatIsBeyondTheEndAndAsksItForItsHistory) {
  World world({.game = "tic-tac-toe", .witnesses = 1, .seed = 3});
  while (!world.node(Seat(0)).finished()) ASSERT_TRUE(world.step());
  Member m(world, Seat(0));
  const auto& table = m.node.table();
  m.hear(Seat(1), proto::Status{table.id(), table.step(), table.head()});
  m.hear(Seat(2), proto::Status{table.id(), table.step().next(), crypto::Digest{}});
  EXPECT_FALSE(node::all_finished(m.node, m.now));
  EXPECT_EQ(m.sent_of<proto::HistoryQuery>().size(), 1u);
}

TEST(TheEnd, AMemberThatWasGoneForLongIsNotWaitedFor) {
  World world({.game = "tic-tac-toe", .witnesses = 1, .seed = 3});
  while (!world.node(Seat(0)).finished()) ASSERT_TRUE(world.step());
  Member m(world, Seat(0));
  const auto& table = m.node.table();
  for (const Seat by : {Seat(1), Seat(2)})
    m.hear(by, proto::Status{table.id(), table.step(), table.head()});
  EXPECT_TRUE(node::all_finished(m.node, m.now));
}

/// It may have died, and have been connected, a moment before.
TEST(TheEnd, ARestartedMemberStaysAMinuteForWhoHasNotComeBackToIt) {
  World world({.game = "tic-tac-toe", .witnesses = 1, .seed = 3});
  while (!std::holds_alternative<state::stages::Ending>(world.node(Seat(0)).table().stage()))
    ASSERT_TRUE(world.step());
  const auto before = world.stored(Seat(0));
  while (!world.node(Seat(0)).finished()) ASSERT_TRUE(world.step());
  const auto last = world.node(Seat(0)).table().step();
  const auto* record =
      world.disk(Seat(0)).get(state::Put::Space::record, std::to_string(last.value - 1));
  ASSERT_NE(record, nullptr);
  Member m(world, Seat(0));
  m.restart_from(disk_after(before));
  m.link(Seat(2), true);
  m.hear(Seat(2), std::get<proto::Decided>(*proto::decode_transcript_part(*record)));
  m.hear(Seat(2), proto::Status{m.node.table().id(), last, m.node.table().head()});
  ASSERT_TRUE(m.node.finished());
  EXPECT_FALSE(node::all_finished(m.node, m.now)) << "seat 1 may not have it";
  m.wait({60'000});
  EXPECT_TRUE(node::all_finished(m.node, m.now));
}

// ---- A program's time for its work

/// Stands still for a sixth of its reserve whenever it owes work, until it is called absent.
struct Sluggard : Observer {
  static constexpr Seat kMe{1};
  void on_change(World& world, Seat seat) override {
    const state::Table& table = world.node(seat).table();
    if (seat != kMe || at == table.step() || caught) return;
    at = table.step();
    caught = table.members().standing(kMe).absences > 0;
    const auto slots = table.slots();
    const bool works = std::holds_alternative<state::stages::Decrypting>(table.stage()) &&
                       std::ranges::any_of(slots, [](const auto& s) { return s.seat == kMe; });
    if (caught || !works) return;
    const Duration part{table.charter().pace.work.ms / 6};
    took = Duration{took.ms + part.ms};
    world.freeze(kMe, part);
  }
  std::optional<Step> at;
  Duration took{0};
  bool caught = false;
};

TEST(WorkTime, ASeatHasOneReserveForTheMatch) {
  Sluggard slow;
  World world({.game = "go-fish", .witnesses = 2, .seed = 3, .faults = {.delay_max = {3}}}, &slow);
  world.run();
  EXPECT_TRUE(world.node(Seat(0)).finished());
  EXPECT_TRUE(slow.caught);
  const Duration work = world.charter()->charter.pace.work;
  EXPECT_GE(slow.took, work) << "that is allowed";
  EXPECT_LE(slow.took, work * 2);
}

/// All leave in one step: nobody is left to decide another.
TEST(TheEnd, WhereNobodyIsLeftToVoteTheMatchIsVoidAndItsTranscriptValid) {
  for (const char* game : {"tic-tac-toe", "kuhn", "odds-and-evens", "pig", "holdem"}) {
    SCOPED_TRACE(game);
    for (const std::uint64_t step : {0u, 1u, 3u}) {
      World world({.game = game, .witnesses = 1, .seed = 3, .faults = {.delay_max = {3}}});
      while (world.node(Seat(0)).table().step().value < step) ASSERT_TRUE(world.step());
      for (std::uint32_t from = 0; from < 3; ++from)
        for (std::uint32_t to = 0; to < 3; ++to)
          if (from != to)
            world.inject(Seat(from), Seat(to),
                         proto::encode(proto::Message(proto::PresenceFrame{proto::envelope(
                             proto::sign(Seat(from),
                                         proto::Presence{world.node(Seat(0)).table().id(),
                                                         world.node(Seat(0)).table().step(),
                                                         proto::Presence::What::leaves},
                                         world.key(Seat(from))))})));
      world.run({4'000'000});
      for (std::uint32_t i = 0; i < 3; ++i) {
        const auto& node = world.node(Seat(i));
        EXPECT_FALSE(node.halted()) << describe(*node.halted());
        EXPECT_TRUE(node.finished()) << "step " << node.table().step().value;
        SeededRng rng(7);
        const auto report = audit::audit(world.transcript(Seat(i)), rng);
        EXPECT_EQ(report.verdict, audit::Verdict::valid)
            << (report.error ? describe(*report.error) : "");
      }
    }
  }
}

TEST_F(StepFour, ARecordAfterWhichNobodyVotesEndsTheMatchWithoutResult) {
  std::vector<proto::Attachment> attachments;
  for (std::uint32_t i = 0; i < 4; ++i)
    attachments.emplace_back(proto::PresenceAttachment{proto::envelope(
        proto::sign(Seat(i), proto::Presence{table->id(), kStep, proto::Presence::What::leaves},
                    world.key(Seat(i))))});
  SeededRng rng(3);
  const auto entry = table->check(
      said(proto::MovePayload{table->game().legal(kMover).front().action.text}, attachments), rng);
  ASSERT_TRUE(entry) << describe(entry.error());
  const auto next = table->after({kStep, table->head(), {*entry}});
  ASSERT_TRUE(next) << describe(next.error());
  EXPECT_TRUE(next->over());
  EXPECT_TRUE(next->quorum().voters.empty());
}

}  // namespace
}  // namespace fairdeal::sim
