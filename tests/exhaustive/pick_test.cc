// Picks in a group of order 101 (tests/toy/group_toy.cc): every true statement of a few small
// shapes, and every lie of tests/crypto/picker.h, counted layer by layer.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/generators.h"
#include "crypto/some.h"
#include "tests/crypto/chosen_rng.h"
#include "tests/crypto/picker.h"

namespace fairdeal::crypto {
namespace {

using second::Layers;
using second::Picker;

constexpr std::uint64_t kOrder = FD_TOY_ORDER;
constexpr std::size_t kPickEquations = 4;

Bytes nth(std::uint64_t n) {
  Bytes out(8);
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::byte>(n >> (8 * i));
  return out;
}

/// Returns every list of n numbers below `end`.
std::vector<std::vector<std::uint32_t>> lists(std::size_t n, std::uint32_t end) {
  std::vector<std::vector<std::uint32_t>> all{{}};
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& list : all)
      for (std::uint32_t k = 0; k < end; ++k) {
        longer.push_back(list);
        longer.back().push_back(k);
      }
    all = std::move(longer);
  }
  return all;
}

bool holds_twice(const second::PickStatement& statement, const Result<Equations>& equations,
                 const PickProof& proof, const Bytes& context) {
  second::Hearing hearing;
  const bool by_second = second::pick_holds(statement, proof, context, hearing);
  EXPECT_EQ(each_holds(equations, kPickEquations), by_second);
  return by_second;
}

/// Counts proofs that should be accepted. One in 101 has the challenge zero, and is not.
struct Honest {
  std::size_t made = 0, accepted = 0;
  void expect() const {
    const double zero = static_cast<double>(made) / static_cast<double>(kOrder);
    EXPECT_GT(made, 100u);
    EXPECT_LE(static_cast<double>(made - accepted), zero + 6 * std::sqrt(zero));
  }
};

/// A card of the toy group whose A is O would be refused; over ristretto255 none ever is.
bool some_is_open(const Deck& cards) {
  return std::ranges::any_of(
      cards, [](const MaskedCard& card) { return card.A.is_identity() || card.B.is_identity(); });
}

TEST(EveryPick, APlacementOfEveryListOfFacesIsAccepted) {
  SeededRng rng(1);
  Honest honest;
  for (const auto& [n, faces] : {std::pair(1u, 1u), {1u, 5u}, {2u, 2u}, {2u, 4u}, {3u, 3u}}) {
    const Claim claim = second::each_in(n, faces);
    for (const auto& chosen : lists(n, faces))
      for (int round = 0; round < 5; ++round) {
        const Point X = mul_base(Scalar::random_nonzero(rng));
        const PlacedCards placed = place_cards(claim, X, second::numbers(chosen), rng);
        if (some_is_open(placed.cards)) continue;
        const PlaceStatement statement{claim, X, placed.cards};
        const PickProof proof =
            prove_place(statement, *claim.indices(second::numbers(chosen)), placed.masks, {}, rng);
        ++honest.made;
        honest.accepted +=
            holds_twice(second::pick(statement), place_equations(statement, proof, {}), proof, {});
      }
  }
  honest.expect();
}

/// A claim about three cells in a row: a ship of two cells, face 1, and one of one cell, face 2.
Claim row_of_ships() {
  return *Claim::of(Claim::Grounds(3, Face(0)),
                    {{{{0, Face(1)}, {1, Face(1)}}, {{1, Face(1)}, {2, Face(1)}}},
                     {{{0, Face(2)}}, {{1, Face(2)}}, {{2, Face(2)}}}});
}

