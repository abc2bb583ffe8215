#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct ReportOptions {
  std::string file;       ///< empty: fairdeal-report-DATE.txt in the current folder
  bool print = false;     ///< prints the report, and writes no file
  std::string version{};  ///< of this program
};

/// Writes what a developer needs to find a fault, without what is nobody else's business.
int run_report(const ReportOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
