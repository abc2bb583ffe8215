#pragma once

#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// The kinds "uct" and "montecarlo" (thinker_kinds()): they play matches in their mind, for any
/// game in which nothing is hidden and no deck is shuffled. See TreeSearch.
ThinkerKind uct_kind();
ThinkerKind monte_carlo_kind();

}  // namespace fairdeal::rules
