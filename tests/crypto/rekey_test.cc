// Cards of one key laid out under another: every way to be wrong (docs/decks.md).
#include "crypto/rekey.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/curve/msm.h"
#include "tests/crypto/flipped.h"

namespace fairdeal::crypto {
namespace {

struct Collection {
  Collection() {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Scalar r = Scalar::random_nonzero(rng);
      in.push_back({mul_base(r), card_point(Face(k)) + r * Y});
    }
    made = rekey_and_prove(in, y, X, here, rng);
  }
  bool accepts(const RekeyStatement& statement, const RekeyProof& proof) {
    return check(rekey_equations(statement, proof, here), rng).has_value();
  }

  SeededRng rng{1};
  Bytes here = to_bytes("here");
  Secret<Scalar> y{Scalar::random_nonzero(rng)}, x{Scalar::random_nonzero(rng)};
  Point Y = mul_base(y.expose()), X = mul_base(x.expose());
  Deck in;
  Rekeyed made;
};

TEST(Rekey, KeepsTheFacesAndChangesTheLock) {
  Collection mine;
  EXPECT_TRUE(mine.accepts({mine.Y, mine.X, mine.in, mine.made.deck}, mine.made.proof));
  for (std::uint32_t k = 0; k < 3; ++k) {
    const MaskedCard& card = mine.made.deck[k];
    EXPECT_EQ(face_of(card.B - mine.x.expose() * card.A, 5), Face(k));
  }
}

TEST(Rekey, IsOfNoOtherKeysCardsOrPlace) {
  Collection mine;
  const auto& [out, proof] = mine.made;
  const Point G = Point::base();
  EXPECT_FALSE(mine.accepts({mine.Y + G, mine.X, mine.in, out}, proof));
  EXPECT_FALSE(mine.accepts({mine.Y, mine.X + G, mine.in, out}, proof));
  EXPECT_FALSE(mine.accepts({mine.X, mine.Y, mine.in, out}, proof));
  for (const bool of_out : {false, true})
    for (std::size_t j = 0; j < 3; ++j)
      for (Point MaskedCard::*side : {&MaskedCard::A, &MaskedCard::B}) {
        Deck in = mine.in, changed = out;
        MaskedCard& card = of_out ? changed[j] : in[j];
        card.*side = card.*side + G;
        EXPECT_FALSE(mine.accepts({mine.Y, mine.X, in, changed}, proof));
      }
  Deck swapped = out;
  std::swap(swapped[0], swapped[1]);
  EXPECT_FALSE(mine.accepts({mine.Y, mine.X, mine.in, swapped}, proof));
  EXPECT_FALSE(check(rekey_equations({mine.Y, mine.X, mine.in, out}, proof, {}), mine.rng));
}

TEST(Rekey, OtherNumbersOfCardsAndOpenOnesAreRefused) {
  Collection mine;
  Deck fewer = mine.made.deck, open = mine.made.deck;
  fewer.pop_back();
  open[0].A = Point();
  EXPECT_FALSE(rekey_equations({mine.Y, mine.X, mine.in, fewer}, mine.made.proof, mine.here));
  EXPECT_FALSE(rekey_equations({mine.Y, mine.X, mine.in, open}, mine.made.proof, mine.here));
  EXPECT_FALSE(rekey_equations({mine.Y, mine.X, {}, {}}, mine.made.proof, mine.here));
}

/// Two errors that cancel without weights.
TEST(Rekey, ErrorsOfTwoCardsDoNotCancel) {
  Collection mine;
  Deck off = mine.made.deck;
  off[0].B = off[0].B + card_point(Face(4));
  off[1].B = off[1].B - card_point(Face(4));
  EXPECT_FALSE(mine.accepts({mine.Y, mine.X, mine.in, off}, mine.made.proof));
}

TEST(Rekey, AnyFlippedBitIsRefused) {
  Collection mine;
  const auto honest = mine.made.proof.encode();
  for (std::size_t bit = 0; bit < 8 * honest.size(); ++bit) {
    const auto proof = RekeyProof::decode(flipped(honest, bit));
    EXPECT_FALSE(proof && mine.accepts({mine.Y, mine.X, mine.in, mine.made.deck}, *proof)) << bit;
  }
}

}  // namespace
}  // namespace fairdeal::crypto
