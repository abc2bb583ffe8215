#pragma once

#include <span>

#include "runtime/node/other_history.h"
#include "ui/match/audit_words.h"

/// An audit takes the statements into account that members signed after other histories, where a
/// file shows them. Without a signed statement it says nothing of anybody.

namespace fairdeal::match {

/// A file that holds such a statement.
struct StatementFile {
  std::string path;
  node::HistoryFile file;
};

/// Returns whether a file claims to hold such a statement. A pipe never does: it is a transcript.
bool is_history_file(const std::string& path);
/// Reads one. Errors: storage; those of read_history_file().
Result<StatementFile> read_statement_file(const std::string& path);

/// Returns the statements about a transcript of the same table that name another history than its
/// own. A step that the transcript does not reach shows nothing.
std::vector<Unshown> unshown_in(const audit::Report& report,
                                std::span<const StatementFile> statements);

}  // namespace fairdeal::match
