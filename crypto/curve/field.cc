#include "crypto/curve/field.h"

namespace fairdeal::crypto {
namespace {

std::uint64_t load(std::span<const std::byte, 32> bytes, std::size_t from) {
  std::uint64_t word = 0;
  for (std::size_t i = 8; i-- > 0;)
    word = word << 8 | std::to_integer<std::uint64_t>(bytes[from + i]);
  return word;
}

}  // namespace

Field Field::from_bytes(std::span<const std::byte, 32> bytes) {
  return {{load(bytes, 0) & kMask, load(bytes, 6) >> 3 & kMask, load(bytes, 12) >> 6 & kMask,
           load(bytes, 19) >> 1 & kMask, load(bytes, 24) >> 12 & kMask}};
}

Field Field::reduced() const {
  // After the first carry limbs are below 2^51 + 2^17, so in the second each carries 0 or 1. That
  // makes limb 0 at most 2^51 + 18 and the others at most 2^51: the number is below 2p.
  Field a = carried().carried();
  // q is 1 if a ≥ p, since then a + 19 reaches 2^255, and else 0. Adding 19q and dropping bit 255
  // subtracts qp.
  std::uint64_t q = 19;
  for (const std::uint64_t l : a.limb) q = (l + q) >> 51;
  std::uint64_t carry = 19 * q;
  for (std::uint64_t& l : a.limb) {
    l += carry;
    carry = l >> 51;
    l &= kMask;
  }
  return a;
}

ByteArray<32> Field::bytes() const {
  const auto& [l] = reduced();
  const std::uint64_t words[4] = {l[0] | l[1] << 51, l[1] >> 13 | l[2] << 38,
                                  l[2] >> 26 | l[3] << 25, l[3] >> 39 | l[4] << 12};
  ByteArray<32> out;
  for (std::size_t i = 0; i < 32; ++i)
    out[i] = static_cast<std::byte>(words[i / 8] >> (8 * (i % 8)));
  return out;
}

Field::Mask Field::is_zero() const {
  const Field a = reduced();
  const std::uint64_t any = a.limb[0] | a.limb[1] | a.limb[2] | a.limb[3] | a.limb[4];
  return ((any - 1) >> 63) * ~Mask{0};  // `any` is below 2^51, so this wraps for 0 only
}

Field::Mask Field::is_negative() const { return 0 - (reduced().limb[0] & 1); }

}  // namespace fairdeal::crypto
