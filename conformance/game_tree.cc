#include "conformance/game_tree.h"

namespace fairdeal::conformance {
using namespace rules;

GameTree::GameTree(AnyGame game) : game_(std::move(game)) {
  if (game_.over()) return;
  const auto wants = game_.wants();
  if (std::holds_alternative<WantRoll>(wants.front()))
    for (AnyChild& roll : rolls(game_))
      branches_.push_back({roll.ply.events[0], roll.ply.weight, roll.ply.all});
  for (AnyEvent& event : joint_moves(game_)) branches_.push_back({std::move(event)});
}

Result<GameTree*> GameTree::expand(std::size_t branch) {
  if (branch >= branches_.size()) return fail(Fault::not_wanted, "no such branch");
  if (branches_[branch].child) return fail(Fault::not_wanted, "already expanded");
  FD_TRY(AnyGame after, game_.after(branches_[branch].event));
  branches_[branch].child = std::make_unique<GameTree>(std::move(after));
  return branches_[branch].child.get();
}

}  // namespace fairdeal::conformance
