#include "rules/players/uct.h"

#include "rules/players/tree_search.h"

namespace fairdeal::rules {
namespace {

bool all_is_open(const AnyGame& game) {
  return !game.info().hidden && secrets_of(game.info()).shuffles == Secrecy::Shuffles::none;
}

Result<Thought> search_open(const SeatSight& sight, const TreePlan& plan, const Budget& budget,
                            const GoOn& go_on, Rng& rng) {
  if (!all_is_open(sight.game))
    return fail(Fault::bad_parameters, "hidden cards: there is no telling what a move leads to");
  const auto dice = [](Rng& r) -> Result<Dealer> { return Dealer(r.u64()); };
  return TreeSearch(plan, budget, go_on, dice).think(sight.game, sight.seat, rng);
}

Budget budget_of(const AnyGame& game, Strength strength) {
  const bool slow = game.is_script();
  switch (strength) {
    case Strength::easy:
      return {.simulations = slow ? 12u : 100u, .milliseconds = 500};
    case Strength::normal:
      return {.simulations = slow ? 40u : 1'000u, .milliseconds = 1'500};
    case Strength::hard:
      return {.simulations = slow ? 120u : 20'000u, .milliseconds = 4'000};
  }
  return {};
}

}  // namespace

ThinkerKind uct_kind() {
  return {"uct", "plays matches in its mind, more of them with moves that did well", all_is_open,
          [](const SeatSight& sight, const Budget& budget, const GoOn& go_on, Rng& rng) {
            return search_open(sight, {}, budget, go_on, rng);
          },
          budget_of};
}

ThinkerKind monte_carlo_kind() {
  return {"montecarlo", "plays as many matches in its mind with each move", all_is_open,
          [](const SeatSight& sight, const Budget& budget, const GoOn& go_on, Rng& rng) {
            return search_open(sight, {.grows = false}, budget, go_on, rng);
          },
          budget_of};
}

}  // namespace fairdeal::rules
