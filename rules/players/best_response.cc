#include "rules/players/best_response.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace fairdeal::rules {
namespace {

__extension__ using Sum = __int128;
/// Sums stay below this, so that ten of them can be added.
constexpr Sum kSumMax = Sum{1} << 123;

/// How likely each node is reached, in parts of `whole`, if one seat does all that it can to reach
/// it. Each division is exact: `whole` is a multiple of all denominators.
struct Reach {
  Sum whole = 1;
  std::vector<Sum> parts{};  ///< by node
};

std::uint64_t total_weight(const GameTree& tree, const GameTree::Node& node) {
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) total += tree.edges[node.first + i].weight;
  return total;
}

/// Returns a multiple of the denominators of all lines, or 0 if it is too large.
Sum common_multiple(const GameTree& tree, std::optional<Seat> free) {
  struct Line {
    Sum chance = 1;
    unsigned moves = 0;
  };
  std::vector<Line> lines(tree.nodes.size());
  Sum multiple = 1;
  unsigned most_moves = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const GameTree::Node& node = tree.nodes[n];
    Line line = lines[n];
    if (node.kind == GameTree::Kind::end) {
      Sum a = multiple, b = line.chance;
      while (b != 0) a = std::exchange(b, a % b);
      multiple = multiple / a * line.chance;
      most_moves = std::max(most_moves, line.moves);
    } else if (node.kind == GameTree::Kind::chance) {
      line.chance *= total_weight(tree, node);
    } else if (tree.sets[node.index].seat != free) {
      ++line.moves;
    }
    if (line.chance > INT64_MAX || multiple > INT64_MAX) return 0;
    for (std::uint32_t i = 0; i < node.count; ++i) lines[tree.edges[node.first + i].to] = line;
  }
  for (; most_moves > 0; --most_moves) {
    if (multiple > kSumMax / Policy::kParts) return 0;
    multiple *= Policy::kParts;
  }
  return multiple;
}

std::int64_t greatest_payoff(const GameTree& tree) {
  std::int64_t greatest = 1;
  for (const Payoff& payoff : tree.payoffs)
    for (const std::int64_t chips : payoff) greatest = std::max(greatest, std::max(chips, -chips));
  return greatest;
}

Result<Reach> reach_of(const GameTree& tree, std::span<const Policy> seats,
                       std::optional<Seat> free) {
  CHECK(seats.size() == tree.seats);
  Reach reach{common_multiple(tree, free), std::vector<Sum>(tree.nodes.size())};
  if (reach.whole == 0 ||
      reach.whole > kSumMax / greatest_payoff(tree) / (free ? Policy::kParts : 1))
    return fail(Fault::too_large, "the sums over these matches");
  reach.parts[0] = reach.whole;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const GameTree::Node& node = tree.nodes[n];
    const Sum total =
        node.kind == GameTree::Kind::chance ? Sum{total_weight(tree, node)} : Policy::kParts;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const GameTree::Edge& edge = tree.edges[node.first + i];
      Sum part = edge.weight;
      if (node.kind == GameTree::Kind::move) {
        const Seat seat = tree.sets[node.index].seat;
        part = seat == free ? total : Sum{seats[seat.value].parts[node.index][i]};
      }
      // A node that is never reached has nothing to divide.
      reach.parts[edge.to] = reach.parts[n] / total * part + reach.parts[n] % total * part / total;
    }
  }
  return reach;
}

/// Returns a fraction, or the next one below it with twelve digits: a few sums of these results
/// have room in a Rational.
Rational fraction(Sum over, Sum under) {
  Sum a = over < 0 ? -over : over, b = under;
  while (b != 0) a = std::exchange(b, a % b);
  over /= a;
  under /= a;
  constexpr std::int64_t kUnderMax = 10'000;
  if (under <= kUnderMax && over / under <= kUnderMax && over / under >= -kUnderMax)
    return {static_cast<std::int64_t>(over), static_cast<std::int64_t>(under)};
  Sum whole = over / under, rest = over % under;
  if (rest < 0) {
    --whole;
    rest += under;
  }
  for (int digit = 0; digit < 12; ++digit) {
    whole = 10 * whole + 10 * rest / under;
    rest = 10 * rest % under;
  }
  return {static_cast<std::int64_t>(whole), 1'000'000'000'000};
}

/// The best response of one seat: each of its information sets chooses what is best in the sum over
/// its nodes, after all later ones have chosen.
class Responder {
 public:
  Responder(const GameTree& tree, const Reach& reach, Seat seat)
      : tree_(tree),
        reach_(reach),
        seat_(seat),
        values_(tree.nodes.size()),
        best_(tree.sets.size()),
        nodes_of_(tree.sets.size()) {
    for (std::uint32_t n = 0; n < tree.nodes.size(); ++n)
      if (tree.nodes[n].kind == GameTree::Kind::move) nodes_of_[tree.nodes[n].index].push_back(n);
  }

  Sum value(std::uint32_t n) {
    if (values_[n]) return *values_[n];
    const GameTree::Node& node = tree_.nodes[n];
    Sum value = 0;
    if (node.kind == GameTree::Kind::end) {
      value = reach_.parts[n] * tree_.payoffs[node.index][seat_.value];
    } else if (node.kind == GameTree::Kind::move && tree_.sets[node.index].seat == seat_) {
      value = this->value(tree_.edges[node.first + best(node.index)].to);
    } else {
      for (std::uint32_t i = 0; i < node.count; ++i)
        value += this->value(tree_.edges[node.first + i].to);
    }
    values_[n] = value;
    return value;
  }

