#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::apps {

int run_host(const TableOptions& table, const AdmissionOptions& admission, const SeatOptions& seat,
             const Output& output);

}  // namespace fairdeal::apps
