#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::apps {

/// Serves the page of the lobby until SIGINT or SIGTERM. Returns the exit code.
int run_lobby(const SeatOptions& seat, const Output& output);

}  // namespace fairdeal::apps
