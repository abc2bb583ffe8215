// Replays, and shuffles out of turn (docs/attacks.md): what was said elsewhere, earlier, or by whom
// nobody asked.
#include "crypto/shuffle_proof.h"
#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

Options kuhn() { return {.game = "kuhn", .witnesses = 1, .seed = 3}; }

/// Everything a match put on the wire, and its records as they would be sent to one who was away.
std::vector<std::pair<Seat, Bytes>> everything_said(World& world) {
  std::vector<std::pair<Seat, Bytes>> said;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    for (const Bytes& frame : world.frames_sent(Seat(i))) said.emplace_back(Seat(i), frame);
    for (const auto& put : world.stored(Seat(i))) {
      if (put.space != state::Put::Space::record) continue;
      const auto part = proto::decode_transcript_part(put.value);
      said.emplace_back(Seat(i), proto::encode(proto::Message(std::get<proto::Decided>(*part))));
    }
  }
  return said;
}

bool quiet(const node::Effects& effects) {
  return effects.store.empty() && effects.outgoing.empty() && effects.work.empty();
}

TEST(Replay, A13_NothingOfOneMatchIsTakenInAnotherOfTheSameKeys) {
  World first(kuhn());
  first.run();
  expect_finished(first);
  const auto said = everything_said(first);
  ASSERT_GT(said.size(), 50u);

  Options again = kuhn();
  again.change_charter = [](proto::Charter& charter) { charter.nonce[0] ^= std::byte{1}; };
  World alone(again);
  alone.run();
  World second(again);
  Step at{99};
  std::size_t refusals = 0;
  while (!second.node(Seat(2)).finished()) {
    auto& node = second.node(Seat(1));
    if (std::exchange(at, node.table().step()) != node.table().step()) {
      for (const auto& [from, frame] : said) {
        if (from == Seat(1)) continue;
        const auto effects = node.on_frame(from, frame, second.now());
        if (!effects) {  // one too many: the connection would be closed
          EXPECT_EQ(effects.error().fault, Fault::not_wanted);
          continue;
        }
        EXPECT_TRUE(quiet(*effects));
        for (const auto& notice : effects->notices) {
          const auto* no = std::get_if<node::Refused>(&notice);
          ASSERT_TRUE(no != nullptr);
          ++refusals;
          EXPECT_EQ(no->error, Error{Fault::wrong_table}) << describe(no->error);
        }
      }
    }
    ASSERT_TRUE(second.step());
  }
  EXPECT_GT(refusals, 50u);
  second.run();
  expect_finished(second);
  EXPECT_EQ(second.transcript(Seat(1)), alone.transcript(Seat(1)));
}

TEST(Replay, A13_WhatWasSaidEarlierAtThisTableIsHarmlessLater) {
  World world(kuhn());
  world.run();
  const auto said = everything_said(world);
  for (const auto& [from, frame] : said)
    for (std::uint32_t to = 0; to < world.size(); ++to) {
      const auto before = world.node(Seat(to)).table().head();
      const auto effects = world.node(Seat(to)).on_frame(from, frame, Instant{1});
      ASSERT_TRUE(effects);
      EXPECT_TRUE(effects->store.empty());
      EXPECT_TRUE(effects->notices.empty());
      EXPECT_EQ(world.node(Seat(to)).table().head(), before);
    }
  expect_finished(world);
}

TEST(Replay, AReplayFromElsewhereDoesNotHoldUpItsAuthorsOwnEntry) {
  World first(kuhn());
  first.run();
  Bytes key;
  for (const Bytes& frame : first.frames_sent(Seat(0)))
    if (const auto entry = entry_in(frame); entry && key.empty()) key = frame;
  Options again = kuhn();
  again.change_charter = [](proto::Charter& charter) { charter.nonce[0] ^= std::byte{1}; };
  World second(again);
  // The same step, the same author, the same kind: another table.
  const auto effects = second.node(Seat(1)).on_frame(Seat(2), key, second.now());
  ASSERT_TRUE(effects);
  EXPECT_TRUE(effects->work.empty());
}

