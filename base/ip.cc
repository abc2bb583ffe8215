#include "base/ip.h"

#include <algorithm>

#include <arpa/inet.h>

namespace fairdeal {
namespace {

constexpr std::size_t kMappedBytes = IpAddress::kMappedBits / 8;

}  // namespace

IpAddress IpAddress::v4(std::uint32_t address) {
  IpAddress ip;
  ip.bytes[kMappedBytes - 2] = ip.bytes[kMappedBytes - 1] = std::byte{0xff};
  for (std::size_t i = 0; i < 4; ++i)
    ip.bytes[kMappedBytes + i] = static_cast<std::byte>(address >> (24 - 8 * i));
  return ip;
}

Result<IpAddress> IpAddress::parse(std::string_view text) {
  const std::string ended(text);
  const bool whole = ended.find('\0') == std::string::npos;
  in_addr four{};
  if (whole && ::inet_pton(AF_INET, ended.c_str(), &four) == 1) return v4(ntohl(four.s_addr));
  IpAddress ip;
  if (whole && ::inet_pton(AF_INET6, ended.c_str(), ip.bytes.data()) == 1) return ip;
  return fail(Fault::not_canonical, "the IP address " + ended.substr(0, 50));
}

std::string IpAddress::text() const {
  char text[INET6_ADDRSTRLEN] = {};
  ::inet_ntop(is_v4() ? AF_INET : AF_INET6, bytes.data() + (is_v4() ? kMappedBytes : 0), text,
              sizeof text);
  return text;
}

bool IpAddress::is_v4() const { return shares_prefix(v4(0), kMappedBits); }

bool IpAddress::is_link_local() const {
  return bytes[0] == std::byte{0xfe} && (bytes[1] & std::byte{0xc0}) == std::byte{0x80};
}

bool IpAddress::shares_prefix(const IpAddress& other, std::size_t bits) const {
  const auto whole = static_cast<std::ptrdiff_t>(bits / 8);
  if (!std::equal(bytes.begin(), bytes.begin() + whole, other.bytes.begin())) return false;
  if (bits % 8 == 0) return true;
  const std::byte mask = std::byte{0xff} << (8 - bits % 8);
  return ((bytes[bits / 8] ^ other.bytes[bits / 8]) & mask) == std::byte{0};
}

}  // namespace fairdeal
