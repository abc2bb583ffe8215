#pragma once

#include "net/rendezvous/rendezvous.h"
#include "ui/words/report.h"

namespace fairdeal::apps {

/// Returns the failure of a guest whose code led to no host. `about` says why, in printable words.
Failure failure_of_code(net::Rendezvous::CodeFailure::What what, const std::string& about);

}  // namespace fairdeal::apps
