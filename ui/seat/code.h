#pragma once

#include "net/rendezvous/rendezvous.h"
#include "ui/words/report.h"

namespace fairdeal::seat {

/// Returns the failure of a guest whose code led to no host. `about` says why, in printable words.
words::Failure failure_of_code(signaling::CodeFailure::What what, const std::string& about);

}  // namespace fairdeal::seat
