#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hex.h"

namespace fairdeal::crypto {

/// Every signature, hash and proof of ours begins with this and then a name of its own. So what is
/// signed or hashed for one use never stands for another, nor for another version of the protocol.
inline constexpr std::string_view kVersion = "fairdeal/v1/";

/// A digest of 32 bytes, made by BLAKE2b.
struct Digest {
  static constexpr std::size_t kBytes = 32;
  ByteArray<kBytes> bytes{};
  auto operator<=>(const Digest&) const = default;
  std::string hex() const { return to_hex(bytes); }
};

/// Returns BLAKE2b-256 of frame(kVersion ‖ domain) ‖ bytes. The frame's length separates domain and
/// bytes, so two domains never hash the same input.
Digest hash(std::string_view domain, ByteSpan bytes);

/// Returns SHA-512 of the parts, one after another. Nothing separates them: callers whose parts
/// have no fixed length must frame them.
ByteArray<64> sha512(std::initializer_list<ByteSpan> parts);

/// Returns 64 bytes of expand_message_xmd with SHA-512 (RFC 9380, 5.3.1). `domain` is the DST and
/// has at most 255 bytes (CHECKed).
ByteArray<64> expand_message_xmd(ByteSpan message, std::string_view domain);

}  // namespace fairdeal::crypto
