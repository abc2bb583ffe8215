#pragma once

#include <string>

#include "net/rendezvous/relay_trouble.h"
#include "ui/words/report.h"

/// What a person is told about a relay that cannot be used, and what to do.
namespace fairdeal::apps {

/// Returns what to do about a call of a relay that came so far.
std::string help_with(net::RelayTrouble::What what);

/// Returns the failure of a command that needs the relay; `about` says how far the call came.
Failure failure_of_relay(net::RelayTrouble::What what, const std::string& about);

}  // namespace fairdeal::apps
