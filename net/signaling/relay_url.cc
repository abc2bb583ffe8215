#include "net/signaling/relay_url.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/ascii.h"
#include "base/ip.h"
#include "proto/reach.h"

namespace fairdeal::signaling {
namespace {

using ascii::is_digit;

constexpr std::string_view kTlsScheme = "wss://";
constexpr std::string_view kBareScheme = "ws://";
constexpr std::size_t kNameBytesMax = 253;  // RFC 1035
constexpr std::size_t kNamePartBytesMax = 63;

std::uint16_t usual_port(RelayUrl::Security security) {
  return security == RelayUrl::Security::tls ? 443 : 80;
}

/// Returns whether `name` is a host name: parts of letters, digits, '-' and '_' between dots. The
/// last part is not a number, because look-ups take "1.2.3" and "0x7f.1" for IPv4 addresses.
bool is_host_name(std::string_view name) {
  if (name.size() > kNameBytesMax) return false;
  std::string_view part;
  for (std::size_t begin = 0; begin <= name.size(); begin += part.size() + 1) {
    part = name.substr(begin, name.find('.', begin) - begin);
    if (part.empty() || part.size() > kNamePartBytesMax) return false;
    const auto allowed = [](char c) {
      return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_';
    };
    if (part.front() == '-' || part.back() == '-' || !std::ranges::all_of(part, allowed))
      return false;
  }
  return !std::ranges::all_of(part, is_digit) && !part.starts_with("0x");
}

Result<std::string> host_of(std::string_view text) {
  if (text.empty()) return fail(Fault::not_canonical, "a relay's address without a host");
  if (text.starts_with('[')) {
    const std::string inside(text.substr(1, text.size() - 2));
    const auto v6 = IpAddress::parse(inside);
    if (!v6 || inside.find(':') == std::string::npos)
      return fail(Fault::not_canonical, "between [ and ] an IPv6 address is wanted");
    return (v6->is_v4() ? "::ffff:" : "") + v6->text();
  }
  std::string host(text);
  std::ranges::transform(host, host.begin(), ascii::lower);
  if (!IpAddress::parse(host) && !is_host_name(host))
    return fail(Fault::not_canonical, "the relay's host is neither a name nor an IP address");
  return host;
}

Result<std::uint16_t> port_of(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0)
    return fail(Fault::not_canonical, "a relay's port is a number from 1 to 65535");
  return port;
}

/// Takes "wss://" or "ws://" from the front of `text`. Errors: not_canonical (another scheme).
Result<RelayUrl::Security> take_scheme(std::string_view& text) {
  for (const auto scheme : {kTlsScheme, kBareScheme}) {
    const bool same = std::ranges::equal(text.substr(0, scheme.size()), scheme, {}, ascii::lower);
    if (!same) continue;
    text.remove_prefix(scheme.size());
    return scheme == kTlsScheme ? RelayUrl::Security::tls : RelayUrl::Security::none;
  }
  if (text.find("://") != std::string_view::npos)
    return fail(Fault::not_canonical, "a relay's address begins with wss:// or ws://, or neither");
  return RelayUrl::Security::tls;
}

}  // namespace

Result<RelayUrl> RelayUrl::parse(std::string_view text) {
  if (text.size() > proto::kRelayUrlBytesMax) return fail(Fault::too_large, "a relay's address");
  RelayUrl url;
  FD_TRY(url.security, take_scheme(text));
  url.port = usual_port(url.security);
  if (text.ends_with('/')) text.remove_suffix(1);
  if (text.find_first_of("/?#@") != std::string_view::npos)
    return fail(Fault::not_canonical, "a relay's address is a host and a port, without / ? # or @");

  // The colons of an IPv6 address are inside its brackets.
  const auto bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos)
    return fail(Fault::not_canonical, "a relay's address with [ and without ]");
  const auto colon = text.find(':', bracket);
  if (colon != std::string_view::npos) {
    FD_TRY(url.port, port_of(text.substr(colon + 1)));
  }
  const auto host = text.substr(0, colon);
  if (bracket > 0 && bracket + 1 != host.size())
    return fail(Fault::not_canonical, "only a port may follow the ] of a relay's address");
  FD_TRY(url.host, host_of(host));
  return url;
}

std::string RelayUrl::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  std::string text = security == Security::none ? std::string(kBareScheme) : "";
  text += v6 ? "[" + host + "]" : host;
  if (port != usual_port(security)) text += ":" + std::to_string(port);
  return text;
}

}  // namespace fairdeal::signaling
