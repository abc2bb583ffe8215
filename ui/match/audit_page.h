#pragma once

#include "ui/match/audit_rows.h"

namespace fairdeal::match {

/// A transcript with what the report shows of it.
struct AuditedPage {
  const AuditedFile& file;
  const AuditRows& rows;
  std::optional<AuditFailure> failure{};
};

/// The report of an audit as one page of HTML that needs nothing else: no script, no other file.
struct AuditPage {
  audit::Verdict overall = audit::Verdict::valid;
  std::vector<AuditedPage> files;
  std::vector<std::string> notes;  ///< how the files agree or fork, a sentence each
  std::string summary;             ///< of several files: "3 files of one table: …"
  std::uint64_t made = 0;          ///< seconds since 1970
};

/// Writes the page. Whatever comes from a file is shown as text: nothing in it can become a tag, an
/// attribute or a link.
std::string html(const AuditPage& page);

/// The page's style sheet: audit_page_style.cc.
extern const char* const kAuditPageStyle;

}  // namespace fairdeal::match
