#pragma once

#include <filesystem>

#include "apps/exit_code.h"
#include "runtime/audit.h"

namespace fairdeal::apps {

/// Reads a whole transcript file into memory, to measure with it. Errors: storage, too_large.
Result<Bytes> read_transcript(const std::filesystem::path& path);

/// Audits a transcript file as it is read, a part at a time. Errors: storage (it cannot be read),
/// too_large (it begins as a transcript, and claims to be longer than any).
Result<runtime::AuditReport> audit_file(const std::filesystem::path& path, Rng& rng,
                                        const runtime::AuditWatch& watch = {});

Exit exit_for(runtime::Verdict verdict);

/// Returns the path of a new transcript: a name with the date, in the data folder, which is made.
std::filesystem::path new_transcript_path();

}  // namespace fairdeal::apps
