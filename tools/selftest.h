#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::tools {

struct SelftestOptions {
  std::string vectors;  ///< a file; empty: the known answers in the program
};
int run_selftest(const SelftestOptions& options, const words::Output& output);

}  // namespace fairdeal::tools
