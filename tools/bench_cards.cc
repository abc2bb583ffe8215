#include "tools/bench_cards.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>

#include "base/check.h"
#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/order.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/system_rng.h"
#include "tools/bench_picks.h"
#include "ui/home/stopwatch.h"

namespace fairdeal::tools {
namespace {

using namespace crypto;

constexpr std::size_t kCards = 52, kManyCards = 8 * kCards;

Deck received(const Deck& sent) {
  Bytes bytes;
  for (const MaskedCard& card : sent) std::ranges::copy(card.encode(), std::back_inserter(bytes));
  return *MaskedCard::decode_all(bytes);
}

/// A table in the middle of a hand: a shuffled deck, as received from the network, and the next
/// shuffle of it.
struct Hand {
  SystemRng rng;
  Bytes place = context({}, Seat(0), Purpose::shuffle);
  Secret<Scalar> x{Scalar::random_nonzero(rng)};
  Point X = *Point::decode(mul_base(x.expose()).encode());
  Deck in, out, out_received;
  ShuffleWitness witness;
  ShuffleProof proof;

  explicit Hand(std::size_t cards) : witness(draw_shuffle(cards, rng)) {
    std::vector<Face> faces;
    for (std::uint32_t k = 0; k < cards; ++k) faces.push_back(Face(k));
    const ShuffleWitness first = draw_shuffle(cards, rng);
    in = received(shuffle(plain_deck(faces), prepare_masks(X, first), first));
    out = shuffle(in, prepare_masks(X, witness), witness);
    out_received = received(out);
    prove();
  }
  void prove() { proof = prove_shuffle({X, in, out}, witness, place, rng); }
  void verify() { CHECK(check(shuffle_equations({X, in, out_received}, proof, place), rng)); }
};

void add_shuffles(Pieces& pieces, Hand& hand, Hand& many) {
  const auto prepared =
      std::make_shared<PreparedShuffle>(prepare_shuffle(kCards, hand.X, hand.rng));
  pieces["shuffle"].once = [&] {
    shuffle(hand.in, prepare_masks(hand.X, hand.witness), hand.witness);
  };
  pieces["shuffle_prepare"].once = [&, prepared] {
    *prepared = prepare_shuffle(kCards, hand.X, hand.rng);
  };
  pieces["shuffle_prepared"].once = [&, prepared] {
    shuffle(hand.in, prepared->masks, prepared->witness);
  };
  pieces["shuffle_prove"].once = [&] { hand.prove(); };
  pieces["shuffle_verify"].once = [&] { hand.verify(); };
  pieces["shuffle_prove_416"].once = [&] { many.prove(); };
  pieces["shuffle_verify_416"].once = [&] { many.verify(); };
}

/// Adds the verification of nine shuffles in a row, whose proofs are settled together.
void add_row_of_shuffles(Pieces& pieces) {
  struct Row {
    Hand hand{kCards};
    std::vector<Deck> decks{hand.in};
    std::vector<ShuffleProof> proofs;
  };
  constexpr std::size_t kShuffles = 9;
  const auto row = std::make_shared<Row>();
  auto& [hand, decks, proofs] = *row;
  for (std::size_t i = 0; i < kShuffles; ++i) {
    const ShuffleWitness witness = draw_shuffle(kCards, hand.rng);
    decks.push_back(received(shuffle(decks[i], prepare_masks(hand.X, witness), witness)));
    proofs.push_back(
        prove_shuffle({hand.X, decks[i], decks[i + 1]}, witness, hand.place, hand.rng));
  }
  pieces["shuffle_verify_each_of_9"] = {
      [row] {
        std::vector<Equations> all;
        for (std::size_t i = 0; i < kShuffles; ++i)
          all.push_back(*shuffle_equations({row->hand.X, row->decks[i], row->decks[i + 1]},
                                           row->proofs[i], row->hand.place));
        CHECK(hold(all, row->hand.rng));
      },
      kShuffles};
}

void add_keys(Pieces& pieces, Hand& hand) {
  const auto proof = std::make_shared<KeyProof>();
  pieces["key_prove"].once = [&, proof] { *proof = prove_key(hand.x, hand.place, hand.rng); };
  pieces["key_prove"].once();
  pieces["key_verify"].once = [&, proof] {
    CHECK(check(key_equations(hand.X, *proof, hand.place), hand.rng));
  };
}

/// Adds the proof of one seat's decryption shares of `cards` cards, and its verification.
void add_decryptions(Pieces& pieces, Hand& hand, std::size_t cards) {
  struct Shares {
    std::vector<Point> A, D;
    DleqProof proof;
  };
  const auto shares = std::make_shared<Shares>();
  for (std::size_t i = 0; i < cards; ++i) {
    const MaskedCard& card = hand.out_received[i];
    shares->A.push_back(card.A);
    shares->D.push_back(*Point::decode((hand.x.expose() * card.A).encode()));
  }
  const std::string suffix = "/" + std::to_string(cards);
  pieces["unlock_prove" + suffix].once = [&, shares] {
    shares->proof = prove_dleq({hand.X, shares->A, shares->D}, hand.x, hand.place, hand.rng);
  };
  pieces["unlock_prove" + suffix].once();
  pieces["unlock_verify" + suffix].once = [&, shares] {
    CHECK(
        check(dleq_equations({hand.X, shares->A, shares->D}, shares->proof, hand.place), hand.rng));
  };
}

/// Adds the sum Σ k·P over `points` points, in variable time.
void add_sum(Pieces& pieces, const std::string& name, std::size_t points, double things) {
  struct Terms {
    std::vector<Scalar> scalars;
    std::vector<Point> points;
  };
  const auto terms = std::make_shared<Terms>();
  SystemRng rng;
  for (std::size_t i = 0; i < points; ++i) {
    terms->scalars.push_back(Scalar::random(rng));
    terms->points.push_back(mul_base(terms->scalars.back()));
  }
  pieces[name] = {[terms] { msm_vartime(terms->scalars, terms->points); }, things};
}

}  // namespace

nlohmann::json bench_cards(std::size_t runs) {
  CHECK(runs > 0);
  Hand hand(kCards), many(kManyCards);
  Pieces pieces;
  add_shuffles(pieces, hand, many);
  add_row_of_shuffles(pieces);
  add_keys(pieces, hand);
  for (const std::size_t cards : {1u, 9u}) add_decryptions(pieces, hand, cards);
  add_sum(pieces, "double_base", 2, 1);
  for (const std::size_t points : {300u, 10000u})
    add_sum(pieces, "sum_each_point/" + std::to_string(points), points,
            static_cast<double>(points));
  add_picks(pieces);

  std::map<std::string, std::vector<double>> timings;
  std::vector<double> yardstick;
  for (std::size_t run = 0; run < runs; ++run)  // in turns, so that all run under the same load
    for (const auto& [name, piece] : pieces) {
      timings[name].push_back(home::microseconds_of(piece.once) / piece.things);
      yardstick.push_back(home::yardstick_us());
    }

  const double multiplication = home::median(yardstick);
  nlohmann::json result{{"runs", runs},
                        {"yardstick_us", multiplication},
                        {"bytes",
                         {{"shuffle_proof", ShuffleProof::bytes(kCards)},
                          {"unlock_proof", DleqProof::kBytes},
                          {"cut_proof", PickProof::bytes(1, order_bits(kCards))},
                          {"key_proof", KeyProof::kBytes}}}};
  // "unlock_prove/9" becomes {"unlock_prove": {"9": …}}.
  const auto put = [](nlohmann::json& figures, const std::string& name, double figure) {
    const auto slash = name.find('/');
    auto& place = figures[name.substr(0, slash)];
    (slash == std::string::npos ? place : place[name.substr(slash + 1)]) = figure;
  };
  for (const auto& [name, values] : timings) {
    put(result["microseconds"], name, home::median(values));
    put(result["relative"], name, home::median(values) / multiplication);
  }
  return result;
}

}  // namespace fairdeal::tools
