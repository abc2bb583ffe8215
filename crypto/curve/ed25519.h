#pragma once

#include <optional>
#include <span>

#include "base/bytes.h"
#include "crypto/curve/wnaf_table.h"

namespace fairdeal::crypto {

/// An Ed25519 public key (RFC 8032) with a table of its multiples, for verifying signatures. All of
/// it is public, so it takes variable time.
///
/// Its verdict for every input is that of libsodium's crypto_sign_verify_detached, since all peers
/// must come to one verdict. docs/arithmetic.md says why they agree, and
/// tests/crypto/ed25519_test.cc compares them.
class Ed25519Key {
 public:
  enum class Use {
    once,  ///< cost: 15 µs to make, 55 µs for each signature
    often  ///< cost: 140 µs and 30 kB to make, 15 µs for each signature, with lanes
  };
  Ed25519Key(std::span<const std::byte, 32> key, Use use);

  /// Returns whether `signature` is this key's signature of `message`. It is strict: a signature is
  /// 64 bytes R ‖ S, S is below ℓ, neither R nor the key has a small order, both are in their
  /// canonical encoding, and S·B = R + h·A holds without a cofactor.
  bool verify_vartime(ByteSpan message, ByteSpan signature) const;

 private:
  ByteArray<32> bytes_;
  std::size_t spacing_;
  std::optional<WnafTable> minus_A_;  // none: the key is refused, and every signature
};

}  // namespace fairdeal::crypto
