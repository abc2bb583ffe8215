#pragma once

#include "ui/words/report.h"

namespace fairdeal::apps {

/// Tells how the tables are at which programs of this user play now.
int run_status(const Output& output);

}  // namespace fairdeal::apps
