#pragma once

#include <memory>

#include "rules/any_position.h"

namespace fairdeal::conformance {

/// A tree of a game's values. A branch gets its child when expand() asks for it. A roll of dice is
/// a level of its own.
class GameTree {
 public:
  struct Branch {
    rules::AnyEvent event;
    std::uint64_t weight = 1;  ///< for a roll of dice: the probability of this one is weight / all
    std::uint64_t all = 1;
    std::unique_ptr<GameTree> child{};  ///< null until the branch is expanded
  };

  explicit GameTree(rules::AnyGame game);

  const rules::AnyGame& game() const { return game_; }
  bool is_chance() const { return game_.active().empty() && !game_.over(); }
  const std::vector<Branch>& branches() const { return branches_; }
  /// Expands a branch. Errors: not_wanted, if it was expanded before or does not exist.
  Result<GameTree*> expand(std::size_t branch);

 private:
  rules::AnyGame game_;
  std::vector<Branch> branches_;
};

}  // namespace fairdeal::conformance
