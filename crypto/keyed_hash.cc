#include "crypto/keyed_hash.h"

#include <sodium.h>

namespace fairdeal::crypto {
namespace {

const unsigned char* raw(ByteSpan bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

Digest keyed_hash(const Digest& key, ByteSpan bytes) {
  Digest digest;
  crypto_generichash(reinterpret_cast<unsigned char*>(digest.bytes.data()), Digest::kBytes,
                     raw(bytes), bytes.size(), raw(key.bytes), Digest::kBytes);
  return digest;
}

bool same_in_constant_time(ByteSpan a, ByteSpan b) {
  return a.size() == b.size() && sodium_memcmp(raw(a), raw(b), a.size()) == 0;
}

}  // namespace fairdeal::crypto
