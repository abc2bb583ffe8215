#pragma once

#include <optional>
#include <span>

#include "base/bytes.h"
#include "crypto/curve/wnaf_table.h"

namespace fairdeal::crypto {

/// An Ed25519 public key (RFC 8032) made ready to verify signatures, all of which is public.
///
/// Its verdict is that of libsodium's crypto_sign_verify_detached, for every input: why, is in
/// docs/arithmetic.md; that it is, in tests/crypto/ed25519_test.cc.
class Ed25519Key {
 public:
  enum class Use {
    once,  ///< cost: 15 µs to make, 55 µs for each signature
    often  ///< cost: 140 µs and 30 kB to make, 15 µs for each signature, with lanes
  };
  Ed25519Key(std::span<const std::byte, 32> key, Use use);

  /// Whether `signature` is one of `message`. Strict: 64 bytes R ‖ S, S below ℓ, neither R nor the
  /// key of small order, both in their one encoding, and S·B = R + h·A without a cofactor.
  bool verify_vartime(ByteSpan message, ByteSpan signature) const;

 private:
  ByteArray<32> bytes_;
  std::size_t spacing_;
  std::optional<WnafTable> minus_A_;  // none: no signature is this key's
};

}  // namespace fairdeal::crypto
