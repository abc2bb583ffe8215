#include "rules/players/ismcts.h"

namespace fairdeal::rules {

TreePlan hidden_plan(const AnyGame&) { return {.policy = PlayoutPolicy::random, .one_deal = true}; }

Result<Thought> search_hidden(const SeatSight& sight, const TreePlan& plan, const Budget& budget,
                              const GoOn& go_on, TreeSearch::Deal deal, Rng& rng) {
  return TreeSearch(plan, budget, go_on, std::move(deal)).think(sight.game, sight.seat, rng);
}

}  // namespace fairdeal::rules
