#include "crypto/curve/scalar.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <sodium/utils.h>

#include "base/check.h"

namespace fairdeal::crypto {
namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

/// A number of 64 N bits, the lowest word first. All functions below take constant time.
template <std::size_t N>
using Words = std::array<std::uint64_t, N>;

/// ℓ = 2^252 + c.
constexpr Words<2> kC{0x5812631a5cf5d3ed, 0x14def9dea2f79cd6};
constexpr Words<4> kOrder{kC[0], kC[1], 0, std::uint64_t{1} << 60};
constexpr Words<4> kTwiceOrder{kC[0] << 1, kC[1] << 1 | kC[0] >> 63, kC[1] >> 63,
                               std::uint64_t{1} << 61};

template <std::size_t N>
Words<N> load(const std::byte* bytes) {
  Words<N> words;  // fairdeal runs on little-endian machines only
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(words.data(), bytes, 8 * N);
  return words;
}

template <std::size_t N, std::size_t M>
Words<N + M> product(const Words<N>& a, const Words<M>& b) {
  Words<N + M> out{};
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    std::uint64_t carry = 0;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < M; ++j) {
      const Wide sum = static_cast<Wide>(a[i]) * b[j] + out[i + j] + carry;
      out[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    out[i + M] = carry;
  }
  return out;
}

/// Returns a mod 2^252.
template <std::size_t N>
Words<4> low(const Words<N>& a) {
  return {a[0], a[1], a[2], a[3] & (~std::uint64_t{0} >> 4)};
}

/// Returns ⌊a / 2^252⌋, of which the caller knows that it fits M words.
template <std::size_t M, std::size_t N>
Words<M> high(const Words<N>& a) {
  Words<M> out{};
  for (std::size_t i = 0; i < M; ++i) out[i] = a[i + 3] >> 60 | (i + 4 < N ? a[i + 4] << 4 : 0);
  return out;
}

/// Returns a − b if a ≥ b, else a. It computes both and chooses by a mask.
Words<4> minus_if_it_fits(const Words<4>& a, const Words<4>& b) {
  Words<4> difference;
  SignedWide carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    carry += static_cast<SignedWide>(a[i]) - b[i];
    difference[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;  // 0 or −1
  }
  const auto keep = static_cast<std::uint64_t>(carry);
  Words<4> out;
  for (std::size_t i = 0; i < 4; ++i) out[i] = difference[i] ^ (keep & (difference[i] ^ a[i]));
  return out;
}

/// Returns a mod ℓ. Since 2^252 is −c modulo ℓ, a is low(a) − c·high(a). Doing so three times gives
/// low(a) − low(b) + low(c) − d, where low() is below 2^252 < ℓ and d below 2^131: a number between
/// −2ℓ and 2ℓ. Adding 2ℓ makes it positive and below 4ℓ, so that subtracting 2ℓ and ℓ where they
/// fit reduces it.
Words<4> reduced(const Words<8>& a) {
  const Words<7> b = product(high<5>(a), kC);  // below 2^(260 + 125)
  const Words<5> c = product(high<3>(b), kC);  // below 2^(133 + 125)
  const Words<3> d = product(high<1>(c), kC);  // below 2^(6 + 125)
  const Words<4> plus_a = low(a), minus_b = low(b), plus_c = low(c), minus_d{d[0], d[1], d[2]};
  Words<4> sum;
  SignedWide carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    carry += static_cast<SignedWide>(plus_a[i]) - minus_b[i] + plus_c[i] - minus_d[i];
    carry += kTwiceOrder[i];
    sum[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return minus_if_it_fits(minus_if_it_fits(sum, kTwiceOrder), kOrder);
}

}  // namespace

/// Conversions between a scalar's bytes and its words.
struct ScalarWords {
  static Words<4> of(const Scalar& s) { return load<4>(s.bytes_.data()); }
  static Scalar scalar(const Words<4>& words) {
    Scalar s;
    std::memcpy(s.bytes_.data(), words.data(), Scalar::kBytes);
    return s;
  }
};

Scalar Scalar::from_u64(std::uint64_t value) { return ScalarWords::scalar({value}); }

Scalar Scalar::from_u128(std::span<const std::byte, 16> bytes) {
  const auto words = load<2>(bytes.data());
  return ScalarWords::scalar({words[0], words[1]});
}

Scalar Scalar::wide(std::span<const std::byte, 64> bytes) {
  return ScalarWords::scalar(reduced(load<8>(bytes.data())));
}

Scalar Scalar::random(Rng& rng) {
  ByteArray<64> bytes;
  rng.fill(bytes);
  const Scalar s = wide(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return s;
}

Scalar Scalar::random_nonzero(Rng& rng) {
  for (;;) {
    const Scalar s = random(rng);
    if (!s.is_zero()) return s;
  }
}

Result<Scalar> Scalar::decode(std::span<const std::byte, kBytes> bytes) {
  const auto words = load<4>(bytes.data());
  const auto [a, b, c, d] = words;
  const Scalar s = ScalarWords::scalar(reduced({a, b, c, d}));
  if (sodium_memcmp(s.bytes_.data(), bytes.data(), kBytes) != 0)
    return fail(Fault::not_canonical, "scalar");
  return s;
}

bool Scalar::is_zero() const {
  const auto [a, b, c, d] = ScalarWords::of(*this);
  return (a | b | c | d) == 0;
}

Scalar Scalar::inverse() const {
  CHECK(!is_zero());
  // x^(ℓ − 2), by Fermat, four bits of the exponent at a time. The exponent is public, so it may
  // choose addresses.
  Scalar powers[16] = {from_u64(1)};
  for (std::size_t i = 1; i < 16; ++i) powers[i] = powers[i - 1] * *this;
  const Words<4> exponent{kOrder[0] - 2, kOrder[1], kOrder[2], kOrder[3]};
  Scalar power = from_u64(1);
  for (std::size_t i = 64; i-- > 0;) {
    for (int j = 0; j < 4; ++j) power = power * power;
    power = power * powers[exponent[i / 16] >> (4 * (i % 16)) & 15];
  }
  sodium_memzero(powers, sizeof powers);
  return power;
}

Scalar operator+(const Scalar& a, const Scalar& b) {
  const Words<4> x = ScalarWords::of(a), y = ScalarWords::of(b);
  Words<4> sum;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Wide limb = static_cast<Wide>(x[i]) + y[i] + carry;
    sum[i] = static_cast<std::uint64_t>(limb);
    carry = static_cast<std::uint64_t>(limb >> 64);
  }
  return ScalarWords::scalar(minus_if_it_fits(sum, kOrder));
}

Scalar operator-(const Scalar& a) {
  const Words<4> x = ScalarWords::of(a);
  Words<4> difference;
  SignedWide carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    carry += static_cast<SignedWide>(kOrder[i]) - x[i];
    difference[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return ScalarWords::scalar(minus_if_it_fits(difference, kOrder));  // ℓ − 0 is ℓ, which becomes 0
}

Scalar operator-(const Scalar& a, const Scalar& b) { return a + -b; }

Scalar operator*(const Scalar& a, const Scalar& b) {
  return ScalarWords::scalar(reduced(product(ScalarWords::of(a), ScalarWords::of(b))));
}

bool operator==(const Scalar& a, const Scalar& b) {
  return sodium_memcmp(a.bytes_.data(), b.bytes_.data(), Scalar::kBytes) == 0;
}

}  // namespace fairdeal::crypto
