#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::apps {

struct ExportOptions {
  std::string file;
  std::string format = "text";
};
int run_export(const ExportOptions& options, const Output& output);

}  // namespace fairdeal::apps
