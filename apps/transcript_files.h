#pragma once

#include <filesystem>

#include "apps/exit_code.h"
#include "runtime/audit.h"

namespace fairdeal::apps {

/// A transcript file's bytes, or their beginning if they can be none. Errors: storage, too_large.
Result<Bytes> read_transcript(const std::filesystem::path& path);

/// Audits a transcript file. Errors: storage (it cannot be read).
Result<runtime::AuditReport> audit_file(const std::filesystem::path& path, Rng& rng,
                                        const runtime::AuditWatch& watch = {});

Exit exit_for(runtime::Verdict verdict);

/// Where a new transcript goes: a name with the date, in the data folder, which is made.
std::filesystem::path new_transcript_path();

}  // namespace fairdeal::apps
