// A program that lives always answers: with "nothing from me here" where its person sleeps or its
// machine fails. Nobody votes for its own absence.
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using proto::Kind;
using proto::Phase;

bool is_none(const proto::Entry& entry) {
  return std::holds_alternative<proto::NonePayload>(entry.payload);
}

/// The entries that a member signed, once each.
std::vector<proto::Entry> entries_of(const Member& m) {
  std::vector<proto::Entry> found;
  std::set<Bytes> bodies;
  for (const auto& sent : m.sent_of<proto::EntryFrame>())
    if (sent.envelope.by == m.me && bodies.insert(sent.envelope.body).second)
      found.push_back(*proto::decode_entry(sent.envelope.body));
  return found;
}

// ---- Signing `none`, and the time of it

class Sleeping : public StepFour {
 protected:
  /// The mover before its step, restarted there, asked for its move.
  Sleeping() {
    std::vector<state::Put> old;
    for (const auto& put : disk_after(m.writes))
      if (put.key != "entry 4" && !put.key.starts_with("vote 4")) old.push_back(put);
    m.restart_from(old);
    m.link_all();
    for (const Seat by : {Seat(0), Seat(2), Seat(3)})
      m.hear(by, proto::Recall{table->id(), kStep, {}});
    EXPECT_TRUE(m.node.to_act());
  }
  Duration its_time() const {
    const auto& pace = table->charter().pace;
    return {pace.move.ms + sim::memory_of(m.node).banks[kMover.value].ms};
  }
  Member m{world, kMover};
};

TEST_F(Sleeping, APersonsProgramSaysNoneWhenItsClockHasRunOutAndNotBefore) {
  m.wait({its_time().ms - 1});
  EXPECT_TRUE(entries_of(m).empty());
  m.wait({1});
  const auto entries = entries_of(m);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_TRUE(is_none(entries.front()));
}

