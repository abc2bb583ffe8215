// A card under a fresh mask: every way to be wrong (docs/cards.md, 7).
#include "crypto/remask.h"

#include <gtest/gtest.h>

#include "tests/crypto/flipped.h"
#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

/// A table of which one card is masked anew, honestly.
struct OneCard : HonestTable {
  OneCard() : HonestTable(6), proved(remask_and_prove(out[0], joint, context, rng)) {}

  bool accepts(const MaskedCard& from, const MaskedCard& to, const DleqProof& proof) {
    return check(remask_equations({joint, from, to}, proof, context), rng).has_value();
  }

  const Bytes context = HonestTable::context(Purpose::shuffle);
  ProvedRemask proved;
};

TEST(Remask, KeepsTheFace) {
  OneCard table;
  EXPECT_TRUE(table.accepts(table.out[0], table.proved.card, table.proved.proof));
  Point M = table.proved.card.B;
  for (const auto& x : table.x) M = M - x.expose() * table.proved.card.A;
  Point old = table.out[0].B;
  for (const auto& x : table.x) old = old - x.expose() * table.out[0].A;
  EXPECT_EQ(M, old);
}

TEST(Remask, IsOfNoOtherCardKeyOrPlace) {
  OneCard table;
  const auto& [card, proof] = table.proved;
  EXPECT_FALSE(table.accepts(table.out[1], card, proof)) << "of another card";
  EXPECT_FALSE(table.accepts(table.out[0], table.out[1], proof)) << "to another card";
  EXPECT_FALSE(table.accepts(table.out[0], {card.A, card.B + Point::base()}, proof));
  EXPECT_FALSE(table.accepts(table.out[0], {card.A + Point::base(), card.B}, proof));
  EXPECT_FALSE(
      check(remask_equations({table.X[0], table.out[0], card}, proof, table.context), table.rng));
  for (const Bytes& other : {table.HonestTable::context(Purpose::shuffle, 1),
                             table.HonestTable::context(Purpose::decrypt), Bytes{}})
    EXPECT_FALSE(
        check(remask_equations({table.joint, table.out[0], card}, proof, other), table.rng));
}

/// With the mask that it had a card could be followed, and without a mask it would lie face up.
TEST(Remask, WithoutAFreshMaskIsRefusedWhateverTheProof) {
  OneCard table;
  const MaskedCard& in = table.out[0];
  const Secret<Scalar> zero;
  const std::array A{table.joint}, D{Point()};
  EXPECT_FALSE(table.accepts(in, in, prove_dleq({Point(), A, D}, zero, table.context, table.rng)));
  // With the card's own mask, taken off: A' = O, and B' is the card's point.
  const Secret minus(-table.witness.masks[0]);
  const Deck fresh = plain_deck(std::vector{Face(3)});
  const MaskedCard masked{minus.expose() * Point::base(),
                          fresh[0].B + minus.expose() * table.joint};
  const Secret back(table.witness.masks[0]);
  const std::array off{fresh[0].B - masked.B};
  EXPECT_FALSE(table.accepts(masked, fresh[0],
                             prove_dleq({-masked.A, A, off}, back, table.context, table.rng)));
}

/// Why a card that was dealt is not masked anew by a stranger (rules/grants.h): from the share of
/// the old card that seat 2 gave when it was dealt to seat 1, and the mask that it chose itself,
/// seat 0 makes seat 2's share of the new card, which is dealt to seat 2 and which nobody else may
/// read.
TEST(Remask, A46_WhoChoseTheMaskMakesTheSharesOfTheNewCardFromThoseOfTheOld) {
  HonestTable table(7);
  const Bytes context = table.context(Purpose::shuffle);
  PreparedShuffle prepared = prepare_shuffle(1, table.joint, table.rng);
  const Scalar r = prepared.witness.masks[0];
  const MaskedCard old = table.out[0];
  const auto made = remask_and_prove(std::move(prepared), old, table.joint, context);
  const Point given = table.x[2].expose() * old.A;  // public, since seat 1 was dealt the card
  EXPECT_EQ(given + r * table.X[2], table.x[2].expose() * made.card.A);
}

/// A copy for a second reader: seat 1, which is to see a card of seat 0, makes it under the sum of
/// their keys, once the other shares are public. So both can read it, each with the other's share,
/// and the third seat, which knows neither key, cannot.
TEST(Remask, ACopyIsUnderTheKeysOfItsTwoReaders) {
  HonestTable table(8);
  MaskedCard left = table.out[0];  // with the locks of seats 0 and 1 alone
  left.B = left.B - table.x[2].expose() * left.A;
  const Point keys = table.X[0] + table.X[1];
  const Bytes context = table.context(Purpose::shuffle, 1);
  const auto copy = remask_and_prove(left, keys, context, table.rng);
  EXPECT_TRUE(check(remask_equations({keys, left, copy.card}, copy.proof, context), table.rng));

  const auto share = [&](std::size_t seat) { return table.x[seat].expose() * copy.card.A; };
  const Point face = copy.card.B - share(0) - share(1);
  EXPECT_TRUE(face_of(face, 6));
  EXPECT_EQ(face, left.B - (table.x[0].expose() + table.x[1].expose()) * left.A);
  EXPECT_FALSE(face_of(copy.card.B - share(0), 6)) << "without the reader's own share";
  // Under the joint key it would be another statement.
  EXPECT_FALSE(
      check(remask_equations({table.joint, left, copy.card}, copy.proof, context), table.rng));
}

TEST(Remask, AnyFlippedBitIsRefused) {
  OneCard table;
  const auto honest = table.proved.proof.encode();
  for (std::size_t bit = 0; bit < 8 * honest.size(); bit += 3) {
    const auto proof = DleqProof::decode(flipped(honest, bit));
    EXPECT_FALSE(proof && table.accepts(table.out[0], table.proved.card, *proof)) << "bit " << bit;
  }
}

}  // namespace
}  // namespace fairdeal::crypto
