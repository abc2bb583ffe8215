#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::apps {

/// Looks at what can be in the way of playing, with the identity, folder and relays of `seat`.
int run_doctor(const SeatOptions& seat, const Output& output);

}  // namespace fairdeal::apps
