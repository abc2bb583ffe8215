#include "ui/seat/report_written.h"

#include <filesystem>

#include "ui/home/fault_report.h"
#include "ui/home/places.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {

words::Said report_written() {
  home::FaultReport report(FAIRDEAL_VERSION);
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  auto failure = report.write_into(here);
  if (failure) failure = report.write_into(home::data_folder());
  if (failure) return words::said("report_not_written", {{"why", words::text(failure->message)}});
  return words::said("report_written", {{"path", words::text(words::printable(report.file()))}});
}

}  // namespace fairdeal::seat
