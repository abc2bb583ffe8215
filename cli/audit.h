#pragma once

#include <string>
#include <vector>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct AuditOptions {
  std::vector<std::string> files;
  bool trace = false;
  std::string html;  ///< where the report is written as a page; empty: nowhere
  std::string csv;   ///< where the accounts of evenings are written; empty: nowhere
  std::string join;  ///< where all tables are written as one file; empty: nowhere
};
int run_audit(const AuditOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
