#include "crypto/hash.h"

#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"

namespace fairdeal::crypto {

Digest hash(std::string_view domain, ByteSpan bytes) {
  const Bytes prefix = Writer().frame(std::string(kVersion).append(domain)).bytes();
  Digest digest;
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, Digest::kBytes);
  crypto_generichash_update(&state, uchars(prefix), prefix.size());
  crypto_generichash_update(&state, uchars(bytes), bytes.size());
  crypto_generichash_final(&state, uchars(digest.bytes), Digest::kBytes);
  sodium_memzero(&state, sizeof state);  // keys are derived from secrets by this function, too
  return digest;
}

ByteArray<64> sha512(std::initializer_list<ByteSpan> parts) {
  crypto_hash_sha512_state state;
  crypto_hash_sha512_init(&state);
  for (const ByteSpan part : parts) crypto_hash_sha512_update(&state, uchars(part), part.size());
  ByteArray<64> out;
  crypto_hash_sha512_final(&state, uchars(out));
  sodium_memzero(&state, sizeof state);
  return out;
}

ByteArray<64> expand_message_xmd(ByteSpan message, std::string_view domain) {
  CHECK(domain.size() <= 255);
  const Bytes dst =
      Writer().raw(as_bytes(domain)).u8(static_cast<std::uint8_t>(domain.size())).bytes();
  constexpr ByteArray<128> kZeroBlock{};  // Z_pad: one block of SHA-512's input
  constexpr ByteArray<3> kLengthZero{std::byte{0}, std::byte{64},
                                     std::byte{0}};  // I2OSP(64, 2) ‖ 0
  constexpr ByteArray<1> kOne{std::byte{1}};
  const auto b0 = sha512({kZeroBlock, message, kLengthZero, dst});
  return sha512({b0, kOne, dst});  // b_1: 64 bytes are one block of output
}

}  // namespace fairdeal::crypto
