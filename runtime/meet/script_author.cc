#include "runtime/meet/script_author.h"

namespace fairdeal::meet {
namespace {

constexpr std::string_view kScriptDomain = "script";

}  // namespace

ScriptAuthor sign_script(std::string_view text, const crypto::SigningKey& key) {
  return {key.public_key(), key.sign(kScriptDomain, proto::script_digest(text).bytes)};
}

Result<> verify_script(const crypto::Digest& digest, const ScriptAuthor& author) {
  if (!crypto::verify(author.key, kScriptDomain, digest.bytes, author.signature))
    return fail(Fault::bad_signature, "the author of the script");
  return {};
}

}  // namespace fairdeal::meet