/// Of every grid, by an honest prover where it is legal. For every other grid, the prover that says
/// each pair of indices gets through about as often as it may guess.
TEST(Attacks, A49_OfEveryGridOnlyTheLegalOnesAreProved) {
  SeededRng rng(2);
  const Claim claim = row_of_ships();
  Honest honest;
  std::size_t lies = 0, passed = 0;
  for (const auto& faces : lists(3, 3))
    for (int round = 0; round < 60; ++round) {
      const Scalar x = Scalar::random_nonzero(rng);
      Deck cards;
      for (const std::uint32_t k : faces) {
        const Scalar r = Scalar::random_nonzero(rng);
        cards.push_back({mul_base(r), card_point(Face(k)) + (r * x) * Point::base()});
      }
      const AmongStatement statement{claim, mul_base(x), cards};
      if (auto indices = claim.indices(second::numbers(faces))) {
        const PickProof proof = prove_among(statement, *std::move(indices), Secret(x), {}, rng);
        ++honest.made;
        honest.accepted +=
            holds_twice(second::pick(statement), among_equations(statement, proof, {}), proof, {});
      } else {
        for (const auto& said : lists(2, 2)) {
          const Picker picker{second::bits(said, claim.bits()), [&](const auto&) { return x; },
                              true};
          const PickProof proof = picker.prove(second::pick(statement), {}, rng);
          ++lies;
          passed += each_holds(among_equations(statement, proof, {}), kPickEquations);
        }
      }
    }
  honest.expect();
  const double most = static_cast<double>(lies) * static_cast<double>(claim.bits() + 1) /
                      static_cast<double>(kOrder);
  EXPECT_LE(static_cast<double>(passed), most + 6 * std::sqrt(most));
  EXPECT_GT(passed, 0u);
  std::printf("grids: %zu of %zu lies pass, at most %.0f expected\n", passed, lies, most);
}

TEST(EveryPick, ACutAndAnInsertionAtEveryPlaceIsAccepted) {
  SeededRng rng(3);
  Honest honest;
  for (const OrderKind kind : {OrderKind::cut, OrderKind::insert})
    for (std::uint32_t n = 2; n <= 5; ++n)
      for (std::uint32_t at = 0; at < n; ++at)
        for (int round = 0; round < 20; ++round) {
          const Point X = mul_base(Scalar::random_nonzero(rng));
          Deck in;
          for (std::uint32_t k = 0; k < n; ++k) {
            const Scalar r = Scalar::random_nonzero(rng);
            in.push_back({mul_base(r), card_point(Face(k)) + r * X});
          }
          const auto made = order_and_prove(kind, in, Secret<std::uint32_t>(at), X, {}, rng);
          if (some_card_not_masked(in, made.deck)) continue;
          const OrderStatement statement{kind, X, in, made.deck};
          ++honest.made;
          honest.accepted += holds_twice(
              second::pick(statement), order_equations(statement, made.proof, {}), made.proof, {});
        }
  honest.expect();
}

/// How often each lie passes, and how often it may: max(2, m) + 1 in 101.
class Rates {
 public:
  void count(const std::string& lie, bool accepted) {
    ++tried_[lie];
    passed_[lie] += accepted;
  }
  void expect_at_most(const std::string& what, std::size_t m) const {
    std::size_t total = 0;
    for (const auto& [lie, tried] : tried_) {
      const double most = static_cast<double>(tried) *
                          static_cast<double>(std::max<std::size_t>(2, m) + 1) /
                          static_cast<double>(kOrder);
      const double passed = static_cast<double>(passed_.at(lie));
      EXPECT_LE(passed, most + 6 * std::sqrt(most)) << what << ", " << lie;
      std::printf("%s: %s: %.0f of %zu pass, at most %.0f expected\n", what.c_str(), lie.c_str(),
                  passed, tried, most);
      total += passed_.at(lie);
    }
    EXPECT_GT(total, 0u)
        << "over so small a group some lie must get through, or none was told well";
  }

 private:
  std::map<std::string, std::size_t> tried_, passed_;
};

constexpr std::uint64_t kRounds = 1500;

