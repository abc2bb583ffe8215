#include "relay/cluster/nkey.h"

#include <array>
#include <sodium.h>

#include "relay/block_list.h"

namespace fairdeal::relay::cluster {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr unsigned kSeedPrefix = 18U << 3;  // "S"
constexpr unsigned kUserPrefix = 20U << 3;  // "U"

/// CRC-16/XMODEM: polynomial 0x1021, no reflection, from 0.
std::uint16_t crc_of(ByteSpan bytes) {
  std::uint32_t crc = 0;
  for (const std::byte b : bytes) {
    crc ^= std::to_integer<std::uint32_t>(b) << 8;
    for (int bit = 0; bit < 8; ++bit)
      crc = ((crc << 1) ^ ((crc & 0x8000U) != 0 ? 0x1021U : 0U)) & 0xffffU;
  }
  return static_cast<std::uint16_t>(crc);
}

/// Writes the bytes with their checksum, which is little-endian, in base32 without padding.
std::string base32_text(Bytes bytes) {
  const std::uint16_t crc = crc_of(bytes);
  bytes.push_back(static_cast<std::byte>(crc & 0xffU));
  bytes.push_back(static_cast<std::byte>(crc >> 8));
  std::string text;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const std::byte b : bytes) {
    bits = (bits << 8 | std::to_integer<std::uint32_t>(b)) & 0xffffU;
    for (count += 8; count >= 5; count -= 5) text += kDigits[bits >> (count - 5) & 31U];
  }
  if (count > 0) text += kDigits[bits << (5 - count) & 31U];
  return text;
}

/// Reads what base32_text writes, without the checksum.
std::optional<Bytes> bytes_in_base32(std::string_view text) {
  Bytes bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const auto digit = kDigits.find(c);
    if (digit == std::string_view::npos) return {};
    bits = (bits << 5 | static_cast<std::uint32_t>(digit)) & 0xfffU;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count & 0xffU));
  }
  if (bytes.size() < 2) return {};
  Bytes without(bytes.begin(), bytes.end() - 2);
  if (base32_text(without) != text) return {};
  return without;
}

}  // namespace

Nkey Nkey::draw(Rng& rng) {
  Seed seed;
  rng.fill(seed);
  return Nkey(std::move(seed));
}

Result<Nkey> Nkey::parse(std::string_view text) {
  std::optional<Nkey> found;
  FD_TRY(for_each_line(text, [&](std::string_view line, std::size_t) -> Result<> {
    if (line.starts_with('-')) return {};
    const auto bytes = bytes_in_base32(line);
    // The kind of key is in the bits that are left of the first byte, and in the next one.
    const unsigned first = kSeedPrefix | kUserPrefix >> 5, second = (kUserPrefix & 31U) << 3;
    if (found || !bytes || bytes->size() != 34 || (*bytes)[0] != static_cast<std::byte>(first) ||
        (*bytes)[1] != static_cast<std::byte>(second))
      return fail(Fault::not_canonical, "the seed of a NATS user");
    Seed seed;
    std::copy(bytes->begin() + 2, bytes->end(), seed.begin());
    found = Nkey(std::move(seed));
    return {};
  }));
  if (!found) return fail(Fault::not_canonical, "the seed of a NATS user");
  return *std::move(found);
}

std::string Nkey::seed_text() const {
  Bytes bytes{static_cast<std::byte>(kSeedPrefix | kUserPrefix >> 5),
              static_cast<std::byte>((kUserPrefix & 31U) << 3)};
  const Seed& seed = seed_.expose();
  bytes.insert(bytes.end(), seed.begin(), seed.end());
  return base32_text(std::move(bytes));
}

std::string Nkey::user_text() const {
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> key{};
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> both{};
  crypto_sign_seed_keypair(key.data(), both.data(), uchars(seed_.expose()));
  sodium_memzero(both.data(), both.size());
  Bytes bytes{static_cast<std::byte>(kUserPrefix)};
  for (const unsigned char c : key) bytes.push_back(static_cast<std::byte>(c));
  return base32_text(std::move(bytes));
}

}  // namespace fairdeal::relay::cluster
