#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/rng.h"
#include "crypto/secret.h"

namespace fairdeal::relay::cluster {

/// A user of NATS servers who is known by an Ed25519 key. The servers' configuration has the public
/// part, and the user the seed:
///
///   seed   base32("SU" prefix, 32 bytes, CRC-16)      58 characters that begin with SU
///   user   base32("U" prefix, public key, CRC-16)     56 characters that begin with U
///
/// Source: github.com/nats-io/nkeys.
class Nkey {
 public:
  static Nkey draw(Rng& rng);
  /// Reads a seed; lines around it that begin with "-" or "#", and white space, do not count.
  /// Errors: not_canonical.
  static Result<Nkey> parse(std::string_view text);

  std::string seed_text() const;
  std::string user_text() const;

 private:
  using Seed = ByteArray<32>;
  explicit Nkey(Seed&& seed) : seed_(std::move(seed)) {}
  crypto::Secret<Seed> seed_;
};

}  // namespace fairdeal::relay::cluster
