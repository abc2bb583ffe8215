#include "crypto/sign.h"

#include <algorithm>
#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {
namespace {

Bytes with_domain(std::string_view domain, ByteSpan bytes) {
  return Writer().frame(std::string(kVersion).append(domain)).raw(bytes).bytes();
}

}  // namespace

SigningKey SigningKey::generate(Rng& rng) {
  ByteArray<kSeedBytes> seed;
  rng.fill(seed);
  return from_seed(Secret(std::move(seed)));
}

SigningKey SigningKey::from_seed(const Secret<ByteArray<kSeedBytes>>& seed) {
  SigningKey key;
  ByteArray<64> secret;
  CHECK(crypto_sign_seed_keypair(uchars(key.public_key_.bytes), uchars(secret),
                                 uchars(seed.reveal())) == 0);
  key.secret_ = Secret(std::move(secret));
  return key;
}

Signature SigningKey::sign(std::string_view domain, ByteSpan bytes) const {
  const Bytes message = with_domain(domain, bytes);
  Signature signature;
  CHECK(crypto_sign_detached(uchars(signature.bytes), nullptr, uchars(message), message.size(),
                             uchars(secret_.reveal())) == 0);
  return signature;
}

SigningKey SigningKey::clone() const {
  SigningKey key;
  key.public_key_ = public_key_;
  key.secret_ = secret_.clone();
  return key;
}

Secret<ByteArray<SigningKey::kSeedBytes>> SigningKey::seed() const {
  ByteArray<kSeedBytes> seed;
  std::copy_n(secret_.reveal().begin(), kSeedBytes, seed.begin());
  return Secret(std::move(seed));
}

Result<> verify(const PublicKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature) {
  if (!verify_ed25519(key, with_domain(domain, bytes), signature.bytes))
    return fail(Fault::bad_signature);
  return {};
}

bool verify_ed25519(const PublicKey& key, ByteSpan message, ByteSpan signature) {
  return signature.size() == Signature::kBytes &&
         crypto_sign_verify_detached(uchars(signature), uchars(message), message.size(),
                                     uchars(key.bytes)) == 0;
}

}  // namespace fairdeal::crypto
