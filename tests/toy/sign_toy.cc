// crypto/sign.h for the simulator: a signature is a hash that anybody could make, a hundred times
// cheaper than Ed25519. Simulated liars sign with their own keys only; that others cannot be signed
// for is tested with the real thing (crypto/sign_test).
#include <algorithm>

#include "base/encode.h"
#include "crypto/hash.h"
#include "crypto/sign.h"

namespace fairdeal::crypto {
namespace {

Signature made_by(const PublicKey& key, std::string_view domain, ByteSpan bytes) {
  const Digest digest =
      hash("toy signature", Writer().raw(key.bytes).frame(domain).raw(bytes).bytes());
  Signature signature;
  std::ranges::copy(digest.bytes, signature.bytes.begin());
  return signature;
}

}  // namespace

SigningKey SigningKey::generate(Rng& rng) {
  ByteArray<kSeedBytes> seed;
  rng.fill(seed);
  return from_seed(Secret(std::move(seed)));
}

SigningKey SigningKey::from_seed(const Secret<ByteArray<kSeedBytes>>& seed) {
  SigningKey key;
  key.public_key_.bytes = hash("toy key", seed.expose()).bytes;
  const auto secret = std::make_shared<Kept>();
  std::ranges::copy(seed.expose(), secret->begin());
  key.secret_ = secret;
  return key;
}

Signature SigningKey::sign(std::string_view domain, ByteSpan bytes) const {
  return made_by(public_key_, domain, bytes);
}

SigningKey SigningKey::clone() const {
  SigningKey key;
  key.public_key_ = public_key_;
  key.secret_ = secret_;
  return key;
}

Secret<ByteArray<SigningKey::kSeedBytes>> SigningKey::seed() const {
  ByteArray<kSeedBytes> seed;
  std::copy_n(secret_->begin(), kSeedBytes, seed.begin());
  return Secret(std::move(seed));
}

VerifyKey::VerifyKey(const PublicKey& key) : key_(key) {}

Result<> VerifyKey::verify(std::string_view domain, ByteSpan bytes,
                           const Signature& signature) const {
  return crypto::verify(key_, domain, bytes, signature);
}

Result<> verify(const PublicKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature) {
  if (signature != made_by(key, domain, bytes)) return fail(Fault::bad_signature);
  return {};
}

bool verify_ed25519(const PublicKey&, ByteSpan, ByteSpan) { return false; }

}  // namespace fairdeal::crypto