TEST(Attacks, A38_A39_A40_ALieAboutAPlacementPassesAsOftenAsItMay) {
  SeededRng rng(4);
  for (const std::uint32_t faces : {2u, 4u}) {
    const Claim claim = second::each_in(2, faces);
    Rates rates;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const Point X = mul_base(Scalar::random_nonzero(rng));
      for (auto& lie : second::place_lies(2, faces, X, rng)) {
        if (some_is_open(lie.cards)) continue;
        lie.picker.bend = true;
        const PlaceStatement statement{claim, X, lie.cards};
        const PickProof proof = lie.picker.prove(second::pick(statement), nth(round), rng);
        rates.count(lie.name,
                    each_holds(place_equations(statement, proof, nth(round)), kPickEquations));
      }
    }
    rates.expect_at_most("place from " + std::to_string(faces), claim.bits());
  }
}

TEST(Attacks, A47_ALieAboutACutOrAnInsertionPassesAsOftenAsItMay) {
  SeededRng rng(5);
  for (const OrderKind kind : {OrderKind::cut, OrderKind::insert})
    for (const std::uint32_t n : {3u, 4u}) {
      Rates rates;
      for (std::uint64_t round = 0; round < kRounds; ++round) {
        const Point X = mul_base(Scalar::random_nonzero(rng));
        Deck in;
        for (std::uint32_t k = 0; k < n; ++k) {
          const Scalar r = Scalar::random_nonzero(rng);
          in.push_back({mul_base(r), card_point(Face(k)) + r * X});
        }
        for (auto& lie : second::order_lies(kind, in, 1, X, rng)) {
          if (some_card_not_masked(in, lie.cards)) continue;
          lie.picker.bend = true;
          const OrderStatement statement{kind, X, in, lie.cards};
          const PickProof proof = lie.picker.prove(second::pick(statement), nth(round), rng);
          rates.count(lie.name,
                      each_holds(order_equations(statement, proof, nth(round)), kPickEquations));
        }
      }
      rates.expect_at_most(
          (kind == OrderKind::cut ? "cut of " : "insertion in ") + std::to_string(n),
          order_bits(n));
    }
}

/// Returns the square sum of how far counts are from equal ones.
double distance_from_flat(const std::vector<double>& counts) {
  double total = 0, flat = 0;
  for (const double count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  for (const double count : counts) flat += (count - expected) * (count - expected) / expected;
  return flat;
}

/// Whatever the index is, no field of a proof favours a value, and no two of its scalars
/// depend on each other. (The sums are hidden by the Diffie-Hellman problem, which
/// is easy here.)
TEST(EveryPick, NothingCountedInAProofDependsOnTheIndex) {
  constexpr std::size_t kProofs = 10'000, kBuckets = 10;
  constexpr std::size_t kScalars = 4;  // the last fields of a proof
  const Claim claim = second::each_in(1, 2);
  for (const std::uint32_t index : {0u, 1u}) {
    SeededRng rng(11);
    const Point X = mul_base(Scalar::random_nonzero(rng));
    const PlacedCards placed =
        place_cards(claim, X, second::numbers(std::vector<std::uint32_t>{index}), rng);
    const PlaceStatement statement{claim, X, placed.cards};
    std::vector<std::vector<std::size_t>> rows;
    while (rows.size() < kProofs) {
      const PickProof proof = prove_place(
          statement, second::numbers(std::vector<std::uint32_t>{index}), placed.masks, {}, rng);
      const Bytes bytes = proof.encode();
      std::vector<std::size_t> row;
      for (std::size_t i = 0; i < bytes.size(); i += 32)
        row.push_back(std::to_integer<std::size_t>(bytes[i]));
      rows.push_back(row);
    }
    const std::size_t fields = rows[0].size();
    for (std::size_t a = 0; a < fields; ++a) {
      std::vector<double> values(kOrder, 0);
      for (const auto& row : rows) ++values[row[a]];
      EXPECT_LT(distance_from_flat(values), 100 + 6 * std::sqrt(200)) << "field " << a;
      for (std::size_t b = fields - kScalars; b < a; ++b) {
        std::vector<double> pairs(kBuckets * kBuckets, 0);
        for (const auto& row : rows)
          if (row[a] < 100 && row[b] < 100) ++pairs[row[a] / 10 * kBuckets + row[b] / 10];
        EXPECT_LT(distance_from_flat(pairs), 100 + 6 * std::sqrt(200)) << a << " and " << b;
      }
    }
  }
}

// ---- What each layer is good for: without it, some lie always passes

/// Returns how many of `rounds` proofs of a lie a verifier with these layers accepts, as one that
/// leaves out nothing would refuse nearly all.
std::size_t accepted_with(Layers layers, const std::string& name, std::uint64_t rounds,
                          std::uint64_t seed) {
  SeededRng rng(seed);
  const Claim claim = second::each_in(2, 2);
  std::size_t accepted = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Point X = mul_base(Scalar::random_nonzero(rng));
    for (auto& lie : second::place_lies(2, 2, X, rng)) {
      if (lie.name != name) continue;
      const auto statement = second::pick(PlaceStatement{claim, X, lie.cards});
      const PickProof proof = lie.picker.prove(statement, nth(round), rng, layers);
      second::Hearing hearing;
      accepted += second::pick_holds(statement, proof, nth(round), hearing, layers);
    }
  }
  return accepted;
}

