#pragma once

#include <optional>

#include "net/signaling/relay_trouble.h"

namespace fairdeal::signaling {

/// Why a code brought a guest nowhere.
struct CodeFailure {
  enum class What {
    unknown,  ///< nobody holds this number
    expired,  ///< the number was that of a code that is valid no more
    wrong,    ///< the words are wrong
    full,     ///< no seat is free
    refused,  ///< the host's person says no
    silent,   ///< the host did not answer in time, or has gone
    crowded,  ///< too many visit this host, or this guest called too often
    relay,    ///< the relay cannot be used
    altered,  ///< what came was not what a host says: the relay may have altered it
  };
  What what;
  Error error;
  std::optional<RelayTrouble::What> relay{};  ///< how far the call of the relay came
};

}  // namespace fairdeal::signaling