TEST_F(Sleeping, ItsVoteIsForTheRecordWithNoneAndNeverForItsOwnAbsence) {
  m.wait(its_time());
  const consensus::Record none{
      kStep, table->head(), {table->assume_valid(said(proto::NonePayload{}))}};
  ASSERT_EQ(m.votes().size(), 1u);
  EXPECT_EQ(m.votes().front().outcome, outcome(none));
  for (const Seat by : {Seat(0), Seat(2), Seat(3)}) {
    m.hear(by, vote(by, 0, Phase::prevote, {}));
    m.hear(by, vote(by, 0, Phase::precommit, {}));
  }
  m.hear(Seat(2), proposal(Seat(2), 2, nobody_moved()));
  m.wait({30'000});
  for (const auto& v : m.votes()) EXPECT_NE(v.outcome, outcome(nobody_moved()));
}

TEST_F(Sleeping, NoneIsFinal) {
  m.wait(its_time());
  EXPECT_FALSE(m.node.to_act());
  EXPECT_FALSE(m.node.on_action({table->game().legal(kMover).front().action.text}, m.now));
  EXPECT_EQ(entries_of(m).size(), 1u);
}

TEST_F(Sleeping, NoneIsStoredBeforeItIsSentAndStaysAfterARestart) {
  m.wait(its_time());
  m.restart();
  m.link_all();
  for (const Seat by : {Seat(0), Seat(2), Seat(3)})
    m.hear(by, proto::Recall{table->id(), kStep, {}});
  EXPECT_FALSE(m.node.to_act());
  m.hear(Seat(0), proto::Status{table->id(), kStep, table->head()});
  const auto entries = entries_of(m);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_TRUE(is_none(entries.front()));
  EXPECT_FALSE(m.contradicts_itself());
}

// ---- The table's reaction to it

TEST_F(StepFour, NoneCountsAsTheAbsenceItStandsFor) {
  const consensus::Record none{
      kStep, table->head(), {table->assume_valid(said(proto::NonePayload{}))}};
  const auto said_so = table->after(none);
  const auto voted_so = table->after(nobody_moved());
  ASSERT_TRUE(said_so && voted_so);
  EXPECT_EQ(said_so->members().standing(kMover).absences,
            table->members().standing(kMover).absences + 1);
  EXPECT_EQ(said_so->members().standing(kMover).absences,
            voted_so->members().standing(kMover).absences);
  EXPECT_EQ(said_so->digest(), voted_so->digest());
}

TEST_F(StepFour, WhoSaysNoneAsOftenAsTheTermsAllowIsGone) {
  state::Table at = *table;
  for (std::uint32_t n = 0; n < 4 && !at.over() && !at.members().standing(kMover).gone(); ++n) {
    consensus::Record record{at.step(), at.head(), {}};
    for (const auto& slot : at.slots())
      record.answers.emplace_back(at.assume_valid(proto::sign(
          slot.seat, proto::Entry{at.id(), at.step(), at.head(), proto::NonePayload{}, {}},
          world.key(slot.seat))));
    const auto next = at.after(record);
    ASSERT_TRUE(next);
    at = *next;
  }
  EXPECT_TRUE(at.over() || at.members().standing(kMover).gone() ||
              at.members().standing(Seat(0)).gone());
}

TEST_F(StepFour, NoneAndAMoveOfOneSeatConvictIt) {
  for (const bool none_first : {true, false}) {
    Member m(world, Seat(none_first ? 2 : 3));
    const auto none = frame_of(said(proto::NonePayload{}));
    m.hear(kMover, none_first ? none : frame_of(entry()));
    m.hear(kMover, none_first ? frame_of(entry()) : none);
    const auto found = m.noticed<node::Equivocated>();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().seat, kMover);
  }
}

TEST(None, AnswersEachKindOfSlotAndLeadsSomewhere) {
  std::set<Kind> kinds;
  const auto look = [&](const World& world, const state::Table& table) {
    for (const auto& slot : table.slots()) {
      if (!kinds.insert(slot.kind).second) continue;
      SeededRng rng(3);
      consensus::Record record{table.step(), table.head(), {}};
      for (const auto& one : table.slots()) {
        auto none = proto::sign(
            one.seat,
            proto::Entry{table.id(), table.step(), table.head(), proto::NonePayload{}, {}},
            world.key(one.seat));
        if (one.seat != slot.seat) {
          record.answers.emplace_back(proto::AbsentSeat{one.seat});
          continue;
        }
        auto checked = table.check(std::move(none), rng);
        ASSERT_TRUE(checked) << describe(checked.error());
        record.answers.emplace_back(*std::move(checked));
      }
      EXPECT_TRUE(table.after(record)) << static_cast<int>(slot.kind);
    }
  };
  const auto play = [&](Options options, std::optional<Step> dies) {
    World world(options);
    Step at{99'999};
    while (!world.node(Seat(0)).finished() && world.step()) {
      const auto& table = world.node(Seat(0)).table();
      if (std::exchange(at, table.step()) != table.step()) look(world, table);
      if (dies && table.step() >= *dies && world.alive(Seat(1))) world.kill(Seat(1));
      if (testing::Test::HasFatalFailure()) return;
    }
  };
  play({.game = "holdem", .params = R"({"hands":1})", .seats = 4, .seed = 2}, Step(5));
  play({.game = "odds-and-evens"}, {});
  play({.game = "liars-dice", .seats = 4, .seed = 2}, {});
  for (const Kind kind : {Kind::key, Kind::shares, Kind::shuffle, Kind::decrypt, Kind::coin,
                          Kind::commit, Kind::reveal, Kind::move, Kind::end, Kind::recover})
    EXPECT_TRUE(kinds.contains(kind)) << static_cast<int>(kind);
}

// ---- Machines that are too slow

class SlowWorker : public testing::TestWithParam<std::size_t> {};

/// Its worker never answers from the n-th step on.
TEST_P(SlowWorker, SaysNoneWithinItsWorkTimeAtAnyStep) {
  World world({.game = "kuhn", .witnesses = 2, .seed = 3});
  while (world.node(Seat(1)).table().step().value < GetParam()) ASSERT_TRUE(world.step());
  Member m(world, Seat(1));
  const state::Table table = m.node.table();
  const auto slots = table.slots();
  const bool owes = std::ranges::find(slots, Seat(1), &consensus::EntrySlot::seat) != slots.end();
  const std::string step = std::to_string(table.step().value);
  std::vector<state::Put> old;
  for (const auto& put : disk_after(m.writes))
    if (put.key != "entry " + step && !put.key.starts_with("vote " + step)) old.push_back(put);
  m.works = false;
  m.restart_from(old);
  m.link_all();
  for (const Seat by : {Seat(0), Seat(2), Seat(3)})
    m.hear(by, proto::Recall{table.id(), table.step(), {}});
  const auto& pace = table.charter().pace;
  m.wait({pace.move.ms + pace.bank.ms});
  const auto entries = entries_of(m);
  ASSERT_EQ(entries.size(), owes ? 1u : 0u);
  if (owes) {
    EXPECT_TRUE(is_none(entries.front()));
  }
}
INSTANTIATE_TEST_SUITE_P(Steps, SlowWorker, testing::Range<std::size_t>(0, 6));

TEST(SlowCheck, AnEntryThatIsBeingCheckedIsNotAbsent) {
  World kuhn({.game = "kuhn", .witnesses = 2, .seed = 3});
  // Seat 0's key is here and its check takes long; the others voted for its absence.
  Bytes key;
  while (key.empty() && kuhn.step())
    for (const Bytes& sent : kuhn.frames_sent(Seat(0)))
      if (entry_in(sent)) key = sent;
  const state::Table table = kuhn.node(Seat(3)).table();
  ASSERT_EQ(table.step(), Step(0));
  const consensus::Record absent{
      Step(0), table.head(), {proto::AbsentSeat{Seat(0)}, proto::AbsentSeat{Seat(1)}}};
  const auto nil = [&](Seat voter, Phase phase) {
    return proto::VoteFrame{proto::envelope(proto::sign(
        voter, proto::Vote{table.id(), Step(0), Round(0), phase, {}, {}}, kuhn.key(voter)))};
  };
  const proto::Proposal proposal{table.id(), Step(0), Round(1), {}, consensus::digest(absent)};
  for (const Seat me : {Seat(2), Seat(3)}) {
    const bool has_it = me == Seat(3);
    Member m(kuhn, me);
    m.works = false;
    m.link_all();
    if (has_it) m.hear_bytes(Seat(0), key);
    m.wait({table.charter().pace.work.ms + 5'000});  // nil in round 0
    for (const Phase phase : {Phase::prevote, Phase::precommit})
      for (const Seat voter : {Seat(0), Seat(1), has_it ? Seat(2) : Seat(3)})
        m.hear(voter, nil(voter, phase));
    ASSERT_EQ(m.node.parts().agreement().round(), Round(1));
    m.hear(Seat(1),
           proto::ProposalFrame{proto::envelope(proto::sign(Seat(1), proposal, kuhn.key(Seat(1)))),
                                {},
                                consensus::to_wire(absent)});
    ASSERT_EQ(m.votes().back().round, Round(1));
    EXPECT_EQ(m.votes().back().outcome.has_value(), !has_it);
  }
}

// ---- Whole tables

/// Both players sleep, and one witness is dead: the other three are a quorum.
TEST(None, ASleepingPersonBesideADeadMemberOfFourDoesNotStopTheTable) {
  World world(
      {.game = "tic-tac-toe", .witnesses = 2, .seed = 6, .faults = {.think_max = {2'000'000'000}}});
  world.kill(Seat(3));
  world.run({5'000'000});
  for (const Seat seat : {Seat(0), Seat(1), Seat(2)}) {
    EXPECT_TRUE(world.node(seat).finished()) << world.node(seat).table().step().value;
    for (const auto& put : world.stored(seat)) {
      if (put.space != state::Put::Space::record) continue;
      const auto part = *proto::decode_transcript_part(put.value);
      for (const auto& answer : std::get<proto::Decided>(part).record)
        EXPECT_FALSE(std::holds_alternative<proto::AbsentSeat>(answer))
            << "somebody who lives was voted absent";
    }
    EXPECT_TRUE(world.node(seat).parts().contradictions.all().empty());
  }
}

}  // namespace
}  // namespace fairdeal::sim
