#pragma once

#include <span>

#include "rules/players/information_sets.h"
#include "rules/players/player.h"

/// What players of small games win on average, and what the best answer to them would. All sums
/// are of whole numbers of 128 bits, so they are exact.
namespace fairdeal::rules {

/// How a player plays: how likely it chooses each action of each information set of a tree, in
/// parts of kParts. An even choice among up to ten actions is exact.
struct Policy {
  static constexpr std::uint32_t kParts = 10'080;
  std::vector<std::vector<std::uint32_t>> parts{};  ///< by GameTree::sets, and their actions
};

/// Returns the policy that chooses each action as likely, as random_move() does.
Policy even_policy(const GameTree& tree);

/// Returns the policy of a player that is asked `draws` times in each information set. It is exact
/// for one that always answers alike, with one draw. Errors: bad_parameters, if it answers with
/// anything else than one of the actions.
Result<Policy> policy_of(const GameTree& tree, const Player& player, std::uint32_t draws, Rng& rng);

/// Returns what a seat wins on average if each seat plays by its policy. The result is rounded down
/// to 10^-12 if its denominator is above 10,000. Errors: too_large, if the matches are so long that
/// the sums have more than 128 bits. Cost: a visit of each node.
Result<Rational> value_of(const GameTree& tree, std::span<const Policy> seats, Seat seat);

struct BestResponse {
  Rational value;  ///< what it wins on average
  Policy policy;   ///< in each of its own information sets one action; others as even_policy()
};
/// Returns what a seat can win at most on average against the policies of the others, which it
/// knows. Its own policy is not looked at. Errors, rounding and cost: as value_of().
Result<BestResponse> best_response(const GameTree& tree, std::span<const Policy> seats, Seat seat);

/// Returns what each action of each information set wins on average for the seat that chooses it,
/// if all play on by their policies; an empty list for a set to which the others never let it come.
/// By GameTree::sets. Errors, rounding and cost: as value_of(), for each seat.
Result<std::vector<std::vector<Rational>>> action_values(const GameTree& tree,
                                                         std::span<const Policy> seats);

/// Returns how much a seat can gain on average by the best response to the others in place of its
/// own policy: the mean over the seats. It is 0 in an equilibrium. In a game for two, in which one
/// wins what the other loses, it is the mean of what both best responses win.
/// Errors and rounding: as value_of().
///
/// Source: Johanson, Waugh, Bowling and Zinkevich, "Accelerating Best Response Calculation in Large
/// Extensive Games", 2011, section 2; unit: chips a match.
Result<Rational> exploitability(const GameTree& tree, std::span<const Policy> seats);

}  // namespace fairdeal::rules
