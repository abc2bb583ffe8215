#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::tools {

/// Looks at what can be in the way of playing, with the identity, folder and relays of `seat`.
int run_doctor(const seat::Options& seat, const words::Output& output);

}  // namespace fairdeal::tools
