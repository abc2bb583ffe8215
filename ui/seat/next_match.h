#pragma once

#include "runtime/meet/next_match.h"
#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::seat {

/// Returns whether this seat plays another match with the same people after `played` matches. If
/// options.matches does not decide it, a person at a terminal is asked, and has half a minute to
/// press a key.
bool wants_next_match(const Options& options, const words::Output& output,
                      const meet::NextMatch& next, const words::Said& host, std::uint32_t played);

}  // namespace fairdeal::seat
