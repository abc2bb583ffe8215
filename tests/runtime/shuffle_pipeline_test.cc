// Shuffles that pass from seat to seat before they are agreed, and decks shuffled ahead of time
// (docs/dealing.md): what is false, silent or late costs time, and convicts whom it should.
#include <set>

#include <nlohmann/json.hpp>

#include "crypto/shuffle_proof.h"
#include "proto/limits.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using state::stages::Shuffling;

/// With limits nobody loses all chips in a hand: who does has no key of the next deal, so that a
/// deck which is ahead of that is begun anew.
Options holdem(int hands, std::size_t seats = 4, std::uint64_t seed = 2) {
  return {.game = "holdem",
          .params =
              R"({"betting":"fixed-limit","hands":)" + std::to_string(hands) + R"(,"stack":2000})",
          .seats = seats,
          .seed = seed};
}

std::vector<Bytes> nothing() { return {}; }

/// The parts that `seat` does not pass on.
void keep_turns_back(World& world, Seat seat) {
  world.corrupt(seat, [](Seat, const Bytes& frame) {
    return passed_in(frame) ? nothing() : std::vector<Bytes>{frame};
  });
}

/// A turn of `seat` as sound as its own.
PassedTurn turn_of(const state::Table& table, const state::SharedDeck& deck, Seat seat,
                   std::uint64_t seed) {
  SeededRng rng(seed);
  const auto witness = crypto::draw_shuffle(deck.cards->size(), rng);
  proto::ShufflePayload p{
      crypto::shuffle(*deck.cards, crypto::prepare_masks(deck.key, witness), witness), {}};
  const auto context = crypto::context({table.id(), deck.place}, seat, crypto::Purpose::shuffle);
  p.proof = crypto::prove_shuffle({deck.key, *deck.cards, p.deck}, witness, context, rng);
  return {table.id(), deck.place, deck.digest, std::move(p)};
}

/// Counts the steps that a table spends on shuffling, as seat 0 goes through them.
struct Steps : Observer {
  std::vector<Seat> turns;  ///< whose steps they were
  void on_change(World& world, Seat seat) override {
    const auto& table = world.node(seat).table();
    if (seat != Seat(0) || !seen.insert(table.step()).second) return;
    if (const auto* s = std::get_if<Shuffling>(&table.stage()))
      turns.push_back(*s->deck.due(table.members().present()));
  }

 private:
  std::set<Step> seen;
};

std::size_t convicted(const World& world) {
  const auto& standings = world.node(Seat(0)).table().members().standings();
  return static_cast<std::size_t>(
      std::ranges::count_if(standings, [](const auto& standing) { return standing.convicted(); }));
}

TEST(Passing, AWholeDeckIsOneStep) {
  Steps steps;
  World world(holdem(1), &steps);
  world.run();
  expect_finished(world);
  EXPECT_EQ(steps.turns, std::vector{Seat(0)});
}

TEST(Passing, TheNextHandsDeckIsReadyWhenTheHandEnds) {
  Steps steps;
  Options options = holdem(4, 4, 9);
  options.faults.think_max = {2000};  // a person takes longer than three programs' answers
  World world(options, &steps);
  world.run();
  expect_finished(world);
  EXPECT_GE(world.node(Seat(0)).table().game().json().at("hand").get<int>(), 2);
  EXPECT_EQ(steps.turns, std::vector{Seat(0)}) << "of the first hand alone";
}

TEST(Passing, ASilentSeatIsVotedAbsentFromItsTurnAndTheOthersBeginAnotherDeck) {
  Steps steps;
  World world(holdem(1), &steps);
  ASSERT_TRUE(run_to<Shuffling>(world, Seat(0)));
  world.silence(Seat(2));
  world.run();
  EXPECT_EQ(steps.turns, (std::vector{Seat(0), Seat(2), Seat(0)}));
  EXPECT_TRUE(world.node(Seat(0)).finished());
  EXPECT_EQ(verdict(world.transcript(Seat(0))), audit::Verdict::valid);
  EXPECT_EQ(convicted(world), 0u);
}

