#include "crypto/deck.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

TEST(Deck, EveryCardOpensToItsFaceWhenEverybodyDecryptsIt) {
  HonestTable table(1, 52, 4);
  std::vector<std::uint32_t> found;
  for (const MaskedCard& card : table.out) {
    std::vector<Point> shares;
    for (const auto& x : table.x) shares.push_back(x.expose() * card.A);
    const auto face = face_of(decrypted(card, shares), 52);
    ASSERT_TRUE(face);
    found.push_back(face->value);
  }
  std::ranges::sort(found);
  for (std::uint32_t k = 0; k < 52; ++k) EXPECT_EQ(found[k], k);  // each in one place
}

TEST(Deck, AllSharesButOneOpenNothing) {
  HonestTable table(2, 5, 3);
  for (const MaskedCard& card : table.out)
    for (std::size_t missing = 0; missing < 3; ++missing) {
      std::vector<Point> shares;
      for (std::size_t i = 0; i < 3; ++i)
        if (i != missing) shares.push_back(table.x[i].expose() * card.A);
      EXPECT_FALSE(face_of(decrypted(card, shares), 5));
    }
}

TEST(Deck, LocksCommute) {
  HonestTable table(3, 4, 2);
  const ShuffleWitness a = draw_shuffle(4, table.rng), b = draw_shuffle(4, table.rng);
  const MaskedCard card = table.in[0];
  const auto masked = [&](const MaskedCard& c, const Scalar& r) {
    return MaskedCard{c.A + mul_base(r), c.B + r * table.joint};
  };
  EXPECT_EQ(masked(masked(card, a.masks[0]), b.masks[0]),
            masked(masked(card, b.masks[0]), a.masks[0]));
}

TEST(Deck, AFaceUpCardIsReadWithoutShares) {
  const Deck deck = plain_deck(std::array{Face(7), Face(0), Face(1023)});
  EXPECT_EQ(face_of(decrypted(deck[0], {}), 8), Face(7));
  EXPECT_EQ(face_of(decrypted(deck[1], {}), 8), Face(0));
  EXPECT_EQ(face_of(decrypted(deck[2], {}), kGeneratorsMax), Face(1023));
  EXPECT_FALSE(face_of(decrypted(deck[0], {}), 7)) << "of another deck, it is no card";
}

TEST(Deck, ACardIsReadBackAsItWasWritten) {
  HonestTable table(4);
  for (const MaskedCard& card : table.out) EXPECT_EQ(MaskedCard::decode(card.encode()), card);
  const MaskedCard face_up = plain_deck(table.faces)[2];
  EXPECT_EQ(MaskedCard::decode(face_up.encode()), face_up);
}

}  // namespace
}  // namespace fairdeal::crypto
