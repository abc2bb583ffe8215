#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct HostOptions {
  seat::TableOptions table;
  seat::AdmissionOptions admission;
  seat::Options seat;
};
int run_host(const HostOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