TEST(Passing, AFalseTurnThatIsPassedCostsItsAuthorAStepAndConvictsNobody) {
  Steps steps;
  World world(holdem(1), &steps);
  world.corrupt(Seat(2), [&](Seat, const Bytes& bytes) {
    auto passed = passed_in(bytes);
    if (!passed) return std::vector<Bytes>{bytes};
    std::swap(passed->shuffle.deck[0], passed->shuffle.deck[1]);
    return std::vector<Bytes>{frame(proto::sign(Seat(2), *passed, world.key(Seat(2))))};
  });
  world.run();
  expect_finished(world);
  EXPECT_TRUE(refused(world, Seat(0), {Fault::bad_proof, Seat(2)}));
  // Seat 3 has nothing that it could shuffle until seat 2's own entry is decided.
  EXPECT_EQ(steps.turns, (std::vector{Seat(0), Seat(2), Seat(3)}));
  EXPECT_EQ(convicted(world), 0u);
}

TEST(Passing, WhoAttachesAFalseTurnIsConvictedAndNotWhoMadeIt) {
  World world(holdem(1));
  std::map<Bytes, Bytes> instead;
  world.corrupt(Seat(0), [&](Seat, const Bytes& bytes) {
    auto entry = entry_in(bytes);
    if (!entry || !std::holds_alternative<proto::ShufflePayload>(entry->payload))
      return std::vector<Bytes>{bytes};
    for (proto::Attachment& attachment : entry->attachments)
      if (auto* attached = std::get_if<proto::PassedAttachment>(&attachment)) {
        auto passed = attached->passed;
        auto& deck = std::get<proto::ShufflePayload>(passed.part).deck;
        std::swap(deck[0], deck[1]);
        const Seat by = attached->envelope.by;
        *attached = {proto::envelope(proto::sign(by, passed, world.key(by))), passed};
        break;
      }
    auto [said, fresh] = instead.try_emplace(bytes);
    if (fresh) said->second = frame(proto::sign(Seat(0), *entry, world.key(Seat(0))));
    return std::vector<Bytes>{said->second};
  });
  world.run();
  ASSERT_FALSE(instead.empty());
  for (const Seat seat : {Seat(1), Seat(2), Seat(3)}) {
    const auto& node = world.node(seat);
    EXPECT_TRUE(node.finished());
    for (std::uint32_t i = 0; i < 4; ++i)
      EXPECT_EQ(node.table().members().standing(Seat(i)).convicted(), i == 0) << i;
    const auto evidence = audit::evidence_in(world.charter(), world.stored(seat), Seat(0));
    ASSERT_TRUE(evidence && *evidence);
    SeededRng rng(1);
    EXPECT_TRUE(audit::verify(**evidence, rng));
    EXPECT_EQ(verdict(world.transcript(seat)), audit::Verdict::valid);
  }
}

TEST(Passing, TwoSoundTurnsOfOneSeatAreNoContradiction) {
  World world(holdem(1));
  world.corrupt(Seat(1), [&](Seat to, const Bytes& bytes) {
    const auto passed = passed_in(bytes);
    if (!passed || to != Seat(2)) return std::vector<Bytes>{bytes};
    const auto& table = world.node(Seat(1)).table();
    state::SharedDeck deck = *table.state().deck();
    for (const Bytes& sent : world.frames_sent(Seat(0)))
      if (const auto first = passed_in(sent); first && first->input == deck.digest)
        deck.take_turn(Seat(0), std::make_shared<const crypto::Deck>(first->shuffle.deck));
    if (deck.digest != passed->input) return std::vector<Bytes>{bytes};
    const auto other = turn_of(table, deck, Seat(1), 77);
    return std::vector<Bytes>{frame(proto::sign(Seat(1), other, world.key(Seat(1))))};
  });
  world.run();
  expect_finished(world);
  EXPECT_EQ(convicted(world), 0u);
  for (std::uint32_t i = 0; i < 4; ++i)
    EXPECT_TRUE(noticed<node::Refused>(world, Seat(i)).empty()) << i;
}

