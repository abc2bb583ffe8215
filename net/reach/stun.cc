#include "net/reach/stun.h"

#include <algorithm>
#include <array>

#include "base/ip.h"
#include "net/channel/limits.h"

namespace fairdeal::reach {
namespace {

constexpr ByteArray<4> kBindingRequest{std::byte{0x00}, std::byte{0x01},  // then its length, 0
                                       std::byte{0x00}, std::byte{0x00}};
constexpr std::size_t kBindingSuccess = 0x0101;
constexpr ByteArray<4> kMagicCookie{std::byte{0x21}, std::byte{0x12}, std::byte{0xa4},
                                    std::byte{0x42}};
constexpr std::size_t kHeaderBytes = 20;
constexpr std::size_t kXorMappedAddress = 0x0020;
constexpr std::size_t kIpv4 = 1;
constexpr std::size_t kIpv6 = 2;

std::size_t u16_at(ByteSpan bytes, std::size_t place) {
  return std::to_integer<std::size_t>(bytes[place]) << 8 |
         std::to_integer<std::size_t>(bytes[place + 1]);
}

tl::unexpected<Error> malformed() { return fail(Fault::not_canonical, "a reflector's answer"); }

/// Reads the value of XOR-MAPPED-ADDRESS. Port and address are each XORed with as much of
/// `cookie_and_id` as they are long.
Result<sockets::Address> read_address(ByteSpan value, ByteSpan cookie_and_id) {
  if (value.size() < 4) return malformed();
  const std::size_t family = std::to_integer<std::size_t>(value[1]);
  const std::size_t port = u16_at(value, 2) ^ u16_at(cookie_and_id, 0);
  const ByteSpan masked = value.subspan(4);
  if (masked.size() != (family == kIpv4 ? 4U : 16U)) return malformed();
  if (family != kIpv4 && family != kIpv6) return malformed();
  IpAddress ip = IpAddress::v4(0);
  const auto out = family == kIpv4 ? std::span(ip.bytes).last(4) : std::span(ip.bytes).first(16);
  std::ranges::transform(masked, cookie_and_id.first(masked.size()), out.begin(),
                         [](std::byte a, std::byte b) { return a ^ b; });
  return sockets::Address{.host = ip.text(), .port = static_cast<std::uint16_t>(port)};
}

}  // namespace

Bytes stun_request(const StunId& id) {
  Bytes out(kBindingRequest.begin(), kBindingRequest.end());
  out.insert(out.end(), kMagicCookie.begin(), kMagicCookie.end());
  out.insert(out.end(), id.begin(), id.end());
  return out;
}

Result<sockets::Address> read_stun_answer(ByteSpan bytes, const StunId& id) {
  if (bytes.size() < kHeaderBytes) return fail(Fault::incomplete, "a reflector's answer");
  const std::size_t size = kHeaderBytes + u16_at(bytes, 2);
  if (u16_at(bytes, 0) != kBindingSuccess || size % 4 != 0 ||
      !equal(bytes.subspan(4, 4), kMagicCookie) || !equal(bytes.subspan(8, 12), id))
    return malformed();
  if (size > net::kStunAnswerBytesMax) return fail(Fault::too_large, "a reflector's answer");
  if (bytes.size() < size) return fail(Fault::incomplete, "a reflector's answer");
  if (bytes.size() > size) return malformed();  // nothing more was asked

  const ByteSpan cookie_and_id = bytes.subspan(4, 16);
  ByteSpan rest = bytes.subspan(kHeaderBytes);
  while (!rest.empty()) {  // each attribute: its type, the length of its value, the value, padding
    const std::size_t length = u16_at(rest, 2);
    const std::size_t padded = (length + 3) / 4 * 4;
    if (4 + padded > rest.size()) return malformed();
    if (u16_at(rest, 0) == kXorMappedAddress)
      return read_address(rest.subspan(4, length), cookie_and_id);
    rest = rest.subspan(4 + padded);
  }
  return malformed();
}

}  // namespace fairdeal::reach
