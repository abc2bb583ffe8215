#include "crypto/coin.h"

#include <string>

#include "base/encode.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

ByteArray<64> coin_value(ByteSpan context, const Point& sum) {
  const Bytes before = Writer().frame(std::string(kVersion) + "coin-value").frame(context).bytes();
  return sha512({before, Secret(sum.encode()).expose()});  // no copy on the heap
}

void SharedRng::fill(std::span<std::byte> out) {
  for (std::byte& byte : out) {
    if (used_ == block_.expose().size()) {
      block_ = Secret(sha512({value_.expose(), Writer().u64(next_++).bytes()}));
      used_ = 0;
    }
    byte = block_.expose()[used_++];
  }
}

}  // namespace fairdeal::crypto
