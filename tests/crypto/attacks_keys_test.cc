// Keys, shares and cards (docs/attacks.md): whose key, whose share, which card.
#include <gtest/gtest.h>

#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

TEST(Attacks, A11_ARogueKeyCannotBeProved) {
  // X* = s·G − Σ X_j would make the joint key the attacker's own: it knows s, not X*'s logarithm.
  HonestTable table(1);
  const Secret s(Scalar::random(table.rng));
  const Point rogue = mul_base(s.expose()) - table.X[0] - table.X[1];
  EXPECT_EQ(*joint_key(std::array{table.X[0], table.X[1], rogue}), mul_base(s.expose()));
  EXPECT_FALSE(table.check_key(2, rogue, prove_key(s, table.context(Purpose::key, 2), table.rng)));
  // Nor do the honest seats' proofs add up to one of it.
  const KeyProof a = table.key_proof(0), b = table.key_proof(1);
  EXPECT_FALSE(table.check_key(2, rogue, {-(a.R + b.R), s.expose() - a.s - b.s}));
}

TEST(Attacks, A11_AProofOfPossessionIsWorthNothingElsewhere) {
  HonestTable table(2);
  const KeyProof proof = table.key_proof(0);
  ASSERT_TRUE(table.check_key(0, table.X[0], proof));
  EXPECT_FALSE(table.check_key(1, table.X[0], proof)) << "copied by another seat";
  HonestTable elsewhere(2);
  elsewhere.place.step = table.place.step.next();
  EXPECT_FALSE(elsewhere.check_key(0, table.X[0], proof)) << "at another step";
  elsewhere.place = table.place;
  elsewhere.place.table.bytes[5] ^= std::byte{1};
  EXPECT_FALSE(elsewhere.check_key(0, table.X[0], proof)) << "at another table";
}

/// Seat 0's card, as far as the others decrypted it, and what it may claim of it.
struct Showdown {
  HonestTable table{3, 52};
  std::array<Point, 1> A{table.out[0].A};
  Point partial =
      table.out[0].B - table.x[1].expose() * table.out[0].A - table.x[2].expose() * table.out[0].A;
  Point share = table.x[0].expose() * table.out[0].A;

  bool accepted(const Point& claimed, const DleqProof& proof) {
    return table.check_decryption(0, A, std::array{claimed}, proof).has_value();
  }
  bool accepted(const Point& claimed) {
    return accepted(claimed, table.decryption_proof(0, A, std::array{claimed}));
  }
};

TEST(Attacks, A20_ALosingSeatCannotClaimAnyOtherCard) {
  Showdown showdown;
  const auto held = face_of(showdown.partial - showdown.share, 52);
  ASSERT_TRUE(held && showdown.accepted(showdown.share));
  for (std::uint32_t k = 0; k < 52; ++k) {
    if (Face(k) == *held) continue;
    const Point claimed = showdown.partial - card_point(Face(k));  // opens to k, if believed
    ASSERT_EQ(face_of(showdown.partial - claimed, 52), Face(k));
    EXPECT_FALSE(showdown.accepted(claimed)) << k;
  }
}

TEST(Attacks, A21_AShareThatIsNotMadeWithItsSeatsKeyIsRefused) {
  Showdown showdown;
  auto& table = showdown.table;
  EXPECT_FALSE(showdown.accepted(mul_base(Scalar::random(table.rng)))) << "a random share";
  EXPECT_FALSE(showdown.accepted(table.x[0].expose() * table.out[1].A)) << "another card's share";
  const std::array other_card{table.out[1].A};
  const std::array its_share{table.x[0].expose() * table.out[1].A};
  const DleqProof of_other_card = table.decryption_proof(0, other_card, its_share);
  EXPECT_FALSE(showdown.accepted(its_share[0], of_other_card)) << "with that card's proof";

  const std::array by_other_seat{table.x[1].expose() * table.out[0].A};
  EXPECT_FALSE(showdown.accepted(by_other_seat[0])) << "another seat's share";
  const DleqProof of_other_seat = table.decryption_proof(1, showdown.A, by_other_seat);
  ASSERT_TRUE(table.check_decryption(1, showdown.A, by_other_seat, of_other_seat));
  EXPECT_FALSE(showdown.accepted(by_other_seat[0], of_other_seat)) << "with that seat's proof";
}

TEST(Attacks, A21_AShareBelievedWithoutProofOpensNoCard) {
  // The proofs keep out errors that would be seen too late, when nobody could be named.
  Showdown showdown;
  for (const Point& wrong : {Point(), Point::base(), showdown.share + Point::base()})
    EXPECT_FALSE(face_of(showdown.partial - wrong, 52));
}

TEST(Attacks, A22_NoSymbolDistinguishesThePointsOfAnEncryptedDeck) {
  // The leak of card games over residues was a homomorphism to ±1 (the Legendre symbol), which a
  // lock leaves alone. Here every point is twice another, so any such map is 1 on all of them: the
  // order of the group is an odd prime.
  HonestTable table(4, 52);
  const Scalar half = Scalar::from_u64(2).inverse();
  for (const Deck& deck : {plain_deck(table.faces), table.out})
    for (const MaskedCard& card : deck)
      for (const Point& point : {card.A, card.B}) {
        const Point root = half * point;
        EXPECT_EQ(root + root, point);
      }
}

TEST(Attacks, A26_AfterAnyShufflesEveryCardIsInExactlyOnePlace) {
  HonestTable table(5, 20, 3);
  Deck deck = plain_deck(table.faces);
  for (int round = 0; round < 4; ++round) {
    const ShuffleWitness witness = draw_shuffle(20, table.rng);
    deck = shuffle(deck, prepare_masks(table.joint, witness), witness);
    std::vector<int> places(20, 0);
    for (const MaskedCard& card : deck) {
      std::vector<Point> shares;
      for (const auto& x : table.x) shares.push_back(x.expose() * card.A);
      const auto face = face_of(decrypted(card, shares), 20);
      ASSERT_TRUE(face);
      ++places[face->value];
    }
    EXPECT_EQ(places, std::vector<int>(20, 1));
  }
}

}  // namespace
}  // namespace fairdeal::crypto