  std::uint32_t best(std::uint32_t set) {
    if (best_[set]) return *best_[set];
    std::uint32_t best = 0;
    Sum most = 0;
    for (std::uint32_t action = 0; action < tree_.sets[set].actions.size(); ++action) {
      Sum sum = 0;
      for (const std::uint32_t n : nodes_of_[set])
        sum += value(tree_.edges[tree_.nodes[n].first + action].to);
      if (action > 0 && sum <= most) continue;
      most = sum;
      best = action;
    }
    best_[set] = best;
    return best;
  }

 private:
  const GameTree& tree_;
  const Reach& reach_;
  Seat seat_;
  std::vector<std::optional<Sum>> values_;
  std::vector<std::optional<std::uint32_t>> best_;
  std::vector<std::vector<std::uint32_t>> nodes_of_;
};

}  // namespace

Policy even_policy(const GameTree& tree) {
  Policy policy;
  for (const InformationSet& set : tree.sets) {
    const auto count = static_cast<std::uint32_t>(set.actions.size());
    policy.parts.emplace_back(count, Policy::kParts / count);
    policy.parts.back()[0] += Policy::kParts % count;
  }
  return policy;
}

Result<Policy> policy_of(const GameTree& tree, const Player& player, std::uint32_t draws,
                         Rng& rng) {
  Policy policy;
  for (const InformationSet& set : tree.sets) {
    std::vector<std::uint32_t> counts(set.actions.size());
    for (std::uint32_t i = 0; i < draws; ++i) {
      const Action action = player(set.game, set.seat, set.known, rng);
      const auto found = std::ranges::find(set.actions, action);
      if (found == set.actions.end())
        return fail(Fault::bad_parameters, "the player's move " + action.text);
      ++counts[static_cast<std::size_t>(found - set.actions.begin())];
    }
    const auto greatest = std::ranges::max_element(counts) - counts.begin();
    for (std::uint32_t& count : counts)
      count = static_cast<std::uint32_t>(std::uint64_t{count} * Policy::kParts / draws);
    const auto given = std::accumulate(counts.begin(), counts.end(), 0u);
    counts[static_cast<std::size_t>(greatest)] += Policy::kParts - given;
    policy.parts.push_back(std::move(counts));
  }
  return policy;
}

Result<Rational> value_of(const GameTree& tree, std::span<const Policy> seats, Seat seat) {
  FD_TRY(const Reach reach, reach_of(tree, seats, {}));
  Sum sum = 0;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    if (const auto& node = tree.nodes[n]; node.kind == GameTree::Kind::end)
      sum += reach.parts[n] * tree.payoffs[node.index][seat.value];
  return fraction(sum, reach.whole);
}

Result<BestResponse> best_response(const GameTree& tree, std::span<const Policy> seats, Seat seat) {
  FD_TRY(const Reach reach, reach_of(tree, seats, seat));
  Responder responder(tree, reach, seat);
  BestResponse response{fraction(responder.value(0), reach.whole), even_policy(tree)};
  for (std::uint32_t set = 0; set < tree.sets.size(); ++set) {
    if (tree.sets[set].seat != seat) continue;
    auto& parts = response.policy.parts[set];
    std::ranges::fill(parts, 0u);
    parts[responder.best(set)] = Policy::kParts;
  }
  return response;
}

Result<std::vector<std::vector<Rational>>> action_values(const GameTree& tree,
                                                         std::span<const Policy> seats) {
  std::vector<std::vector<Sum>> sums;
  std::vector<Sum> wholes(tree.sets.size());
  for (const InformationSet& set : tree.sets) sums.emplace_back(set.actions.size());
  for (std::uint32_t s = 0; s < tree.seats; ++s) {
    FD_TRY(const Reach reach, reach_of(tree, seats, Seat(s)));
    std::vector<Sum> values(tree.nodes.size());
    for (std::size_t n = tree.nodes.size(); n-- > 0;) {
      const GameTree::Node& node = tree.nodes[n];
      if (node.kind == GameTree::Kind::end)
        values[n] = reach.parts[n] * tree.payoffs[node.index][s];
      const bool own = node.kind == GameTree::Kind::move && tree.sets[node.index].seat == Seat(s);
      if (own) wholes[node.index] += reach.parts[n];
      Sum weighted = 0;
      for (std::uint32_t i = 0; i < node.count; ++i) {
        const Sum then = values[tree.edges[node.first + i].to];
        weighted += own ? then * seats[s].parts[node.index][i] : then;
        if (own) sums[node.index][i] += then;
      }
      if (node.count > 0) values[n] = own ? weighted / Policy::kParts : weighted;
    }
  }
  std::vector<std::vector<Rational>> results(tree.sets.size());
  for (std::size_t set = 0; set < tree.sets.size(); ++set)
    for (const Sum sum : sums[set])
      if (wholes[set] != 0) results[set].push_back(fraction(sum, wholes[set]));
  return results;
}

Result<Rational> exploitability(const GameTree& tree, std::span<const Policy> seats) {
  Rational gains;
  for (std::uint32_t seat = 0; seat < tree.seats; ++seat) {
    FD_TRY(const Rational value, value_of(tree, seats, Seat(seat)));
    FD_TRY(const BestResponse best, best_response(tree, seats, Seat(seat)));
    gains = gains + best.value - value;
  }
  return gains / Rational(static_cast<std::int64_t>(tree.seats));
}

}  // namespace fairdeal::rules
