#include "crypto/commit.h"

#include <string>

#include "base/encode.h"

namespace fairdeal::crypto {

Commitment commit(ByteSpan context, ByteSpan value, const Salt& salt) {
  const Bytes before = Writer()
                           .frame(std::string(kVersion) + "commit")
                           .frame(context)
                           .u32(static_cast<std::uint32_t>(value.size()))
                           .bytes();
  return sha512({before, value, salt});  // no copy on the heap
}

ByteArray<64> joint_value(ByteSpan context, std::span<const ByteArray<32>> values) {
  Writer writer;
  writer.frame(std::string(kVersion) + "reveal").frame(context);
  for (const auto& value : values) writer.raw(value);
  return sha512({writer.bytes()});
}

}  // namespace fairdeal::crypto
