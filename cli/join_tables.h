#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/rng.h"
#include "ui/match/audit_words.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

/// The file of several tables that was written.
struct JoinedTables {
  std::string path;
  std::size_t tables = 0;
  bool begins = false;            ///< whether the first of them goes on from no other match
  std::uint32_t first_table = 0;  ///< its number in its evening; 0: it is of none
};

/// Writes the tables to one file as they follow from each other, each once. Only the owner may read
/// the file, as a transcript. Requires: all are VALID. It replaces no file that has anything else
/// than these tables. Returns what went wrong, if something did.
tl::expected<JoinedTables, words::Failure> join_tables(const std::string& path,
                                                       const std::vector<match::AuditedFile>& files,
                                                       Rng& rng);

words::Json as_json(const JoinedTables& joined);
std::string to_text(const JoinedTables& joined);

}  // namespace fairdeal::cli