// ---- A shuffle twice, out of turn, or by nobody at the table

proto::Payload shuffled_by(World& world, Seat seat) {
  SeededRng rng(5);
  const auto& table = world.node(Seat(0)).table();
  const auto& s = std::get<state::stages::Shuffling>(table.stage());
  const auto& [key, deck] = std::tie(s.deck.key, *s.deck.cards);
  const auto witness = crypto::draw_shuffle(deck.size(), rng);
  proto::ShufflePayload p{crypto::shuffle(deck, crypto::prepare_masks(key, witness), witness), {}};
  const auto context = crypto::context({table.id(), s.deck.place}, seat, crypto::Purpose::shuffle);
  p.proof = crypto::prove_shuffle({key, deck, p.deck}, witness, context, rng);
  return p;
}

/// Runs until it is this seat's step, which takes that it passes nothing on before.
bool run_to_turn_of(World& world, Seat seat) {
  if (seat != Seat(0))
    world.corrupt(seat, [](Seat, const Bytes& frame) {
      return passed_in(frame) ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
    });
  return run_to<state::stages::Shuffling>(world, Seat(0), [&](const auto& s) {
    return s.deck.due(world.node(Seat(0)).table().members().present()) == seat;
  });
}

class WrongShuffler : public testing::TestWithParam<std::tuple<std::uint32_t, std::uint32_t>> {};

TEST_P(WrongShuffler, A12_OnlyTheSeatWhoseTurnItIsShuffles) {
  const auto [turn, author] = GetParam();  // the witness is number 2
  World world(kuhn());
  ASSERT_TRUE(run_to_turn_of(world, Seat(turn)));
  const Seat relay(author == 1 ? 2 : 1);
  world.inject(relay, Seat(0), forged(world, Seat(author), shuffled_by(world, Seat(author))));
  world.run();
  EXPECT_TRUE(refused(world, Seat(0), {Fault::not_wanted, Seat(author)}));
  for (const auto& no : noticed<node::Refused>(world, Seat(0)))
    EXPECT_NE(no.error.culprit, relay) << "who passes on is not to blame";
  expect_finished(world);
}

// Too early, again, and by a member who has no seat.
INSTANTIATE_TEST_SUITE_P(TurnAndAuthor, WrongShuffler,
                         testing::Values(std::tuple(0u, 1u), std::tuple(0u, 2u),
                                         std::tuple(1u, 2u)));

TEST(Shuffle, A12_AStrangersShuffleBlamesNobody) {
  World world(kuhn());
  ASSERT_TRUE(run_to<state::stages::Shuffling>(world, Seat(0)));
  SeededRng rng(9);
  const auto stranger = crypto::SigningKey::generate(rng);
  const auto& table = world.node(Seat(0)).table();
  const proto::Entry entry{table.id(), table.step(), table.head(), shuffled_by(world, Seat(0)), {}};
  world.inject(Seat(1), Seat(0), frame(proto::sign(Seat(0), entry, stranger)));
  world.run();
  EXPECT_TRUE(refused(world, Seat(0), {Fault::bad_signature}));
  expect_finished(world);
}

TEST(Shuffle, A12_TheSameProofByAnotherSeatIsNoShuffle) {
  World world(kuhn());
  ASSERT_TRUE(run_to_turn_of(world, Seat(1)));
  world.inject(Seat(1), Seat(0), forged(world, Seat(1), shuffled_by(world, Seat(0))));
  world.corrupt(Seat(1), [](Seat, const Bytes& frame) {
    return entry_in(frame) || passed_in(frame) ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
  });
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_TRUE(refused(world, Seat(0), {Fault::bad_proof, Seat(1)}));
}

}  // namespace
}  // namespace fairdeal::sim
