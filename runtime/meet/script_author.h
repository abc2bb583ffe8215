#pragma once

#include <string_view>

#include "base/result.h"
#include "proto/charter.h"

namespace fairdeal::meet {

/// The author of a script, and its signature of the script's digest.
struct ScriptAuthor {
  proto::PublicKey key;
  proto::Signature signature;
  bool operator==(const ScriptAuthor&) const = default;
};
/// Signs a script as its author.
ScriptAuthor sign_script(std::string_view text, const crypto::SigningKey& key);
/// Verifies that this author signed the script with this digest. Errors: bad_signature.
Result<> verify_script(const crypto::Digest& digest, const ScriptAuthor& author);

}  // namespace fairdeal::meet
