#include "crypto/encrypt.h"

#include <algorithm>
#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"

namespace fairdeal::crypto {
namespace {

using Key = ByteArray<crypto_aead_chacha20poly1305_ietf_KEYBYTES>;
/// The nonce is zero: each key encrypts one message, since e is drawn anew for every encryption.
constexpr ByteArray<crypto_aead_chacha20poly1305_ietf_NPUBBYTES> kNonce{};

/// Derives the key from K = e·Y. E and Y are hashed as well, so that the key belongs to this very
/// ciphertext and receiver (DHIES does so with E), and the context, so that it belongs to one
/// place. The parts need no lengths between them: all but the last have a fixed length.
Secret<Key> key_from(const Secret<Point>& K, const Point& E, const Point& Y, ByteSpan context) {
  const Secret shared(K.expose().encode());
  const Secret wide(sha512(
      {as_bytes(kVersion), as_bytes("seal"), shared.expose(), E.encode(), Y.encode(), context}));
  Key key;
  std::copy_n(wide.expose().begin(), key.size(), key.begin());
  return Secret(std::move(key));
}

}  // namespace

ByteArray<EncryptedScalar::kBytes> EncryptedScalar::encode() const {
  ByteArray<kBytes> out;
  std::ranges::copy(E.encode(), out.begin());
  std::ranges::copy(known.encode(), out.begin() + 32);
  std::ranges::copy(ciphertext, out.begin() + 96);
  return out;
}

Result<EncryptedScalar> EncryptedScalar::decode(std::span<const std::byte, kBytes> bytes) {
  EncryptedScalar encrypted;
  FD_TRY(encrypted.E, Point::decode_nonzero(bytes.first<32>()));
  FD_TRY(encrypted.known, KeyProof::decode(bytes.subspan<32, KeyProof::kBytes>()));
  std::ranges::copy(bytes.subspan<96>(), encrypted.ciphertext.begin());
  return encrypted;
}

EncryptedScalar encrypt(const Secret<Scalar>& value, const Point& Y, ByteSpan context, Rng& rng) {
  CHECK(!Y.is_identity());  // else K would be O for every e, and anybody could derive the key
  const Secret e(Scalar::random_nonzero(rng));
  EncryptedScalar encrypted{
      .E = mul_base(e.expose()), .known = prove_key(e, context, rng), .ciphertext = {}};
  const auto key = key_from(Secret(e.expose() * Y), encrypted.E, Y, context);
  const Secret plain(value.expose().encode());
  CHECK(crypto_aead_chacha20poly1305_ietf_encrypt(
            uchars(encrypted.ciphertext), nullptr, uchars(plain.expose()), plain.expose().size(),
            nullptr, 0, nullptr, uchars(kNonce), uchars(key.expose())) == 0);
  return encrypted;
}

Result<Equations> encryption_equations(const EncryptedScalar& encrypted, ByteSpan context) {
  return key_equations(encrypted.E, encrypted.known, context);
}

Result<Secret<Scalar>> decrypt(const EncryptedScalar& encrypted, const Point& Y,
                               const Secret<Point>& K, ByteSpan context) {
  const auto key = key_from(K, encrypted.E, Y, context);
  ByteArray<32> plain;
  if (crypto_aead_chacha20poly1305_ietf_decrypt(
          uchars(plain), nullptr, nullptr, uchars(encrypted.ciphertext),
          encrypted.ciphertext.size(), nullptr, 0, uchars(kNonce), uchars(key.expose())) != 0)
    return fail(Fault::not_canonical, "an encrypted share that does not decrypt");
  auto scalar = Scalar::decode(plain);
  sodium_memzero(plain.data(), plain.size());
  if (!scalar) return fail(Fault::not_canonical, "an encrypted share that is no scalar");
  return Secret(std::move(*scalar));
}

}  // namespace fairdeal::crypto
