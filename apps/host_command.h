#pragma once

#include "apps/report.h"
#include "apps/table_options.h"

namespace fairdeal::apps {

int run_host(const TableOptions& table, const AdmissionOptions& admission, const SeatOptions& seat,
             const Output& output);

}  // namespace fairdeal::apps
