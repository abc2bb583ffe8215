#include "crypto/hedged_rng.h"

#include <algorithm>
#include <sodium.h>

#include "base/encode.h"

namespace fairdeal::crypto {
namespace {

ByteArray<8> u64_bytes(std::uint64_t value) {
  ByteArray<8> bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i));
  return bytes;
}

Secret<ByteArray<64>> derive(ByteSpan statement, ByteSpan witness, Rng& source) {
  ByteArray<32> fresh;
  source.fill(fresh);
  Secret<ByteArray<64>> key(
      sha512({as_bytes(kVersion), as_bytes("hedged"), u64_bytes(statement.size()), statement,
              u64_bytes(witness.size()), witness, fresh}));
  sodium_memzero(fresh.data(), fresh.size());
  return key;
}

}  // namespace

HedgedRng::HedgedRng(ByteSpan statement, ByteSpan witness, Rng& source)
    : key_(derive(statement, witness, source)) {}

void HedgedRng::fill(std::span<std::byte> out) {
  while (!out.empty()) {
    auto block = sha512({key_.expose(), u64_bytes(block_++)});
    const std::size_t n = std::min(out.size(), block.size());
    std::copy_n(block.begin(), n, out.begin());
    sodium_memzero(block.data(), block.size());
    out = out.subspan(n);
  }
}

}  // namespace fairdeal::crypto
