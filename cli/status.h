#pragma once

#include "ui/words/report.h"

namespace fairdeal::cli {

/// Tells how the tables are at which programs of this user play now.
int run_status(const words::Output& output);

}  // namespace fairdeal::cli
