#pragma once

#include <string>

#include "runtime/audit.h"

namespace fairdeal::runtime {

/// What an audit has found good, as one line of JSON, so that a second verifier finds the first
/// record at which it differs. Its fields: docs/verify.md, Trace.
std::string trace_line(const Audited& audited);

}  // namespace fairdeal::runtime
