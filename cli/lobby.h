#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

/// Serves the page of the lobby until SIGINT or SIGTERM. Returns the exit code.
int run_lobby(const seat::Options& seat, const words::Output& output);

}  // namespace fairdeal::cli
