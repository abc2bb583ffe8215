#include "proto/evening.h"

#include "base/encode.h"

namespace fairdeal::proto {
namespace {

constexpr std::string_view kOrder = "order";

Bytes signed_bytes(const Break& at, const Order& order) {
  return Writer()
      .raw(at.evening.bytes)
      .raw(at.continues.bytes)
      .u32(order.number)
      .raw(order.key.bytes)
      .u32(static_cast<std::uint32_t>(order.kind))
      .u64(static_cast<std::uint64_t>(order.chips))
      .bytes();
}

}  // namespace

crypto::Signature sign_order(const Break& at, const Order& order, const crypto::SigningKey& key) {
  return key.sign(kOrder, signed_bytes(at, order));
}

bool order_signed(const Break& at, const Order& order, const crypto::PublicKey& by,
                  const crypto::Signature& signature) {
  return crypto::verify(by, kOrder, signed_bytes(at, order), signature).has_value();
}

}  // namespace fairdeal::proto
