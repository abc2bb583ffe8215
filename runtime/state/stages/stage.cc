#include "runtime/state/stages/stage.h"

#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

EntrySlots owing(const PublicState& state) {
  return std::visit([&](const auto& stage) { return owing(stage, state); }, state.stage);
}

proto::Payload make(const Making& making) {
  return std::visit([&](const auto& stage) { return make(stage, making); }, making.state.stage);
}

/// A `none` entry, "nothing from me here", answers any slot of its author.
Result<> check(const Checking& checking) {
  if (std::holds_alternative<proto::NonePayload>(checking.entry.payload)) return {};
  return std::visit([&](const auto& stage) { return check(stage, checking); },
                    checking.state.stage);
}

Next apply(const Stage& stage, const Transition& t) {
  return std::visit([&](const auto& one) { return apply(one, t); }, stage);
}

bool asks_for_shares(const Stage& stage) {
  return std::visit([]<class S>(const S&) { return S::kAsksForShares; }, stage);
}

bool is_opening(const PublicState& state) {
  if (const SharedDeck* deck = shuffled_deck(state.stage))
    return state.next && deck->place == state.next->place();
  return std::holds_alternative<CollectingKeys>(state.stage) ||
         std::holds_alternative<DealingShares>(state.stage);
}

SeatSet stood_in_for(const Stage& stage) {
  const auto* recovering = std::get_if<Recovering>(&stage);
  return recovering != nullptr ? recovering->missing : SeatSet();
}

}  // namespace fairdeal::state::stages
