#include "runtime/meet/contact.h"

#include <algorithm>
#include <tuple>

#include "base/encode.h"

namespace fairdeal::meet {
namespace {

constexpr std::uint64_t kHourMs = 3'600'000;
constexpr std::uint64_t kDayMs = 24 * kHourMs;

/// Returns the parts, one after another.
crypto::Secrets<std::byte> concatenated(std::initializer_list<ByteSpan> parts) {
  std::size_t size = 0;
  for (const ByteSpan part : parts) size += part.size();
  crypto::Secrets<std::byte> all(size);
  auto end = all.expose().begin();
  for (const ByteSpan part : parts) end = std::ranges::copy(part, end).out;
  return all;
}

ByteArray<16> first_half_of(const crypto::Digest& digest) {
  ByteArray<16> out;
  std::copy_n(digest.bytes.begin(), out.size(), out.begin());
  return out;
}

constexpr std::size_t kTagBytes = 4;

ByteArray<kTagBytes> beacon_tag(const PairSecret& secret, const proto::LobbyId& lobby) {
  const auto both = concatenated({secret.expose(), lobby});
  ByteArray<kTagBytes> tag;
  std::copy_n(crypto::hash("beacon/tag", both.expose()).bytes.begin(), tag.size(), tag.begin());
  return tag;
}

}  // namespace

ByteArray<proto::kBeaconTagsBytes> beacon_tags(const Contacts& contacts,
                                               const proto::LobbyId& lobby, Rng& rng) {
  auto tags = proto::random_tags(rng);
  auto place = tags.begin();
  if (!contacts) return tags;
  for (const Contact& contact : *contacts) {
    if (!contact.invited || contact.blocked || place == tags.end()) continue;
    place = std::ranges::copy(beacon_tag(contact.secret, lobby), place).out;
  }
  return tags;
}

const Contact* host_by_tags(const Contacts& contacts, const proto::BeaconTable& table) {
  if (!contacts) return nullptr;
  for (const Contact& contact : *contacts) {
    if (contact.blocked) continue;
    const auto tag = beacon_tag(contact.secret, table.lobby);
    for (std::size_t at = 0; at < table.tags.size(); at += kTagBytes)
      if (equal(ByteSpan(table.tags).subspan(at, kTagBytes), tag)) return &contact;
  }
  return nullptr;
}

PairSecret pair_secret(const proto::PublicKey& one, const PairPart& of_one,
                       const proto::PublicKey& other, const PairPart& of_other) {
  const auto& [first, second] =
      one < other ? std::tie(of_one, of_other) : std::tie(of_other, of_one);
  return PairSecret(
      crypto::hash("contact/pair", concatenated({first.expose(), second.expose()}).expose()).bytes);
}

const Contact* contact_of(const Contacts& contacts, const proto::PublicKey& key) {
  if (!contacts) return nullptr;
  const auto found = std::ranges::find(*contacts, key, &Contact::key);
  return found != contacts->end() ? &*found : nullptr;
}

ContactPlace contact_place(const PairSecret& secret, const proto::PublicKey& host,
                           std::uint32_t day) {
  const Bytes date = Writer().u32(day).bytes();
  const auto of_host = concatenated({secret.expose(), host.bytes, date});
  const auto of_both = concatenated({secret.expose(), date});
  return {.knocks = {.box = first_half_of(crypto::hash("contact/box", of_host.expose())),
                     .proof = first_half_of(crypto::hash("contact/proof", of_host.expose())),
                     .key = crypto::Secret(crypto::hash("contact/knock", of_both.expose()))},
          .question = crypto::Secret(crypto::hash("contact/question", of_both.expose()))};
}

std::uint32_t day_of(std::uint64_t utc_ms) { return static_cast<std::uint32_t>(utc_ms / kDayMs); }

std::vector<std::uint32_t> days_held(std::uint64_t utc_ms) {
  const std::uint32_t today = day_of(utc_ms);
  const std::uint64_t since_midnight = utc_ms % kDayMs;
  std::vector<std::uint32_t> days{today};
  if (since_midnight < 2 * kHourMs && today > 0) days.push_back(today - 1);
  if (since_midnight >= kDayMs - 2 * kHourMs) days.push_back(today + 1);
  return days;
}

Bytes contact_proof(const PairSecret& secret, const LinkId& link, const proto::PublicKey& host,
                    const proto::PublicKey& guest) {
  return join_proof(crypto::Secret(crypto::hash("contact/admit", secret.expose())), link, host,
                    guest);
}

}  // namespace fairdeal::meet
