#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct EvidenceOptions {
  bool verify = true;  ///< false: only show it
  std::string file;
};
int run_evidence(const EvidenceOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
