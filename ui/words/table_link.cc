#include "ui/words/table_link.h"

#include <algorithm>
#include <array>
#include <sodium.h>

#include "base/ascii.h"
#include "net/rendezvous/exposed.h"
#include "net/signaling/relay_url.h"
#include "proto/limits.h"

namespace fairdeal::words {
namespace {

constexpr int kBase64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
/// The length of the longest link that is accepted. A key, a token and the longest addresses fill
/// half of it.
constexpr std::size_t kLinkBytesMax = 1500;

std::string base64(ByteSpan bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), kBase64);
  text.pop_back();  // the 0 at its end
  return text;
}

template <std::size_t N>
Result<ByteArray<N>> from_base64(std::string_view text, const std::string& what) {
  ByteArray<N> bytes{};
  std::size_t length = 0;
  const char* end = nullptr;
  const int bad = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), N, text.data(),
                                    text.size(), nullptr, &length, &end, kBase64);
  const std::size_t expected = sodium_base64_ENCODED_LEN(N, kBase64) - 1;
  if (text.size() < expected) return fail(Fault::not_canonical, what + " is cut short");
  if (text.size() > expected) return fail(Fault::not_canonical, what + " is too long");
  if (bad != 0 || length != N || end != text.data() + text.size())
    return fail(Fault::not_canonical, what + " has a character that does not belong there");
  return bytes;
}

/// Removes the text up to the first `mark`, and the mark. Returns that text without the mark.
std::string_view take_to(std::string_view& text, char mark) {
  const auto end = std::min(text.find(mark), text.size());
  const auto taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return taken;
}

/// Returns the part of the address at which a relay shows its page, up to the path; "" if it must
/// not be opened in a browser: without TLS anybody on the way could change the page.
std::string site_of(const std::string& relay) {
  const auto url = signaling::RelayUrl::parse(relay);
  if (!url || rendezvous::is_exposed(*url)) return "";
  const bool has_tls = url->security == signaling::RelayUrl::Security::tls;
  const std::string host =
      url->host.find(':') == std::string::npos ? url->host : "[" + url->host + "]";
  const std::string port = url->port == (has_tls ? 443 : 80) ? "" : ":" + std::to_string(url->port);
  return (has_tls ? "https://" : "http://") + host + port;
}

/// Returns a link as chats keep an address whole: many end it at a bracket.
std::string without_brackets(const std::string& link) {
  std::string text;
  for (const char c : link) text += c == '[' ? "%5B" : c == ']' ? "%5D" : std::string(1, c);
  return text;
}

}  // namespace

std::string TableLink::web_address(const Invitation& invitation) const {
  std::string site;
  for (const std::string& relay : relays)
    if (site.empty()) site = site_of(relay);
  if (site.empty()) return "";
  std::string address = site + "/fairdeal/invite#" + without_brackets(text()) +
                        "&n=" + base64(as_bytes(invitation.host_name));
  const bool is_plain = std::ranges::all_of(invitation.game, [](char c) {
    return ascii::is_letter(c) || ascii::is_digit(c) || c == '-';
  });
  if (is_plain && !invitation.game.empty()) address += "&g=" + invitation.game;
  return address;
}

std::string TableLink::text() const {
  std::string link = std::string(kBegins) + "1/" + base64(host.bytes) + "/" + base64(token);
  char mark = '?';
  const auto add = [&](const std::string& parameter) {
    link += mark + parameter;
    mark = '&';
  };
  if (watch) add("w=1");
  for (const auto& relay : relays) add("r=" + relay);
  for (const auto& address : addresses) add("a=" + address.text());
  return link;
}

Result<TableLink> TableLink::parse(std::string_view text) {
  if (!text.starts_with(kBegins))
    return fail(Fault::not_canonical, "it does not begin with fairdeal:");
  if (text.size() > kLinkBytesMax) return fail(Fault::too_large, "it is too long");
  text.remove_prefix(kBegins.size());
  const auto version = take_to(text, '/');
  if (version.empty() || version.find_first_not_of("0123456789") != std::string_view::npos)
    return fail(Fault::not_canonical, "its beginning is missing");
  if (version != "1") return fail(Fault::unknown_version, "it is of another version than 1");
  TableLink link;
  FD_TRY(link.host.bytes, from_base64<32>(take_to(text, '/'), "the host's key"));
  FD_TRY(link.token, from_base64<16>(take_to(text, '?'), "its secret"));
  while (!text.empty()) {
    const auto parameter = take_to(text, '&');
    if (parameter.starts_with("r=")) {
      if (link.relays.size() == proto::kRelaysMax)
        return fail(Fault::too_large, "it names too many relays");
      if (!signaling::RelayUrl::parse(parameter.substr(2)))
        return fail(Fault::not_canonical, "a relay in it cannot be read");
      link.relays.emplace_back(parameter.substr(2));
    }
    link.watch = link.watch || parameter == "w=1";
    if (!parameter.starts_with("a=")) continue;
    auto address = sockets::Address::parse(parameter.substr(2));
    if (!address) return fail(Fault::not_canonical, "an address in it cannot be read");
    if (link.addresses.size() == kAddressesMax)
      return fail(Fault::too_large, "it names too many addresses");
    link.addresses.push_back(*std::move(address));
  }
  if (link.addresses.empty() && link.relays.empty())
    return fail(Fault::not_canonical, "it names no address: was its end cut off?");
  return link;
}

}  // namespace fairdeal::words
