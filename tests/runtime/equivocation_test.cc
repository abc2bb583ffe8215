// Equivocation (docs/attacks.md): who says two things is convicted by all, who go on; nobody else
// can be.
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

using node::Equivocated;

/// Two play, two watch and vote.
Options four(std::uint64_t seed = 1, Faults faults = {}) {
  return {.game = "tic-tac-toe", .witnesses = 2, .seed = seed, .faults = faults};
}
constexpr Seat kEquivocator{0};

/// From its first move on, the liar tells some seats another legal move.
void two_moves(World& world, std::vector<Seat> deceived) {
  auto lie = std::make_shared<std::map<Step, Bytes>>();
  world.corrupt(kEquivocator, [&world, lie, deceived](Seat to, const Bytes& frame) {
    const auto entry = entry_in(frame);
    if (!entry || !std::holds_alternative<proto::MovePayload>(entry->payload) ||
        std::ranges::find(deceived, to) == deceived.end())
      return std::vector<Bytes>{frame};
    auto& other = (*lie)[entry->step];
    if (other.empty()) {
      const auto& mine = std::get<proto::MovePayload>(entry->payload).action;
      for (const auto& choice : world.node(Seat(1)).table().game().legal(kEquivocator))
        if (choice.action.text != mine) {
          proto::Entry second = *entry;
          second.payload = proto::MovePayload{choice.action.text};
          other = fairdeal::sim::frame(proto::sign(kEquivocator, second, world.key(kEquivocator)));
        }
    }
    return std::vector<Bytes>{other.empty() ? frame : other};
  });
}

bool is_convicted(const World& world) {
  return world.node(Seat(1)).table().members().standing(kEquivocator).convicted();
}

/// The honest members went on, and agree that the liar and nobody else is convicted; who saw it lie
/// can prove it to anybody.
void expect_convicted(World& world) {
  SeededRng rng(7);
  for (std::uint32_t i = 1; i < world.size(); ++i) {
    const auto& node = world.node(Seat(i));
    ASSERT_FALSE(node.halted()) << describe(*node.halted());
    ASSERT_TRUE(node.finished()) << "seat " << i << " at " << node.table().step().value;
    EXPECT_EQ(node.table().head(), world.node(Seat(1)).table().head());
    for (std::uint32_t member = 0; member < world.size(); ++member)
      EXPECT_EQ(node.table().members().standing(Seat(member)).convicted(),
                Seat(member) == kEquivocator)
          << member;
    EXPECT_TRUE(node.table().members().standing(kEquivocator).gone());
    for (const auto& found : noticed<Equivocated>(world, Seat(i))) {
      EXPECT_EQ(found.seat, kEquivocator);
      EXPECT_EQ(*consensus::verify(found.evidence, world.charter()->charter), kEquivocator);
    }
    EXPECT_EQ(audit::audit(world.transcript(Seat(i)), rng).verdict, audit::Verdict::valid);
    const auto evidence = audit::evidence_in(world.charter(), world.stored(Seat(i)), kEquivocator);
    ASSERT_TRUE(evidence && *evidence) << "seat " << i << " only heard of it";
    EXPECT_TRUE(audit::verify(**evidence, rng));
    EXPECT_EQ((**evidence).seat(), kEquivocator);
  }
}

TEST(Equivocation, A15_TwoMovesToTwoHalvesConvictTheirAuthorEverywhere) {
  for (const auto& deceived : std::vector<std::vector<Seat>>{
           {Seat(1)}, {Seat(3)}, {Seat(1), Seat(2)}, {Seat(2), Seat(3)}}) {
    World world(four());
    two_moves(world, deceived);
    world.run();
    expect_convicted(world);
  }
}

TEST(Equivocation, A15_AlsoOnABadNetwork) {
  int convicted = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    World world(four(seed, {.loss = 0.3, .duplicate = 0.2, .delay_max = {300}}));
    two_moves(world, {Seat(3)});
    world.run();
    // Where every second move was lost and the first came from others, nobody saw two.
    if (is_convicted(world)) {
      expect_convicted(world);
      ++convicted;
    }
    for (std::uint32_t i = 1; i < world.size(); ++i) {
      EXPECT_TRUE(world.node(Seat(i)).finished());
      EXPECT_EQ(world.node(Seat(i)).table().head(), world.node(Seat(1)).table().head());
    }
  }
  EXPECT_GT(convicted, 10);
}

proto::Outcome other_record() { return {crypto::hash("record", as_bytes("none")), {}}; }

/// The liar votes with all, and shows some seats a vote for another record.
void two_votes(World& world, std::vector<Seat> deceived) {
  world.corrupt(kEquivocator, [&world, deceived](Seat to, const Bytes& frame) {
    auto vote = vote_in(frame);
    if (!vote || vote->step < Step(2) || std::ranges::find(deceived, to) == deceived.end())
      return std::vector<Bytes>{frame};
    vote->outcome = other_record();
    return std::vector<Bytes>{
        fairdeal::sim::frame(proto::sign(kEquivocator, *vote, world.key(kEquivocator)))};
  });
}

TEST(Equivocation, A15_TwoVotesAreFoundThoughSomeHaveDecidedMeanwhile) {
  for (const auto& deceived :
       std::vector<std::vector<Seat>>{{Seat(1)}, {Seat(3)}, {Seat(1), Seat(2)}}) {
    World world(four());
    two_votes(world, deceived);
    world.run();
    expect_convicted(world);
  }
}

