#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/rng.h"
#include "crypto/secret.h"
#include "ui/front/web_files.h"

namespace fairdeal::front {

/// The part of a request's head that the page server reads.
struct WebRequest {
  bool is_get = false;
  bool is_upgrade = false;  ///< it asks for a WebSocket
  std::string target;
  std::vector<std::string> hosts;        ///< the Host headers: there must be one
  std::vector<std::string> origins;      ///< the Origin headers: there may be one
  std::vector<std::string> cookies{};    ///< the Cookie headers
  std::vector<std::string> protocols{};  ///< the Sec-WebSocket-Protocol headers
  bool cross_site = false;               ///< the browser says that another site led it here
};

/// The answer to a request.
struct WebAnswer {
  enum class What { words, file, enter, socket, transcript, audit, evidence };
  What what = What::words;
  int status = 200;
  /// For words: a plain sentence; for enter: "" or a page; for audit: the report, once it is there.
  std::string text{};
  const WebFile* file = nullptr;  ///< for a file
  std::string leads_to{};         ///< for enter: the page's address on this server
  std::uint32_t seat = 0;         ///< for evidence: the member that it accuses
  /// Whether a browser asks that has entered, or enters now. All others are strangers.
  bool known = false;
};

/// Admits browsers to the page. The address with the token admits one once. The browser gets a
/// cookie, by which it is known from then on, and its page gets a key. A browser sends a cookie to
/// every port of this machine, so another program there may learn it; a page keeps its key for
/// itself. The cookie alone gets the page's files, which say nothing of a table. It does no I/O.
///
///   a name that leads to this machine (DNS rebinding)   is refused by its Host
///   a page of another site that calls this one          is refused by its Origin, and gets no
///                                                       cookie, because that is SameSite=Strict
///   another program of this machine                     lacks token and cookie
///   one that the browser has called at another port     has the cookie, and lacks the key
class WebDoor {
 public:
  static constexpr std::size_t kSecretBytes = 16;
  /// The subprotocol of a page's WebSocket. The page asks for a second one, which names its key.
  static constexpr std::string_view kProtocol = "fairdeal";
  static constexpr std::string_view kKeyProtocol = "fairdeal-key.";

  /// Requires: `rng` is good for secrets.
  WebDoor(std::uint16_t port, Rng& rng);
  WebDoor(WebDoor&&) noexcept = default;

  std::uint16_t port() const { return port_; }
  /// Returns the address by which the person's browser enters.
  std::string address() const;
  /// Returns another address by which it enters, which works once, too. The one before that, if
  /// nobody has used it, works no more.
  std::string fresh_address(Rng& rng);
  /// Returns what a browser that enters is to keep, as the value of Set-Cookie.
  std::string cookie() const;
  /// Decides a request. A token is used up by the answer `enter`.
  WebAnswer judge(const WebRequest& request);

 private:
  using WebSecret = crypto::Secret<ByteArray<kSecretBytes>>;
  bool is_own(const std::string& host) const;
  bool knows(const std::vector<std::string>& cookies) const;
  bool names_key(const std::vector<std::string>& protocols) const;
  WebAnswer answer_known(const WebRequest& request) const;
  std::string address_with(const WebSecret& token) const;
  WebAnswer enter(const WebRequest& request, std::string_view token);

  std::uint16_t port_;
  WebSecret token_;
  WebSecret session_;
  WebSecret key_;
  bool token_used_ = false;
  std::optional<WebSecret> fresh_;  ///< until it is used
};

}  // namespace fairdeal::front
