#pragma once

#include <filesystem>

#include "runtime/audit/audit.h"
#include "ui/words/exit_code.h"

namespace fairdeal::home {

/// Reads a whole transcript file into memory, for a benchmark. Errors: storage, too_large.
Result<Bytes> read_transcript(const std::filesystem::path& path);

/// Audits a transcript file of one table while reading it, one part at a time. Errors: storage (the
/// file cannot be read), too_large (the file begins like a transcript but is longer than any may
/// be).
Result<audit::Report> audit_file(const std::filesystem::path& path, Rng& rng,
                                 const audit::Watch& watch = {});
/// Audits the tables of a file, which may have several, one after another. Errors: as audit_file().
Result<std::vector<audit::FoundTable>> audit_tables_file(const std::filesystem::path& path,
                                                         Rng& rng,
                                                         const audit::WatchTable& watch = {});

words::Exit exit_for(audit::Verdict verdict);

/// Returns a path for a new transcript, in the data folder and with the date in its name. Makes the
/// folder, but not the file.
std::filesystem::path new_transcript_path();

}  // namespace fairdeal::home
