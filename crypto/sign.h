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

/// An Ed25519 public key (RFC 8032): a person, as others see them.
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

/// The secret key of an identity.
class SigningKey {
 public:
  static constexpr std::size_t kSeedBytes = 32;
  static SigningKey generate(Rng& rng);
  static SigningKey from_seed(const Secret<ByteArray<kSeedBytes>>& seed);
  SigningKey(SigningKey&&) = default;
  SigningKey& operator=(SigningKey&&) = default;

  const PublicKey& public_key() const { return public_key_; }
  /// Signs frame(kVersion ‖ domain) ‖ bytes (hash.h). The domain names the use, so that a signature
  /// made for one use never verifies for another.
  Signature sign(std::string_view domain, ByteSpan bytes) const;
  SigningKey clone() const;
  /// Returns the seed, which an identity file keeps.
  Secret<ByteArray<kSeedBytes>> seed() const;

 private:
  using Kept = ByteArray<64>;  // libsodium's form: seed ‖ public key
  /// Returns locked memory: it is never swapped out and not part of a core dump, and the pages
  /// around it cannot be read (sodium_malloc).
  static std::shared_ptr<Kept> locked();

  SigningKey() = default;
  PublicKey public_key_;
  std::shared_ptr<const Kept> secret_;  // shared by all clones
};

/// A public key that verifies many signatures. The first verification makes a table of its
/// multiples, which all copies share, in any thread: 30 kB, 140 µs.
class VerifyKey {
 public:
  VerifyKey(const PublicKey& key);
  operator const PublicKey&() const { return key_; }
  const PublicKey& public_key() const { return key_; }
  bool operator==(const VerifyKey& other) const { return key_ == other.key_; }
  bool operator==(const PublicKey& other) const { return key_ == other; }

  /// Verifies a signature as verify() below does. Cost: about 15 µs with lanes. Errors:
  /// bad_signature.
  Result<> verify(std::string_view domain, ByteSpan bytes, const Signature& signature) const;

 private:
  struct Prepared;
  PublicKey key_;
  std::shared_ptr<Prepared> prepared_;
};

/// Verifies that `key` signed `bytes` within `domain`. It refuses non-canonical S, R and keys, and
/// points of small order, so that nobody can make a second valid signature of a message from the
/// first, and no key fits every message. Cost: 40 µs with lanes, 70 without. Errors: bad_signature.
Result<> verify(const PublicKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature);
/// Is deleted, since it would not use the key's table: call key.verify().
Result<> verify(const VerifyKey& key, std::string_view domain, ByteSpan bytes,
                const Signature& signature) = delete;

/// Returns whether `signature` is the key's on `message`, without our domains: for published
/// vectors of RFC 8032.
bool verify_ed25519(const PublicKey& key, ByteSpan message, ByteSpan signature);

}  // namespace fairdeal::crypto
