// Fuzzes what reflectors and those who ask them say to each other (STUN over TCP). An answer that
// is read names an IP address, is the answer to one request only, and is incomplete until its last
// byte; what our reflector says of that address is read as the same. A reflector answers one
// request.
#include "base/check.h"
#include "base/ip.h"
#include "fuzz/target.h"
#include "net/channel/limits.h"
#include "net/reach/stun.h"
#include "relay/server/stun.h"

namespace fairdeal {
namespace {

/// The request whose answers the corpus holds: its id is 1, 2, … 12.
reach::StunId asked_with() {
  reach::StunId id;
  for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::byte>(i + 1);
  return id;
}

void read_as_answer(ByteSpan input) {
  const reach::StunId id = asked_with();
  const auto seen = reach::read_stun_answer(input, id);
  if (!seen) return;
  CHECK(input.size() <= net::kStunAnswerBytesMax);
  const auto ip = IpAddress::parse(seen->host);
  CHECK(ip && ip->text() == seen->host);
  for (std::size_t size = 0; size < input.size(); ++size) {
    const auto part = reach::read_stun_answer(input.first(size), id);
    CHECK(!part && part.error().fault == Fault::incomplete);
  }
  reach::StunId other = id;
  other[0] ^= std::byte{1};
  CHECK(!reach::read_stun_answer(input, other));

  const auto again =
      relay::server::stun_answer(reach::stun_request(id), {.ip = *ip, .port = seen->port});
  const auto same = reach::read_stun_answer(*again, id);
  CHECK(same && same->host == seen->host && same->port == seen->port);
}

void read_as_request(ByteSpan input) {
  const relay::Address caller{.ip = IpAddress::v4(0xc0000207), .port = 7777};
  const auto answer = relay::server::stun_answer(input, caller);
  if (!answer) return;
  CHECK(input.size() == relay::server::kStunRequestBytes);
  reach::StunId id;
  std::copy_n(input.begin() + 8, id.size(), id.begin());
  CHECK(equal(reach::stun_request(id), input));
  CHECK(reach::read_stun_answer(*answer, id).has_value());
}

}  // namespace

void fuzz(ByteSpan input) {
  read_as_answer(input);
  read_as_request(input);
}

}  // namespace fairdeal
