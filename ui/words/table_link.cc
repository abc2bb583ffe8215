#include "ui/words/table_link.h"

#include <algorithm>
#include <array>
#include <sodium.h>

#include "net/signaling/relay_url.h"
#include "proto/limits.h"

namespace fairdeal::words {
namespace {

constexpr int kBase64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
/// The length of the longest link that is accepted. A key, a token and the longest addresses fill
/// half of it.
constexpr std::size_t kLinkBytesMax = 1500;

template <std::size_t N>
std::string base64(const ByteArray<N>& bytes) {
  std::array<char, sodium_base64_ENCODED_LEN(N, kBase64)> text{};
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    N, kBase64);
  return text.data();
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

}  // namespace

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
