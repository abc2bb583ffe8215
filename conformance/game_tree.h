#pragma once

#include <memory>

#include "rules/any_position.h"

namespace fairdeal::conformance {

/// A tree of a game's values that grows where it is asked to. A roll of dice is a level of its
/// own.
class GameTree {
 public:
  struct Branch {
    rules::AnyEvent event;
    std::uint64_t weight = 1;  ///< of dice: this is one in `all` cases
    std::uint64_t all = 1;
    std::unique_ptr<GameTree> child{};  ///< none: pending
  };

  explicit GameTree(rules::AnyGame game);

  const rules::AnyGame& game() const { return game_; }
  bool is_chance() const { return game_.active().empty() && !game_.over(); }
  const std::vector<Branch>& branches() const { return branches_; }
  /// Grows one branch. Errors: not_wanted, if it has grown already or is not there.
  Result<GameTree*> expand(std::size_t branch);

 private:
  rules::AnyGame game_;
  std::vector<Branch> branches_;
};

}  // namespace fairdeal::conformance
