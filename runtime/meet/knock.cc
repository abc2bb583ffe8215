#include "runtime/meet/knock.h"

#include <algorithm>

#include "crypto/aead.h"

namespace fairdeal::meet {
namespace {

ByteArray<16> first_half(const crypto::Digest& digest) {
  ByteArray<16> out;
  std::copy_n(digest.bytes.begin(), out.size(), out.begin());
  return out;
}

Result<proto::Knock> decrypt_knock(const crypto::Secret<crypto::Digest>& key, ByteSpan body) {
  if (body.size() > proto::kVisitBytesMax) return fail(Fault::too_large, "a knock");
  FD_TRY(const Bytes plain, crypto::aead_decrypt(key, body));
  return proto::decode_knock(plain);
}

std::uint64_t apart_ms(std::uint64_t a, std::uint64_t b) { return std::max(a, b) - std::min(a, b); }

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

std::optional<proto::Knock> knock_of_another_time(const crypto::Secret<crypto::Digest>& key,
                                                  ByteSpan body, std::uint64_t utc_ms) {
  const auto knock = decrypt_knock(key, body);
  if (!knock || apart_ms(knock->time, utc_ms) <= KnockGuard::kApartMaxMs) return std::nullopt;
  return *knock;
}

crypto::Secret<crypto::Digest> clock_key(const KnockPlace& place) {
  return crypto::Secret(crypto::hash("knock/clock", place.key.expose().bytes));
}

Result<proto::Knock> read_clock(const KnockPlace& place, ByteSpan body) {
  return decrypt_knock(clock_key(place), body);
}

Result<proto::Knock> KnockGuard::receive(const crypto::Secret<crypto::Digest>& key, ByteSpan body,
                                         std::uint64_t utc_ms) {
  FD_TRY(const proto::Knock knock, decrypt_knock(key, body));
  const std::uint64_t apart = apart_ms(knock.time, utc_ms);
  if (apart > kApartMaxMs)
    return fail(Fault::not_wanted, "a knock by a clock that is " + std::to_string(apart / 1000) +
                                       " s from the clock here");
  if (std::ranges::count(recent_, knock.pipe) > 0)
    return fail(Fault::not_wanted, "a knock that came before");
  if (recent_.size() == kRememberedMax) recent_.pop_front();
  recent_.push_back(knock.pipe);
  return knock;
}

}  // namespace fairdeal::meet
