#include <algorithm>

#include "runtime/node.h"

namespace fairdeal::runtime {

bool Node::all_finished(Instant now) const {
  if (!finished()) return false;
  for (std::uint32_t i = 0; i < members(); ++i) {
    const Other& other = others_[i];
    // Who left by its own word, and whose program has ended, needs nothing more.
    const bool may_return = other.linked_at && !table_->members().standing(Seat(i)).left();
    const bool near = links_.has(Seat(i)) || (may_return && now < *other.linked_at + kNear);
    if (Seat(i) != config_.me && near &&
        (catch_up_.step_of(Seat(i)) < table_->step() || catch_up_.parted(Seat(i))))
      return false;
  }
  return true;
}

bool Node::has_gone() const {
  return table_->members().standing(config_.me).left() && !table_->state().needs(config_.me) &&
         !finished();
}

bool Node::to_act() const {
  if (halted_ || contributed_ || asking_ || !owes()) return false;
  return std::ranges::any_of(agreement_.slots(), [&](const auto& slot) {
    return slot.seat == config_.me && is_human(*table_, slot);
  });
}

std::vector<Node::Awaited> Node::awaited() const {
  std::vector<Awaited> awaited;
  if (table_->over()) return awaited;
  if (asking_) {
    for (const Seat voter : (agreement_.quorum().voters - asking_->answered()).list())
      if (voter != config_.me) awaited.push_back({voter, {}});
    return awaited;
  }
  for (std::size_t i = 0; i < agreement_.slots().size(); ++i)
    if (agreement_.entry(i) == nullptr)
      awaited.push_back({agreement_.slots()[i].seat, agreement_.slots()[i].kind});
  if (!awaited.empty()) return awaited;
  for (const Seat voter : agreement_.quorum().voters.list())
    if (agreement_.vote(agreement_.round(), proto::Phase::prevote, voter) == nullptr)
      awaited.push_back({voter, {}});
  return awaited;
}

}  // namespace fairdeal::runtime
