#include "rules/players/regret.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace fairdeal::rules {
namespace {

constexpr int kFixedBits = 40;
constexpr std::int64_t kFixedOne = std::int64_t{1} << kFixedBits;
constexpr std::int64_t kPayoffMax = 1 << 20;
__extension__ using WideProduct = __int128;

std::int64_t fixed_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>((WideProduct{a} * b) >> kFixedBits);
}

}  // namespace

RegretMinimiser::RegretMinimiser(const GameTree& tree)
    : tree_(tree),
      totals_(tree.nodes.size()),
      own_(tree.nodes.size()),
      others_(tree.nodes.size()),
      values_(tree.nodes.size()) {
  for (const Payoff& payoff : tree.payoffs)
    for (const std::int64_t chips : payoff) CHECK(chips < kPayoffMax && -chips < kPayoffMax);
  std::size_t actions = 0;
  for (const InformationSet& set : tree.sets) {
    first_.push_back(actions);
    actions += set.actions.size();
  }
  chosen_.resize(actions);
  played_.resize(actions);
  regrets_.resize(actions);
  changes_.resize(actions);
  sums_.resize(actions);
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < tree.nodes[n].count; ++i)
      totals_[n] += tree.edges[tree.nodes[n].first + i].weight;
  for (std::uint32_t set = 0; set < tree.sets.size(); ++set) choose(set);
}

/// Regret matching: σ(a) is the regret of a among all regrets, or even where there are none.
void RegretMinimiser::choose(std::uint32_t set) {
  const std::size_t first = first_[set], count = tree_.sets[set].actions.size();
  Wide total = 0;
  for (std::size_t a = first; a < first + count; ++a) total += regrets_[a];
  // Regrets below 2^84 can be multiplied by kFixedOne.
  int shift = 0;
  for (; total >> shift >= Wide{1} << 84; ++shift) {
  }
  Fixed left = kFixedOne;
  for (std::size_t a = first; a < first + count; ++a) {
    chosen_[a] = total == 0
                     ? kFixedOne / static_cast<Fixed>(count)
                     : static_cast<Fixed>((regrets_[a] >> shift) * kFixedOne / (total >> shift));
    left -= chosen_[a];
  }
  const auto begin = chosen_.begin() + static_cast<std::ptrdiff_t>(first);
  *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(count)) += left;
}

/// Finds how likely the seat itself, and all others with chance, come to each node.
void RegretMinimiser::reach_down(Seat seat) {
  own_[0] = others_[0] = kFixedOne;
  for (std::size_t n = 0; n < tree_.nodes.size(); ++n) {
    const GameTree::Node& node = tree_.nodes[n];
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const GameTree::Edge& edge = tree_.edges[node.first + i];
      own_[edge.to] = own_[n];
      others_[edge.to] = others_[n];
      if (node.kind == GameTree::Kind::chance) {
        others_[edge.to] = static_cast<Fixed>(WideProduct{others_[n]} *
                                              static_cast<WideProduct>(edge.weight) / totals_[n]);
        continue;
      }
      const std::size_t action = first_[node.index] + i;
      if (tree_.sets[node.index].seat == seat) {
        own_[edge.to] = played_[action] = fixed_product(own_[n], chosen_[action]);
      } else {
        others_[edge.to] = fixed_product(others_[n], chosen_[action]);
      }
    }
  }
}

/// Finds the counterfactual values: what the seat wins from each node on, times others_.
void RegretMinimiser::values_up(Seat seat) {
  std::ranges::fill(changes_, 0);
  for (std::size_t n = tree_.nodes.size(); n-- > 0;) {
    const GameTree::Node& node = tree_.nodes[n];
    Fixed value = 0;
    const bool own = node.kind == GameTree::Kind::move && tree_.sets[node.index].seat == seat;
    if (node.kind == GameTree::Kind::end)
      value = tree_.payoffs[node.index][seat.value] * others_[n];
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Fixed then = values_[tree_.edges[node.first + i].to];
      value += own ? fixed_product(chosen_[first_[node.index] + i], then) : then;
    }
    values_[n] = value;
    if (!own) continue;
    for (std::uint32_t i = 0; i < node.count; ++i)
      changes_[first_[node.index] + i] += values_[tree_.edges[node.first + i].to] - value;
  }
}

void RegretMinimiser::iterate() {
  ++iterations_;
  for (std::uint32_t s = 0; s < tree_.seats; ++s) {
    const Seat seat(s);
    reach_down(seat);
    values_up(seat);
    for (std::uint32_t set = 0; set < tree_.sets.size(); ++set) {
      if (tree_.sets[set].seat != seat) continue;
      for (std::size_t i = 0; i < tree_.sets[set].actions.size(); ++i) {
        const std::size_t a = first_[set] + i;
        sums_[a] += Wide{played_[a]} * iterations_;
        regrets_[a] = std::max<Wide>(0, regrets_[a] + changes_[a]);
      }
      choose(set);
    }
  }
}

Policy RegretMinimiser::average() const {
  Policy policy = even_policy(tree_);
  for (std::size_t set = 0; set < tree_.sets.size(); ++set) {
    auto& parts = policy.parts[set];
    const auto sums = std::span(sums_).subspan(first_[set], parts.size());
    const Wide total = std::accumulate(sums.begin(), sums.end(), Wide{0});
    if (total == 0) continue;
    std::uint32_t left = Policy::kParts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i] = static_cast<std::uint32_t>(sums[i] * Policy::kParts / total);
      left -= parts[i];
    }
    *std::ranges::max_element(parts) += left;
  }
  return policy;
}

}  // namespace fairdeal::rules