TEST(Attacks, A40_WithoutEquationTwoAnIndexThatIsNonePasses) {
  for (const char* lie : {"half of two faces, with half a bit", "two faces, with a bit of 2",
                          "a face taken off, with a bit of -1"}) {
    EXPECT_GT(accepted_with({.bits = false}, lie, 300, 6), 280u) << lie;  // but for y = 0
    EXPECT_LT(accepted_with({}, lie, 300, 6), 30u) << lie;
  }
}

TEST(Attacks, A39_WithoutWeightsErrorsThatCancelPass) {
  const char* lie = "two errors that cancel";
  EXPECT_GT(accepted_with({.weights = Layers::all_one}, lie, 300, 7), 280u);
  EXPECT_LT(accepted_with({}, lie, 300, 7), 30u);
}

/// With the weights known before the commitment, a prover searches indices that make the false sum
/// fit: of 2^4 for four cards, in a group of 101, one fits often.
TEST(Attacks, A39_WeightsDrawnBeforeTheCommitmentLetASearchedPairThrough) {
  SeededRng rng(8);
  const Claim claim = second::each_in(6, 2);
  const Point difference = card_point(Face(1)) - card_point(Face(0));
  std::size_t before = 0, after = 0;
  constexpr std::size_t kTries = 300;
  for (std::uint64_t round = 0; round < kTries; ++round) {
    const Point X = mul_base(Scalar::random_nonzero(rng));
    std::vector<Scalar> masks;
    Deck cards;
    for (std::size_t j = 0; j < 6; ++j) {
      masks.push_back(Scalar::random_nonzero(rng));
      cards.push_back({mul_base(masks[j]), card_point(Face(0)) + masks[j] * X});
    }
    cards[0].B = cards[0].B + card_point(Face(9));  // no face of the list
    const auto statement = second::pick(PlaceStatement{claim, X, cards});
    Picker picker{second::bits(std::vector<std::uint32_t>(6, 0), 1), second::sum_of(masks)};
    picker.search = [&](const std::vector<Scalar>& w) {
      for (const auto& indices : lists(6, 2)) {
        Scalar sum;
        for (std::size_t j = 0; j < 6; ++j) sum = sum + Scalar::from_u64(indices[j]) * w[j];
        if (sum * difference == w[0] * card_point(Face(9))) return second::bits(indices, 1);
      }
      return second::bits(std::vector<std::uint32_t>(6, 0), 1);
    };
    second::Hearing hearing;
    const Layers early{.weights = Layers::before_commit};
    before += second::pick_holds(statement, picker.prove(statement, nth(round), rng, early),
                                 nth(round), hearing, early);
    after += second::pick_holds(statement, picker.prove(statement, nth(round), rng), nth(round),
                                hearing);
  }
  std::printf("weights before the commitment: %zu of %zu pass, after it: %zu\n", before, kTries,
              after);
  EXPECT_GT(before, kTries / 4);
  EXPECT_LT(after, kTries / 10);
}

