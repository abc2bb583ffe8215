#include "crypto/seal.h"

#include <algorithm>
#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"

namespace fairdeal::crypto {
namespace {

using Key = ByteArray<crypto_aead_chacha20poly1305_ietf_KEYBYTES>;
constexpr ByteArray<crypto_aead_chacha20poly1305_ietf_NPUBBYTES> kNonce{};  // each key seals once

Secret<Key> key_from(const Secret<Point>& K, const Point& E, const Point& Y, ByteSpan context) {
  const Secret shared(K.reveal().encode());
  const Secret wide(sha512(
      {as_bytes(kVersion), as_bytes("seal"), shared.reveal(), E.encode(), Y.encode(), context}));
  Key key;
  std::copy_n(wide.reveal().begin(), key.size(), key.begin());
  return Secret(std::move(key));
}

}  // namespace

ByteArray<SealedScalar::kBytes> SealedScalar::encode() const {
  ByteArray<kBytes> out;
  std::ranges::copy(E.encode(), out.begin());
  std::ranges::copy(known.encode(), out.begin() + 32);
  std::ranges::copy(ciphertext, out.begin() + 96);
  return out;
}

Result<SealedScalar> SealedScalar::decode(std::span<const std::byte, kBytes> bytes) {
  SealedScalar sealed;
  FD_TRY(sealed.E, Point::decode_nonzero(bytes.first<32>()));
  FD_TRY(sealed.known, KeyProof::decode(bytes.subspan<32, KeyProof::kBytes>()));
  std::ranges::copy(bytes.subspan<96>(), sealed.ciphertext.begin());
  return sealed;
}

SealedScalar seal(const Secret<Scalar>& value, const Point& Y, ByteSpan context, Rng& rng) {
  CHECK(!Y.is_identity());  // K would be O whatever e is, and the key anybody's
  const Secret e(Scalar::random_nonzero(rng));
  SealedScalar sealed{
      .E = mul_base(e.reveal()), .known = prove_key(e, context, rng), .ciphertext = {}};
  const auto key = key_from(Secret(e.reveal() * Y), sealed.E, Y, context);
  const Secret plain(value.reveal().encode());
  CHECK(crypto_aead_chacha20poly1305_ietf_encrypt(
            uchars(sealed.ciphertext), nullptr, uchars(plain.reveal()), plain.reveal().size(),
            nullptr, 0, nullptr, uchars(kNonce), uchars(key.reveal())) == 0);
  return sealed;
}

Result<Equations> sealed_equations(const SealedScalar& sealed, ByteSpan context) {
  return key_equations(sealed.E, sealed.known, context);
}

Result<> verify_sealed(const SealedScalar& sealed, ByteSpan context, Rng& rng) {
  return verify_key(sealed.E, sealed.known, context, rng);
}

Result<Secret<Scalar>> open_sealed(const SealedScalar& sealed, const Point& Y,
                                   const Secret<Point>& K, ByteSpan context) {
  const auto key = key_from(K, sealed.E, Y, context);
  ByteArray<32> plain;
  if (crypto_aead_chacha20poly1305_ietf_decrypt(
          uchars(plain), nullptr, nullptr, uchars(sealed.ciphertext), sealed.ciphertext.size(),
          nullptr, 0, uchars(kNonce), uchars(key.reveal())) != 0)
    return fail(Fault::not_canonical, "a sealed share that does not open");
  auto scalar = Scalar::decode(plain);
  sodium_memzero(plain.data(), plain.size());
  if (!scalar) return fail(Fault::not_canonical, "a sealed share that is no scalar");
  return Secret(std::move(*scalar));
}

}  // namespace fairdeal::crypto
