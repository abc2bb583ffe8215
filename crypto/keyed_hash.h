#pragma once

#include "crypto/hash.h"

namespace fairdeal::crypto {

/// Returns keyed BLAKE2b-256 of `bytes` (RFC 7693): a MAC, which nobody can make without the key.
Digest keyed_hash(const Digest& key, ByteSpan bytes);

/// Returns whether both are equal, in a time that does not tell where they differ: so nobody can
/// guess a MAC byte by byte. Lengths are public.
bool same_in_constant_time(ByteSpan a, ByteSpan b);

}  // namespace fairdeal::crypto
