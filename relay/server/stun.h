#pragma once

#include <cstddef>
#include <optional>

#include "base/bytes.h"
#include "relay/ip.h"

namespace fairdeal::relay::server {

/// A Binding request of STUN without attributes, the only one that a reflector answers.
inline constexpr std::size_t kStunRequestBytes = 20;

/// Returns the answer to a Binding request that came from `caller`: a success response whose one
/// attribute is XOR-MAPPED-ADDRESS, 32 bytes for IPv4 and 44 for IPv6. Returns none if `request`
/// is anything else. Source: RFC 8489, sections 5, 14 and 14.2.
std::optional<Bytes> stun_answer(ByteSpan request, const Address& caller);

}  // namespace fairdeal::relay::server
