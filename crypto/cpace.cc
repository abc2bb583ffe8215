#include "crypto/cpace.h"

#include <algorithm>

#include "crypto/hash.h"

namespace fairdeal::crypto {
namespace {

constexpr std::string_view kDsi = "CPaceRistretto255";
constexpr std::string_view kDsiIsk = "CPaceRistretto255_ISK";
constexpr std::size_t kHashBlockBytes = 128;  // s_in_bytes of SHA-512

/// Returns how many bytes LEB128 takes for a number.
std::size_t leb128_bytes(std::size_t number) {
  std::size_t bytes = 1;
  for (; number >= 128; number /= 128) ++bytes;
  return bytes;
}

/// Returns the length of a part after its own length (prepend_len).
std::size_t framed_bytes(ByteSpan part) { return leb128_bytes(part.size()) + part.size(); }

/// Returns zeros that fill the rest of the first block of SHA-512, so that nothing but the domain
/// and the password is in that block (len_zpad of generator_string).
Bytes zero_pad(ByteSpan password) {
  const std::size_t used = framed_bytes(as_bytes(kDsi)) + framed_bytes(password) + 1;
  return Bytes(used < kHashBlockBytes ? kHashBlockBytes - used : 0);
}

}  // namespace

Secrets<std::byte> lv_cat(std::initializer_list<ByteSpan> parts) {
  std::size_t length = 0;
  for (const ByteSpan part : parts) length += framed_bytes(part);
  Secrets<std::byte> out(length);
  auto at = out.expose().begin();
  for (const ByteSpan part : parts) {
    std::size_t rest = part.size();
    for (; rest >= 128; rest /= 128) *at++ = static_cast<std::byte>(rest % 128 + 128);
    *at++ = static_cast<std::byte>(rest);
    at = std::ranges::copy(part, at).out;
  }
  return out;
}

Secret<Point> cpace_generator(const CpaceInputs& inputs) {
  // generator_string(DSI, PRS, CI, sid, s_in_bytes)
  const auto text = lv_cat(
      {as_bytes(kDsi), inputs.password, zero_pad(inputs.password), inputs.channel, inputs.session});
  const Secret uniform(sha512({text.expose()}));
  return Secret(Point::from_uniform(uniform.expose()));
}

CpaceParty::CpaceParty(Role role, const CpaceInputs& inputs, Rng& rng)
    : CpaceParty(role, inputs, Secret(Scalar::random_nonzero(rng))) {}

CpaceParty::CpaceParty(Role role, const CpaceInputs& inputs, Secret<Scalar> scalar)
    : role_(role), session_(to_bytes(inputs.session)), scalar_(std::move(scalar)) {
  const Secret g = cpace_generator(inputs);
  share_ = (scalar_.expose() * g.expose()).encode();
}

Result<CpaceKey> CpaceParty::finish(const CpaceShare& theirs, ByteSpan ad_a, ByteSpan ad_b) && {
  // scalar_mult_vfy: the group has prime order and y is not zero, so K is the identity only if Y
  // is, which decode_nonzero refuses.
  FD_TRY(const Point Y, Point::decode_nonzero(theirs));
  const Secret y = std::move(scalar_);
  const Secret K((y.expose() * Y).encode());
  const bool initiator = role_ == Role::initiator;
  // ISK = H(lv_cat(DSI_ISK, sid, K) ‖ transcript_ir(Ya, ADa, Yb, ADb))
  const auto keyed = lv_cat({as_bytes(kDsiIsk), session_, K.expose()});
  const auto said_a = lv_cat({initiator ? share_ : theirs, ad_a});
  const auto said_b = lv_cat({initiator ? theirs : share_, ad_b});
  return CpaceKey(sha512({keyed.expose(), said_a.expose(), said_b.expose()}));
}

}  // namespace fairdeal::crypto
