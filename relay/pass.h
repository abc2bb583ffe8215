#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/hash.h"
#include "crypto/secret.h"

namespace fairdeal::relay {

/// Passes to a closed relay. A pass is "NAME.EXPIRY.MAC", or "EXPIRY.MAC" without a name: EXPIRY is
/// in seconds since 1970, UTC, in decimal; MAC is keyed BLAKE2b-256 of "fairdeal/relay/1" ‖ all
/// that comes before it, in base64url without padding. A client with a pass may use the relay until
/// then, unless its name is revoked. Source: the time-limited credentials of TURN servers
/// (draft-uberti-behave-turn-rest-00).
class PassKey {
 public:
  /// The shortest secret: 128 bits, if every byte is as random as base64 can be.
  static constexpr std::size_t kSecretBytesMin = 22;
  static constexpr std::size_t kSecretBytesMax = 4096;
  static constexpr std::size_t kNameBytesMax = 40;

  /// Makes the key from the content of a secret file; white space at its end does not count.
  /// Errors: bad_parameters (too short), too_large.
  static Result<PassKey> from(std::string_view secret);

  /// Returns whether this can be the name of a pass: it begins with a letter, and goes on with
  /// letters, digits, "-" and "_".
  static bool is_name(std::string_view name);
  /// Requires: is_name(name), or it is empty.
  std::string pass(std::uint64_t expiry, std::string_view name = {}) const;
  /// Verifies a pass, and returns its name; "" if it has none. Errors: not_canonical,
  /// bad_signature, not_wanted (its time is over). It takes the same time for every wrong MAC.
  Result<std::string> check(std::string_view pass, std::uint64_t now_utc_seconds) const;

 private:
  explicit PassKey(const crypto::Digest& key) : key_(key) {}
  crypto::Secret<crypto::Digest> key_;
};

/// The passes that count no more.
class RevokedPasses {
 public:
  /// Reads one name a line; what follows a # is a comment. Errors: not_canonical, with the number
  /// of the line.
  static Result<RevokedPasses> parse(std::string_view text);
  bool contains(const std::string& name) const { return names_.contains(name); }

 private:
  std::set<std::string> names_;
};

}  // namespace fairdeal::relay
