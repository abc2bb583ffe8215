#pragma once

#include <string>

#include "net/signaling/relay_trouble.h"
#include "ui/words/report.h"

/// The texts for a person about a relay that cannot be used, with advice.

namespace fairdeal::words {

/// Returns what to do about a call of a relay that came so far.
std::string help_with(signaling::RelayTrouble::What what);

/// Returns the failure of a command that needs the relay; `about` says how far the call came.
Failure failure_of_relay(signaling::RelayTrouble::What what, const std::string& about);

}  // namespace fairdeal::words
