// Two histories of one table: who notices, whom they name, and what an invented history costs.
#include "runtime/state/follow.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using node::Forked;
using proto::Phase;

// ---- One liar of three splits the other two

/// Of three, seat 1 moves twice at one step: once for seat 0, once for the witness, and votes with
/// each.
class Split : public testing::Test {
 protected:
  static constexpr Seat kLiar{1}, kOne{0}, kOther{2};

  Split() {
    world.corrupt(kLiar, [this](Seat to, const Bytes& sent) { return say(to, sent); });
    world.run({400'000});
  }

  std::vector<Bytes> say(Seat to, const Bytes& sent) {
    const auto message = proto::decode_message(sent);
    const auto* own = std::get_if<proto::EntryFrame>(&*message);
    const auto entry = own != nullptr && own->envelope.by == kLiar ? entry_in(sent) : std::nullopt;
    if (entry && !step && entry->step >= Step(3) &&
        std::holds_alternative<proto::MovePayload>(entry->payload))
      invent(*entry);
    if (to != kOther || !step) return {sent};
    if (entry && entry->step == *step) return {frame(*second)};
    if (const auto* vote = std::get_if<proto::VoteFrame>(&*message)) {
      auto changed = *proto::decode_vote(vote->envelope.body);
      if (vote->envelope.by != kLiar || changed.step != *step || !changed.outcome) return {};
      changed.outcome = outcome;
      return {frame(proto::sign(kLiar, changed, world.key(kLiar)))};
    }
    return {};
  }
  void invent(const proto::Entry& entry) {
    const auto& table = world.node(kLiar).table();
    ASSERT_EQ(table.step(), entry.step);
    step = entry.step;
    for (const auto& choice : table.game().legal(kLiar))
      if (choice.action.text != std::get<proto::MovePayload>(entry.payload).action) {
        auto other = entry;
        other.payload = proto::MovePayload{choice.action.text};
        second = proto::sign(kLiar, other, world.key(kLiar));
      }
    const consensus::Record record{*step, table.head(), {table.assume_valid(*second)}};
    outcome = {consensus::digest(record), table.after(record)->digest()};
  }
  std::vector<state::Put> stored(Seat seat, state::Put::Space space) {
    std::vector<state::Put> found;
    for (const auto& put : disk_after(world.stored(seat)))
      if (put.space == space && put.key == std::to_string(step->value)) found.push_back(put);
    return found;
  }

  World world{{.game = "tic-tac-toe", .witnesses = 1, .seed = 3}};
  std::optional<Step> step;
  std::optional<proto::Signed<proto::Entry>> second;
  proto::Outcome outcome{};
};

TEST_F(Split, BothHaltAtThatStepAndNameNobodyButTheLiar) {
  ASSERT_TRUE(step);
  for (const Seat seat : {kOne, kOther}) {
    SCOPED_TRACE(seat.value);
    ASSERT_TRUE(world.node(seat).halted());
    EXPECT_EQ(world.node(seat).halted()->fault, Fault::forked);
    EXPECT_EQ(world.node(seat).halted()->about, "forked at step " + std::to_string(step->value));
    const auto forks = noticed<Forked>(world, seat);
    ASSERT_EQ(forks.size(), 1u);
    EXPECT_EQ(forks.front().step, *step);
    EXPECT_EQ(forks.front().named, std::vector{kLiar});
    for (const auto& found : world.node(seat).parts().contradictions.all())
      EXPECT_EQ(found.first.by, kLiar);
  }
}

TEST_F(Split, BothKeepBothCertificatesAndWhatIsBehindThem) {
  ASSERT_TRUE(step);
  std::set<Bytes> records;
  for (const Seat seat : {kOne, kOther}) {
    const auto mine = stored(seat, state::Put::Space::record);
    const auto theirs = stored(seat, state::Put::Space::fork);
    ASSERT_EQ(mine.size(), 1u);
    ASSERT_EQ(theirs.size(), 1u);
    EXPECT_EQ(stored(seat, state::Put::Space::behind).size(), 1u);
    records.insert(mine.front().value);
    const auto part = *proto::decode_transcript_part(theirs.front().value);
    const auto& how = std::get<proto::HistoryAnswer>(part);
    EXPECT_FALSE(how.votes.empty()) << "the prevotes behind it";
    EXPECT_EQ(how.decided.step, *step);
    EXPECT_NE(proto::encode(proto::TranscriptPart(how.decided)), mine.front().value);
  }
  EXPECT_EQ(records.size(), 2u);
}

TEST_F(Split, WhoIsRestartedAfterItStaysHaltedAndSignsNothing) {
  ASSERT_TRUE(step);
  for (const Seat seat : {kOne, kOther}) {
    const auto writes = world.writes(seat);
    world.kill(seat);
    world.revive(seat);
    world.run(world.now() + Duration{120'000});
    ASSERT_TRUE(world.alive(seat));
    ASSERT_TRUE(world.node(seat).halted());
    EXPECT_EQ(world.node(seat).halted()->fault, Fault::forked);
    EXPECT_EQ(world.writes(seat), writes);
  }
}

// ---- Histories that nobody decided

class Invented : public StepFour {
 protected:
  proto::EntryFrame after_another(Seat by, std::byte which, Step step = kStep) {
    crypto::Digest parent = table->head();
    parent.bytes[0] ^= which;
    return {proto::envelope(proto::sign(
        by, proto::Entry{table->id(), step, parent, proto::EndPayload{}, {}}, world.key(by)))};
  }
  std::size_t questions() { return m.sent_of<proto::HistoryQuery>().size(); }

  /// Step 3 as it was decided, and its table before.
  proto::Decided decided() {
    for (const auto& put : m.writes)
      if (put.space == state::Put::Space::record && put.key == "3")
        return std::get<proto::Decided>(*proto::decode_transcript_part(put.value));
    return {};
  }
  state::Table before() {
    SeededRng rng(3);
    state::Table at = *state::Table::create(world.charter());
    for (const auto& put : m.writes) {
      if (put.space != state::Put::Space::record || put.key == "3") continue;
      const auto part = *proto::decode_transcript_part(put.value);
      at = state::follow(at, std::get<proto::Decided>(part), rng)->next;
    }
    return at;
  }
  proto::Decided another_decided(std::uint32_t round, const std::vector<Seat>& voters) {
    const auto at = before();
    const Seat by = at.slots().front().seat;
    const auto original = decided();
    for (const auto& choice : at.game().legal(by)) {
      const auto entry = proto::sign(
          by,
          proto::Entry{at.id(), at.step(), at.head(), proto::MovePayload{choice.action.text}, {}},
          world.key(by));
      const consensus::Record record{at.step(), at.head(), {at.assume_valid(entry)}};
      if (consensus::to_wire(record) == original.record) continue;
      return {at.step(), consensus::to_wire(record),
              votes(at, {consensus::digest(record), at.after(record)->digest()}, round, voters)};
    }
    return {};
  }
  std::vector<proto::Envelope> votes(const state::Table& at, const proto::Outcome& outcome,
                                     std::uint32_t round, const std::vector<Seat>& voters) {
    std::vector<proto::Envelope> found;
    for (const Seat by : voters)
      found.push_back(proto::envelope(proto::sign(
          by, proto::Vote{at.id(), at.step(), Round(round), Phase::precommit, outcome, {}},
          world.key(by))));
    return found;
  }

  Member m{world, Seat(3)};
};

TEST_F(Invented, AnInventedParentCostsOneQuestionAStepAndNothingElse) {
  const std::size_t stored = m.writes.size();
  for (std::uint8_t i = 1; i < 50; ++i) m.hear(kMover, after_another(kMover, std::byte(i)));
  EXPECT_EQ(questions(), 1u);
  for (const auto& out : m.sent)
    if (std::holds_alternative<proto::HistoryQuery>(*proto::decode_message(out.frame))) {
      EXPECT_EQ(out.to, kMover);
    }
  EXPECT_FALSE(m.node.halted());
  EXPECT_EQ(m.writes.size(), stored + 1) << "the first statement is kept";
  // Its right entry is taken all the same.
  m.hear(kMover, frame_of(entry()));
  EXPECT_EQ(m.votes().size(), 1u);
}

TEST_F(Invented, AQuestionThatWasLostWithItsConnectionIsAskedAndAnsweredAgain) {
  const auto at = before();
  for (const std::size_t times : {1u, 2u, 3u}) {
    m.hear(kMover, after_another(kMover, std::byte{1}));
    m.hear(kMover, proto::HistoryQuery{table->id(), kStep, {crypto::Digest{}, at.head()}});
    EXPECT_EQ(questions(), times);
    EXPECT_EQ(m.sent_of<proto::HistoryAnswer>().size(), times);
    m.link(kMover, false);
    m.link(kMover, true);
  }
}

TEST_F(Invented, AParentInAProposalOrOfADecidedStepIsAskedFor) {
  m.hear(Seat(0), after_another(Seat(0), std::byte{1}, Step(3)));
  EXPECT_EQ(questions(), 1u);
  proto::Proposal proposal{table->id(), kStep, Round(1), {}, {}};
  m.hear(kMover,
         proto::ProposalFrame{proto::envelope(proto::sign(kMover, proposal, world.key(kMover))),
                              {},
                              {after_another(kMover, std::byte{1}).envelope}});
  EXPECT_EQ(questions(), 2u);
}

TEST_F(Invented, AHeadInAStatusIsAskedFor) {
  m.hear(kMover, proto::Status{table->id(), Step(3), before().head()});
  m.hear(kMover, proto::Status{table->id(), kStep, table->head()});
  m.hear(kMover, proto::Status{table->id(), Step(900), {}});  // this member cannot know it
  EXPECT_EQ(questions(), 0u);
  for (const Step step : {Step(3), kStep}) {
    m.link(kMover, false);
    m.link(kMover, true);
    const std::size_t asked = questions();
    for (int i = 0; i < 5; ++i) m.hear(kMover, proto::Status{table->id(), step, {}});
    EXPECT_EQ(questions(), asked + 1);
  }
  EXPECT_FALSE(m.node.halted());
}

TEST_F(Invented, AQuestionIsAnsweredWithTheFirstStepThatTheAskerLacks) {
  const auto at = before();
  crypto::Digest other = table->head();
  other.bytes[0] ^= std::byte{1};
  m.hear(Seat(0), proto::HistoryQuery{table->id(), kStep, {other, at.head()}});
  const auto answers = m.sent_of<proto::HistoryAnswer>();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers.front().decided, decided());
  m.hear(Seat(0), proto::HistoryQuery{table->id(), kStep, {other, at.head()}});
  EXPECT_EQ(m.sent_of<proto::HistoryAnswer>().size(), 1u) << "once a step";
}

TEST_F(Invented, NothingButTwoCertificatesStopsTheTable) {
  const std::vector<Seat> three{Seat(0), Seat(1), Seat(2)};
  auto few = another_decided(1, {Seat(0), Seat(1)});
  auto altered = another_decided(1, three);
  altered.certificate[1].body[5] ^= std::byte{1};
  auto elsewhere = another_decided(1, three);
  elsewhere.record = decided().record;
  auto same = decided();
  const auto at = before();
  consensus::Record record{at.step(), at.head(), {}};
  for (const auto& answer : same.record) {
    auto opened = proto::verify_entry(std::get<proto::Envelope>(answer), at.charter());
    record.answers.emplace_back(at.assume_valid(*opened));
  }
  same.certificate = votes(at, {consensus::digest(record), at.after(record)->digest()}, 0, three);
  for (const auto& decided : {few, altered, elsewhere, same}) {
    m.hear(kMover, proto::HistoryAnswer{decided, {}, {}});
    EXPECT_FALSE(m.node.halted());
  }
  m.hear(kMover, proto::HistoryAnswer{another_decided(1, three), {}, {}});
  ASSERT_TRUE(m.node.halted());
  EXPECT_EQ(m.node.halted()->fault, Fault::forked);
}

TEST_F(Invented, WhoSignedBothCertificatesIsNotNamedButWhoContradictsItself) {
  // All prevoted the one in round 0; three precommitted the other in round 1, as who is released
  // may. The author of the entry signed two.
  m.hear(kMover, proto::HistoryAnswer{another_decided(1, {Seat(0), Seat(2), Seat(3)}), {}, {}});
  const auto forks = m.noticed<Forked>();
  ASSERT_EQ(forks.size(), 1u);
  EXPECT_EQ(forks.front().named, std::vector{before().slots().front().seat});
}

TEST_F(Invented, AVoteOfAnotherTableWithTheCertificateNamesNobody) {
  auto theirs = proto::HistoryAnswer{another_decided(1, {Seat(0), Seat(1), Seat(2)}), {}, {}};
  crypto::Digest other = table->id();
  other.bytes[0] ^= std::byte{1};
  for (const Seat by : {Seat(2), Seat(3)})
    theirs.votes.push_back(proto::envelope(proto::sign(
        by, proto::Vote{other, Step(3), Round(0), Phase::prevote, {}, {}}, world.key(by))));
  const Seat author = before().slots().front().seat;
  m.hear(kMover, theirs);
  ASSERT_EQ(m.noticed<Forked>().size(), 1u);
  EXPECT_EQ(m.noticed<Forked>().front().named, std::vector{author});
}

// ---- Old forks

/// A fork is noticed though both decisions are long gone from memory, and the member that is asked
/// reads its answer from the store.
TEST(OldFork, IsNoticedAndAnsweredFromTheStore) {
  World world({.game = "pig", .params = R"({"goal":200})", .witnesses = 2, .seed = 5});
  while (world.node(Seat(3)).table().step() < Step(90)) ASSERT_TRUE(world.step());
  Member m(world, Seat(3));
  // The table before an early move, and another record of that step that a quorum signed.
  SeededRng rng(3);
  state::Table at = *state::Table::create(world.charter());
  std::map<Step, proto::Decided> decided;
  for (const auto& put : m.writes)
    if (put.space == state::Put::Space::record)
      decided.emplace(Step(std::stoull(put.key)),
                      std::get<proto::Decided>(*proto::decode_transcript_part(put.value)));
  while (!std::holds_alternative<state::stages::Moving>(at.stage()))
    at = state::follow(at, decided.at(at.step()), rng)->next;
  ASSERT_LT(at.step(), Step(20));
  const consensus::Record record{
      at.step(), at.head(), {proto::AbsentSeat{at.slots().front().seat}}};
  const proto::Outcome outcome{consensus::digest(record), at.after(record)->digest()};
  proto::HistoryAnswer theirs{{at.step(), consensus::to_wire(record), {}}, {}, {}};
  for (const Seat by : {Seat(0), Seat(1), Seat(2)})
    theirs.decided.certificate.push_back(proto::envelope(
        proto::sign(by, proto::Vote{at.id(), at.step(), Round(1), Phase::precommit, outcome, {}},
                    world.key(by))));
  // Its own decision comes from the store.
  proto::HistoryQuery query{at.id(), at.step().next(), {crypto::Digest{}, at.head()}};
  auto asked = m.node.on_frame(Seat(1), proto::encode(proto::Message(query)), m.now);
  ASSERT_TRUE(asked);
  ASSERT_EQ(asked->resends.size(), 1u);
  const auto frames =
      node::decided_frames(asked->resends.front(), [&](Step step) -> Result<std::optional<Bytes>> {
        return std::optional(proto::encode(proto::TranscriptPart(decided.at(step))));
      });
  ASSERT_TRUE(frames);
  ASSERT_EQ(frames->size(), 1u);
  EXPECT_EQ(std::get<proto::HistoryAnswer>(*proto::decode_message(frames->front())).decided,
            decided.at(at.step()));
  m.hear(Seat(1), theirs);
  ASSERT_TRUE(m.node.halted());
  EXPECT_EQ(m.node.halted()->fault, Fault::forked);
}

}  // namespace
}  // namespace fairdeal::sim
