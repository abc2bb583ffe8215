#pragma once

#include <string>

#include "runtime/audit/audit.h"

namespace fairdeal::audit {

/// Returns a state that an audit has found good as one line of JSON, so that a second verifier can
/// find the first record at which it differs. docs/verify.md, Trace, has the fields.
std::string trace_line(const Audited& audited);

}  // namespace fairdeal::audit
