#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "net/sockets/address.h"

namespace fairdeal::reach {

/// The number by which an answer of STUN belongs to its request.
using StunId = ByteArray<12>;

/// Returns a Binding request without attributes, 20 bytes. Source: RFC 8489, section 5.
Bytes stun_request(const StunId& id);

/// Reads the answer to the request with this id: the address that the other end saw, from the
/// first attribute XOR-MAPPED-ADDRESS (RFC 8489, 14.2). Other attributes are passed over. Errors:
/// incomplete (more bytes have to come); too_large (it says that it is longer than
/// kStunAnswerBytesMax); not_canonical.
Result<sockets::Address> read_stun_answer(ByteSpan bytes, const StunId& id);

}  // namespace fairdeal::reach
