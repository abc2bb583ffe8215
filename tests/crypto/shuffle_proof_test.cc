#include "crypto/shuffle_proof.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/crypto/flipped.h"
#include "tests/crypto/honest_table.h"
#include "tests/crypto/shuffler.h"

namespace fairdeal::crypto {
namespace {

class Cards : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(N, Cards, testing::Values(2, 3, 4, 5, 6, 7, 8, 9, 52));

TEST_P(Cards, AnHonestShuffleIsAcceptedByBothVerifiers) {
  HonestTable table(GetParam(), GetParam());
  const ShuffleProof proof = table.shuffle_proof();
  EXPECT_TRUE(table.check_shuffle(table.statement(), proof));
  second::Hearing hearing;
  EXPECT_TRUE(
      second::shuffle_holds(table.statement(), proof, table.context(Purpose::shuffle), hearing));
}

TEST_P(Cards, AProofIsReadBackAsItWasWritten) {
  HonestTable table(GetParam(), GetParam());
  const Bytes bytes = table.shuffle_proof().encode();
  EXPECT_EQ(bytes.size(), ShuffleProof::bytes(GetParam()));
  const auto proof = ShuffleProof::decode(bytes, GetParam());
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->encode(), bytes);
  EXPECT_TRUE(table.check_shuffle(table.statement(), *proof));
}

TEST_P(Cards, TheSecondProverMakesTheSameProofBitForBit) {
  HonestTable table(GetParam(), GetParam());
  const Bytes context = table.context(Purpose::shuffle);
  SeededRng rng(9), same_rng(9);
  EXPECT_EQ(prove_shuffle(table.statement(), table.witness, context, rng).encode(),
            Shuffler::honest(table.witness).prove(table.statement(), context, same_rng).encode());
}

/// Nothing tells it from one whose deck was there first: the same draws give the same proof.
TEST_P(Cards, APreparedShuffleIsTheShuffleThatItsDrawsMake) {
  HonestTable table(GetParam(), GetParam());
  const Bytes context = table.context(Purpose::shuffle);
  SeededRng rng(9), same_rng(9);
  const auto made = shuffle_and_prove(prepare_shuffle(GetParam(), table.joint, rng), table.joint,
                                      table.in, context);
  EXPECT_TRUE(table.check_shuffle({table.joint, table.in, made.deck}, made.proof));
  const auto witness = draw_shuffle(GetParam(), same_rng);
  EXPECT_EQ(made.deck, shuffle(table.in, prepare_masks(table.joint, witness), witness));
  EXPECT_EQ(made.proof.encode(),
            prove_shuffle({table.joint, table.in, made.deck}, witness, context, same_rng).encode());
}

/// The catalogue of lies, each with its best argument.
TEST_P(Cards, A6_NoLieIsAccepted) {
  HonestTable table(GetParam(), GetParam());
  const Bytes context = table.context(Purpose::shuffle);
  for (Lie& lie : lies(table.in, table.joint, table.witness))
    for (const bool bend : {false, true}) {
      lie.shuffler.bend_product = bend;
      const ShuffleStatement statement{table.joint, table.in, lie.out};
      const ShuffleProof proof = lie.shuffler.prove(statement, context, table.rng);
      EXPECT_FALSE(table.check_shuffle(statement, proof)) << lie.name << ", bent: " << bend;
    }
}

TEST(ShuffleProof, AnyFlippedBitIsRefused) {
  HonestTable table(10, 3);
  const Bytes honest = table.shuffle_proof().encode();
  for (std::size_t bit = 0; bit < 8 * honest.size(); ++bit) {
    const auto proof = ShuffleProof::decode(flipped(honest, bit), 3);
    EXPECT_FALSE(proof && table.check_shuffle(table.statement(), *proof)) << "bit " << bit;
  }
}

TEST(ShuffleProof, AFlippedBitInEveryFieldOf52CardsIsRefused) {
  HonestTable table(11, 52);
  const Bytes honest = table.shuffle_proof().encode();
  for (std::size_t field = 0; field < honest.size() / 32; ++field)
    for (int i = 0; i < 4; ++i) {
      const std::size_t bit = 256 * field + table.rng.below(256);
      const auto proof = ShuffleProof::decode(flipped(honest, bit), 52);
      EXPECT_FALSE(proof && table.check_shuffle(table.statement(), *proof)) << "bit " << bit;
    }
}

TEST(ShuffleProof, ThreeShufflesInARowAreCheckedAtOnceAndTheWrongOneNamed) {
  HonestTable table(12, 6);
  std::vector<Deck> decks{plain_deck(table.faces)};
  std::vector<Equations> all;
  for (std::uint32_t seat = 0; seat < 3; ++seat) {
    const ShuffleWitness witness = draw_shuffle(6, table.rng);
    decks.push_back(shuffle(decks.back(), prepare_masks(table.joint, witness), witness));
    const ShuffleStatement statement{table.joint, decks[seat], decks[seat + 1]};
    const Bytes context = table.context(Purpose::shuffle, seat);
    ShuffleProof proof = prove_shuffle(statement, witness, context, table.rng);
    if (seat == 1) proof.z_h = proof.z_h + Scalar::from_u64(1);
    all.push_back(*shuffle_equations(statement, proof, context));
  }
  EXPECT_EQ(first_false(all, table.rng), 1u);
}

// ---- No card unmasked: a card that is passed on as it was

TEST(Attacks, A25_ACardMaskedWithZeroIsRefusedThoughItsProofIsRight) {
  for (std::size_t unmasked = 0; unmasked < 4; ++unmasked) {
    HonestTable table(13, 4);
    table.witness.masks[unmasked] = Scalar();
    table.out = shuffle(table.in, prepare_masks(table.joint, table.witness), table.witness);
    const ShuffleProof proof = table.shuffle_proof();
    second::Hearing hearing;
    EXPECT_TRUE(
        second::shuffle_holds(table.statement(), proof, table.context(Purpose::shuffle), hearing));
    EXPECT_FALSE(table.check_shuffle(table.statement(), proof));
  }
}

TEST(Attacks, A25_AnHonestShuffleHasNoPointInCommonWithItsInput) {
  HonestTable table(14, 52);
  std::vector<ByteArray<32>> seen;
  for (const Deck* deck : {&table.in, &table.out})
    for (const MaskedCard& card : *deck) {
      seen.push_back(card.A.encode());
      seen.push_back(card.B.encode());
    }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

// ---- The permutation stays hidden: a proof links no card to another

/// How many cards can be followed with what is published: out_j − P = in_i, or out_j + P = in_i, in
/// A or in B, for a point P of the proof or a multiple of G or X by one of its scalars.
std::size_t cards_followed(const ShuffleStatement& statement, const std::vector<Point>& published) {
  std::vector<ByteArray<32>> before;
  for (const MaskedCard& card : statement.in) {
    before.push_back(card.A.encode());
    before.push_back(card.B.encode());
  }
  const auto known = [&](const Point& p) { return std::ranges::count(before, p.encode()) > 0; };
  return static_cast<std::size_t>(std::ranges::count_if(statement.out, [&](const MaskedCard& card) {
    return std::ranges::any_of(published, [&](const Point& P) {
      return known(card.A - P) || known(card.A + P) || known(card.B - P) || known(card.B + P);
    });
  }));
}

TEST(Attacks, A7_NothingInAProofLinksACardToWhereItWas) {
  HonestTable table(15, 8);
  const ShuffleProof proof = table.shuffle_proof();
  std::vector<Point> published{proof.C, proof.D, proof.E_A, proof.E_B, proof.U, proof.V, proof.W};
  std::vector<Scalar> scalars{proof.Z, proof.z, proof.z_h};
  for (const auto& list : {proof.f, proof.g, proof.h})
    scalars.insert(scalars.end(), list.begin(), list.end());
  for (const Scalar& s : scalars) {
    published.push_back(mul_base(s));
    published.push_back(s * table.joint);
  }
  EXPECT_EQ(cards_followed(table.statement(), published), 0u);

  // The test sees a leak where there is one: a proof that publishes the masks' points.
  for (const Scalar& r : table.witness.masks.expose()) published.push_back(mul_base(r));
  EXPECT_EQ(cards_followed(table.statement(), published), 8u);
}

TEST(Attacks, A7_AllThatAProofSaysCanBeSaidWithoutTheWitness) {
  // The simulator knows no witness (there is none: the deck is swapped), yet all equations hold.
  HonestTable table(16, 5);
  std::swap(table.out[0].A, table.out[1].A);
  const second::Challenges challenges = coins(5, table.rng);
  const ShuffleProof simulated = simulate(table.statement(), challenges, table.rng);
  EXPECT_TRUE(second::shuffle_equations_hold(table.statement(), simulated, challenges));
  // That it is also distributed as a real one is counted in tests/exhaustive/shuffle_test.cc.
}

}  // namespace
}  // namespace fairdeal::crypto
