#include "proto/evening.h"

#include "base/encode.h"

namespace fairdeal::proto {
namespace {

constexpr std::string_view kOrder = "order";

Bytes signed_bytes(const crypto::Digest& evening, const Order& order) {
  return Writer()
      .raw(evening.bytes)
      .u32(order.number)
      .raw(order.key.bytes)
      .u32(static_cast<std::uint32_t>(order.kind))
      .u64(static_cast<std::uint64_t>(order.chips))
      .bytes();
}

}  // namespace

crypto::Signature sign_order(const crypto::Digest& evening, const Order& order,
                             const crypto::SigningKey& key) {
  return key.sign(kOrder, signed_bytes(evening, order));
}

bool order_signed(const crypto::Digest& evening, const Order& order, const crypto::PublicKey& by,
                  const crypto::Signature& signature) {
  return crypto::verify(by, kOrder, signed_bytes(evening, order), signature).has_value();
}

}  // namespace fairdeal::proto
