#include "rules/players/ismcts.h"

#include "rules/players/fair_moves.h"
#include "rules/players/resample.h"

namespace fairdeal::rules {
namespace {

/// A deal of a script that says which cards are fair takes as long as some matches, since the
/// script is asked about every card that was played. So as many matches begin with the same deal.
constexpr int kMatchesADealOfScript = 8;

Result<Thought> think_hidden(const SeatSight& sight, const Budget& budget, const GoOn& go_on,
                             Rng& rng) {
  FD_TRY(const Resampler resampler, Resampler::of(sight));
  const bool slow = sight.game.is_script() && says_what_is_fair(sight.game);
  std::optional<Dealer> last;
  int matches = 0;
  const auto deal = [&](Rng& r) -> Result<Dealer> {
    if (last && slow && ++matches % kMatchesADealOfScript != 0) return *last;
    FD_TRY(last, resampler.draw(r));
    return *last;
  };
  FD_TRY(Thought thought, search_hidden(sight, hidden_plan(sight.game), budget, go_on, deal, rng));
  if (thought.why.empty())
    thought.why = "played " + std::to_string(thought.progress.simulations) + " deals in its mind";
  return thought;
}

Budget hidden_budget(const AnyGame& game, Strength strength) {
  const bool slow = game.is_script();
  switch (strength) {
    case Strength::easy:
      return {.simulations = slow ? 12u : 30u, .milliseconds = 500};
    case Strength::normal:
      return {.simulations = slow ? 60u : 250u, .milliseconds = 1'500};
    case Strength::hard:
      return {.simulations = slow ? 250u : 2'500u, .milliseconds = 4'000};
  }
  return {};
}

}  // namespace

TreePlan hidden_plan(const AnyGame&) { return {.policy = PlayoutPolicy::simple, .one_deal = true}; }

Result<Thought> search_hidden(const SeatSight& sight, const TreePlan& plan, const Budget& budget,
                              const GoOn& go_on, TreeSearch::Deal deal, Rng& rng) {
  return TreeSearch(plan, budget, go_on, std::move(deal)).think(sight.game, sight.seat, rng);
}

ThinkerKind ismcts_kind() {
  return {"ismcts", "plays deals in its mind that agree with what it knows",
          [](const AnyGame& game) { return game.info().hidden; }, think_hidden, hidden_budget};
}

}  // namespace fairdeal::rules
