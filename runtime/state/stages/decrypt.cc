#include "runtime/state/stages/decrypt.h"

#include <set>

#include "proto/limits.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/opening.h"
#include "runtime/state/stages/copy.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Point;
using crypto::Purpose;

namespace {

Result<> show(const Transition& t, const std::vector<CardToDecrypt>& cards) {
  for (const auto& [slot, to, deal] : cards) {
    PublicCard& card = t.state.cards.at(slot);
    if (deal) {
      card.dealt_to = to;
      card.also = (card.also | seats_of(*deal)) - SeatSet::of({*to});
      FD_TRY(t.happens(rules::Dealt{slot, deal->to, deal->also}));
    } else {
      card.face = crypto::face_of(card.masked.B - sum(card.shares), t.state.faces);
      if (!card.face)
        return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
      FD_TRY(t.happens(rules::Shown{slot, *card.face}));
    }
  }
  return {};
}

/// Returns the seat to which the card itself is dealt, whose shares stay secret: the one that can
/// read it already, or else the first that is in.
Seat reader_of(const PublicState& state, const rules::WantDeal& deal) {
  if (const auto& dealt_to = state.cards.at(deal.slot).dealt_to) return *dealt_to;
  if (state.in().has(deal.to)) return deal.to;
  const auto others = (deal.also & state.in()).list();
  return others.empty() ? deal.to : others.front();
}

/// The target of the key holders' shares: the card itself, or the copy for one seat.
struct Decrypted {
  const crypto::MaskedCard& masked;
  SeatSet key_holders;
  const std::map<Seat, Point>& shares;
};

Decrypted decrypted(const Decrypting& stage, const PublicState& state, std::size_t i) {
  const auto& [slot, to, deal] = stage.cards[i];
  const PublicCard& card = state.cards.at(slot);
  if (stage.opened.empty()) return {card.masked, card.key_holders, card.shares};
  const CardCopy& copy = card.copies.at(*to);
  return {copy.masked, copy.key_holders, copy.shares};
}

}  // namespace

SeatSet seats_of(const rules::WantDeal& deal) { return deal.also | SeatSet::of({deal.to}); }

bool is_readable(const CardCopy& copy, Seat seat) {
  SeatSet closed = copy.key_holders - SeatSet::of({seat});
  for (const auto& [giver, share] : copy.shares) closed.erase(giver);
  return closed.empty();
}

const std::vector<CardToDecrypt>* decrypted_cards(const Stage& stage) {
  const auto* decrypting = std::get_if<Decrypting>(&stage);
  return decrypting != nullptr ? &decrypting->cards : nullptr;
}

Next begin_decrypting(const Transition& t, const std::vector<rules::Want>& wants) {
  if (lies_in_vain(t.state)) return begin_anew(t);
  Decrypting stage;
  std::set<CardSlot> seen;
  std::size_t copies = 0;
  const rules::Lying lying = t.state.lying();
  for (const rules::Want& want : wants) {
    // The first want is granted. Another one is refused in its turn.
    if (!takes(t.state.game.info(), lying, want)) break;
    CardToDecrypt target;
    if (const auto* deal = std::get_if<rules::WantDeal>(&want))
      target = {deal->slot, reader_of(t.state, *deal), *deal};
    else if (const auto* show = std::get_if<rules::WantShow>(&want))
      target = {show->slot, {}};
    else
      break;
    copies += copies_needed(t.state, target);
    if (!seen.insert(target.slot).second || stage.cards.size() == proto::kSharesMax ||
        copies > proto::kCopiesMax)
      break;
    stage.cards.push_back(std::move(target));
  }
  return Next(std::move(stage));
}

Stage decrypt_copies(std::vector<CardToDecrypt> copies, std::vector<CardToDecrypt> opened) {
  return Decrypting{std::move(copies), std::move(opened)};
}

std::vector<std::size_t> owed(const Decrypting& stage, const PublicState& state, Seat seat) {
  std::vector<std::size_t> owed;
  for (std::size_t i = 0; i < stage.cards.size(); ++i) {
    const CardToDecrypt& target = stage.cards[i];
    const Decrypted card = decrypted(stage, state, i);
    if (target.to && !state.in().has(*target.to)) continue;  // nobody sends shares to a seat out
    if (target.to != seat && card.key_holders.has(seat) && !card.shares.contains(seat))
      owed.push_back(i);
  }
  return owed;
}

std::vector<Point> owed_points(const Decrypting& stage, const PublicState& state, Seat seat) {
  std::vector<Point> points;
  for (const std::size_t i : owed(stage, state, seat))
    points.push_back(decrypted(stage, state, i).masked.A);
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
      take_share(stage, t.state, given[k], seat, p->shares[k]);
  }
  return show_or_recover(stage, t);
}

void take_share(const Decrypting& stage, PublicState& state, std::size_t i, Seat seat,
                const Point& share) {
  const auto& [slot, to, deal] = stage.cards[i];
  PublicCard& card = state.cards.at(slot);
  (stage.opened.empty() ? card.shares : card.copies.at(*to).shares).emplace(seat, share);
}

Next show_or_recover(const Decrypting& stage, const Transition& t) {
  SeatSet missing;
  for (const Seat seat : t.state.all_seats().list())
    if (!owed(stage, t.state, seat).empty()) missing.insert(seat);
  if (!missing.empty()) return begin_recovery(t, {stage, {}, missing});
  if (stage.opened.empty())
    if (auto copying = begin_copying(t, stage.cards)) return copying;
  FD_TRY(show(t, stage.opened.empty() ? stage.cards : stage.opened));
  return std::nullopt;
}

}  // namespace fairdeal::state::stages