TEST(Passing, ADeckOfOtherKeyHoldersIsNotTakenOver) {
  Options options = holdem(2);
  options.faults.incidents = {{.what = Faults::Incident::What::leaves, .seat = Seat(3), .step = 5}};
  World world(options);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  EXPECT_TRUE(world.node(Seat(0)).table().state().next->members.has(Seat(3)));
  world.run();
  ASSERT_TRUE(world.node(Seat(0)).finished());
  EXPECT_EQ(verdict(world.transcript(Seat(0))), audit::Verdict::valid);
  const auto& table = world.node(Seat(0)).table();
  ASSERT_EQ(table.game().json().at("hand").get<int>(), 2);
  for (const auto& [slot, card] : table.state().cards) EXPECT_FALSE(card.key_holders.has(Seat(3)));
}

TEST(Passing, ADeckHalfDoneWhenTheHandEndsIsFinishedThen) {
  Steps steps;
  World world(holdem(2), &steps);
  keep_turns_back(world, Seat(3));
  world.run();
  expect_finished(world);
  ASSERT_EQ(world.node(Seat(0)).table().game().json().at("hand").get<int>(), 2);
  EXPECT_EQ(steps.turns, (std::vector{Seat(0), Seat(3), Seat(3)}));
}

class CrashAtWrite : public testing::TestWithParam<std::size_t> {};

TEST_P(CrashAtWrite, WhoIsRestartedInTheMiddleShufflesAgain) {
  for (const auto when : {World::Crash::before_sync, World::Crash::half_sent})
    for (const Seat seat : {Seat(0), Seat(2)}) {
      World world(holdem(1));
      world.crash_at_write(seat, GetParam(), when, Duration{50});
      world.run();
      expect_finished(world);
      EXPECT_EQ(convicted(world), 0u);
    }
}
// Keys, recovery shares and the first votes are written before; then the shuffle.
INSTANTIATE_TEST_SUITE_P(Writes, CrashAtWrite, testing::Range<std::size_t>(4, 9));

TEST(Passing, ARestartAfterTheTurnWasPassedLosesNothingButTime) {
  World world(holdem(1));
  ASSERT_TRUE(run_to<Shuffling>(world, Seat(2)));
  const auto has_passed = [&] {
    const auto& sent = world.frames_sent(Seat(2));
    return std::ranges::any_of(sent,
                               [](const Bytes& bytes) { return passed_in(bytes).has_value(); });
  };
  while (!has_passed()) ASSERT_TRUE(world.step());
  world.kill(Seat(2));
  world.revive(Seat(2));
  world.run();
  expect_finished(world);
  EXPECT_EQ(convicted(world), 0u);
}

// ---- A turn belongs to one table, deck, seat and deck

class OneTurn : public testing::Test {
 protected:
  OneTurn() { EXPECT_TRUE(run_to<Shuffling>(world, Seat(0))); }
  const state::Table& table() { return world.node(Seat(0)).table(); }
  const state::SharedDeck& deck() { return *table().state().deck(); }
  bool sound(const state::SharedDeck& in, Seat author, const crypto::Digest& at,
             const PassedTurn& turn) {
    const state::ShuffleTurn turns[] = {{author, in.cards.get(), &turn.shuffle}};
    return !state::first_false(at, in, turns, rng);
  }

  SeededRng rng{4};
  World world{{.game = "kuhn", .witnesses = 1, .seed = 3}};
};

TEST_F(OneTurn, A13_IsFalseAtAnotherTableStepSeatOrDeck) {
  const auto turn = turn_of(table(), deck(), Seat(1), 5);
  EXPECT_TRUE(sound(deck(), Seat(1), table().id(), turn));
  EXPECT_FALSE(sound(deck(), Seat(0), table().id(), turn));
  EXPECT_FALSE(sound(deck(), Seat(1), crypto::hash("another", {}), turn));
  auto later = deck();
  later.place = later.place.next();
  EXPECT_FALSE(sound(later, Seat(1), table().id(), turn));
  auto on = deck();
  on.take_turn(Seat(0), std::make_shared<const crypto::Deck>(turn.shuffle.deck));
  EXPECT_FALSE(sound(on, Seat(1), table().id(), turn));
}

