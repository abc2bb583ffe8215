// Measures the arithmetic and the card protocol, one operation a line. `relative` is the time
// divided by that of a scalar multiplication by libsodium, measured just before, so that figures of
// different machines can be compared.
//
//   build/release/cards_bench [--benchmark_filter=regex] [--benchmark_format=json]
#include "bench/hand.h"
#include "crypto/curve/ed25519.h"
#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/hash.h"
#include "crypto/schnorr.h"
#include "crypto/sign.h"

namespace fairdeal::crypto {
namespace {

struct Terms {
  explicit Terms(std::size_t n) {
    SeededRng rng(n);
    for (std::size_t i = 0; i < n; ++i) {
      scalars.push_back(Scalar::random(rng));
      points.push_back(mul_base(scalars.back()));
    }
  }
  std::vector<Scalar> scalars;
  std::vector<Point> points;
};

void sodium_multiplication(State& state) {
  const Terms t(1);
  const auto k = t.scalars[0].encode(), P = t.points[0].encode();
  run(state, [&] { sodium_product(k, P); });
}
BENCHMARK(sodium_multiplication);

void scalar_product(State& state) {
  Terms t(2);
  run(state, [&] { benchmark::DoNotOptimize(t.scalars[0] = t.scalars[0] * t.scalars[1]); });
}
BENCHMARK(scalar_product);

void addition(State& state) {
  Terms t(2);
  run(state, [&] { benchmark::DoNotOptimize(t.points[0] = t.points[0] + t.points[1]); });
}
BENCHMARK(addition);

void encode(State& state) {
  const Terms t(1);
  run(state, [&] { benchmark::DoNotOptimize(t.points[0].encode()); });
}
BENCHMARK(encode);

void encode_each_of_104(State& state) {
  const Terms t(104);
  run(
      state, [&] { benchmark::DoNotOptimize(encode_all(t.points)); }, 104);
}
BENCHMARK(encode_each_of_104);

void decode(State& state) {
  const auto bytes = Terms(1).points[0].encode();
  run(state, [&] { benchmark::DoNotOptimize(Point::decode(bytes)); });
}
BENCHMARK(decode);

void base_product(State& state) {
  const Terms t(1);
  run(state, [&] { benchmark::DoNotOptimize(mul_base(t.scalars[0])); });
}
BENCHMARK(base_product);

void product(State& state) {
  const Terms t(1);
  run(state, [&] { benchmark::DoNotOptimize(t.scalars[0] * t.points[0]); });
}
BENCHMARK(product);

void double_base_vartime(State& state) {
  const Terms t(2);
  run(state, [&] { benchmark::DoNotOptimize(msm_vartime(t.scalars, t.points)); });
}
BENCHMARK(double_base_vartime);

void msm_vartime_each_point(State& state) {
  const Terms t(static_cast<std::size_t>(state.range()));
  run(
      state, [&] { benchmark::DoNotOptimize(msm_vartime(t.scalars, t.points)); },
      static_cast<double>(t.points.size()));
}
BENCHMARK(msm_vartime_each_point)->Arg(8)->Arg(64)->Arg(300)->Arg(1000)->Arg(10000);

void msm_each_point(State& state) {
  const Terms t(static_cast<std::size_t>(state.range()));
  run(
      state, [&] { benchmark::DoNotOptimize(msm(t.scalars, t.points)); },
      static_cast<double>(t.points.size()));
}
BENCHMARK(msm_each_point)->Arg(8)->Arg(64)->Arg(300);

/// A signed message as long as a vote.
struct Vote {
  SeededRng rng{1};
  SigningKey key = SigningKey::generate(rng);
  Bytes body = Bytes(140);
  Signature signature = key.sign("vote", body);
};

void signature_verify_libsodium(State& state) {
  const Vote v;
  const auto& [bytes] = v.key.sign({}, v.body);
  const Bytes message = Writer().frame(kVersion).raw(v.body).bytes();
  run(state, [&] {
    CHECK(crypto_sign_verify_detached(uchars(bytes), uchars(message), message.size(),
                                      uchars(v.key.public_key().bytes)) == 0);
  });
}
BENCHMARK(signature_verify_libsodium);

void signature_verify_once(State& state) {
  const Vote v;
  run(state, [&] { CHECK(verify(v.key.public_key(), "vote", v.body, v.signature)); });
}
BENCHMARK(signature_verify_once);

void signature_verify_by_table(State& state) {
  const Vote v;
  const VerifyKey key(v.key.public_key());
  run(state, [&] { CHECK(key.verify("vote", v.body, v.signature)); });
}
BENCHMARK(signature_verify_by_table);

void signature_table(State& state) {
  const Vote v;
  run(state, [&] {
    benchmark::DoNotOptimize(Ed25519Key(v.key.public_key().bytes, Ed25519Key::Use::often));
  });
}
BENCHMARK(signature_table);

void signature_make(State& state) {
  const Vote v;
  run(state, [&] { benchmark::DoNotOptimize(v.key.sign("vote", v.body)); });
}
BENCHMARK(signature_make);

void sha512_of_200_bytes(State& state) {
  const Bytes message(200);
  run(state, [&] { benchmark::DoNotOptimize(sha512({message})); });
}
BENCHMARK(sha512_of_200_bytes);

void shuffle_cards(State& state) {
  const Hand hand(static_cast<std::size_t>(state.range()), 1);
  run(state, [&] {
    benchmark::DoNotOptimize(
        shuffle(hand.decks[0], prepare_masks(hand.X, hand.witness), hand.witness));
  });
}
BENCHMARK(shuffle_cards)->Arg(52)->Arg(416);

void shuffle_prepared_cards(State& state) {
  const Hand hand(static_cast<std::size_t>(state.range()), 1);
  const auto masks = prepare_masks(hand.X, hand.witness);
  run(state, [&] { benchmark::DoNotOptimize(shuffle(hand.decks[0], masks, hand.witness)); });
}
BENCHMARK(shuffle_prepared_cards)->Arg(52)->Arg(416);

void shuffle_prove(State& state) {
  Hand hand(static_cast<std::size_t>(state.range()), 1);
  run(state, [&] {
    benchmark::DoNotOptimize(prove_shuffle(hand.statement(0), hand.witness, {}, hand.rng));
  });
}
BENCHMARK(shuffle_prove)->Arg(52)->Arg(416);

void shuffle_verify(State& state) {
  Hand hand(static_cast<std::size_t>(state.range()), 1);
  run(state,
      [&] { CHECK(check(shuffle_equations(hand.statement(0), hand.proofs[0], {}), hand.rng)); });
}
BENCHMARK(shuffle_verify)->Arg(52)->Arg(416);

void shuffle_verify_each_of_9_in_a_row(State& state) {
  Hand hand(52, 9);
  run(
      state,
      [&] {
        std::vector<Equations> all;
        for (std::size_t i = 0; i < 9; ++i)
          all.push_back(*shuffle_equations(hand.statement(i), hand.proofs[i], {}));
        CHECK(hold(all, hand.rng));
      },
      9);
}
BENCHMARK(shuffle_verify_each_of_9_in_a_row);

void decrypt_prove(State& state) {
  Hand hand(52, 1);
  const auto n = static_cast<std::size_t>(state.range());
  const DleqStatement statement{hand.X, std::span(hand.A).first(n), std::span(hand.D).first(n)};
  run(state, [&] { benchmark::DoNotOptimize(prove_dleq(statement, hand.x, {}, hand.rng)); });
}
BENCHMARK(decrypt_prove)->Arg(1)->Arg(9);

void decrypt_verify(State& state) {
  Hand hand(52, 1);
  const auto n = static_cast<std::size_t>(state.range());
  const DleqStatement statement{hand.X, std::span(hand.A).first(n), std::span(hand.D).first(n)};
  const DleqProof proof = prove_dleq(statement, hand.x, {}, hand.rng);
  const DleqProof received = *DleqProof::decode(proof.encode());
  run(state, [&] { CHECK(check(dleq_equations(statement, received, {}), hand.rng)); });
}
BENCHMARK(decrypt_verify)->Arg(1)->Arg(9);

void key_prove(State& state) {
  Hand hand(2, 1);
  run(state, [&] { benchmark::DoNotOptimize(prove_key(hand.x, {}, hand.rng)); });
}
BENCHMARK(key_prove);

void key_verify(State& state) {
  Hand hand(2, 1);
  const KeyProof proof = *KeyProof::decode(prove_key(hand.x, {}, hand.rng).encode());
  run(state, [&] { CHECK(check(key_equations(hand.X, proof, {}), hand.rng)); });
}
BENCHMARK(key_verify);

}  // namespace
}  // namespace fairdeal::crypto

BENCHMARK_MAIN();
