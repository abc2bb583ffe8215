#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crypto/sign.h"
#include "net/sockets/address.h"
#include "runtime/meet/admission.h"

namespace fairdeal::words {

/// The names on the page that explains a link.
struct Invitation {
  std::string host_name;  ///< in NFC
  std::string game;       ///< as the rules name it
};

/// A link that a host sends to its friends. It has the host's public key, the secret that lets them
/// sit down, and the relays and addresses at which the host can be reached. Whoever has the link
/// can sit down, and only the owner of the key can answer as that host.
///
///   fairdeal:1/HOSTKEY/TOKEN?r=relay.example.org&a=192.0.2.7:7777&a=[2001:db8::7]:7777
///
/// A link to watch has w=1 as its first parameter. HOSTKEY is 32 bytes and TOKEN 16, in base64url
/// without padding (RFC 4648, 5).
struct TableLink {
  /// A machine with a few networks has this many. A longer link might be broken when it is sent.
  static constexpr std::size_t kAddressesMax = 8;
  static constexpr std::string_view kBegins = "fairdeal:";

  crypto::PublicKey host{};
  meet::Token token{};
  std::vector<sockets::Address> addresses;  ///< to be tried in this order
  std::vector<std::string> relays{};        ///< as people write them; there is one or an address
  bool watch = false;                       ///< it lets people watch, and nobody sit down

  std::string text() const;
  /// Returns the address of a page that explains this link to somebody with a browser, and hands it
  /// over to their program; "" if no relay has such a page at an address to trust.
  ///
  ///   https://relay.example.org/fairdeal/invite#fairdeal:1/HOSTKEY/TOKEN?r=…&n=NAME&g=GAME
  ///
  /// The relay is not sent the part behind #, but its page could read it: docs/threat-model.md.
  std::string web_address(const Invitation& invitation) const;
  /// Parses a link, and ignores parameters that it does not know. Errors: not_canonical, too_large,
  /// unknown_version, each with words for a person.
  static Result<TableLink> parse(std::string_view text);
};

}  // namespace fairdeal::words
