#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::apps {

struct SelftestOptions {
  std::string vectors;  ///< a file; empty: the known answers in the program
};
int run_selftest(const SelftestOptions& options, const Output& output);

}  // namespace fairdeal::apps