TEST(Equivocation, AVoterForNoRecordAtAllIsOutvotedAndProvesNothingAgainstItself) {
  World world(four());
  world.corrupt(kEquivocator, [&world](Seat, const Bytes& frame) -> std::vector<Bytes> {
    if (std::holds_alternative<proto::Decided>(*proto::decode_message(frame))) return {};
    auto vote = vote_in(frame);
    if (!vote || vote->step < Step(2)) return {frame};
    vote->outcome = other_record();
    return {fairdeal::sim::frame(proto::sign(kEquivocator, *vote, world.key(kEquivocator)))};
  });
  world.run();
  for (std::uint32_t i = 1; i < world.size(); ++i) {
    const auto& node = world.node(Seat(i));
    EXPECT_TRUE(node.finished());
    EXPECT_EQ(node.table().head(), world.node(Seat(1)).table().head());
    EXPECT_FALSE(node.table().members().standing(kEquivocator).convicted());
    EXPECT_TRUE(noticed<Equivocated>(world, Seat(i)).empty());
  }
}

TEST(Equivocation, AVoteAfterTheEndHaltsNobody) {
  World world(four());
  world.run();
  const auto& table = world.node(Seat(1)).table();
  const proto::Vote vote{table.id(), table.step(), Round(0), proto::Phase::prevote, other_record()};
  ASSERT_TRUE(world.node(Seat(1)).on_frame(
      kEquivocator, frame(proto::sign(kEquivocator, vote, world.key(kEquivocator))), world.now()));
  expect_finished(world);
}

// ---- Blaming the innocent: the others against one

constexpr Seat kHonest{1};

std::vector<proto::Vote> votes_of(const World& world, Seat seat) {
  std::vector<proto::Vote> votes;
  for (const auto& put : world.stored(seat))
    if (put.space == state::Put::Space::mine && put.key.starts_with("vote"))
      votes.push_back(*proto::decode_vote(put.value));
  return votes;
}

TEST(Collusion, A31_AllOthersTogetherDoNotMakeOneSignAFalseState) {
  World good(four());
  good.run();
  const auto truth = votes_of(good, kHonest);
  for (const std::uint64_t lie_at : {0u, 1u, 2u, 4u}) {
    World world(four());
    for (const std::uint32_t i : {0u, 2u, 3u})
      world.corrupt(Seat(i), [&world, i, lie_at](Seat to, const Bytes& frame) {
        auto vote = vote_in(frame);
        if (to != kHonest || !vote || vote->step < Step(lie_at)) return std::vector<Bytes>{frame};
        vote->outcome->state = crypto::hash("state", as_bytes("we won"));
        return std::vector<Bytes>{
            fairdeal::sim::frame(proto::sign(Seat(i), *vote, world.key(Seat(i))))};
      });
    world.run({60'000});
    const auto& node = world.node(kHonest);
    ASSERT_TRUE(node.halted());
    EXPECT_EQ(node.halted()->fault, Fault::state_differs);
    EXPECT_NE(node.halted()->culprit, kHonest);
    const auto signed_votes = votes_of(world, kHonest);
    ASSERT_LE(signed_votes.size(), truth.size());
    for (std::size_t k = 0; k < signed_votes.size(); ++k) EXPECT_EQ(signed_votes[k], truth[k]);
    EXPECT_EQ(node.table().step(), Step(lie_at));
  }
}

/// While one of four is away all who are here must agree: a liar can hold them up, and no more.
TEST(Collusion, OneWhoClaimsAnotherStateDoesNotEndAnHonestProgram) {
  constexpr Seat kAway{2};
  World world({.game = "holdem",
               .params = R"({"hands":2})",
               .seats = 4,
               .seed = 5,
               .change_charter = [](proto::Charter& charter) { charter.pace.absences = 1; }});
  world.kill(kAway);
  while (!world.node(kHonest).table().members().standing(kAway).gone()) ASSERT_TRUE(world.step());
  world.corrupt(kEquivocator, [&world](Seat to, const Bytes& frame) {
    auto vote = vote_in(frame);
    if (to != kHonest || !vote || !vote->outcome) return std::vector<Bytes>{frame};
    vote->outcome->state = crypto::hash("state", as_bytes("we won"));
    return std::vector<Bytes>{
        fairdeal::sim::frame(proto::sign(kEquivocator, *vote, world.key(kEquivocator)))};
  });
  world.run();
  EXPECT_FALSE(world.node(kHonest).halted());
  EXPECT_TRUE(world.node(kHonest).finished());
}

TEST(Collusion, A31_NothingAnHonestSeatSignedConvictsIt) {
  World world(four(3, {.loss = 0.2, .duplicate = 0.2, .delay_max = {200}}));
  world.run();
  const auto& charter = world.charter()->charter;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    std::vector<proto::Envelope> entries, votes;
    for (const Bytes& bytes : world.frames_sent(Seat(i))) {
      const auto message = *proto::decode_message(bytes);
      if (const auto* e = std::get_if<proto::EntryFrame>(&message)) entries.push_back(e->envelope);
      if (const auto* v = std::get_if<proto::VoteFrame>(&message)) votes.push_back(v->envelope);
    }
    using Kind = consensus::Equivocation::What;
    for (const auto& [what, said] : {std::pair(Kind::entry, entries), std::pair(Kind::vote, votes)})
      for (std::size_t a = 0; a < said.size(); ++a)
        for (std::size_t b = a; b < std::min(said.size(), a + 4); ++b)
          EXPECT_FALSE(consensus::verify({what, said[a], said[b]}, charter));
  }
}

}  // namespace
}  // namespace fairdeal::sim
