#include "cli/report.h"

#include "ui/home/fault_report.h"

namespace fairdeal::cli {

int run_report(const ReportOptions& options, const words::Output& output) {
  home::FaultReport report(options.version);
  if (options.print) {
    output.result(report.document());
    output.result(report.text());
    return 0;
  }
  const auto failure = options.file.empty() ? report.write_into("") : report.write(options.file);
  if (failure) return output.failed(*failure);
  output.result(report.summary());
  output.result(report.summary_text());
  return 0;
}

}  // namespace fairdeal::cli
