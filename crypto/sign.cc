#include "crypto/sign.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/curve/ed25519.h"
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

std::shared_ptr<SigningKey::Kept> SigningKey::locked() {
  CHECK(sodium_init() >= 0);
  void* memory = sodium_malloc(sizeof(Kept));
  CHECK(memory != nullptr);
  return {static_cast<Kept*>(memory), sodium_free};
}

SigningKey SigningKey::from_seed(const Secret<ByteArray<kSeedBytes>>& seed) {
  SigningKey key;
  const auto secret = locked();
  CHECK(crypto_sign_seed_keypair(uchars(key.public_key_.bytes), uchars(*secret),
                                 uchars(seed.expose())) == 0);
  key.secret_ = secret;
  return key;
}

Signature SigningKey::sign(std::string_view domain, ByteSpan bytes) const {
  const Bytes message = with_domain(domain, bytes);
  Signature signature;
  CHECK(crypto_sign_detached(uchars(signature.bytes), nullptr, uchars(message), message.size(),
                             uchars(*secret_)) == 0);
  return signature;
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

struct VerifyKey::Prepared {
  std::once_flag once;
  std::optional<Ed25519Key> key;
};

VerifyKey::VerifyKey(const PublicKey& key) : key_(key), prepared_(std::make_shared<Prepared>()) {}

Result<> VerifyKey::verify(std::string_view domain, ByteSpan bytes,
                           const Signature& signature) const {
  std::call_once(prepared_->once,
                 [&] { prepared_->key.emplace(key_.bytes, Ed25519Key::Use::often); });
  if (!prepared_->key->verify_vartime(with_domain(domain, bytes), signature.bytes))
    return fail(Fault::bad_signature);
  return {};
}

Result<> verify(const PublicKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature) {
  if (!verify_ed25519(key, with_domain(domain, bytes), signature.bytes))
    return fail(Fault::bad_signature);
  return {};
}

bool verify_ed25519(const PublicKey& key, ByteSpan message, ByteSpan signature) {
  return Ed25519Key(key.bytes, Ed25519Key::Use::once).verify_vartime(message, signature);
}

}  // namespace fairdeal::crypto
