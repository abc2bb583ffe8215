// One member of four, or three, whose votes have a field too many or are of far rounds: the others
// play on, and what they keep is worth as much as ever.
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using proto::Phase;

constexpr Seat kLiar{0};

struct Field {
  Phase phase;
  std::uint32_t round;
  std::optional<std::uint32_t> proved;
};

class OneFieldTooMany : public testing::TestWithParam<Field> {};

/// The liar's votes of that round and phase, signed with that field.
void add_field(World& world, const Field& field) {
  world.corrupt(kLiar, [&world, field](Seat, const Bytes& sent) -> std::vector<Bytes> {
    const auto message = proto::decode_message(sent);
    const auto* vote = message ? std::get_if<proto::VoteFrame>(&*message) : nullptr;
    if (vote == nullptr || vote->envelope.by != kLiar) return {sent};
    auto changed = *proto::decode_vote(vote->envelope.body);
    if (changed.phase != field.phase || changed.round != Round(field.round)) return {sent};
    changed.proved = Round(*field.proved);
    return {frame(proto::sign(kLiar, changed, world.key(kLiar)))};
  });
}

TEST_P(OneFieldTooMany, InALiarsVoteHarmsNoTranscriptOrStore) {
  World world({.game = "tic-tac-toe", .witnesses = 2, .seed = 4});
  add_field(world, GetParam());
  world.run();
  expect_finished(world);
  SeededRng rng(7);
  for (std::uint32_t i = 1; i < world.size(); ++i) {
    EXPECT_EQ(audit::audit(world.transcript(Seat(i)), rng).verdict, audit::Verdict::valid);
    const auto again = node::Node::resume({world.charter(), Seat(i), world.key(Seat(i)).clone()},
                                          disk_after(world.stored(Seat(i))), rng);
    ASSERT_TRUE(again) << "seat " << i << ": " << describe(again.error());
    EXPECT_EQ(again->table().head(), world.node(Seat(i)).table().head());
  }
}
INSTANTIATE_TEST_SUITE_P(Fields, OneFieldTooMany,
                         testing::Values(Field{Phase::prevote, 0, 0}, Field{Phase::prevote, 0, 7},
                                         Field{Phase::precommit, 0, 0},
                                         Field{Phase::precommit, 1, 0}));

/// Some members vote in a round that nobody reaches, at every step, to everybody.
void vote_far_away(World& world, const std::vector<Seat>& liars) {
  for (const Seat liar : liars) {
    auto told = std::make_shared<std::map<std::pair<Seat, Step>, bool>>();
    world.corrupt(liar, [&world, liar, told](Seat to, const Bytes& sent) {
      std::vector<Bytes> frames{sent};
      const auto& table = world.node(liar).table();
      if (!std::exchange((*told)[{to, table.step()}], true))
        frames.push_back(frame(proto::sign(
            liar, proto::Vote{table.id(), table.step(), Round(1u << 20), Phase::precommit, {}, {}},
            world.key(liar))));
      return frames;
    });
  }
}

struct FarVoters {
  std::size_t witnesses;
  std::vector<Seat> liars;
};
class FarVotes : public testing::TestWithParam<FarVoters> {};

TEST_P(FarVotes, OfAnUnreachableRoundMoveNobody) {
  World world({.game = "tic-tac-toe", .witnesses = GetParam().witnesses, .seed = 4});
  vote_far_away(world, GetParam().liars);
  world.run({600'000});
  expect_finished(world);
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (const auto& began : noticed<node::RoundBegan>(world, Seat(i)))
      EXPECT_LT(began.round, Round(3)) << "seat " << i;
}
INSTANTIATE_TEST_SUITE_P(Tables, FarVotes,
                         testing::Values(FarVoters{1, {Seat(2)}}, FarVoters{1, {Seat(0)}},
                                         FarVoters{2, {Seat(3)}},
                                         FarVoters{5, {Seat(5), Seat(6)}}));

/// Votes reach it only from those who did not sign them, and it may not ask.
TEST_F(StepFour, WhoEntersARoundForwardsTheVotesThatEndedTheLastSoThatNobodyHasToAsk) {
  const Seat away(3);
  world.silence(kMover);
  for (const Seat by : {Seat(0), Seat(2)})
    world.corrupt(by, [by, away](Seat to, const Bytes& sent) -> std::vector<Bytes> {
      const auto message = proto::decode_message(sent);
      const auto* vote = std::get_if<proto::VoteFrame>(&*message);
      const bool own = vote != nullptr && vote->envelope.by == by;
      const bool precommit = own && vote_in(sent)->phase == Phase::precommit;
      const bool later = own && vote_in(sent)->round > Round(0);
      if (to == away && (precommit || later)) return {};
      return {sent};
    });
  world.corrupt(away, [](Seat, const Bytes& sent) -> std::vector<Bytes> {
    const auto message = proto::decode_message(sent);
    return std::holds_alternative<proto::Status>(*message) ? std::vector<Bytes>{}
                                                           : std::vector<Bytes>{sent};
  });
  while (world.node(Seat(0)).parts().agreement().round() == Round(0)) ASSERT_TRUE(world.step());
  const Instant there = world.now();
  while (world.node(away).parts().agreement().round() == Round(0) &&
         world.now() < there + Duration{2'000})
    ASSERT_TRUE(world.step());
  EXPECT_LE((world.now() - there).ms, 10);
}

}  // namespace
}  // namespace fairdeal::sim
