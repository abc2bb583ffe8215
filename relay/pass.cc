#include "relay/pass.h"

#include <algorithm>
#include <charconv>
#include <sodium.h>

#include "crypto/keyed_hash.h"
#include "relay/block_list.h"

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

bool PassKey::is_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name.size() <= kNameBytesMax && is_letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
         });
}

std::string PassKey::pass(std::uint64_t expiry, std::string_view name) const {
  const std::string said = std::string(name) + (name.empty() ? "" : ".") + std::to_string(expiry);
  const auto mac = crypto::keyed_hash(key_.expose(), as_bytes("fairdeal/relay/1" + said));
  std::array<char, kMacTextBytes> text{};
  sodium_bin2base64(text.data(), text.size(), uchars(mac.bytes), mac.bytes.size(), kVariant);
  return said + "." + text.data();
}

Result<std::string> PassKey::check(std::string_view pass, std::uint64_t now_utc_seconds) const {
  std::string_view rest = pass;
  std::string name;
  if (const std::string_view first = rest.substr(0, rest.find('.')); is_name(first)) {
    name = first;
    rest.remove_prefix(std::min(first.size() + 1, rest.size()));
  }
  const auto dot = rest.find('.');
  const std::string_view digits = rest.substr(0, dot);
  std::uint64_t expiry = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), expiry);
  if (dot == std::string_view::npos || error != std::errc() || end != digits.data() + digits.size())
    return fail(Fault::not_canonical, "a relay's pass");
  // There is one way to write a pass, so the texts are compared.
  if (!crypto::same_in_constant_time(as_bytes(this->pass(expiry, name)), as_bytes(pass)))
    return fail(Fault::bad_signature, "a relay's pass");
  if (expiry <= now_utc_seconds) return fail(Fault::not_wanted, "a relay's pass that is over");
  return name;
}

Result<RevokedPasses> RevokedPasses::parse(std::string_view text) {
  RevokedPasses revoked;
  FD_TRY(for_each_line(text, [&](std::string_view line, std::size_t number) -> Result<> {
    if (!PassKey::is_name(line))
      return fail(Fault::not_canonical, "line " + std::to_string(number) + " is no name of a pass");
    revoked.names_.insert(std::string(line));
    return {};
  }));
  return revoked;
}

}  // namespace fairdeal::relay