TEST_F(OneTurn, IsRefusedUnderAnotherNameAndIgnoredOfAnotherDeck) {
  auto turn = turn_of(table(), deck(), Seat(1), 5);
  auto& node = world.node(Seat(0));
  auto stolen = proto::envelope(proto::sign(Seat(1), turn, world.key(Seat(1))));
  stolen.by = Seat(0);
  auto effects = node.on_frame(Seat(1), proto::encode(proto::Message(proto::PassedFrame{stolen})),
                               world.now());
  ASSERT_EQ(effects->notices.size(), 1u);
  EXPECT_EQ(std::get<node::Refused>(effects->notices[0]).error, Error{Fault::bad_signature});
  for (const Step place : {Step(0), Step(99)}) {
    turn.place = place;
    effects =
        node.on_frame(Seat(1), frame(proto::sign(Seat(1), turn, world.key(Seat(1)))), world.now());
    EXPECT_TRUE(effects->notices.empty() && effects->work.empty() && effects->outgoing.empty());
  }
}

TEST_F(OneTurn, OneSeatCannotFillTheOthersMemory) {
  auto& node = world.node(Seat(0));
  std::size_t taken = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto turn = turn_of(table(), deck(), Seat(1), seed);
    const auto effects =
        node.on_frame(Seat(1), frame(proto::sign(Seat(1), turn, world.key(Seat(1)))), world.now());
    if (!effects->work.empty() || !effects->outgoing.empty()) ++taken;
  }
  EXPECT_LE(taken, 8u);
}

TEST_F(OneTurn, MayBeAttachedByWhoIsDueAndNobodyElse) {
  const auto own = turn_of(table(), deck(), Seat(0), 5);
  state::SharedDeck on = deck();
  on.take_turn(Seat(0), std::make_shared<const crypto::Deck>(own.shuffle.deck));
  const auto next = turn_of(table(), on, Seat(1), 6);
  const proto::PassedAttachment attachment{
      proto::envelope(proto::sign(Seat(1), next, world.key(Seat(1)))), next};
  const auto verdict_on = [&](const proto::Payload& payload,
                              std::vector<proto::Attachment> attachments) {
    const proto::Entry entry{table().id(), table().step(), table().head(), payload, attachments};
    return table().check(proto::sign(Seat(0), entry, world.key(Seat(0))), rng);
  };
  EXPECT_TRUE(verdict_on(own.shuffle, {attachment}));
  EXPECT_FALSE(verdict_on(own.shuffle, {attachment, attachment})) << "its turn is over";
  EXPECT_FALSE(verdict_on(turn_of(table(), deck(), Seat(0), 9).shuffle, {attachment}))
      << "another deck";
  auto forged = attachment;
  forged.envelope.signature.bytes[0] ^= std::byte{1};
  EXPECT_FALSE(verdict_on(own.shuffle, {forged})) << "not signed";
}

TEST_F(OneTurn, IsNoTurnOfADeckBegunAgainFromTheSameFaces) {
  state::ShuffleChain pipeline;
  pipeline.begin(deck().place);
  const auto turn = turn_of(table(), deck(), Seat(0), 5);
  pipeline.add(proto::sign(Seat(0), turn, world.key(Seat(0))),
               state::ShuffleChain::Link::Is::sound);
  state::SharedDeck again = deck();
  again.place = again.place.next();
  EXPECT_EQ(pipeline.chain(deck(), table().members().present(), true).size(), 1u);
  EXPECT_TRUE(pipeline.chain(again, table().members().present(), true).empty());
}

/// Longer ones would make records that no frame and no transcript holds.
TEST_F(OneTurn, AnEntryThatWouldOverfillARecordIsRefused) {
  const auto own = turn_of(table(), deck(), Seat(0), 5);
  const auto with_junk = [&](std::size_t bytes) {
    const proto::Envelope junk{Seat(1), Bytes(bytes / 2), {}};
    const proto::Entry entry{table().id(),
                             table().step(),
                             table().head(),
                             own.shuffle,
                             {proto::Equivocation{{}, junk, junk}}};
    return table().fits(proto::sign(Seat(0), entry, world.key(Seat(0))));
  };
  EXPECT_TRUE(with_junk(proto::kFirstEntryBytesMax - 20'000));
  const auto refused = with_junk(proto::kFirstEntryBytesMax);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::too_large);
  EXPECT_LT(proto::kFirstEntryBytesMax + (proto::kSeatsMax - 1) * proto::kEntryBytesMax +
                proto::kValidatorsMax * 1024,
            proto::kFrameBytesMax);
}

}  // namespace
}  // namespace fairdeal::sim
