#pragma once

#include <deque>
#include <functional>
#include <map>

#include "rules/dealer.h"
#include "rules/players/forward_model.h"
#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// How matches are played out beyond the tree.
enum class PlayoutPolicy {
  random,  ///< each move as often
  simple   ///< by simple_move() (rules/players/player.h)
};

/// How a tree is searched.
struct TreePlan {
  bool grows = true;  ///< false: flat Monte Carlo, each move of the root as often
  PlayoutPolicy policy = PlayoutPolicy::random;
  /// A match is cut after so many moves beyond the tree.
  unsigned moves_max = 400;
  /// Whether a match is cut where a new deck or new hidden dice come, once something was won or
  /// lost: the deals to come say little about this one.
  bool one_deal = false;
  /// c² of UCB1, in sixteenths. A greater one tries the moves more evenly.
  std::uint64_t doubt = 4;
};

/// Plays matches in its mind, each from the root on, and remembers how its own and the others'
/// moves did: UCT (Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006) where all
/// is open, and information set Monte Carlo tree search where something is hidden (Cowling, Powley
/// and Whitehouse, "Information Set Monte Carlo Tree Search", 2012, SO-ISMCTS). There each match
/// begins with another deal that agrees with what the seat knows, and the tree is that of what the
/// seat sees: a node is told by the public events since the root and the cards that the seat itself
/// was dealt. A move counts how often it was there to be made. The moves of another seat that are
/// cards of its own are told apart by the cards, which that seat knows, and not by their slots.
///
/// The tree grows by a node a match. Each seat that moves takes the move with the greatest upper
/// bound of its own result (UCB1), and those that move at the same time each for itself. Results
/// are scaled by the least and the greatest that were seen so far. A match that is cut counts what
/// each seat would have if it ended there, or else its lead by scores. All numbers are integers, so
/// a seed gives the same move on every machine.
class TreeSearch {
 public:
  /// Returns the dealer of a deal that may be the real one.
  using Deal = std::function<Result<Dealer>(Rng& rng)>;

  TreeSearch(const TreePlan& plan, const Budget& budget, const GoOn& go_on, Deal deal)
      : plan_(plan), budget_(budget), go_on_(go_on), deal_(std::move(deal)) {}

  /// Errors: bad_parameters, if the seat has no moves; as AnyGame::after, and as the deals.
  Result<Thought> think(const AnyGame& game, Seat seat, Rng& rng);

 private:
  struct Arm {
    std::uint64_t name;
    std::int64_t sum = 0;  ///< in thousandths of a point
    std::uint32_t visits = 0;
    std::uint32_t available = 0;
  };
  struct Node {
    std::vector<std::vector<Arm>> arms;  ///< by the place of the mover
  };
  /// A choice on the way down, to be credited with the result.
  struct Step {
    Node* node;
    std::size_t k;
    std::size_t arm;
    Seat seat;
  };
  /// For each seat, in thousandths of a point.
  using Values = std::vector<std::int64_t>;

  /// A match under way.
  struct Walk {
    ForwardModel& model;
    Dealer dealer;
    std::uint64_t key = 0;  ///< of what the seat has seen since the root
    bool in_tree = true;
    unsigned moves_beyond = 0;
    std::vector<Step> steps{};
  };

  bool stops();
  Result<> simulate(const ForwardModel& root, Rng& rng);
  Result<Values> walk(Walk& walk, Rng& rng);
  Result<> chance(Walk& walk);
  Result<> move(Walk& walk, Rng& rng);
  std::size_t choose_in_tree(Walk& walk, Node& node, std::size_t k, Rng& rng);
  Result<> move_beyond(Walk& walk, Rng& rng);
  static std::size_t arm_of(Node& node, std::size_t k, std::size_t guess, std::uint64_t name);
  std::size_t best_arm(const std::vector<Arm>& arms, Seat mover, Rng& rng) const;
  std::optional<std::size_t> best_by_rules(const Walk& match, const Node& node, std::size_t k,
                                           Rng& rng) const;
  std::uint64_t upper_bound(const Arm& arm, Seat mover) const;
  std::uint64_t bound_of_fresh(const std::vector<Arm>& arms, Seat mover) const;
  bool is_cut(const Walk& walk) const;
  Values value_of(const ForwardModel& model) const;
  std::optional<std::size_t> winning_move(const ForwardModel& root, std::size_t k, Seat seat);
  Thought told(const ForwardModel& root, std::size_t k);

  const TreePlan plan_;
  const Budget& budget_;
  const GoOn& go_on_;
  Deal deal_;
  Seat seat_{};
  Range bounds_{0, 0};
  bool says_what_is_fair_ = false;  ///< whether moves that break rules are left out
  Progress progress_{};
  std::map<std::uint64_t, Node> nodes_;
  std::unique_ptr<ForwardModel> scratch_;
  std::vector<std::size_t> chosen_, there_, arms_;
  Values at_root_;           ///< what the state at the root is worth by itself
  Values least_, greatest_;  ///< by seat, of all results so far
  std::uint64_t moves_ = 0, asked_at_ = 0, moves_between_ = 0;
  bool stopped_ = false;
};

}  // namespace fairdeal::rules
