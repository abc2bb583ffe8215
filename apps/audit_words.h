#pragma once

#include <string>

#include "apps/report.h"
#include "runtime/comparison.h"

/// What `fairdeal audit` says of transcripts, in text and as JSON.
namespace fairdeal::apps {

/// Returns what is wrong with a transcript, and by whom if somebody is to blame. Requires:
/// something is wrong.
std::string reason(const runtime::AuditReport& report);

Json as_json(const std::string& path, const runtime::AuditReport& report);
/// Returns one line on the file, then what the records say of its members, unless it is invalid.
std::string to_text(const std::string& path, const runtime::AuditReport& report);

/// A file and what the audit found of it.
struct AuditedFile {
  std::string path;
  runtime::AuditReport report;
};

/// The comparison of two files of one table.
struct ComparedFiles {
  const AuditedFile& a;
  const AuditedFile& b;
  runtime::Comparison comparison;
  std::vector<proto::Equivocation> contradictions;  ///< at the step where they forked

  bool forked() const { return comparison.relation == runtime::Comparison::Relation::forked; }
};

/// A file of a match, and the file of the match that it continues.
struct ContinuedFile {
  const AuditedFile& before;
  const AuditedFile& after;
  Result<> sound;  ///< whether it begins as the other ended
};

Json as_json(const ContinuedFile& link);
std::string to_text(const ContinuedFile& link);
Json as_json(const ComparedFiles& compared);
std::string to_text(const ComparedFiles& compared);

}  // namespace fairdeal::apps
