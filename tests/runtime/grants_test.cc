// A table's grants (rules/grants.h), and cards that several seats see.
#include "rules/grants.h"

#include "tests/rules/plan_game.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

Options of_plan(std::vector<rules::Want> wants, std::size_t seats = 3, std::uint64_t seed = 1) {
  (void)rules::plan_game();
  return {
      .game = "plan", .params = rules::plan(std::move(wants)).dump(), .seats = seats, .seed = seed};
}

TEST(Grants, A46_WhatNoTableCanDoIsRefusedThereInTheWordsOfTheLaw) {
  for (const rules::Odd& odd : rules::odd_plans()) {
    World world(of_plan(odd.wants));
    world.run();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto& table = world.node(Seat(i)).table();
      EXPECT_FALSE(world.node(Seat(i)).halted()) << odd.words;
      ASSERT_TRUE(table.over()) << odd.words;
      EXPECT_EQ(table.rules_fault(), odd.words);
      EXPECT_FALSE(table.game().result()) << odd.words;
    }
  }
}

/// Moves of a seat that is gone need nobody's entry. Rules that ask for them again and again are
/// stopped, and no seat is to blame.
TEST(Grants, RulesThatAskNobodyForEverAreStopped) {
  for (const std::size_t moves : {900u, 1'100u}) {
    World world(of_plan(std::vector<rules::Want>(moves, rules::WantMove{{Seat(2)}})));
    world.kill(Seat(2));
    world.run();
    for (const Seat seat : {Seat(0), Seat(1)}) {
      const auto& table = world.node(seat).table();
      ASSERT_TRUE(table.over()) << moves;
      EXPECT_EQ(table.rules_fault().has_value(), moves > 1'000) << moves;
      EXPECT_EQ(table.game().result().has_value(), moves < 1'000) << moves;
      EXPECT_FALSE(table.members().standing(Seat(2)).convicted());
      EXPECT_EQ(verdict(world.transcript(seat)), audit::Verdict::valid);
    }
  }
}

bool run_all_to_move_of(World& world, Seat seat) {
  const std::function<bool(const state::stages::Moving&)> its =
      [seat](const state::stages::Moving& stage) { return stage.seat == seat; };
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (!run_to<state::stages::Moving>(world, Seat(i), its)) return false;
  return true;
}

/// Plays to the end, and checks at every step that each seat's own view is the one that the trusted
/// dealer would give it: the faces of the cards that it was dealt, and no others.
void play_sharing(std::size_t seats, std::uint64_t seed) {
  World world(of_plan(rules::sharing(), seats, seed));
  ASSERT_TRUE(run_all_to_move_of(world, Seat(0)));
  const auto faces = [&](std::uint32_t seat) { return world.node(Seat(seat)).known().faces; };
  const CardSlot one(0), two(1), three(2);
  EXPECT_EQ(faces(0).size(), 2u);
  EXPECT_EQ(faces(0).at(one), faces(1).at(one));
  EXPECT_EQ(faces(0).at(two), faces(1).at(two));
  EXPECT_EQ(faces(2).at(two), faces(1).at(two));
  EXPECT_FALSE(faces(2).contains(one));
  EXPECT_FALSE(faces(1).contains(three));
  const Face third = faces(2).at(three);
  ASSERT_TRUE(run_all_to_move_of(world, Seat(1)));
  EXPECT_EQ(faces(0).at(three), third) << "shown to one seat more";
  EXPECT_FALSE(faces(1).contains(three));
  ASSERT_TRUE(run_all_to_move_of(world, Seat(2)));
  EXPECT_EQ(faces(1).at(three), third) << "passed on under a fresh mask";
  EXPECT_FALSE(faces(0).contains(three));
  const Face passed = faces(1).at(three);
  world.run();
  expect_finished(world);
  const auto shown = world.node(Seat(0)).table().game().json().at("shown");
  EXPECT_EQ(shown.size(), 6u);
  EXPECT_EQ(shown.at("2"), passed.value);
}

TEST(Sharing, ThreeSeatsPlayToTheEnd) { play_sharing(3, 1); }
TEST(Sharing, FourSeatsPlayToTheEnd) { play_sharing(4, 2); }

// ---- Lies about copies

constexpr Seat kReader{1}, kCopier{2};

/// A table where two seats owe copies of what others read, and the copier's are held back.
class CopyLies : public testing::Test {
 protected:
  CopyLies() {
    world.corrupt(kCopier, [](Seat, const Bytes& frame) {
      const auto entry = entry_in(frame);
      const bool copy = entry && std::holds_alternative<proto::CopyPayload>(entry->payload);
      return copy ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
    });
    EXPECT_TRUE(run_to<state::stages::Copying>(world, Seat(0)));
  }

  static std::vector<rules::Want> wants() {
    return {rules::new_deck_of(5), rules::WantDeal{CardSlot(0), kReader, rules::seats({0, 2})},
            rules::WantDeal{CardSlot(1), Seat(0), rules::seats({2})}};
  }
  const state::Table& table() { return world.node(Seat(0)).table(); }

  /// The copies that `by` owes, as it makes them, but proved as `as`, of the cards that
  /// `instead(copy)` says.
  template <class Instead>
  proto::CopyPayload made(Seat by, Seat as, Instead instead) {
    const auto& stage = std::get<state::stages::Copying>(table().stage());
    proto::CopyPayload p;
    for (const std::size_t i : state::stages::owed(stage, by)) {
      const auto from = state::stages::to_copy(table().state(), instead(stage.copies[i]));
      const auto copy = crypto::remask_and_prove(
          from.masked, state::stages::copy_key(table().state(), from.key_holders),
          crypto::context(table().state().place(), as, crypto::Purpose::shuffle), rng);
      p.cards.push_back(copy.card);
      p.proofs.push_back(copy.proof);
    }
    return p;
  }
  proto::CopyPayload honest() {
    return made(kCopier, kCopier, [](const auto& copy) { return copy; });
  }

  void expect_convicted(const proto::CopyPayload& payload) {
    world.inject(kReader, Seat(0), forged(world, kCopier, payload));
    world.run();
    EXPECT_TRUE(refused(world, Seat(0), {Fault::bad_proof, kCopier}));
    for (const Seat seat : {Seat(0), kReader}) {
      EXPECT_TRUE(world.node(seat).finished());
      EXPECT_TRUE(world.node(seat).table().members().standing(kCopier).convicted());
      EXPECT_EQ(verdict(world.transcript(seat)), audit::Verdict::valid);
    }
    EXPECT_EQ((*table().game().result()).at(kCopier.value), -1);
  }

  SeededRng rng{4};
  World world{of_plan(wants())};
};

TEST_F(CopyLies, TheHonestCopyIsSound) {
  const auto entry =
      proto::sign(kCopier, proto::Entry{table().id(), table().step(), table().head(), honest(), {}},
                  world.key(kCopier));
  EXPECT_TRUE(table().check(entry, rng));
}
TEST_F(CopyLies, AWrongProof) {
  auto p = honest();
  p.proofs[1].s = p.proofs[1].s + crypto::Scalar::from_u64(1);
  expect_convicted(p);
}
TEST_F(CopyLies, ACopyOfAnotherCard) {
  expect_convicted(made(kCopier, kCopier, [](state::stages::CopyToMake copy) {
    copy.slot = CardSlot(2);
    return copy;
  }));
}
TEST_F(CopyLies, ACopyUnderTheLocksOfOthers) {
  expect_convicted(made(kCopier, kCopier, [](state::stages::CopyToMake copy) {
    copy.from = copy.from == Seat(0) ? kReader : Seat(0);
    return copy;
  }));
}
TEST_F(CopyLies, OneCopyTooFew) {
  auto p = honest();
  p.cards.pop_back();
  p.proofs.pop_back();
  expect_convicted(p);
}
TEST_F(CopyLies, TheCopyThatAnotherSeatMade) {
  expect_convicted(made(kCopier, Seat(0), [](const auto& copy) { return copy; }));
}
/// A copy is for the seat that makes it. So nobody can lay one that another seat is to read.
TEST_F(CopyLies, TheReaderMakesNone) {
  const auto& stage = std::get<state::stages::Copying>(table().stage());
  EXPECT_TRUE(state::stages::owed(stage, kReader).empty());
  EXPECT_EQ(state::stages::owed(stage, kCopier).size(), 2u);
}

/// From its first entry of this kind on `seat` says nothing, since its entry would also travel in
/// what it proposes.
template <class P>
void keep_back(World& world, Seat seat) {
  world.corrupt(seat, [silent = false](Seat, const Bytes& frame) mutable {
    const auto entry = entry_in(frame);
    silent |= entry && std::holds_alternative<P>(entry->payload);
    return silent ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
  });
}

std::vector<rules::Want> shared_card() {
  return {rules::new_deck_of(5), rules::WantDeal{CardSlot(0), kReader, rules::seats({0, 2})}};
}

/// Without recovery the reader's shares of the copies cannot be made by others.
TEST(Copies, WithoutTheirMakerOrTheReadersSharesAreVoidByThatSeat) {
  for (const bool reader : {false, true}) {
    World world(of_plan(shared_card()));
    const Seat silent = reader ? kReader : kCopier;
    if (reader)
      keep_back<proto::DecryptPayload>(world, silent);
    else
      keep_back<proto::CopyPayload>(world, silent);
    world.run();
    ASSERT_TRUE(world.node(Seat(0)).finished());
    EXPECT_EQ(verdict(world.transcript(Seat(0))), audit::Verdict::valid);
    rules::Payoff lost(3, 0);
    lost[silent.value] = -1;
    EXPECT_EQ(world.node(Seat(0)).table().game().result(), lost) << reader;
    EXPECT_FALSE(world.node(Seat(0)).table().members().standing(silent).convicted());
  }
}

TEST(Copies, AreReadThoughTheReaderKeepsItsSharesBack) {
  auto wants = shared_card();
  wants.emplace_back(rules::WantMove{{Seat(0)}});
  World world(of_plan(std::move(wants), 4));
  keep_back<proto::DecryptPayload>(world, kReader);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const Face face = world.node(kReader).known().faces.at(CardSlot(0));
  for (const Seat seat : {Seat(0), kCopier}) {
    ASSERT_TRUE(run_to<state::stages::Moving>(world, seat));
    EXPECT_EQ(world.node(seat).known().faces.at(CardSlot(0)), face);
  }
  EXPECT_FALSE(world.node(Seat(3)).known().faces.contains(CardSlot(0)));
  EXPECT_FALSE(world.node(Seat(0)).table().members().in().has(kReader));
  world.run();
  EXPECT_EQ(world.node(Seat(0)).table().game().result(), rules::draw_all(4));
}

// ---- A turn of one card

constexpr Seat kPasser{1};

std::vector<rules::Want> pass_a_card(SeatSet by) {
  return {rules::new_deck_of(5), rules::WantDeal{CardSlot(0), kPasser},
          rules::WantShuffle{{CardSlot(0)}, {}, by}, rules::WantDeal{CardSlot(0), Seat(2)},
          rules::WantShow{CardSlot(0)}};
}

/// Whether a frame has a shuffle of one card.
bool one_card_in(const Bytes& frame) {
  const auto entry = entry_in(frame);
  const auto passed = passed_in(frame);
  const auto* shuffle = entry    ? std::get_if<proto::ShufflePayload>(&entry->payload)
                        : passed ? &passed->shuffle
                                 : nullptr;
  return shuffle != nullptr && shuffle->deck.size() == 1;
}

/// The named seat alone knew the face, so without its turn the shares of the card that are public
/// would open it for everybody: all others have turns in its place.
TEST(OneCard, WhereTheNamedSeatMissesItsTurnAllOthersHaveTheirs) {
  World world(of_plan(pass_a_card(rules::seats({1}))));
  world.corrupt(kPasser, [](Seat, const Bytes& frame) {
    return one_card_in(frame) ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
  });
  ASSERT_TRUE(run_to<state::stages::Shuffling>(
      world, Seat(0),
      [](const state::stages::Shuffling& stage) { return stage.deck.slots.size() == 1; }));
  const auto before = world.node(Seat(0)).table().state().cards.at(CardSlot(0)).masked;
  ASSERT_TRUE(run_to<state::stages::Decrypting>(world, Seat(0)));
  EXPECT_NE(world.node(Seat(0)).table().state().cards.at(CardSlot(0)).masked, before);
  world.run();
  expect_finished(world);
}

TEST(OneCard, AFalseTurnConvictsItsAuthor) {
  for (int lie = 0; lie < 3; ++lie) {
    World world(of_plan(pass_a_card({})));
    world.corrupt(kPasser, [](Seat, const Bytes& frame) {
      return one_card_in(frame) ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
    });
    ASSERT_TRUE(
        run_to<state::stages::Shuffling>(world, Seat(0), [](const state::stages::Shuffling& stage) {
          return stage.deck.slots.size() == 1 && stage.deck.left.list().front() == kPasser;
        }));
    const auto& table = world.node(Seat(0)).table();
    const auto& deck = std::get<state::stages::Shuffling>(table.stage()).deck;
    SeededRng rng(5);
    const auto context =
        crypto::context({table.id(), deck.place}, kPasser, crypto::Purpose::shuffle);
    const auto& card = lie == 0 ? table.state().cards.at(CardSlot(1)).masked : deck.cards->front();
    const auto made = crypto::remask_and_prove(card, deck.key, context, rng);
    proto::ShufflePayload turn{{made.card}, made.proof};
    if (lie == 1) turn.deck[0].B = turn.deck[0].B + crypto::Point::base();
    if (lie == 2) {  // two cards for one, well proved
      const crypto::Deck two{card, table.state().cards.at(CardSlot(1)).masked};
      auto shuffled = crypto::shuffle_and_prove(crypto::prepare_shuffle(2, deck.key, rng), deck.key,
                                                two, context);
      turn = {std::move(shuffled.deck), std::move(shuffled.proof)};
    }
    world.inject(Seat(2), Seat(0), forged(world, kPasser, turn));
    world.run();
    EXPECT_TRUE(refused(world, Seat(0), {Fault::bad_proof, kPasser})) << lie;
    EXPECT_TRUE(world.node(Seat(0)).table().members().standing(kPasser).convicted()) << lie;
    EXPECT_EQ(verdict(world.transcript(Seat(0))), audit::Verdict::valid) << lie;
  }
}

// ---- Keys that cancel each other out

/// Returns the record in which seat i publishes keys[i].
consensus::Record keys_published(const World& world, const state::Table& table,
                                 const std::vector<crypto::Scalar>& keys, Rng& rng) {
  consensus::Record record{table.step(), table.head(), {}};
  const auto context = [&](Seat seat, crypto::Purpose purpose) {
    return crypto::context({table.id(), table.state().next->place()}, seat, purpose);
  };
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const crypto::Secret x{crypto::Scalar(keys[i])};
    proto::KeyPayload key;
    key.X = key.Y = crypto::mul_base(x.expose());
    key.proof = crypto::prove_key(x, context(Seat(i), crypto::Purpose::key), rng);
    key.encryption_proof = crypto::prove_key(x, context(Seat(i), crypto::Purpose::recover), rng);
    auto entry = proto::sign(Seat(i), proto::Entry{table.id(), table.step(), table.head(), key, {}},
                             world.key(Seat(i)));
    EXPECT_TRUE(table.check(entry, rng));
    record.answers.emplace_back(table.assume_valid(std::move(entry)));
  }
  return record;
}

/// Until the third audit such a record stopped every honest program, and named nobody.
TEST(Keys, ThatCancelMakeTheirDeckVoidByAllItsShufflers) {
  SeededRng rng(4);
  const auto x = crypto::Scalar::random_nonzero(rng);
  const auto other = crypto::Scalar::random_nonzero(rng);
  for (const bool all : {false, true}) {
    const SeatSet by = all ? SeatSet::first(2) : rules::seats({1, 2});
    const auto deck = rules::new_deck_of(5, 0, all ? SeatSet() : by);
    World world(of_plan({deck, rules::WantShow{CardSlot(0)}}, all ? 2 : 3));
    const auto table = *state::Table::create(world.charter());
    ASSERT_TRUE(std::holds_alternative<state::stages::CollectingKeys>(table.stage()));
    const auto keys = all ? std::vector{x, -x} : std::vector{other, x, -x};
    const auto next = table.after(keys_published(world, table, keys, rng));
    ASSERT_TRUE(next) << describe(next.error());
    EXPECT_EQ(next->events(), std::vector{rules::AnyEvent(rules::Void{by})});
    for (std::uint32_t i = 0; i < table.seats(); ++i) {
      EXPECT_EQ(next->members().standing(Seat(i)).times, by.has(Seat(i)) ? 2u : 0u);
      EXPECT_FALSE(next->members().standing(Seat(i)).convicted());
    }
  }
}

}  // namespace
}  // namespace fairdeal::sim
