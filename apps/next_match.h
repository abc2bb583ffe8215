#pragma once

#include "apps/commands.h"
#include "runtime/next_match.h"

namespace fairdeal::apps {

/// Whether this seat plays another match with the same people, after it has `played` so many: by
/// its options, or as its person says with one key, who has half a minute for that.
bool wants_next_match(const SeatOptions& options, const Output& output,
                      const runtime::NextMatch& next, std::uint32_t played);

}  // namespace fairdeal::apps
