#pragma once

#include "crypto/hash.h"

namespace fairdeal::crypto {

/// BLAKE2b-256 of `bytes` under a key of 32 bytes: nobody without the key can make it.
Digest keyed_hash(const Digest& key, ByteSpan bytes);

/// Whether both are the same, in a time that says nothing of where they differ.
bool same_in_constant_time(ByteSpan a, ByteSpan b);

}  // namespace fairdeal::crypto
