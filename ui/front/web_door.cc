#include "ui/front/web_door.h"

#include <algorithm>
#include <charconv>

#include "base/hex.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::front {
namespace {

constexpr std::string_view kTokenTarget = "/?token=";
constexpr std::string_view kKeyed = "?key=";
constexpr std::string_view kEvidencePlace = "/evidence/";
constexpr const char* kNeedsKey =
    "This tab has no key to the page. Open the whole address that the program printed, with its "
    "token, or go on in the tab that has it open.";

/// Returns a page that leads on. A browser does not send a strict cookie along a chain of
/// redirections that another site began; it does once this page itself leads on.
std::string page_to(const std::string& address) {
  return "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" +
         address + "\"><title>Fairdeal</title>";
}

crypto::Secret<ByteArray<WebDoor::kSecretBytes>> drawn_from(Rng& rng) {
  ByteArray<WebDoor::kSecretBytes> bytes;
  rng.fill(bytes);
  return crypto::Secret(std::move(bytes));
}

/// Returns whether the text is the secret in hexadecimal, in a time that does not tell how much of
/// it is.
bool says(std::string_view said, const crypto::Secret<ByteArray<WebDoor::kSecretBytes>>& secret) {
  const auto bytes = from_hex(said);
  return bytes && crypto::same_in_constant_time(*bytes, secret.expose());
}

/// Returns the seat in the address of the evidence against it.
std::optional<std::uint32_t> accused_in(std::string_view place) {
  if (!place.starts_with(kEvidencePlace)) return {};
  const std::string_view number = place.substr(kEvidencePlace.size());
  std::uint32_t seat = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), seat);
  const bool whole = error == std::errc() && end == number.data() + number.size();
  return whole ? std::optional(seat) : std::nullopt;
}

WebAnswer refused_with(int status, std::string text) {
  return {.what = WebAnswer::What::words, .status = status, .text = std::move(text)};
}

}  // namespace

WebDoor::WebDoor(std::uint16_t port, Rng& rng)
    : port_(port), token_(drawn_from(rng)), session_(drawn_from(rng)), key_(drawn_from(rng)) {}

std::string WebDoor::address() const { return address_with(token_); }

std::string WebDoor::fresh_address(Rng& rng) {
  fresh_.emplace(drawn_from(rng));
  return address_with(*fresh_);
}

std::string WebDoor::address_with(const WebSecret& token) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(kTokenTarget) +
         to_hex(token.expose());
}

std::string WebDoor::cookie() const {
  return "fairdeal-" + std::to_string(port_) + "=" + to_hex(session_.expose()) +
         "; HttpOnly; SameSite=Strict; Path=/";
}

bool WebDoor::is_own(const std::string& host) const {
  const std::string port = ":" + std::to_string(port_);
  return host == "127.0.0.1" + port || host == "[::1]" + port || host == "localhost" + port;
}

/// Returns whether a page asks for the subprotocol that names its key.
bool WebDoor::names_key(const std::vector<std::string>& protocols) const {
  for (const std::string& header : protocols) {
    for (std::size_t at = 0; at < header.size();) {
      const std::size_t end = std::min(header.find(',', at), header.size());
      std::string_view protocol = std::string_view(header).substr(at, end - at);
      while (protocol.starts_with(' ')) protocol.remove_prefix(1);
      while (protocol.ends_with(' ')) protocol.remove_suffix(1);
      if (protocol.starts_with(kKeyProtocol) && says(protocol.substr(kKeyProtocol.size()), key_))
        return true;
      at = end + 1;
    }
  }
  return false;
}

bool WebDoor::knows(const std::vector<std::string>& cookies) const {
  const std::string name = "fairdeal-" + std::to_string(port_) + "=";
  for (const std::string& header : cookies) {
    for (std::size_t at = 0; at < header.size();) {
      const std::size_t end = std::min(header.find(';', at), header.size());
      std::string_view cookie = std::string_view(header).substr(at, end - at);
      while (cookie.starts_with(' ')) cookie.remove_prefix(1);
      if (cookie.starts_with(name) && says(cookie.substr(name.size()), session_)) return true;
      at = end + 1;
    }
  }
  return false;
}

WebAnswer WebDoor::enter(const WebRequest& request, std::string_view token) {
  const bool fresh = fresh_ && says(token, *fresh_);
  if (fresh) fresh_.reset();
  const bool right = fresh || says(token, token_);
  const bool may = fresh || (right && (!token_used_ || knows(request.cookies)));
  if (!may)
    return refused_with(403, right ? "This address was used already, and works once. Go on in the "
                                     "browser that opened it."
                                   : "This address is not the one that the program printed.");
  token_used_ = token_used_ || !fresh;
  // In the query, since a redirection to a fragment would drop the one that the browser has.
  const std::string address = "/" + std::string(kKeyed) + to_hex(key_.expose());
  return {.what = WebAnswer::What::enter,
          .status = request.cross_site ? 200 : 303,
          .text = request.cross_site ? page_to(address) : "",
          .leads_to = address,
          .known = true};
}

WebAnswer WebDoor::judge(const WebRequest& request) {
  if (request.hosts.size() != 1 || !is_own(request.hosts.front()))
    return refused_with(403, "This page is at 127.0.0.1 alone: another name leads here, too.");
  const auto& origins = request.origins;
  const bool own_origin = origins.size() == 1 && origins.front().starts_with("http://") &&
                          is_own(origins.front().substr(7));
  if (!own_origin && (!origins.empty() || request.is_upgrade))
    return refused_with(403, "Another site's page asks for this one: it gets nothing.");
  if (!request.is_get) return refused_with(405, "Only GET is answered here.");
  const std::string_view target = request.target;
  if (target.starts_with(kTokenTarget) && !request.is_upgrade)
    return enter(request, target.substr(kTokenTarget.size()));
  if (!knows(request.cookies))
    return refused_with(403,
                        "Open the whole address that the program printed, with its token, in the "
                        "browser in which you play.");
  WebAnswer answer = answer_known(request);
  answer.known = true;
  return answer;
}

/// Decides a request of a browser that is known by its cookie.
WebAnswer WebDoor::answer_known(const WebRequest& request) const {
  const std::string_view target = request.target;
  const std::size_t query = std::min(target.find(kKeyed), target.size());
  const std::string_view place = target.substr(0, query);
  const bool keyed = query < target.size() && says(target.substr(query + kKeyed.size()), key_);
  if (place == "/socket" && request.is_upgrade)
    return names_key(request.protocols) ? WebAnswer{.what = WebAnswer::What::socket}
                                        : refused_with(403, kNeedsKey);
  if (place == "/transcript" || place == "/audit") {
    if (!keyed) return refused_with(403, kNeedsKey);
    return {.what = place == "/audit" ? WebAnswer::What::audit : WebAnswer::What::transcript};
  }
  if (const auto seat = accused_in(place)) {
    if (!keyed) return refused_with(403, kNeedsKey);
    return {.what = WebAnswer::What::evidence, .seat = *seat};
  }
  const std::string_view path = place == "/" ? "/index.html" : place;
  const auto files = web_files();
  const auto found = std::ranges::find(files, path, &WebFile::path);
  if (found == files.end() || request.is_upgrade)
    return refused_with(404, "There is no such thing here.");
  return {.what = WebAnswer::What::file, .file = &*found};
}

}  // namespace fairdeal::front
