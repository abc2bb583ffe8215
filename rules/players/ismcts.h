#pragma once

#include "rules/players/tree_search.h"

namespace fairdeal::rules {

/// Searches a game in which something is hidden. `deal` returns a deal that agrees with what the
/// seat knows, each as likely as it is. See TreeSearch. Errors: as TreeSearch::think.
Result<Thought> search_hidden(const SeatSight& sight, const TreePlan& plan, const Budget& budget,
                              const GoOn& go_on, TreeSearch::Deal deal, Rng& rng);

/// Returns how a hidden game is searched: which matches are played out by rules of thumb.
TreePlan hidden_plan(const AnyGame& game);

/// The kind "ismcts" (thinker_kinds()): deals are drawn by a Resampler, so it needs a trail.
ThinkerKind ismcts_kind();

}  // namespace fairdeal::rules
