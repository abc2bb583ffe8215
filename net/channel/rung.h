#pragma once

namespace fairdeal::channel {

/// The class of a path between two members: the smaller, the better. Where there is no path at all,
/// other members forward the messages (runtime/node/links.h).
enum class Rung {
  lan,      ///< an address of the machine, the local network or the provider's network
  direct,   ///< a public address that answered a call
  punched,  ///< both sides called at the same moment, through their routers
  relayed,  ///< a pipe through a relay
};

}  // namespace fairdeal::channel
