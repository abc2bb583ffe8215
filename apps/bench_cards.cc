#include "apps/bench_cards.h"

#include <functional>
#include <map>
#include <string>

#include "apps/stopwatch.h"
#include "base/check.h"
#include "crypto/dleq.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/system_rng.h"

namespace fairdeal::apps {
namespace {

using namespace crypto;

constexpr std::size_t kCards = 52;

/// A table in the middle of a hand: a shuffled deck, the next shuffle and this seat's shares of it.
struct Hand {
  SystemRng rng;
  Bytes place = context({}, Seat(0), Purpose::shuffle);
  Secret<Scalar> x{Scalar::random_nonzero(rng)};
  Point X = mul_base(x.reveal());
  Deck in, out;
  ShuffleWitness witness = draw_shuffle(kCards, rng);
  std::vector<Point> A, D;
  ShuffleProof shuffle_proof;
  PreparedShuffle prepared = prepare_shuffle(kCards, X, rng);
  std::map<std::size_t, DleqProof> unlock_proofs;
  KeyProof key_proof = prove_key(x, place, rng);

  Hand() {
    std::vector<Face> faces;
    for (std::uint32_t k = 0; k < kCards; ++k) faces.push_back(Face(k));
    in = shuffle(open_deck(faces), X, draw_shuffle(kCards, rng));
    out = shuffle(in, X, witness);
    for (const MaskedCard& card : out) {
      A.push_back(card.A);
      D.push_back(unlock_share(x.reveal(), card));
    }
    shuffle_proof = prove_shuffle(shuffled(), witness, place, rng);
  }
  ShuffleStatement shuffled() const { return {X, in, out}; }
  DleqStatement unlocked(std::size_t cards) const {
    return {X, std::span(A).first(cards), std::span(D).first(cards)};
  }
};

}  // namespace

nlohmann::json bench_cards(std::size_t runs) {
  CHECK(runs > 0);
  Hand hand;
  auto& rng = hand.rng;
  std::map<std::string, std::function<void()>> work{
      {"shuffle", [&] { hand.out = shuffle(hand.in, hand.X, hand.witness); }},
      {"shuffle_prove",
       [&] { hand.shuffle_proof = prove_shuffle(hand.shuffled(), hand.witness, hand.place, rng); }},
      {"shuffle_verify",
       [&] { CHECK(verify_shuffle(hand.shuffled(), hand.shuffle_proof, hand.place, rng)); }},
      {"shuffle_prepare", [&] { hand.prepared = prepare_shuffle(kCards, hand.X, rng); }},
      {"shuffle_prepared", [&] { shuffle(hand.in, hand.prepared.masks, hand.prepared.witness); }},
      {"key_prove", [&] { hand.key_proof = prove_key(hand.x, hand.place, rng); }},
      {"key_verify", [&] { CHECK(verify_key(hand.X, hand.key_proof, hand.place, rng)); }}};
  for (const std::size_t cards : {1u, 9u}) {
    const std::string suffix = "/" + std::to_string(cards);
    hand.unlock_proofs[cards] = prove_dleq(hand.unlocked(cards), hand.x, hand.place, rng);
    work["unlock_prove" + suffix] = [&, cards] {
      hand.unlock_proofs[cards] = prove_dleq(hand.unlocked(cards), hand.x, hand.place, rng);
    };
    work["unlock_verify" + suffix] = [&, cards] {
      CHECK(verify_dleq(hand.unlocked(cards), hand.unlock_proofs[cards], hand.place, rng));
    };
  }

  std::map<std::string, std::vector<double>> timings;
  std::vector<double> yardstick;
  for (std::size_t run = 0; run < runs; ++run)  // in turns, so that all meet the same weather
    for (const auto& [name, once] : work) {
      timings[name].push_back(microseconds_of(once));
      yardstick.push_back(yardstick_us());
    }

  nlohmann::json result{{"runs", runs},
                        {"yardstick_us", median(yardstick)},
                        {"bytes",
                         {{"shuffle_proof", hand.shuffle_proof.encode().size()},
                          {"unlock_proof", DleqProof::kBytes},
                          {"key_proof", KeyProof::kBytes}}}};
  // "unlock_prove/9" becomes {"unlock_prove": {"9": …}}.
  for (const auto& [name, values] : timings) {
    const auto slash = name.find('/');
    auto& place = result["microseconds"][name.substr(0, slash)];
    (slash == std::string::npos ? place : place[name.substr(slash + 1)]) = median(values);
  }
  return result;
}

}  // namespace fairdeal::apps
