#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crypto/sign.h"
#include "net/address.h"
#include "runtime/admission.h"

namespace fairdeal::apps {

/// What a host sends its friends: who it is, the secret that lets them sit down, and where it is
/// reached. Whoever has it can sit down, and nobody else can be that host.
///
///   fairdeal:1/HOSTKEY/TOKEN?a=192.0.2.7:7777&a=[2001:db8::7]:7777
///
/// HOSTKEY is 32 bytes and TOKEN 16, in base64url without padding (RFC 4648, 5).
struct TableLink {
  /// This is as many as a machine with a few networks has. A longer line would not be sent as one.
  static constexpr std::size_t kAddressesMax = 8;
  static constexpr std::string_view kBegins = "fairdeal:";

  crypto::PublicKey host{};
  runtime::Token token{};
  std::vector<net::Address> addresses;  ///< the best first

  std::string text() const;
  /// Reads a link, and skips parameters that it does not know. Errors: not_canonical (what is wrong
  /// with it), unknown_version.
  static Result<TableLink> parse(std::string_view text);
};

}  // namespace fairdeal::apps
