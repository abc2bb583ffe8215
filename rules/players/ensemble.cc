#include "rules/players/ensemble.h"

#include <algorithm>

namespace fairdeal::rules {
namespace {

/// So many times the members think.
constexpr int kRounds = 5;
/// The votes of one member for one move, at the most.
constexpr std::int64_t kWhole = 1'000'000;

/// Returns the budget of a member in one round: half as much in each round before the last one.
Budget budget_in(int round, const Budget& own, const Budget& given) {
  Budget budget = given.simulations > 0 || given.depth > 0 ? given : own;
  if (budget.simulations > 0)
    budget.simulations = std::max<std::uint64_t>(1, budget.simulations >> (kRounds - 1 - round));
  return budget;
}

/// Adds a member's votes to those of the others, in the order of `moves`.
void add_votes(const Thought& thought, const std::vector<Choice>& moves,
               std::vector<std::int64_t>& votes) {
  const bool counts =
      std::ranges::any_of(thought.moves, [](const Weighed& one) { return one.visits > 0; });
  const auto liking = [&](const Weighed& one) {
    return counts ? Rational(static_cast<std::int64_t>(one.visits)) : one.value;
  };
  const auto [low, high] = std::ranges::minmax_element(thought.moves, {}, liking);
  const bool weighs = low != thought.moves.end() && liking(*low) != liking(*high);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Action& move = moves[i].action;
    const auto own = std::ranges::find(thought.moves, move, &Weighed::move);
    if (!weighs)
      votes[i] += move == thought.move ? kWhole : 0;
    else if (own != thought.moves.end())
      votes[i] +=
          (Rational(kWhole) * (liking(*own) - liking(*low)) / (liking(*high) - liking(*low)))
              .pico() /
          1'000'000'000'000;
  }
}

struct Ensemble {
  std::vector<Opponent> members;

  Result<Thought> operator()(const SeatSight& sight, const Budget& given, const GoOn& go_on,
                             Rng& rng) const {
    const auto moves = sight.game.legal(sight.seat);
    Progress progress;
    bool stopped = false;
    const GoOn may_go_on = [&](const Progress& of_member) {
      stopped = stopped || (go_on && !go_on({progress.simulations + of_member.simulations}));
      return !stopped;
    };
    std::vector<std::int64_t> counted;
    for (int round = 0; round < kRounds; ++round) {
      std::vector<std::int64_t> votes(moves.size());
      for (const Opponent& member : members) {
        const Budget budget = budget_in(round, member.budget, given);
        FD_TRY(const Thought thought, member.thinker(sight, budget, may_go_on, rng));
        progress.simulations += thought.progress.simulations;
        add_votes(thought, moves, votes);
      }
      // The first round counts in any case: some move has to be taken.
      if (!stopped || counted.empty()) counted = std::move(votes);
      if (stopped) break;
    }
    if (counted.empty()) return fail(Fault::bad_parameters, "this seat has no moves");
    return thought_of(moves, counted, progress);
  }

 private:
  Thought thought_of(const std::vector<Choice>& moves, const std::vector<std::int64_t>& votes,
                     const Progress& progress) const {
    const auto all = static_cast<std::int64_t>(members.size()) * kWhole;
    const auto best = std::ranges::max_element(votes) - votes.begin();
    Thought thought{.move = moves[static_cast<std::size_t>(best)].action, .progress = progress};
    for (std::size_t i = 0; i < moves.size(); ++i)
      thought.moves.push_back({moves[i].action, Rational(votes[i], all)});
    thought.why = "has " + std::to_string(100 * votes[static_cast<std::size_t>(best)] / all) +
                  " of 100 votes of " + std::to_string(members.size()) + " players";
    return thought;
  }
};

}  // namespace

Opponent ensemble_of(std::string name, std::vector<Opponent> members) {
  std::int64_t milliseconds = 0;
  for (const Opponent& member : members)
    milliseconds = std::max(milliseconds, member.budget.milliseconds);
  return {std::move(name), Ensemble{std::move(members)}, {.milliseconds = milliseconds}};
}

}  // namespace fairdeal::rules
