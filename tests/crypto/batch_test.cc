#include "crypto/batch.h"

#include <set>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "crypto/encrypt.h"
#include "crypto/generators.h"
#include "crypto/vss.h"
#include "tests/crypto/chosen_rng.h"
#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

/// Proofs of all three kinds, and whether each is true: bit i of `lies` makes the i-th a false one.
std::vector<Equations> proofs(HonestTable& table, unsigned lies) {
  std::vector<Equations> all;
  const auto lie = [&] { return (lies >> all.size() & 1) != 0; };
  for (std::uint32_t seat = 0; seat < 3; ++seat) {
    KeyProof proof = table.key_proof(seat);
    if (lie()) proof.s = proof.s + Scalar::from_u64(1);
    all.push_back(*key_equations(table.X[seat], proof, table.context(Purpose::key, seat)));
  }
  for (std::uint32_t seat = 0; seat < 2; ++seat) {
    const auto A = table.locked();
    auto D = table.shares(seat);
    if (lie()) D[1] = D[0];
    const DleqStatement statement{table.X[seat], A, D};
    const DleqProof proof = table.decryption_proof(seat, A, D);
    all.push_back(*dleq_equations(statement, proof, table.context(Purpose::decrypt, seat)));
  }
  ShuffleProof proof = table.shuffle_proof();
  if (lie()) proof.z = proof.z + Scalar::from_u64(1);
  all.push_back(*shuffle_equations(table.statement(), proof, table.context(Purpose::shuffle)));
  return all;
}

TEST(Batch, AgreesWithEachProofByItselfForEverySetOfLies) {
  HonestTable table(1, 3);
  for (unsigned lies = 0; lies < 1u << 6; ++lies) {
    const auto all = proofs(table, lies);
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool holds = hold(std::span(&all[i], 1), table.rng);
      EXPECT_EQ(holds, (lies >> i & 1) == 0) << "lies " << lies << ", proof " << i;
      if (!holds && !first) first = i;
    }
    EXPECT_EQ(hold(all, table.rng), lies == 0) << lies;
    EXPECT_EQ(first_false(all, table.rng), first) << lies;
  }
}

// ---- Every field of every kind of proof

/// The parts of a claim that can be tampered with: its statement's and its proof's.
struct Fields {
  std::vector<Point*> points;
  std::vector<Scalar*> scalars;
};
void add(Fields& fields, std::vector<Point>& points) {
  for (Point& p : points) fields.points.push_back(&p);
}
void add(Fields& fields, std::vector<Scalar>& scalars) {
  for (Scalar& s : scalars) fields.scalars.push_back(&s);
}
void add(Fields& fields, Deck& deck) {
  for (MaskedCard& card : deck) fields.points.insert(fields.points.end(), {&card.A, &card.B});
}

struct KeyClaim {
  Point X;
  KeyProof proof;
  Bytes context;
  Fields fields() { return {{&X, &proof.R}, {&proof.s}}; }
  Result<Equations> equations() const { return key_equations(X, proof, context); }
};
struct EncryptionClaim {
  EncryptedScalar encrypted;
  Bytes context;
  Fields fields() { return {{&encrypted.E, &encrypted.known.R}, {&encrypted.known.s}}; }
  Result<Equations> equations() const { return encryption_equations(encrypted, context); }
};
struct SharesClaim {
  Point X;
  std::vector<Point> A, D;
  DleqProof proof;
  Bytes context;
  Fields fields() {
    Fields fields{{&X, &proof.R1, &proof.R2}, {&proof.s}};
    add(fields, A), add(fields, D);
    return fields;
  }
  Result<Equations> equations() const { return dleq_equations({X, A, D}, proof, context); }
};
struct ShuffleClaim {
  Point X;
  Deck in, out;
  ShuffleProof proof;
  Bytes context;
  Fields fields() {
    ShuffleProof& p = proof;
    Fields fields{{&X, &p.C, &p.D, &p.E_A, &p.E_B, &p.U, &p.V, &p.W}, {&p.Z, &p.z, &p.z_h}};
    add(fields, in), add(fields, out), add(fields, p.f), add(fields, p.g), add(fields, p.h);
    return fields;
  }
  Result<Equations> equations() const { return shuffle_equations({X, in, out}, proof, context); }
};
using Statement = std::variant<KeyClaim, EncryptionClaim, SharesClaim, ShuffleClaim>;

