#include "crypto/aead.h"

#include <sodium.h>

#include "base/check.h"

namespace fairdeal::crypto {
namespace {

constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
static_assert(kNonceBytes + crypto_aead_xchacha20poly1305_ietf_ABYTES == kAeadOverheadBytes);
static_assert(Digest::kBytes == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);

}  // namespace

Bytes aead_encrypt(const Secret<Digest>& key, ByteSpan plain, Rng& rng) {
  Bytes message(plain.size() + kAeadOverheadBytes);
  const std::span nonce = std::span(message).first(kNonceBytes);
  rng.fill(nonce);
  CHECK(crypto_aead_xchacha20poly1305_ietf_encrypt(
            uchars(std::span(message).subspan(kNonceBytes)), nullptr, uchars(plain), plain.size(),
            nullptr, 0, nullptr, uchars(nonce), uchars(key.expose().bytes)) == 0);
  return message;
}

Result<Bytes> aead_decrypt(const Secret<Digest>& key, ByteSpan message) {
  if (message.size() < kAeadOverheadBytes) return fail(Fault::incomplete, "an encrypted message");
  const ByteSpan nonce = message.first(kNonceBytes), rest = message.subspan(kNonceBytes);
  Bytes plain(message.size() - kAeadOverheadBytes);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(uchars(plain), nullptr, nullptr, uchars(rest),
                                                 rest.size(), nullptr, 0, uchars(nonce),
                                                 uchars(key.expose().bytes)) != 0)
    return fail(Fault::bad_signature, "an encrypted message");
  return plain;
}

}  // namespace fairdeal::crypto
