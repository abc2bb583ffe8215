// The verdicts of crypto/ed25519 against libsodium's, which shares no line with it: for every kind
// of input that verifiers are known to differ on, and for mixtures of them. 5,000, or a fourth of
// FD_CASES.
#include "crypto/curve/ed25519.h"

#include <algorithm>
#include <array>
#include <sodium.h>
#include <vector>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/crypto/flipped.h"
#include "tests/crypto/vector_file.h"
#include "tests/run_size.h"

namespace fairdeal::crypto {
namespace {

const int kForged = static_cast<int>(sizes::number_in("FD_CASES", 20'000) / 4);

using Raw = ByteArray<32>;

bool libsodium_says(const Raw& key, ByteSpan message, ByteSpan signature) {
  return crypto_sign_verify_detached(uchars(signature), uchars(message), message.size(),
                                     uchars(key)) == 0;
}

/// A key made ready in both ways.
struct Ours {
  explicit Ours(const Raw& of) : key(of), once(of, Use::once), often(of, Use::often) {}
  /// Returns the verdict of both, which must be libsodium's.
  bool verdict(ByteSpan message, ByteSpan signature) const {
    const bool theirs = libsodium_says(key, message, signature);
    for (const Ed25519Key* ours : {&once, &often})
      EXPECT_EQ(ours->verify_vartime(message, signature), theirs)
          << "key " << to_hex(key) << " message " << to_hex(message) << " signature "
          << to_hex(signature);
    return theirs;
  }

  using Use = Ed25519Key::Use;
  Raw key;
  Ed25519Key once, often;
};

/// The curve itself, by libsodium, which also adds points that are not in the prime-order group.
Raw sum(const Raw& P, const Raw& Q) {
  Raw out;
  EXPECT_EQ(crypto_core_ed25519_add(uchars(out), uchars(P), uchars(Q)), 0);
  return out;
}
Raw times_base(const Raw& k) {
  Raw out{};
  out[0] = std::byte{1};  // libsodium will not make O
  if (k == Raw{}) return out;
  EXPECT_EQ(crypto_scalarmult_ed25519_base_noclamp(uchars(out), uchars(k)), 0);
  return out;
}

/// The 8 points whose order divides 8.
const std::vector<Raw>& small_orders() {
  static const std::vector<Raw> points = [] {
    const Raw P =
        unhex<32>("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");  // order 8
    std::vector<Raw> multiples{times_base({})};
    while (multiples.size() < 8) multiples.push_back(sum(multiples.back(), P));
    return multiples;
  }();
  return points;
}

/// p + k for k below 19, with and without the sign: y below 2^255 that are not below p, of which
/// some are on the curve; and "−0", where x is 0 and said to be odd.
std::vector<Raw> non_canonical() {
  std::vector<Raw> out;
  for (int k = 0; k < 19; ++k)
    for (const std::byte sign : {std::byte{0}, std::byte{0x80}}) {
      Raw y;
      y.fill(std::byte{0xff});
      y[0] = static_cast<std::byte>(0xed + k);
      y[31] = std::byte{0x7f} | sign;
      out.push_back(y);
    }
  for (const std::size_t of_order : {0u, 4u})  // y = 1 and y = −1
    out.push_back(flipped(small_orders()[of_order], 255));
  return out;
}

/// Knows its keys' logarithms, and so makes equations true that nobody honest makes.
class Forger {
 public:
  explicit Forger(std::uint64_t seed) : rng_(seed) {}

  /// a·B and perhaps a point of small order; or a key that nobody may have.
  Raw new_key() {
    a_ = scalar();
    key_ = sum(times_base(a_), small_orders()[torsion()]);
    if (rng_.below(16) == 0) key_ = one_of(small_orders());
    if (rng_.below(16) == 0) key_ = one_of(non_canonical_);
    if (rng_.below(16) == 0) rng_.fill(key_);
    if (rng_.below(16) == 0) key_ = flipped(key_, rng_.below(256));
    return key_;
  }

  struct Forgery {
    Bytes message;
    ByteArray<64> signature;
  };
  /// S = r + h·a, with R = r·B and perhaps a point of small order, which may cancel the key's; or
  /// R or S otherwise.
  Forgery next() {
    Forgery it;
    it.message.resize(rng_.below(300));
    rng_.fill(it.message);
    const Raw r = scalar();
    Raw R = sum(times_base(r), small_orders()[torsion()]);
    if (rng_.below(16) == 0) R = one_of(small_orders());
    if (rng_.below(16) == 0) R = one_of(non_canonical_);
    Raw S = answer(R, it.message, r);
    if (rng_.below(16) == 0) S = plus_order(S);
    if (rng_.below(64) == 0) rng_.fill(S);
    std::ranges::copy(R, it.signature.begin());
    std::ranges::copy(S, it.signature.begin() + 32);
    if (rng_.below(16) == 0) it.signature = flipped(it.signature, rng_.below(512));
    return it;
  }

 private:
  Raw scalar() {
    if (rng_.below(32) == 0) return {};
    ByteArray<64> wide;
    rng_.fill(wide);
    Raw out;
    crypto_core_ed25519_scalar_reduce(uchars(out), uchars(wide));
    return out;
  }
  std::size_t torsion() { return rng_.below(2) == 0 ? 0 : rng_.below(8); }
  const Raw& one_of(const std::vector<Raw>& list) { return list[rng_.below(list.size())]; }

  /// r + h·a.
  Raw answer(const Raw& R, const Bytes& message, const Raw& r) const {
    crypto_hash_sha512_state state;
    ByteArray<64> wide;
    crypto_hash_sha512_init(&state);
    crypto_hash_sha512_update(&state, uchars(R), R.size());
    crypto_hash_sha512_update(&state, uchars(key_), key_.size());
    crypto_hash_sha512_update(&state, uchars(message), message.size());
    crypto_hash_sha512_final(&state, uchars(wide));
    Raw h, ha, S;
    crypto_core_ed25519_scalar_reduce(uchars(h), uchars(wide));
    crypto_core_ed25519_scalar_mul(uchars(ha), uchars(h), uchars(a_));
    crypto_core_ed25519_scalar_add(uchars(S), uchars(r), uchars(ha));
    return S;
  }
  static Raw plus_order(Raw S) {
    static const Raw kOrder =
        unhex<32>("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    sodium_add(uchars(S), uchars(kOrder), S.size());
    return S;
  }

  SeededRng rng_;
  Raw a_{}, key_{};
  const std::vector<Raw> non_canonical_ = non_canonical();
};

TEST(Ed25519, SaysWhatLibsodiumSaysOfWhateverAForgerTries) {
  constexpr int kEach = 8;
  Forger forger(1);
  std::array<int, 2> said{};
  for (int i = 0; i < kForged && !HasFailure(); i += kEach) {
    const Ours ours(forger.new_key());
    for (int j = 0; j < kEach; ++j) {
      const auto [message, signature] = forger.next();
      ++said[ours.verdict(message, signature)];
    }
  }
  EXPECT_GT(said[true], kForged / 10);
  EXPECT_GT(said[false], kForged / 10);
}

/// Every key with every R, both out of the small orders and the encodings that are not canonical,
/// and S that would make it true: 0, ℓ, 1.
TEST(Ed25519, SaysWhatLibsodiumSaysOfSmallOrdersAndOtherEncodings) {
  std::vector<Raw> odd = small_orders();
  for (const Raw& bytes : non_canonical()) odd.push_back(bytes);
  std::vector<Raw> answers{{}, times_base({})};  // 0 and 1
  answers.push_back(unhex<32>("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"));
  std::vector<Ed25519Key> keys;
  for (const Raw& key : odd) keys.emplace_back(key, Ed25519Key::Use::once);
  for (std::size_t k = 0; k < odd.size(); ++k)
    for (const Raw& R : odd)
      for (const Raw& S : answers) {
        ByteArray<64> signature;
        std::ranges::copy(R, signature.begin());
        std::ranges::copy(S, signature.begin() + 32);
        for (const char* message : {"a", "b", "c", "d"}) {
          EXPECT_FALSE(libsodium_says(odd[k], as_bytes(message), signature));
          EXPECT_FALSE(keys[k].verify_vartime(as_bytes(message), signature));
        }
      }
}

TEST(Ed25519, AFlippedBitIsRefused) {
  SeededRng rng(3);
  ByteArray<32> seed;
  rng.fill(seed);
  Raw key;
  ByteArray<64> secret, signature;
  crypto_sign_seed_keypair(uchars(key), uchars(secret), uchars(seed));
  const Bytes message = to_bytes("raise 40");
  crypto_sign_detached(uchars(signature), nullptr, uchars(message), message.size(), uchars(secret));
  const Ours ours(key);
  EXPECT_TRUE(ours.verdict(message, signature));
  for (std::size_t bit = 0; bit < 512; ++bit)
    EXPECT_FALSE(ours.verdict(message, flipped(signature, bit))) << bit;
  for (std::size_t bit = 0; bit < 256; ++bit)
    EXPECT_FALSE(Ours(flipped(key, bit)).verdict(message, signature)) << bit;
  for (const std::size_t size : {0u, 32u, 63u})
    EXPECT_FALSE(ours.often.verify_vartime(message, ByteSpan(signature).first(size)));
}

}  // namespace
}  // namespace fairdeal::crypto
