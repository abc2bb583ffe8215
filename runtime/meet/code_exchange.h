#pragma once

#include "crypto/cpace.h"
#include "crypto/hash.h"
#include "runtime/meet/invite_code.h"

namespace fairdeal::meet {

/// A guest and a host make keys of a spoken code: by CPace, for the tags and texts of one visit.
///
///   password  the words with hyphens between them       CI   lv_cat("fairdeal/code/1", number)
///   sid       16 bytes that the guest draws             AD   "joiner" and "host"
///
/// From CPace's key come five keys of 32 bytes, each hash(domain, ISK). With two of them the sides
/// confirm that they have the same: a tag is keyed BLAKE2b-256 of sid ‖ Ya ‖ Yb.

using CodeSession = ByteArray<16>;
using SecretDigest = crypto::Secret<crypto::Digest>;

struct CodeKeys {
  SecretDigest guest_tag;  ///< is a secret until the guest sends it
  SecretDigest host_tag;
  SecretDigest guest_key;  ///< encrypts the guest's Ask
  SecretDigest host_key;   ///< encrypts the host's Ticket
  SecretDigest pair;       ///< for what the two agree on later
};

/// One side's part of the exchange.
class CodeExchange {
 public:
  using Role = crypto::CpaceParty::Role;  ///< the guest is the initiator

  CodeExchange(Role role, const InviteCode& code, const CodeSession& session, Rng& rng);

  const crypto::CpaceShare& share() const { return party_.share(); }
  /// Returns the keys, from the other side's share. Cost: about 100 µs. Errors: not_canonical (the
  /// share is no point, or the identity).
  Result<CodeKeys> finish(const crypto::CpaceShare& theirs) &&;

 private:
  Role role_;
  CodeSession session_;
  crypto::CpaceParty party_;
};

}  // namespace fairdeal::meet
