#pragma once

#include <span>

#include "base/bytes.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

/// Commit–reveal: everybody commits, then everybody reveals (docs/cards.md, shared randomness).
using Commitment = ByteArray<64>;
using Salt = ByteArray<32>;

/// Binds to `value` and hides it behind a random salt, for one place only.
Commitment commit(ByteSpan context, ByteSpan value, const Salt& salt);

/// What all seats' revealed values, in seat order, make together: 64 bytes that nobody chose if one
/// of them was random.
ByteArray<64> joint_value(ByteSpan context, std::span<const ByteArray<32>> values);

}  // namespace fairdeal::crypto