/// Without the condition that a claim about placed cards has no grounds, a card that is none always
/// passes: tests/crypto/claim_test.cc has the same over ristretto255.
TEST(Attacks, A49_WithoutTheConditionOfGroundsACardThatIsNonePasses) {
  SeededRng rng(9);
  const Claim claim = *Claim::of(Claim::Grounds(1, Face(0)), {{{{0, Face(1)}}, {{0, Face(2)}}},
                                                              {{{0, Face(1)}}, {{0, Face(2)}}}});
  const Point M0 = card_point(Face(0));
  std::size_t accepted = 0;
  for (std::uint64_t round = 0; round < 300; ++round) {
    const Point X = mul_base(Scalar::random_nonzero(rng));
    const Scalar r = Scalar::random_nonzero(rng);
    const Deck cards{{mul_base(r), card_point(Face(1)) + card_point(Face(2)) - M0 - M0 + r * X}};
    const PlaceStatement statement{claim, X, cards};
    const Picker picker{second::bits({0, 1}, 1), second::sum_of({r})};
    const PickProof proof = picker.prove(second::pick(statement), nth(round), rng);
    second::Hearing hearing;
    accepted += second::pick_holds(second::pick(statement), proof, nth(round), hearing);
    EXPECT_FALSE(place_equations(statement, proof, nth(round)));
  }
  EXPECT_GT(accepted, 280u);
}

/// A hand's copy with a card twice, or another card: the shuffle proof refuses it as often as it
/// refuses any lie (at most n + 1 of 101), and then the claim hardly ever helps.
TEST(Attacks, A45_ACopyThatIsNotTheHandPassesAsOftenAsItMay) {
  SeededRng rng(10);
  const Claim claim = second::each_in(2, 2);
  std::size_t tried = 0, passed = 0;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const Scalar x = Scalar::random_nonzero(rng);
    const Point X = mul_base(x);
    Deck cards, copy;
    for (const std::uint32_t k : {0u, 5u, 6u}) {
      const Scalar r = Scalar::random_nonzero(rng);
      cards.push_back({mul_base(r), card_point(Face(k)) + r * X});
    }
    const ShuffleWitness witness{Permutation::of(std::array{0u, 1u, 2u}), draw_masks(3, rng)};
    copy = shuffle(cards, prepare_masks(X, witness), witness);
    const Scalar r = Scalar::random_nonzero(rng);
    copy[1] = {cards[0].A + mul_base(r), cards[0].B + r * X};  // card 0 twice
    if (some_card_not_masked(cards, copy)) continue;
    SomeProof proof{copy, prove_shuffle({X, cards, copy}, witness, nth(round), rng), {}};
    proof.claim =
        prove_among({claim, X, {copy[0], copy[1]}},
                    second::numbers(std::vector<std::uint32_t>{0, 0}), Secret(x), nth(round), rng);
    ++tried;
    passed += each_holds(some_equations({claim, X, cards}, proof, nth(round)), 8);
  }
  const double most = static_cast<double>(4 * tried) / static_cast<double>(kOrder);
  EXPECT_LE(static_cast<double>(passed), most + 6 * std::sqrt(most));
  std::printf("some: a card twice: %zu of %zu pass, at most %.0f expected\n", passed, tried, most);
}

}  // namespace
}  // namespace fairdeal::crypto
