#include "runtime/state/stages/hand_over.h"

#include "proto/limits.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/stages/recovery.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Purpose;

namespace {

std::vector<crypto::Point> points_of(const PublicState& state, const std::vector<CardSlot>& slots) {
  std::vector<crypto::Point> points;
  for (const CardSlot slot : slots) points.push_back(state.cards.at(slot).masked.A);
  return points;
}

/// Returns whether a seat that is here is asked for its locks: it is done with the hand, and has
/// not kept them back before. If it handed them over with its move, none are left to ask for.
bool owes_locks(const PublicState& state, Seat seat) {
  return state.present().has(seat) && state.game.done(seat) && !state.withheld.has(seat);
}

}  // namespace

std::vector<CardSlot> handed_over(const PublicState& state, Seat seat) {
  std::vector<CardSlot> slots;
  for (const auto& [slot, card] : state.cards)
    if (card.key_holders.has(seat) && !card.shares.contains(seat) && !card.dealt_to && !card.face &&
        slots.size() < proto::kSharesMax)
      slots.push_back(slot);
  return slots;
}

std::vector<crypto::Point> lock_points(const PublicState& state, Seat seat) {
  return points_of(state, handed_over(state, seat));
}

bool hands_over(const PublicState& state, Seat seat, const rules::AnyGame& after) {
  return !state.game.done(seat) && after.done(seat) && !handed_over(state, seat).empty();
}

void take_locks(const Transition& t, Seat seat, const std::vector<CardSlot>& slots,
                const proto::DecryptPayload& locks) {
  for (std::size_t i = 0; i < slots.size(); ++i)
    t.state.cards.at(slots[i]).shares.emplace(seat, locks.shares[i]);
}

std::optional<Stage> begin_handing_over(const Transition& t, const rules::Want& next) {
  const auto* shuffle = std::get_if<rules::WantShuffle>(&next);
  const auto put_away = [&](CardSlot slot) {
    return shuffle != nullptr && !shuffle->faces.empty() &&
           std::ranges::count(shuffle->slots, slot) != 0;
  };
  HandingOver stage;
  for (const Seat seat : t.state.all_seats().list()) {
    if (!t.state.members.still_answers(seat) && !owes_locks(t.state, seat)) continue;
    auto slots = handed_over(t.state, seat);
    std::erase_if(slots, put_away);
    if (!slots.empty()) stage.cards.emplace(seat, std::move(slots));
  }
  if (stage.cards.empty()) return {};
  return Stage(std::move(stage));
}

EntrySlots owing(const HandingOver& stage, const PublicState&) {
  EntrySlots slots;
  for (const auto& [seat, cards] : stage.cards) slots.push_back({seat, proto::Kind::decrypt});
  return slots;
}

proto::Payload make(const HandingOver& stage, const Making& making) {
  return making.shares<proto::DecryptPayload>(points_of(making.state, stage.cards.at(making.me)),
                                              Purpose::decrypt);
}

Result<> check(const HandingOver& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::DecryptPayload>());
  return checking.shares(points_of(checking.state, stage.cards.at(checking.seat)), *p,
                         Purpose::decrypt);
}

std::vector<std::size_t> owed(const HandingOver&, const PublicState&, Seat) { return {}; }
std::vector<crypto::Point> owed_points(const HandingOver&, const PublicState&, Seat) { return {}; }

/// Takes the locks that were handed over. Those that a seat keeps back are recovered now, while
/// nobody has seen a card that is to come. Where the others cannot do that, the seat is not asked
/// again, and what needs its locks is void by it.
Next apply(const HandingOver& stage, const Transition& t) {
  SeatSet missing;
  for (const auto& [seat, slots] : stage.cards) {
    if (const auto* p = t.given<proto::DecryptPayload>(seat))
      take_locks(t, seat, slots, *p);
    else
      missing.insert(seat);
  }
  t.state.withheld = t.state.withheld | missing;
  if (missing.empty() || !t.state.recovers(missing)) return std::nullopt;
  return begin_recovery(t, {stage, {}, missing});
}

}  // namespace fairdeal::state::stages
