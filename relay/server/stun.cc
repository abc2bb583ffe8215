#include "relay/server/stun.h"

#include <array>

namespace fairdeal::relay::server {
namespace {

constexpr ByteArray<4> kBindingRequest{std::byte{0x00}, std::byte{0x01},  // then its length, 0
                                       std::byte{0x00}, std::byte{0x00}};
constexpr ByteArray<4> kMagicCookie{std::byte{0x21}, std::byte{0x12}, std::byte{0xa4},
                                    std::byte{0x42}};

void append(Bytes& out, std::initializer_list<unsigned> bytes) {
  for (const unsigned byte : bytes) out.push_back(static_cast<std::byte>(byte));
}

}  // namespace

std::optional<Bytes> stun_answer(ByteSpan request, const Address& caller) {
  if (request.size() != kStunRequestBytes || !equal(request.first(4), kBindingRequest) ||
      !equal(request.subspan(4, 4), kMagicCookie))
    return {};
  const bool v4 = caller.ip.is_v4();
  const ByteSpan address = v4 ? ByteSpan(caller.ip.bytes).last(4) : ByteSpan(caller.ip.bytes);
  const auto value_bytes = static_cast<unsigned>(4 + address.size());

  Bytes answer;
  append(answer, {0x01, 0x01, 0x00, 4 + value_bytes});  // Binding success response, its length
  const ByteSpan cookie_and_id = request.subspan(4);
  answer.insert(answer.end(), cookie_and_id.begin(), cookie_and_id.end());
  append(answer, {0x00, 0x20, 0x00, value_bytes});  // XOR-MAPPED-ADDRESS, its length
  append(answer, {0x00, v4 ? 0x01U : 0x02U});       // the family
  // The port and the address are each XORed with as much of the cookie, followed by the
  // transaction id, as they are long.
  append(answer, {(caller.port >> 8 ^ 0x21U) & 0xffU, (caller.port ^ 0x12U) & 0xffU});
  for (std::size_t i = 0; i < address.size(); ++i) answer.push_back(address[i] ^ cookie_and_id[i]);
  return answer;
}

}  // namespace fairdeal::relay::server
