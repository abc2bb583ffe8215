#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/hash.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Short messages under a key that both sides have, encrypted by XChaCha20-Poly1305
/// (draft-irtf-cfrg-xchacha-03). The nonce has 24 bytes and is drawn for each message, so a key may
/// encrypt as many messages as anybody sends, by any holder, without a counter between them.
///
///   24 bytes   nonce
///   n bytes    ciphertext, as long as the plaintext
///   16 bytes   tag of Poly1305
///
/// Nothing but the plaintext is authenticated: what a message is for, its key has to say.

inline constexpr std::size_t kAeadOverheadBytes = 24 + 16;

/// Encrypts `plain`; the result is kAeadOverheadBytes longer.
Bytes aead_encrypt(const Secret<Digest>& key, ByteSpan plain, Rng& rng);

/// Decrypts what aead_encrypt returned. Errors: incomplete (shorter than nonce and tag),
/// bad_signature (altered, or encrypted under another key).
Result<Bytes> aead_decrypt(const Secret<Digest>& key, ByteSpan message);

}  // namespace fairdeal::crypto
