#include "games/players/cfr_player.h"

#include <algorithm>
#include <array>

#include "games/kuhn/kuhn.h"
#include "games/leduc/leduc.h"
#include "rules/model.h"
#include "rules/players/regret.h"

namespace fairdeal::rules {

extern const Module kKuhn, kLeduc;  // their own files have them

namespace {

/// By strength.
constexpr std::uint64_t kIterations[] = {3, 30, 300};

/// A game with the policy of each strength.
struct Solved {
  GameTree tree;
  std::array<Policy, 3> policies{};
  std::array<std::vector<std::vector<Rational>>, 3> values{};  ///< of the actions of each set
};

Solved solved_game(const Module& module) {
  Solved solved{GameTree::of(module.start(Json::object(), 2).value()).value()};
  RegretMinimiser minimiser(solved.tree);
  for (std::size_t i = 0; i < solved.policies.size(); ++i) {
    while (minimiser.iterations() < kIterations[i]) minimiser.iterate();
    solved.policies[i] = minimiser.average();
    const std::vector<Policy> seats(solved.tree.seats, solved.policies[i]);
    solved.values[i] = action_values(solved.tree, seats).value();
  }
  return solved;
}

const Solved& solved_of(const AnyGame& game) {
  if (typed<Kuhn>(game) != nullptr) {
    static const Solved kSolved = solved_game(kKuhn);
    return kSolved;
  }
  static const Solved kSolved = solved_game(kLeduc);
  return kSolved;
}

bool cfr_plays(const AnyGame& game) {
  return typed<Kuhn>(game) != nullptr || typed<Leduc>(game) != nullptr;
}

Result<Thought> think_by_cfr(const SeatSight& sight, const Budget& budget, const GoOn&, Rng& rng) {
  if (!cfr_plays(sight.game))
    return fail(Fault::bad_parameters, "this player knows Kuhn and Leduc poker alone");
  const Solved& solved = solved_of(sight.game);
  const auto set = solved.tree.set_of(sight);
  if (!set) return fail(Fault::bad_parameters, "what happened so far is not known");
  std::size_t strength = 0;
  while (strength + 1 < solved.policies.size() &&
         (budget.simulations == 0 || kIterations[strength + 1] <= budget.simulations))
    ++strength;
  const auto& parts = solved.policies[strength].parts[*set];
  std::uint64_t left = rng.below(Policy::kParts);
  std::size_t chosen = 0;
  for (; left >= parts[chosen]; ++chosen) left -= parts[chosen];
  Thought thought{.move = solved.tree.sets[*set].actions[chosen]};
  const auto& values = solved.values[strength][*set];
  for (std::size_t i = 0; i < values.size(); ++i)
    thought.moves.push_back({solved.tree.sets[*set].actions[i], values[i], parts[i]});
  thought.progress.simulations = kIterations[strength];
  thought.why = "with this card it does so " +
                std::to_string((100 * parts[chosen] + Policy::kParts / 2) / Policy::kParts) +
                " times in 100";
  return thought;
}

}  // namespace

ThinkerKind cfr_kind() {
  return {"cfr", "plays near to an equilibrium, found by regret", cfr_plays, think_by_cfr,
          [](const AnyGame&, Strength strength) {
            return Budget{.simulations = kIterations[static_cast<std::size_t>(strength)]};
          }};
}

}  // namespace fairdeal::rules
