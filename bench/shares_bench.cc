// Measures what it costs to stand in for a seat that is gone: shares of keys and their encryption,
// coins, recovery shares.
#include <array>

#include "bench/hand.h"
#include "crypto/dleq.h"
#include "crypto/encrypt.h"
#include "crypto/generators.h"
#include "crypto/vss.h"

namespace fairdeal::crypto {
namespace {

/// A dealer's shares of its key, any 3 of 4 of which suffice, and one of them encrypted and decoded
/// again.
struct Dealt {
  Hand hand{52, 1};
  Secret<Scalar> y{Scalar::random(hand.rng)};
  Point Y = *Point::decode(mul_base(y.expose()).encode());
  Dealing dealing = deal_shares(hand.x, 3, 4, hand.rng);
  Secret<Scalar> share{dealing.shares[1]};
  EncryptedScalar encrypted = *EncryptedScalar::decode(encrypt(share, Y, {}, hand.rng).encode());

  /// Returns recovery shares of the first `n` cards.
  std::vector<Point> shares(std::size_t n) const {
    std::vector<Point> D;
    for (std::size_t i = 0; i < n; ++i) D.push_back(share.expose() * hand.A[i]);
    return D;
  }
};

void shares_deal(State& state) {
  Dealt dealt;
  run(state, [&] { benchmark::DoNotOptimize(deal_shares(dealt.hand.x, 3, 4, dealt.hand.rng)); });
}
BENCHMARK(shares_deal);

void share_verify(State& state) {
  const Dealt dealt;
  run(state, [&] { CHECK(share_fits(dealt.dealing.commitments, Seat(1), dealt.share)); });
}
BENCHMARK(share_verify);

void share_encrypt(State& state) {
  Dealt dealt;
  run(state, [&] { benchmark::DoNotOptimize(encrypt(dealt.share, dealt.Y, {}, dealt.hand.rng)); });
}
BENCHMARK(share_encrypt);

void share_encrypt_verify(State& state) {
  Dealt dealt;
  run(state, [&] { CHECK(check(encryption_equations(dealt.encrypted, {}), dealt.hand.rng)); });
}
BENCHMARK(share_encrypt_verify);

void share_open(State& state) {
  const Dealt dealt;
  run(state, [&] {
    const Secret<Point> K(dealt.y.expose() * dealt.encrypted.E);
    CHECK(decrypt(dealt.encrypted, dealt.Y, K, {}));
  });
}
BENCHMARK(share_open);

/// Makes one seat's share of a coin with its proof, deriving the coin's point too.
void coin_prove(State& state) {
  Hand hand(2, 1);
  run(state, [&] {
    const std::array A{coin_point({})}, D{hand.x.expose() * A[0]};
    benchmark::DoNotOptimize(prove_dleq({hand.X, A, D}, hand.x, {}, hand.rng));
  });
}
BENCHMARK(coin_prove);

void coin_verify(State& state) {
  Hand hand(2, 1);
  const std::array A{coin_point({})}, D{hand.x.expose() * A[0]};
  const DleqProof proof = prove_dleq({hand.X, A, D}, hand.x, {}, hand.rng);
  const std::array received{*Point::decode(D[0].encode())};
  run(state, [&] { CHECK(check(dleq_equations({hand.X, A, received}, proof, {}), hand.rng)); });
}
BENCHMARK(coin_verify);

/// Makes a helper's recovery shares in place of an absent seat's shares, with their proof.
void recovery_prove(State& state) {
  Dealt dealt;
  const auto n = static_cast<std::size_t>(state.range());
  const auto A = std::span(dealt.hand.A).first(n);
  run(state, [&] {
    const Point public_key = public_share(dealt.dealing.commitments, Seat(1));
    const auto D = dealt.shares(n);
    benchmark::DoNotOptimize(prove_dleq({public_key, A, D}, dealt.share, {}, dealt.hand.rng));
  });
}
BENCHMARK(recovery_prove)->Arg(1)->Arg(9);

void recovery_verify(State& state) {
  Dealt dealt;
  const auto n = static_cast<std::size_t>(state.range());
  const auto A = std::span(dealt.hand.A).first(n);
  auto D = dealt.shares(n);
  keep_encodings(D);
  const Point X = mul_base(dealt.share.expose());
  const DleqProof proof = prove_dleq({X, A, D}, dealt.share, {}, dealt.hand.rng);
  run(state, [&] {
    const Point public_key = public_share(dealt.dealing.commitments, Seat(1));
    CHECK(check(dleq_equations({public_key, A, D}, proof, {}), dealt.hand.rng));
  });
}
BENCHMARK(recovery_verify)->Arg(1)->Arg(9);

void recovery_combine(State& state) {
  const Dealt dealt;
  const std::array helpers{Seat(1), Seat(2), Seat(3)};
  std::vector<Point> shares;
  for (const Seat seat : helpers)
    shares.push_back(dealt.dealing.shares[seat.value] * dealt.hand.A[0]);
  run(state, [&] { benchmark::DoNotOptimize(combine_shares(helpers, shares)); });
}
BENCHMARK(recovery_combine);

}  // namespace
}  // namespace fairdeal::crypto
