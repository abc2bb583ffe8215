// Known answers for the proofs of docs/decks.md, provers included
// (tests/vectors/deck-algebra.json).
#include "tests/crypto/deck_algebra.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/among.h"
#include "crypto/curve/msm.h"
#include "crypto/order.h"
#include "crypto/place.h"
#include "crypto/rekey.h"
#include "crypto/some.h"
#include "tests/crypto/flipped.h"

namespace fairdeal::crypto {
namespace {

const nlohmann::json& list(const std::string& name) {
  return vector_file("deck-algebra.json").at(name);
}

std::string hex(const Point& p) { return to_hex(p.encode()); }

/// Compares a proof that was made with that of the file; then checks the file's own, and that each
/// listed bit of it counts. `accepts` decodes and checks a proof.
template <class Accepts>
void expect_known(const nlohmann::json& v, const Bytes& made, bool holds, Accepts&& accepts) {
  const Bytes proof = proof_in(v);
  EXPECT_EQ(to_hex(made), to_hex(proof));
  EXPECT_EQ(proof.size(), v.at("proof_bytes").get<std::size_t>());
  EXPECT_EQ(accepts(proof), holds);
  for (const std::size_t bit : v.at("refused_bits")) EXPECT_FALSE(accepts(flipped(proof, bit)));
}

TEST(DeckAlgebra, ClaimsAreEncodedAndTheBadOnesRefused) {
  ASSERT_EQ(list("claims").size(), 8u);
  for (const auto& v : list("claims")) {
    const auto claim = claim_in(v);
    ASSERT_EQ(claim.has_value(), v.at("well_formed").get<bool>()) << v.dump();
    if (!claim) continue;
    EXPECT_EQ(claim->bits(), v.at("m").get<std::size_t>());
    EXPECT_EQ(to_hex(claim->encode()), v.at("encoding").get<std::string>());
    EXPECT_EQ(to_hex(sha512({claim->encode()})), v.at("encoding_sha512").get<std::string>());
  }
}

TEST(DeckAlgebra, PlacedCards) {
  ASSERT_EQ(list("place").size(), 3u);
  for (const auto& v : list("place")) {
    SCOPED_TRACE(v.at("what").get<std::string>());
    const Claim claim = *claim_in(v.at("claim"));
    EXPECT_EQ(to_hex(sha512({claim.encode()})),
              v.at("claim").at("encoding_sha512").get<std::string>());
    SeedRng rng(v);
    const Bytes context = context_in(v);
    const Point X = mul_base(Scalar::random(rng));
    EXPECT_EQ(hex(X), v.at("joint_key").get<std::string>());

    const auto faces = numbers_in(v.at("faces"));
    const PlacedCards placed = place_cards(claim, X, faces, rng);
    EXPECT_EQ(placed.cards, deck_in(v.at("cards")));
    auto indices = claim.indices(faces);
    ASSERT_TRUE(indices);
    EXPECT_TRUE(std::ranges::equal(indices->expose(), numbers_in(v.at("index")).expose()));
    const PlaceStatement statement{claim, X, placed.cards};
    const PickProof made = prove_place(statement, *std::move(indices), placed.masks, context, rng);

    SeededRng weights(1);
    expect_known(v, made.encode(), true, [&](const Bytes& bytes) {
      const auto proof = PickProof::decode(bytes, claim.choices().size(), claim.bits());
      return proof && check(place_equations(statement, *proof, context), weights);
    });
  }
}

TEST(DeckAlgebra, ClaimsAboutHiddenCards) {
  ASSERT_EQ(list("among").size(), 6u);
  for (const auto& v : list("among")) {
    const bool holds = v.at("true");
    SCOPED_TRACE(v.at("what").get<std::string>() + (holds ? ", true" : ", false"));
    const Claim claim = *claim_in(v.at("claim"));
    SeedRng rng(v);
    const Bytes context = context_in(v);
    std::vector<Secret<Scalar>> x;
    for (const std::string key : v.at("keys")) {
      x.emplace_back(Scalar::random(rng));
      EXPECT_EQ(hex(mul_base(x.back().expose())), key);
    }
    for (std::size_t j = 0; j < claim.cards(); ++j) (void)Scalar::random(rng);  // the cards' masks

    Deck cards = deck_in(v.at("cards"));
    const auto& shares = v.at("shares_of_seats_1_and_2");
    for (std::size_t j = 0; j < cards.size(); ++j) {
      for (std::size_t seat = 1; seat < 3; ++seat) {
        const Point share = x[seat].expose() * cards[j].A;
        EXPECT_EQ(hex(share), shares.at(j).at(seat - 1).get<std::string>());
        cards[j].B = cards[j].B - share;
      }
      EXPECT_EQ(hex(cards[j].B), v.at("residual_B").at(j).get<std::string>());
    }
    EXPECT_EQ(claim.indices(numbers_in(v.at("faces"))).has_value(), holds);
    const AmongStatement statement{claim, mul_base(x[0].expose()), cards};
    const PickProof made = prove_among(statement, numbers_in(v.at("index")), x[0], context, rng);

    SeededRng weights(1);
    expect_known(v, made.encode(), holds, [&](const Bytes& bytes) {
      const auto proof = PickProof::decode(bytes, claim.choices().size(), claim.bits());
      return proof && check(among_equations(statement, *proof, context), weights);
    });
  }
}

TEST(DeckAlgebra, PacksInAChosenOrder) {
  ASSERT_EQ(list("pack").size(), 2u);
  for (const auto& v : list("pack")) {
    SeedRng rng(v);
    const Bytes context = context_in(v);
    const Point X = mul_base(Scalar::random(rng));
    EXPECT_EQ(hex(X), v.at("joint_key").get<std::string>());
    std::vector<Face> pack;
    for (const std::uint32_t face : v.at("pack")) pack.push_back(Face(face));
    const auto placed = place_pack(pack, numbers_in(v.at("order")), X, context, rng);
    EXPECT_EQ(placed.deck, deck_in(v.at("out")));

    SeededRng weights(1);
    expect_known(v, placed.proof.encode(), true, [&](const Bytes& bytes) {
      const auto proof = ShuffleProof::decode(bytes, pack.size());
      return proof && check(pack_equations(pack, X, placed.deck, *proof, context), weights);
    });
  }
}

TEST(DeckAlgebra, CutsAndInsertions) {
  ASSERT_EQ(list("order").size(), 6u);
  for (const auto& v : list("order")) {
    SCOPED_TRACE(v.at("kind").get<std::string>() + " of " + v.at("n").dump());
    const OrderKind kind = v.at("kind") == "cut" ? OrderKind::cut : OrderKind::insert;
    const Secret<std::uint32_t> at(v.at("at").get<std::uint32_t>());
    SeedRng rng(v);
    const Bytes context = context_in(v);
    const Point X = mul_base(Scalar::random(rng));
    EXPECT_EQ(hex(X), v.at("joint_key").get<std::string>());
    const Deck in = deck_in(v.at("in"));
    for (std::size_t j = 0; j < in.size(); ++j) (void)Scalar::random(rng);  // the cards' masks
    EXPECT_TRUE(std::ranges::equal(order_at(kind, in.size(), at).order().expose(),
                                   numbers_in(v.at("order")).expose()));
    const ProvedOrder made = order_and_prove(kind, in, at, X, context, rng);
    EXPECT_EQ(made.deck, deck_in(v.at("out")));

    SeededRng weights(1);
    const auto accepts = [&](const Deck& out, const Bytes& bytes) {
      const auto proof = PickProof::decode(bytes, 1, order_bits(in.size()));
      return proof && check(order_equations({kind, X, in, out}, *proof, context), weights);
    };
    expect_known(v, made.proof.encode(), true,
                 [&](const Bytes& bytes) { return accepts(made.deck, bytes); });
    for (const auto& lie : v.at("false"))
      EXPECT_FALSE(accepts(deck_in(lie.at("out")), proof_in(lie)));
  }
}

TEST(DeckAlgebra, ClaimsAboutSomeOfTheCards) {
  ASSERT_EQ(list("some").size(), 2u);
  for (const auto& v : list("some")) {
    const Claim claim = *claim_in(v.at("claim"));
    SeedRng rng(v);
    const Bytes context = context_in(v);
    const Secret x(Scalar::random(rng));
    EXPECT_EQ(hex(mul_base(x.expose())), v.at("key").get<std::string>());
    const Deck cards = deck_in(v.at("cards"));
    for (std::size_t j = 0; j < cards.size(); ++j) (void)Scalar::random(rng);  // the cards' masks
    const AmongStatement statement{claim, mul_base(x.expose()), cards};
    const SomeProof made = prove_some(
        statement, {numbers_in(v.at("perm")), numbers_in(v.at("index"))}, x, context, rng);

    SeededRng weights(1);
    expect_known(v, made.encode(), true, [&](const Bytes& bytes) {
      const auto proof = SomeProof::decode(bytes, cards.size(), claim);
      return proof && check(some_equations(statement, *proof, context), weights);
    });
  }
}

TEST(DeckAlgebra, CardsUnderANewKey) {
  ASSERT_EQ(list("rekey").size(), 2u);
  for (const auto& v : list("rekey")) {
    SeedRng rng(v);
    const Bytes context = context_in(v);
    const Secret y(Scalar::random(rng));
    const Point Y = mul_base(y.expose()), X = mul_base(Scalar::random(rng));
    EXPECT_EQ(hex(Y), v.at("key").get<std::string>());
    EXPECT_EQ(hex(X), v.at("joint_key").get<std::string>());
    const Deck in = deck_in(v.at("in"));
    for (std::size_t j = 0; j < in.size(); ++j) (void)Scalar::random(rng);  // the old masks
    const Rekeyed made = rekey_and_prove(in, y, X, context, rng);
    EXPECT_EQ(made.deck, deck_in(v.at("out")));
    EXPECT_EQ(to_hex(made.proof.encode()), v.at("proof").get<std::string>());
    SeededRng weights(1);
    EXPECT_TRUE(check(rekey_equations({Y, X, in, made.deck}, made.proof, context), weights));
  }
}

}  // namespace
}  // namespace fairdeal::crypto
