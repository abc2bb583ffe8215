#include "runtime/stages/decrypt.h"

#include <set>

#include "proto/limits.h"
#include "runtime/checking.h"
#include "runtime/making.h"
#include "runtime/opening.h"
#include "runtime/transition.h"

namespace fairdeal::runtime {

using crypto::Point;
using crypto::Purpose;

namespace {

Result<> show(const Transition& t, const std::vector<CardToDecrypt>& cards) {
  for (const auto& [slot, to] : cards) {
    PublicCard& card = t.state.cards.at(slot);
    if (to) {
      card.dealt_to = to;
      FD_TRY(t.happens(rules::Dealt{slot, *to}));
    } else {
      card.face = crypto::face_of(card.masked.B - sum(card.shares), t.state.faces);
      if (!card.face)
        return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
      FD_TRY(t.happens(rules::Shown{slot, *card.face}));
    }
  }
  return {};
}

}  // namespace

const std::vector<CardToDecrypt>* decrypted_cards(const Stage& stage) {
  const auto* decrypting = std::get_if<Decrypting>(&stage);
  return decrypting != nullptr ? &decrypting->cards : nullptr;
}

Next begin_decrypting(const Transition& t, const std::vector<rules::Want>& wants) {
  if (lies_in_vain(t.state)) return begin_anew(t);
  Decrypting stage;
  std::set<CardSlot> seen;
  for (const rules::Want& want : wants) {
    CardToDecrypt target;
    if (const auto* deal = std::get_if<rules::WantDeal>(&want))
      target = {deal->slot, deal->to};
    else if (const auto* show = std::get_if<rules::WantShow>(&want))
      target = {show->slot, {}};
    else
      break;
    if (!seen.insert(target.slot).second || stage.cards.size() == proto::kSharesMax) break;
    const auto card = t.state.cards.find(target.slot);
    if (card == t.state.cards.end())
      return fail(Fault::rules, "they want a card from an empty slot");
    // The shares of all others are public, so dealing it to a second seat would show it to all.
    if (target.to && card->second.dealt_to && card->second.dealt_to != target.to)
      return fail(Fault::rules, "they want a card dealt to two seats");
    stage.cards.push_back(target);
  }
  return Next(std::move(stage));
}

std::vector<std::size_t> owed(const Decrypting& stage, const PublicState& state, Seat seat) {
  std::vector<std::size_t> owed;
  for (std::size_t i = 0; i < stage.cards.size(); ++i) {
    const CardToDecrypt& target = stage.cards[i];
    const PublicCard& card = state.cards.at(target.slot);
    if (target.to && !state.in().has(*target.to)) continue;  // nobody sends shares to a seat out
    if (target.to != seat && card.key_holders.has(seat) && !card.shares.contains(seat))
      owed.push_back(i);
  }
  return owed;
}

std::vector<Point> owed_points(const Decrypting& stage, const PublicState& state, Seat seat) {
  std::vector<Point> points;
  for (const std::size_t i : owed(stage, state, seat))
    points.push_back(state.cards.at(stage.cards[i].slot).masked.A);
  return points;
}

EntrySlots owing(const Decrypting& stage, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : asked_for_shares(state).list())
    if (!owed(stage, state, seat).empty()) slots.push_back({seat, proto::Kind::decrypt});
  return slots;
}

proto::Payload make(const Decrypting& stage, const Making& making) {
  return making.shares<proto::DecryptPayload>(owed_points(stage, making.state, making.me),
                                              Purpose::decrypt);
}

/// Checks each decryption share that the author owes, by one proof for all of them.
Result<> check(const Decrypting& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::DecryptPayload>());
  return checking.shares(owed_points(stage, checking.state, checking.seat), *p, Purpose::decrypt);
}

Next apply(const Decrypting& stage, const Transition& t) {
  for (const Seat seat : t.state.all_seats().list()) {
    const auto* p = t.given<proto::DecryptPayload>(seat);
    if (p == nullptr) continue;
    const auto given = owed(stage, t.before, seat);
    for (std::size_t k = 0; k < given.size(); ++k)
      t.state.cards.at(stage.cards[given[k]].slot).shares.emplace(seat, p->shares[k]);
  }
  return show_or_recover(stage, t);
}

Next show_or_recover(const Decrypting& stage, const Transition& t) {
  SeatSet missing;
  for (const Seat seat : t.state.all_seats().list())
    if (!owed(stage, t.state, seat).empty()) missing.insert(seat);
  if (!missing.empty()) return begin_recovery(t, {stage, {}, missing});
  FD_TRY(show(t, stage.cards));
  return std::nullopt;
}

}  // namespace fairdeal::runtime
