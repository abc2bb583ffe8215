#pragma once

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

int run_host(const seat::TableOptions& table, const seat::AdmissionOptions& admission,
             const seat::Options& seat, const words::Output& output);

}  // namespace fairdeal::cli
