#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fairdeal::signaling {

/// The place of a relay, as people write it:
///
///   relay.example.org           TLS at port 443
///   relay.example.org:4800      TLS at port 4800
///   wss://relay.example.org     TLS at port 443
///   ws://192.0.2.7:4800         without TLS; port 80 if none is named
///   wss://[2001:db8::7]:4800    an IPv6 address stands in brackets
///
/// A bare name means TLS, because a relay in the open internet is behind a proxy that speaks it.
/// The path is the protocol's and is not written; one slash at the end is ignored.
struct RelayUrl {
  enum class Security { tls, none };
  Security security = Security::tls;
  std::string host;  ///< an IP address, or a name of ASCII letters in lower case
  std::uint16_t port = 0;
  bool operator==(const RelayUrl&) const = default;

  /// Writes the shortest text that parse() reads as the same place: without "wss://", and without
  /// the port that is meant anyway.
  std::string text() const;
  /// Reads any of the forms above, of at most proto::kRelayUrlBytesMax bytes. Errors: too_large;
  /// not_canonical, with the reason in words.
  static Result<RelayUrl> parse(std::string_view text);
};

}  // namespace fairdeal::signaling
