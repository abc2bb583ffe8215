#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct ExportOptions {
  std::string file;
  std::string format = "text";
};
int run_export(const ExportOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
