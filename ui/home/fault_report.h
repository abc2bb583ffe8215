#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ui/words/report.h"

namespace fairdeal::home {

/// One report for those who look for a fault, without cards, keys, codes, links, addresses and
/// names: what a developer needs, and nothing that is nobody else's business.
class FaultReport {
 public:
  /// Collects what this machine has to say of this version of the program.
  explicit FaultReport(const std::string& version);

  const words::Json& document() const { return document_; }
  /// The report as a text that a person can read before sending it.
  const std::string& text() const { return text_; }

  /// Writes a file that is not there yet, and that only its owner can read.
  std::optional<words::Failure> write(const std::string& path);
  /// Writes fairdeal-report-DATE.txt, or one with a number if that is there already.
  std::optional<words::Failure> write_into(const std::filesystem::path& folder);

  /// Return what was written, and to whom the person sends it.
  words::Json summary() const;
  std::string summary_text() const;
  const std::string& file() const { return file_; }

 private:
  words::Json document_;
  std::string text_, file_;
};

}  // namespace fairdeal::home
