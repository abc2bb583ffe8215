#include "relay/ip.h"

#include <algorithm>
#include <charconv>

#include <boost/asio/ip/v6_only.hpp>

#include "relay/asio.h"

namespace fairdeal::relay {
namespace {

asio::ip::address_v6 v6_of(const IpAddress& address) {
  asio::ip::address_v6::bytes_type bytes;
  std::ranges::transform(address.bytes, bytes.begin(),
                         [](std::byte b) { return std::to_integer<unsigned char>(b); });
  return asio::ip::address_v6(bytes);
}

asio::ip::address asio_of(const IpAddress& address) {
  if (address.is_v4()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6_of(address));
  return v6_of(address);
}

/// Returns the last entry of a list that commas separate, without spaces around it, and removes it
/// from `list`.
std::string_view take_last(std::string_view& list) {
  const auto comma = list.rfind(',');
  std::string_view last = comma == std::string_view::npos ? list : list.substr(comma + 1);
  list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  while (last.starts_with(' ') || last.starts_with('\t')) last.remove_prefix(1);
  while (last.ends_with(' ') || last.ends_with('\t')) last.remove_suffix(1);
  return last;
}

}  // namespace

IpAddress ip_of(const asio::ip::address& address) {
  const auto bytes =
      (address.is_v4() ? make_address_v6(asio::ip::v4_mapped, address.to_v4()) : address.to_v6())
          .to_bytes();
  IpAddress out;
  std::ranges::transform(bytes, out.bytes.begin(), [](unsigned char c) { return std::byte{c}; });
  return out;
}

SourceId source_of(const IpAddress& address) {
  SourceId source{address.bytes};
  if (!address.is_v4()) std::fill(source.prefix.begin() + 8, source.prefix.end(), std::byte{0});
  return source;
}

Result<IpNetwork> IpNetwork::parse(std::string_view text) {
  const auto slash = text.find('/');
  FD_TRY(const IpAddress base, IpAddress::parse(text.substr(0, slash)));
  const std::size_t first = base.is_v4() ? IpAddress::kMappedBits : 0;
  std::size_t bits = 128 - first;
  if (slash != std::string_view::npos) {
    const std::string_view digits = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc() || end != digits.data() + digits.size() || bits > 128 - first)
      return fail(Fault::not_canonical, "the network " + std::string(text.substr(0, 50)));
  }
  for (std::size_t bit = first + bits; bit < 128; ++bit) {
    const auto byte = base.bytes[bit / 8];
    if ((byte & std::byte{0x80} >> bit % 8) != std::byte{0})
      return fail(Fault::not_canonical,
                  std::string(text.substr(0, 50)) + " has bits after its prefix");
  }
  return IpNetwork{.base = base, .bits = first + bits};
}

bool IpNetwork::contains(const IpAddress& address) const {
  return base.shares_prefix(address, bits);
}

std::string Address::text() const {
  return (ip.is_v4() ? ip.text() : "[" + ip.text() + "]") + ":" + std::to_string(port);
}

IpAddress client_address(const IpAddress& peer, std::string_view forwarded,
                         std::span<const IpNetwork> trusted) {
  const auto is_trusted = [&](const IpAddress& address) {
    return std::ranges::any_of(trusted, [&](const auto& net) { return net.contains(address); });
  };
  IpAddress client = peer;
  while (is_trusted(client) && !forwarded.empty()) {
    const auto before = IpAddress::parse(take_last(forwarded));
    if (!before) break;
    client = *before;
  }
  return client;
}

Result<tcp::acceptor> listen_at(asio::io_context& io, const Address& at) {
  error_code error;
  tcp::acceptor acceptor(io);
  const tcp::endpoint endpoint(asio_of(at.ip), at.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error)
    return fail(Fault::bad_parameters, "listening at " + at.text() + " (" + error.message() + ")");
  return acceptor;
}

Address address_of(const tcp::acceptor& acceptor, const Address& asked) {
  return {.ip = asked.ip, .port = acceptor.local_endpoint().port()};
}

}  // namespace fairdeal::relay
