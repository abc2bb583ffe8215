#include <algorithm>

#include "rules/model.h"
#include "rules/players/ensemble.h"
#include "rules/players/ismcts.h"
#include "rules/players/open_search.h"
#include "rules/players/player.h"
#include "rules/players/thinker.h"
#include "rules/players/uct.h"

namespace fairdeal::rules {
namespace {

/// The longest time that a player thinks about a move, by its strength.
constexpr std::int64_t kEasyMs = 500, kNormalMs = 1'500, kHardMs = 4'000;

Budget by_positions(const AnyGame&, Strength strength) {
  switch (strength) {
    case Strength::easy:
      return {.simulations = 20'000, .depth = 2, .milliseconds = kEasyMs};
    case Strength::normal:
      return {.simulations = 60'000, .depth = 4, .milliseconds = kNormalMs};
    case Strength::hard:
      return {.simulations = 1'000'000, .depth = 0, .milliseconds = kHardMs};
  }
  return {};
}

template <bool kPrunes>
Result<Thought> think_ahead(const SeatSight& sight, const Budget& budget, const GoOn& go_on,
                            Rng& rng) {
  FD_TRY(Thought thought, look_ahead(sight.game, {.prunes = kPrunes}, budget, go_on, rng));
  const auto best = std::ranges::find(thought.moves, thought.move, &Weighed::move);
  thought.why = "looked " + std::to_string(thought.progress.depth) + " moves ahead, at " +
                std::to_string(thought.progress.simulations) + " positions; it is worth " +
                best->value.text();
  return thought;
}

const ThinkerKind kAlphaBeta{"alphabeta",
                             "looks ahead as far as it can, and skips what cannot matter",
                             looks_ahead, think_ahead<true>, by_positions};
const ThinkerKind kMinimax{"minimax", "looks at everything, a few moves ahead", looks_ahead,
                           think_ahead<false>, by_positions};

/// A player by rules of thumb, which thinks no longer than a moment.
Opponent at_once(std::string name, Player player) {
  return {
      std::move(name),
      [player](const SeatSight& sight, const Budget&, const GoOn&, Rng& rng) -> Result<Thought> {
        return Thought{.move = player(sight.game, sight.seat, sight.known, rng)};
      },
      {}};
}

std::vector<ThinkerKind> kinds_for(const AnyGame& game) {
  std::vector<ThinkerKind> kinds = thinker_kinds_of_games();
  std::ranges::copy(thinker_kinds(), std::back_inserter(kinds));
  std::erase_if(kinds, [&](const ThinkerKind& kind) { return !kind.plays(game); });
  return kinds;
}

Opponent opponent_of(const ThinkerKind& kind, Strength strength, std::string name,
                     const AnyGame& game) {
  return {std::move(name), kind.think, kind.budget(game, strength)};
}

/// Returns the names of the members of an ensemble, "uct+montecarlo"; another name as it is.
std::vector<std::string_view> members_in(std::string_view name) {
  std::vector<std::string_view> members;
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t to = std::min(name.find('+', from), name.size());
    members.push_back(name.substr(from, to - from));
    from = to + 1;
  }
  return members;
}

constexpr std::pair<std::string_view, Strength> kStrengths[] = {
    {"easy", Strength::easy}, {"normal", Strength::normal}, {"hard", Strength::hard}};

}  // namespace

std::optional<Strength> strength_named(std::string_view name) {
  for (const auto& [known, strength] : kStrengths)
    if (known == name) return strength;
  return {};
}

std::string_view strength_name(Strength strength) {
  return kStrengths[static_cast<std::size_t>(strength)].first;
}

bool looks_ahead(const AnyGame& game) {
  const GameInfo& info = game.info();
  return game.model().looks_ahead() && game.seats() <= 2 && (game.seats() == 1 || info.zero_sum);
}

Result<Thought> look_ahead(const AnyGame& game, const LookaheadPlan& plan, const Budget& budget,
                           const GoOn& go_on, Rng& rng) {
  return game.model().look_ahead(plan, budget, go_on, rng);
}

std::vector<ThinkerKind> thinker_kinds() {
  return {kAlphaBeta, ismcts_kind(), kMinimax, lookahead_kind(), uct_kind(), monte_carlo_kind()};
}

std::vector<std::string> opponents_for(const AnyGame& game) {
  std::vector<std::string> names{"random", "simple"};
  const auto kinds = kinds_for(game);
  if (kinds.empty()) return names;
  for (const auto& [name, strength] : kStrengths) names.emplace_back(name);
  for (const ThinkerKind& kind : kinds) names.emplace_back(kind.name);
  return names;
}

bool may_name_opponent(std::string_view name) {
  constexpr std::size_t kBytesMax = 40;
  const auto is_member = [](std::string_view member) {
    return !member.empty() && std::ranges::count(member, ':') <= 1 && member.front() != ':' &&
           member.back() != ':' &&
           std::ranges::all_of(member, [](char c) { return c == ':' || (c >= 'a' && c <= 'z'); });
  };
  const auto members = members_in(name);
  return name.size() <= kBytesMax && members.size() <= kEnsembleMax &&
         std::ranges::all_of(members, is_member);
}

Result<Opponent> opponent_named(std::string_view name, const AnyGame& game) {
  if (const auto names = members_in(name); names.size() > 1 && names.size() <= kEnsembleMax) {
    std::vector<Opponent> members;
    for (const std::string_view member : names) {
      FD_TRY(Opponent opponent, opponent_named(member, game));
      members.push_back(std::move(opponent));
    }
    return ensemble_of(std::string(name), std::move(members));
  }
  if (name == "random") return at_once("random", random_move);
  if (name == "simple") return at_once("simple", simple_move);
  const auto kinds = kinds_for(game);
  const std::string_view kind_name = name.substr(0, name.find(':'));
  const auto strength = name.size() == kind_name.size()
                            ? std::optional(Strength::normal)
                            : strength_named(name.substr(kind_name.size() + 1));
  if (const auto plain = strength_named(name); plain && !kinds.empty())
    return opponent_of(kinds.front(), *plain, std::string(name), game);
  for (const ThinkerKind& kind : kinds)
    if (kind.name == kind_name && strength)
      return opponent_of(kind, *strength, std::string(name), game);
  std::string known;
  for (const std::string& one : opponents_for(game)) known += (known.empty() ? "" : ", ") + one;
  return fail(Fault::bad_parameters, "no player '" + std::string(name) + "' plays " +
                                         game.info().name + ": there are " + known);
}

}  // namespace fairdeal::rules
