#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hex.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// A person, as others see them: an Ed25519 public key (RFC 8032).
struct PublicKey {
  static constexpr std::size_t kBytes = 32;
  ByteArray<kBytes> bytes{};
  auto operator<=>(const PublicKey&) const = default;
  std::string hex() const { return to_hex(bytes); }
};

struct Signature {
  static constexpr std::size_t kBytes = 64;
  ByteArray<kBytes> bytes{};
  auto operator<=>(const Signature&) const = default;
};

/// An identity: signs as its public key.
class SigningKey {
 public:
  static constexpr std::size_t kSeedBytes = 32;
  static SigningKey generate(Rng& rng);
  static SigningKey from_seed(const Secret<ByteArray<kSeedBytes>>& seed);
  SigningKey(SigningKey&&) = default;
  SigningKey& operator=(SigningKey&&) = default;

  const PublicKey& public_key() const { return public_key_; }
  /// Signs `bytes` within `domain`: a signature for one use is none for another.
  Signature sign(std::string_view domain, ByteSpan bytes) const;
  SigningKey clone() const;
  /// What an identity file keeps.
  Secret<ByteArray<kSeedBytes>> seed() const;

 private:
  using Kept = ByteArray<64>;  // libsodium's form: seed ‖ public key
  /// In memory that is locked: neither swapped out nor in a dump, between pages that cannot be
  /// read.
  static std::shared_ptr<Kept> locked();

  SigningKey() = default;
  PublicKey public_key_;
  std::shared_ptr<const Kept> secret_;  // of all clones
};

/// A public key with many signatures to verify: a table of its multiples is made at the first one
/// and shared by all copies, in any thread. 30 kB, 140 µs.
class VerifyKey {
 public:
  VerifyKey(const PublicKey& key);
  operator const PublicKey&() const { return key_; }
  const PublicKey& public_key() const { return key_; }
  bool operator==(const VerifyKey& other) const { return key_ == other.key_; }
  bool operator==(const PublicKey& other) const { return key_ == other; }

  /// As verify() below. Cost: about 15 µs.
  Result<> verify(std::string_view domain, ByteSpan bytes, const Signature& signature) const;

 private:
  struct Prepared;
  PublicKey key_;
  std::shared_ptr<Prepared> prepared_;
};

/// Whether `key` signed `bytes` within `domain`. Strict: refuses non-canonical S and R, and small
/// orders. Cost: 40 µs with lanes, 70 without. Errors: bad_signature.
Result<> verify(const PublicKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature);
/// It would leave the key's table aside.
Result<> verify(const VerifyKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature) = delete;

/// Plain RFC 8032 without our domains, for published vectors.
bool verify_ed25519(const PublicKey& key, ByteSpan message, ByteSpan signature);

}  // namespace fairdeal::crypto
