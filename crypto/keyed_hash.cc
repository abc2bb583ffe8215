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
  crypto_generichash_state state;  // not libsodium's one call, which leaves the key on the stack
  crypto_generichash_init(&state, raw(key.bytes), Digest::kBytes, Digest::kBytes);
  crypto_generichash_update(&state, raw(bytes), bytes.size());
  crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(digest.bytes.data()),
                           Digest::kBytes);
  sodium_memzero(&state, sizeof state);
  return digest;
}

bool same_in_constant_time(ByteSpan a, ByteSpan b) {
  return a.size() == b.size() && sodium_memcmp(raw(a), raw(b), a.size()) == 0;
}

}  // namespace fairdeal::crypto
