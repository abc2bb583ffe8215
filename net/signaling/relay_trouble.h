#pragma once

#include <string>

#include "base/error.h"

namespace fairdeal::signaling {

/// Why a relay could not be used, or can be used no more. The first five are steps of a call, in
/// their order, so that a person learns how far it came.
struct RelayTrouble {
  enum class What {
    name,      ///< its name was not found
    tcp,       ///< nobody accepted the connection
    tls,       ///< TLS failed: perhaps its certificate is wrong, expired or another one's
    upgrade,   ///< there is a web server, but not a relay, or one that wants a pass
    version,   ///< it does not speak our version of the protocol
    busy,      ///< it has too much to do, or shuts down: come back later
    nobody,    ///< the other end of a pipe did not come
    left,      ///< the other end of a pipe is gone
    protocol,  ///< it broke the protocol
    work,      ///< it asks for more work than we do for it
    lost,      ///< the connection was lost
  };
  What what = What::lost;
  Error error;
};

/// Returns the stable short name, as printed in JSON: "tls".
std::string name(RelayTrouble::What what);

}  // namespace fairdeal::signaling
