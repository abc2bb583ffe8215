#pragma once

#include <algorithm>
#include <chrono>
#include <sodium.h>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "base/encode.h"
#include "base/seeded_rng.h"
#include "crypto/shuffle_proof.h"

/// Code that the benchmarks share: how they measure, and a hand of cards.
namespace fairdeal::crypto {

using benchmark::State;

inline void sodium_product(const ByteArray<32>& k, const ByteArray<32>& P) {
  ByteArray<32> product;
  CHECK(crypto_scalarmult_ristretto255(uchars(product), uchars(k), uchars(P)) == 0);
  benchmark::DoNotOptimize(product);
}

/// Returns how many seconds a multiplication by libsodium takes, the best of many.
inline double multiplication() {
  SeededRng rng(1);
  const auto k = Scalar::random(rng).encode(), P = mul_base(Scalar::random(rng)).encode();
  double best = 1;
  for (int i = 0; i < 100; ++i) {
    const auto start = std::chrono::steady_clock::now();
    sodium_product(k, P);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

/// Runs `work` in each iteration and reports `relative`, the time of one thing. Each run of `work`
/// makes `things` of them.
template <class Work>
void run(State& state, const Work& work, double things = 1) {
  using benchmark::Counter;
  const double one = multiplication();
  for (auto _ : state) work();
  state.counters["relative"] =
      Counter(one * things, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

/// A table in the middle of a hand, after `shuffles` shuffles in a row. Decks are decoded, as they
/// are when they come from a peer.
struct Hand {
  explicit Hand(std::size_t cards, std::size_t shuffles) {
    std::vector<Face> faces;
    for (std::uint32_t k = 0; k < cards; ++k) faces.push_back(Face(k));
    witness = draw_shuffle(cards, rng);
    decks.push_back(received(shuffle(plain_deck(faces), prepare_masks(X, witness), witness)));
    for (std::size_t i = 0; i < shuffles; ++i) {
      witness = draw_shuffle(cards, rng);
      decks.push_back(received(shuffle(decks[i], prepare_masks(X, witness), witness)));
      proofs.push_back(prove_shuffle(statement(i), witness, {}, rng));
    }
    for (const MaskedCard& card : decks.back()) {
      A.push_back(card.A);
      D.push_back(*Point::decode((x.expose() * card.A).encode()));
    }
  }
  static Deck received(const Deck& sent) {
    Deck deck;
    for (const MaskedCard& card : sent) deck.push_back(*MaskedCard::decode(card.encode()));
    return deck;
  }
  ShuffleStatement statement(std::size_t i) const { return {X, decks[i], decks[i + 1]}; }

  SeededRng rng{7};
  Secret<Scalar> x{Scalar::random(rng)};
  Point X = *Point::decode(mul_base(x.expose()).encode());
  std::vector<Deck> decks;
  std::vector<ShuffleProof> proofs;
  ShuffleWitness witness;  // of the last shuffle
  std::vector<Point> A, D;
};

}  // namespace fairdeal::crypto
