#include "runtime/knock.h"

#include <algorithm>

#include "crypto/aead.h"

namespace fairdeal::runtime {
namespace {

ByteArray<16> first_half(const crypto::Digest& digest) {
  ByteArray<16> out;
  std::copy_n(digest.bytes.begin(), out.size(), out.begin());
  return out;
}

}  // namespace

KnockPlace link_place(const Token& token) {
  return {.box = first_half(crypto::hash("link/box", token)),
          .proof = first_half(crypto::hash("link/proof", token)),
          .key = crypto::Secret(crypto::hash("link/admit", token))};
}

KnockPlace member_place(const LobbySecret& secret, const proto::PublicKey& member) {
  crypto::Secrets<std::byte> both(secret.expose().size() + member.bytes.size());
  const auto end = std::ranges::copy(secret.expose(), both.expose().begin()).out;
  std::ranges::copy(member.bytes, end);
  return {.box = first_half(crypto::hash("lobby/box", both.expose())),
          .proof = first_half(crypto::hash("lobby/proof", both.expose())),
          .key = crypto::Secret(crypto::hash("lobby/knock", secret.expose()))};
}

Bytes encrypt_knock(const crypto::Secret<crypto::Digest>& key, const proto::Knock& knock,
                    Rng& rng) {
  return crypto::aead_encrypt(key, proto::encode(knock), rng);
}

Result<proto::Knock> KnockGuard::receive(const crypto::Secret<crypto::Digest>& key, ByteSpan body,
                                         std::uint64_t utc_ms) {
  if (body.size() > proto::kVisitBytesMax) return fail(Fault::too_large, "a knock");
  FD_TRY(const Bytes plain, crypto::aead_decrypt(key, body));
  FD_TRY(const proto::Knock knock, proto::decode_knock(plain));
  const std::uint64_t apart = std::max(knock.time, utc_ms) - std::min(knock.time, utc_ms);
  if (apart > kApartMaxMs)
    return fail(Fault::not_wanted, "a knock by a clock that is " + std::to_string(apart / 1000) +
                                       " s from the clock here");
  if (std::ranges::count(recent_, knock.pipe) > 0)
    return fail(Fault::not_wanted, "a knock that came before");
  if (recent_.size() == kRememberedMax) recent_.pop_front();
  recent_.push_back(knock.pipe);
  return knock;
}

}  // namespace fairdeal::runtime
