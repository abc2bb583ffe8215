#include "relay/pass.h"

#include <charconv>
#include <sodium.h>

#include "crypto/keyed_hash.h"

namespace fairdeal::relay {
namespace {

constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
constexpr std::size_t kMacTextBytes =
    sodium_base64_ENCODED_LEN(crypto::Digest::kBytes, kVariant);  // with the 0 at its end

}  // namespace

Result<PassKey> PassKey::from(std::string_view secret) {
  secret = secret.substr(0, secret.find_last_not_of(" \t\r\n") + 1);
  if (secret.size() < kSecretBytesMin)
    return fail(Fault::bad_parameters,
                "a secret of less than " + std::to_string(kSecretBytesMin) + " characters");
  if (secret.size() > kSecretBytesMax) return fail(Fault::too_large, "a relay's secret");
  return PassKey(crypto::hash("relay/secret", as_bytes(secret)));
}

std::string PassKey::pass(std::uint64_t expiry) const {
  const std::string digits = std::to_string(expiry);
  const auto mac = crypto::keyed_hash(key_.expose(), as_bytes("fairdeal/relay/1" + digits));
  std::array<char, kMacTextBytes> text{};
  sodium_bin2base64(text.data(), text.size(), uchars(mac.bytes), mac.bytes.size(), kVariant);
  return digits + "." + text.data();
}

Result<> PassKey::check(std::string_view pass, std::uint64_t now_utc_seconds) const {
  const auto dot = pass.find('.');
  const std::string_view digits = pass.substr(0, dot);
  std::uint64_t expiry = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), expiry);
  if (dot == std::string_view::npos || error != std::errc() || end != digits.data() + digits.size())
    return fail(Fault::not_canonical, "a relay's pass");
  // There is one way to write a pass, so the texts are compared.
  if (!crypto::same_in_constant_time(as_bytes(this->pass(expiry)), as_bytes(pass)))
    return fail(Fault::bad_signature, "a relay's pass");
  if (expiry <= now_utc_seconds) return fail(Fault::not_wanted, "a relay's pass that is over");
  return {};
}

}  // namespace fairdeal::relay
