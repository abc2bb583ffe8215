#pragma once

#include <span>

#include "base/bytes.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

/// Commit–reveal: everybody commits to a value, and when all have, everybody reveals it
/// (docs/cards.md, section 8).
using Commitment = ByteArray<64>;
using Salt = ByteArray<32>;

/// Commits to `value` at the place that `context` names. The hash binds, since a second opening
/// would be a collision; the 32 random bytes of `salt` hide a value that could be guessed.
Commitment commit(ByteSpan context, ByteSpan value, const Salt& salt);

/// Returns 64 bytes made of all seats' revealed values, in seat order. Nobody chose them if one of
/// the values was random and committed to before the others were revealed.
ByteArray<64> joint_value(ByteSpan context, std::span<const ByteArray<32>> values);

}  // namespace fairdeal::crypto
