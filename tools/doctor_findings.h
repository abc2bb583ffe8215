#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "net/reach/reflect.h"
#include "net/reach/router_protocol.h"
#include "net/signaling/relay_settings.h"
#include "net/signaling/relay_trouble.h"
#include "net/sockets/lan.h"
#include "proto/reach.h"

/// The examinations of `fairdeal doctor`. Each function looks at one thing and changes nothing.

namespace fairdeal::tools {

/// The result of looking at one thing, in words for a person.
struct Finding {
  enum class State { good, warning, bad };
  std::string name;  ///< stable, for scripts: "clock"
  State state = State::good;
  std::string says{};  ///< a sentence
  std::string next{};  ///< what to do about it; "" if there is nothing to do
  std::string what{};  ///< which of several things it is, for scripts: "steady"; "" if one only
  std::vector<std::string> seen{};  ///< the addresses of this machine or its router, from outside
};

/// Looks at the identity file, the space where tables are kept, and the clock.
Finding look_at_identity(const std::string& path);
Finding look_at_disk(const std::string& folder);
Finding look_at_clock();

/// Looks at the interfaces, and at how far their addresses reach.
Finding look_at_interfaces(const std::vector<sockets::LanInterface>& interfaces);
/// Looks whether what this machine sends to everybody on its networks arrives there: it waits for
/// its own datagrams, for so long.
Finding look_at_beacons(const std::vector<sockets::LanInterface>& interfaces, Duration patience);

/// The outcome of a call to a relay.
struct RelayVisit {
  std::optional<proto::Greeting> greeting{};  ///< none: it cannot be used, and `trouble` says why
  std::optional<signaling::RelayTrouble> trouble{};
};
RelayVisit visit_relay(const signaling::RelaySettings& relay);
Finding describe(const signaling::RelaySettings& relay, const RelayVisit& visit);

/// Asks the reflectors that a relay names how a fresh port of this machine is seen.
reach::Reflection::Answer ask_reflectors(const signaling::RelayUrl& relay,
                                         const std::vector<std::string>& reflectors,
                                         const std::vector<sockets::LanInterface>& interfaces);
/// Tells whether the router keeps one port, whoever is called ("steady"), or not ("changes"), by
/// the answer of so many reflectors.
Finding look_at_ports(std::size_t reflectors, const reach::Reflection::Answer& answer);
/// Asks by all these protocols at once whether a router would forward a port, and forwards none.
Finding look_at_router(std::vector<std::unique_ptr<reach::RouterProtocol>> protocols);

/// The best way by which friends elsewhere reach this machine.
enum class Reachability {
  direct,  ///< others probably reach this machine without a relay
  relay,   ///< through a relay only
  local,   ///< only people on the same network
  none,    ///< nobody
};

/// Returns the verdict. `observed` are this machine's IP addresses as relays see them.
Reachability verdict_on(const std::vector<sockets::LanInterface>& interfaces,
                        const std::vector<std::string>& observed);

}  // namespace fairdeal::tools