/// x·A of each A, proved.
SharesClaim shares(HonestTable& table, const Secret<Scalar>& x, std::vector<Point> A,
                   Purpose purpose) {
  SharesClaim claim{mul_base(x.expose()), std::move(A), {}, {}, table.context(purpose)};
  for (const Point& a : claim.A) claim.D.push_back(x.expose() * a);
  claim.proof = prove_dleq({claim.X, claim.A, claim.D}, x, claim.context, table.rng);
  return claim;
}

/// A true one of each kind that a match has: of a key, decryption shares, coin shares, shares in
/// place of an absent seat's, a complaint of an encrypted share, what is encrypted, a shuffle.
std::vector<Statement> true_claims(HonestTable& table) {
  const Bytes of_key = table.context(Purpose::key),
              of_encryption = table.context(Purpose::recover, 1);
  const Dealing dealing = deal_shares(table.x[0], 2, 3, table.rng);
  const Secret share(dealing.shares[1]);
  const EncryptedScalar encrypted = encrypt(share, table.X[2], of_encryption, table.rng);
  return {KeyClaim{table.X[0], table.key_proof(0), of_key},
          shares(table, table.x[0], table.locked(), Purpose::decrypt),
          shares(table, table.x[0], {coin_point(of_key), coin_point(of_encryption)}, Purpose::coin),
          shares(table, share, table.locked(), Purpose::recover),
          shares(table, table.x[2], {encrypted.E}, Purpose::recover),
          EncryptionClaim{encrypted, of_encryption},
          ShuffleClaim{table.joint, table.in, table.out, table.shuffle_proof(),
                       table.context(Purpose::shuffle)}};
}

TEST(Batch, AgreesWithEachProofByItselfWhateverFieldOfItIsTamperedWith) {
  HonestTable table(9, 3);
  const auto claims = true_claims(table);
  const auto equations = [](const Statement& c) {
    return std::visit([](const auto& claim) { return claim.equations(); }, c);
  };
  const auto verdict = [&](const Statement& c) { return check(equations(c), table.rng); };
  std::vector<Equations> honest;
  for (const Statement& c : claims) {
    EXPECT_TRUE(verdict(c));
    honest.push_back(*equations(c));
  }
  EXPECT_TRUE(hold(honest, table.rng));

  for (std::size_t i = 0; i < claims.size(); ++i) {
    Statement tampered = claims[i];
    const auto expect_refused = [&](const std::string& field) {
      SCOPED_TRACE("claim " + std::to_string(i) + ", " + field);
      const auto alone = verdict(tampered);
      ASSERT_FALSE(alone);
      auto all = honest;
      const auto left = equations(tampered);
      if (!left) {  // seen before there is anything to add up
        EXPECT_EQ(left.error(), alone.error());
        return;
      }
      all[i] = *left;
      EXPECT_FALSE(hold(all, table.rng));
      EXPECT_EQ(first_false(all, table.rng), i);
      all.front() = all.back() = *left;
      EXPECT_EQ(first_false(all, table.rng), 0u);
    };
    const Fields fields = std::visit([](auto& claim) { return claim.fields(); }, tampered);
    for (std::size_t k = 0; k < fields.points.size(); ++k) {
      const Point was = std::exchange(*fields.points[k], *fields.points[k] + pedersen_h());
      expect_refused("point " + std::to_string(k));
      *fields.points[k] = was;
    }
    for (std::size_t k = 0; k < fields.scalars.size(); ++k) {
      const Scalar was = std::exchange(*fields.scalars[k], -*fields.scalars[k]);
      expect_refused("scalar " + std::to_string(k));
      *fields.scalars[k] = was;
    }
    EXPECT_TRUE(verdict(tampered));
  }
}

TEST(Batch, OfNothingHolds) {
  SeededRng rng(2);
  EXPECT_TRUE(hold({}, rng));
  EXPECT_EQ(first_false({}, rng), std::nullopt);
}

/// k·P = O, false unless k = 0.
Equations claim(std::uint64_t k, const Point& P) {
  Equations equations;
  equations.begin();
  equations.add(Scalar::from_u64(k), P);
  return equations;
}

TEST(Batch, TwoErrorsThatCancelAreSeenBecauseOfTheWeights) {
  const std::vector cancelling{claim(5, pedersen_h()), claim(5, -pedersen_h())};
  ChosenRng equal_weights({1, 1});
  ASSERT_TRUE(hold(cancelling, equal_weights)) << "unweighted they do cancel";
  SeededRng rng(3);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(hold(cancelling, rng));
  EXPECT_EQ(first_false(cancelling, rng), 0u);

  Equations within_one_proof = claim(5, pedersen_h());
  within_one_proof.begin();
  within_one_proof.add(Scalar::from_u64(5), -pedersen_h());
  EXPECT_FALSE(hold(std::span(&within_one_proof, 1), rng));
}

