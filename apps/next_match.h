#pragma once

#include "apps/commands.h"
#include "runtime/next_match.h"

namespace fairdeal::apps {

/// Returns whether this seat plays another match with the same people, after it has `played` so
/// many. Its options decide, or its person, who has half a minute to say so with one key.
bool wants_next_match(const SeatOptions& options, const Output& output,
                      const runtime::NextMatch& next, std::uint32_t played);

}  // namespace fairdeal::apps
