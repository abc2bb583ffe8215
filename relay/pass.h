#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/hash.h"
#include "crypto/secret.h"

namespace fairdeal::relay {

/// Passes to a closed relay. A pass is "EXPIRY.MAC": EXPIRY is in seconds since 1970, UTC, in
/// decimal; MAC is keyed BLAKE2b-256 of "fairdeal/relay/1" ‖ EXPIRY, in base64url without padding.
/// Whoever has a pass may use the relay until then; it names nobody, and cannot be withdrawn but
/// with the secret. Source: the time-limited credentials of TURN servers
/// (draft-uberti-behave-turn-rest-00).
class PassKey {
 public:
  /// The shortest secret: 128 bits, if every byte is as random as base64 can be.
  static constexpr std::size_t kSecretBytesMin = 22;
  static constexpr std::size_t kSecretBytesMax = 4096;

  /// Makes the key from the content of a secret file; white space at its end does not count.
  /// Errors: bad_parameters (too short), too_large.
  static Result<PassKey> from(std::string_view secret);

  std::string pass(std::uint64_t expiry) const;
  /// Verifies a pass. Errors: not_canonical, bad_signature, not_wanted (its time is over). It takes
  /// the same time for every wrong MAC.
  Result<> check(std::string_view pass, std::uint64_t now_utc_seconds) const;

 private:
  explicit PassKey(const crypto::Digest& key) : key_(key) {}
  crypto::Secret<crypto::Digest> key_;
};

}  // namespace fairdeal::relay
