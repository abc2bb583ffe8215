#pragma once

#include <string>

#include "runtime/audit/comparison.h"
#include "runtime/audit/settlement.h"
#include "ui/words/report.h"

/// The output of `fairdeal audit`, as text and as JSON.

namespace fairdeal::match {

/// Returns what is wrong with a transcript, and who is to blame if somebody is. Requires:
/// report.error is set.
std::string reason(const audit::Report& report);

/// A signed statement after another history than that of the file, which its author did not show.
struct Unshown {
  Seat by;
  Step step;
  std::string path;  ///< the file with the statement
};

words::Json as_json(const std::string& path, const audit::Report& report,
                    const std::vector<Unshown>& unshown = {});
/// Returns the verdict on a file and, unless it is INVALID, what its records say about the members
/// of the table.
std::string to_text(const std::string& path, const audit::Report& report,
                    const std::vector<Unshown>& unshown = {});

/// Returns what a VALID file shows and what it does not, a line each under two headings.
std::string what_it_shows();

/// A transcript and the result of its audit.
struct AuditedFile {
  std::string path;  ///< with the number of the table, if the file has several
  audit::Report report;
  std::string file{};                  ///< the file's path alone
  std::size_t number = 0;              ///< of the table in its file, from 1 on; 0: the file has one
  std::uint64_t begins = 0, ends = 0;  ///< the bytes of the file that it has
};

/// The comparison of two files of one table.
struct ComparedFiles {
  const AuditedFile& a;
  const AuditedFile& b;
  audit::Comparison comparison;
  std::vector<proto::Equivocation> contradictions;  ///< from the step on where the files forked

  bool forked() const { return comparison.relation == audit::Comparison::Relation::forked; }
};

/// The transcript of a match, with the transcript of the match that it continues, or after which it
/// stands in one file.
struct ContinuedFile {
  const AuditedFile& before;
  const AuditedFile& after;
  Result<> sound;  ///< whether `after` begins as `before` ended
};

/// Files of two tables of an evening that go on from the same one.
struct ForkedTables {
  const AuditedFile& one;
  const AuditedFile& other;
  std::vector<proto::Member> signed_both;
};

words::Json as_json(const ForkedTables& fork);
std::string to_text(const ForkedTables& fork);
words::Json as_json(const ContinuedFile& link);
std::string to_text(const ContinuedFile& link);
words::Json as_json(const ComparedFiles& compared);
std::string to_text(const ComparedFiles& compared);

}  // namespace fairdeal::match
