#pragma once

#include <string>

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct ResumeOptions {
  /// The beginning of the table's name, or the file of its store. If this is empty, a list is shown
  /// to a person, but a bot or a witness resumes the latest table.
  std::string table;
  seat::Options seat{};
};
int run_resume(const ResumeOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
