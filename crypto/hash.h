#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hex.h"

namespace fairdeal::crypto {

/// Every signature, hash and proof of ours begins with this, then its own name.
inline constexpr std::string_view kVersion = "fairdeal/v1/";

/// 32 bytes of BLAKE2b.
struct Digest {
  static constexpr std::size_t kBytes = 32;
  ByteArray<kBytes> bytes{};
  auto operator<=>(const Digest&) const = default;
  std::string hex() const { return to_hex(bytes); }
};

/// BLAKE2b-256 of frame(kVersion ‖ domain) ‖ bytes: two domains never share a digest.
Digest hash(std::string_view domain, ByteSpan bytes);

/// SHA-512 of the parts, one after another.
ByteArray<64> sha512(std::initializer_list<ByteSpan> parts);

/// 64 bytes of expand_message_xmd with SHA-512 (RFC 9380, 5.3.1); `domain` at most 255 bytes.
ByteArray<64> expand_message_xmd(ByteSpan message, std::string_view domain);

}  // namespace fairdeal::crypto
