#include "relay/server/invitation_page.h"

#include <array>
#include <sodium.h>

#include "base/check.h"

namespace fairdeal::relay::server {

extern const char* const kInvitationHtml;

namespace {

constexpr std::string_view kInvitationPath = "/fairdeal/invite";
constexpr std::string_view kNoFingerprint = "0000 0000 0000 0000";

using Sha256 = std::array<unsigned char, crypto_hash_sha256_BYTES>;

Sha256 sha256(std::string_view text) {
  Sha256 hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return hash;
}

/// Returns the source of a policy that allows the text inside this element of the page alone.
std::string only_source(std::string_view page, const std::string& element) {
  const std::string opens = "<" + element + ">";
  const std::size_t begin = page.find(opens) + opens.size();
  const std::size_t end = page.find("</" + element + ">");
  CHECK(end != std::string_view::npos && begin < end);
  const Sha256 hash = sha256(page.substr(begin, end - begin));
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, kVariant)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), kVariant);
  return "'sha256-" + std::string(text.data()) + "'";
}

std::string headers_of(std::string_view page) {
  return "Content-Type: text/html; charset=utf-8\r\n"
         "Content-Security-Policy: default-src 'none'; style-src " +
         only_source(page, "style") + "; script-src " + only_source(page, "script") +
         "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
         "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: no-store\r\n";
}

}  // namespace

const std::string& fingerprint_of_invitation() {
  static const std::string fingerprint = [] {
    const Sha256 hash = sha256(kInvitationHtml);
    std::string text;
    for (std::size_t i = 0; i < 8; ++i) {
      std::array<char, 3> digits{};
      sodium_bin2hex(digits.data(), digits.size(), &hash[i], 1);
      text += (i > 0 && i % 2 == 0 ? " " : "") + std::string(digits.data());
    }
    return text;
  }();
  return fingerprint;
}

const InvitationPage& invitation_page() {
  static const InvitationPage page = [] {
    std::string body = kInvitationHtml;
    const std::size_t at = body.find(kNoFingerprint);
    CHECK(at != std::string::npos);
    body.replace(at, kNoFingerprint.size(), fingerprint_of_invitation());
    return InvitationPage{headers_of(body), body};
  }();
  return page;
}

bool is_of_invitation(std::string_view target) {
  return target.substr(0, target.find('?')) == kInvitationPath;
}

}  // namespace fairdeal::relay::server