TEST(Batch, CopiesOfAPointCountTogetherHoweverTheyWereMade) {
  SeededRng rng(8);
  const Point P = pedersen_g(3), same = *Point::decode(P.encode()),
              computed = P + pedersen_h() - pedersen_h();
  std::vector<Equations> true_ones, false_ones;
  for (const Point& copy : {P, same, computed}) {
    Equations equations = claim(7, copy);
    equations.add(-Scalar::from_u64(3), P);
    false_ones.push_back(equations);
    equations.add(-Scalar::from_u64(4), same);
    true_ones.push_back(std::move(equations));
  }
  EXPECT_TRUE(hold(true_ones, rng));
  EXPECT_FALSE(hold(false_ones, rng));
  true_ones.push_back(false_ones[2]);
  EXPECT_EQ(first_false(true_ones, rng), 3u);
  // Errors that cancel once copies are merged, but for their weights.
  EXPECT_FALSE(hold(std::array{claim(5, P), claim(5, -computed), claim(0, P)}, rng));
}

TEST(Batch, TheFixedGeneratorsAreWhatTheirNamesSay) {
  SeededRng rng(4);
  Equations equations;
  equations.begin();
  equations.add_base(Scalar::from_u64(2));
  equations.add_h(Scalar::from_u64(3));
  equations.add_g(0, Scalar::from_u64(4));
  equations.add_g(64, Scalar::from_u64(5));
  const Point sum = Scalar::from_u64(2) * Point::base() + Scalar::from_u64(3) * pedersen_h() +
                    Scalar::from_u64(4) * pedersen_g(0) + Scalar::from_u64(5) * pedersen_g(64);
  EXPECT_FALSE(hold(std::span(&equations, 1), rng));
  equations.add(-Scalar::from_u64(1), sum);
  EXPECT_TRUE(hold(std::span(&equations, 1), rng));
}

TEST(BatchDeathTest, AProofThatWasNeverFilledOrMovedFromDoesNotHoldOfItself) {
  SeededRng rng(5);
  EXPECT_DEATH(hold(std::array{Equations()}, rng), "CHECK");
  Equations equations = claim(0, Point::base());
  const Equations moved = std::move(equations);
  EXPECT_DEATH(hold(std::span(&equations, 1), rng), "CHECK");
  EXPECT_DEATH(Equations().add_base(Scalar()), "CHECK");
}

/// Notes how much is drawn, and of what size.
class CountingRng final : public Rng {
 public:
  void fill(std::span<std::byte> out) override {
    sizes.insert(out.size());
    ++draws;
    inner_.fill(out);
  }
  std::set<std::size_t> sizes;
  std::size_t draws = 0;

 private:
  SeededRng inner_{6};
};

TEST(Attacks, A10_EveryEquationOfABatchHasItsOwnWeightOf128Bits) {
  HonestTable table(7, 3);
  CountingRng counting;
  ASSERT_TRUE(hold(proofs(table, 0), counting));
  EXPECT_EQ(counting.draws, 3u * 1 + 2u * 2 + 4u);
  EXPECT_EQ(counting.sizes, std::set<std::size_t>{16});
}

TEST(Attacks, A10_AWeightOfATranscriptHas128BitsAndEachOccursHalfTheTime) {
  constexpr std::size_t kWeights = 4096;
  Transcript transcript("weights", {});
  std::array<std::size_t, 128> ones{};
  std::set<ByteArray<32>> distinct;
  for (const Scalar& w : transcript.weights("w", kWeights)) {
    const auto bytes = w.encode();
    distinct.insert(bytes);
    for (std::size_t bit = 0; bit < 256; ++bit) {
      const bool set = (bytes[bit / 8] >> (bit % 8) & std::byte{1}) != std::byte{0};
      if (bit < 128)
        ones[bit] += set;
      else
        ASSERT_FALSE(set);
    }
  }
  EXPECT_EQ(distinct.size(), kWeights);
  for (const std::size_t count : ones) EXPECT_NEAR(static_cast<double>(count), 2048, 6 * 32);
}

}  // namespace
}  // namespace fairdeal::crypto
