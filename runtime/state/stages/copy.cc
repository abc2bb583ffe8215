#include "runtime/state/stages/copy.h"

#include "crypto/remask.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Purpose;

namespace {

/// Returns the copies that a card still needs. Seats that are out get none, as they get no shares,
/// and of a card that is shown nobody needs one.
std::vector<CopyToMake> copies_of(const PublicState& state, const CardToDecrypt& card) {
  std::vector<CopyToMake> copies;
  const PublicCard& lying = state.cards.at(card.slot);
  if (!card.deal || !card.to || lying.face) return copies;
  const SeatSet others = (seats_of(*card.deal) - SeatSet::of({*card.to})) & state.in();
  for (const Seat seat : others.list())
    if (!lying.copies.contains(seat) || !is_readable(lying.copies.at(seat), seat))
      copies.push_back({card.slot, *card.to, seat});
  return copies;
}

}  // namespace

std::size_t copies_needed(const PublicState& state, const CardToDecrypt& card) {
  return copies_of(state, card).size();
}

/// From here on the cards are dealt to those who can read them, even if what is wanted becomes
/// void: the shares of all others are public.
std::optional<Stage> begin_copying(const Transition& t, const std::vector<CardToDecrypt>& opened) {
  Copying stage{{}, opened};
  for (const CardToDecrypt& card : opened) {
    const auto copies = copies_of(t.state, card);
    stage.copies.insert(stage.copies.end(), copies.begin(), copies.end());
  }
  if (stage.copies.empty()) return {};
  for (const CardToDecrypt& card : opened)
    if (card.to) t.state.cards.at(card.slot).dealt_to = card.to;
  return Stage(std::move(stage));
}

std::vector<std::size_t> owed(const Copying& stage, Seat seat) {
  std::vector<std::size_t> owed;
  for (std::size_t i = 0; i < stage.copies.size(); ++i)
    if (stage.copies[i].to == seat) owed.push_back(i);
  return owed;
}

CardCopy to_copy(const PublicState& state, const CopyToMake& copy) {
  const PublicCard& card = state.cards.at(copy.slot);
  CardCopy from{card.masked, card.key_holders & SeatSet::of({copy.from, copy.to})};
  for (const auto& [seat, share] : card.shares)
    if (!from.key_holders.has(seat)) from.masked.B = from.masked.B - share;
  return from;
}

crypto::Point copy_key(const PublicState& state, SeatSet key_holders) {
  crypto::Point X;
  for (const Seat seat : key_holders.list()) X = X + state.deal->X[seat.value];
  return X;
}

EntrySlots owing(const Copying& stage, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : state.in().list())
    if (!owed(stage, seat).empty()) slots.push_back({seat, proto::Kind::copy});
  return slots;
}

proto::Payload make(const Copying& stage, const Making& making) {
  proto::CopyPayload p;
  for (const std::size_t i : owed(stage, making.me)) {
    const CardCopy from = to_copy(making.state, stage.copies[i]);
    auto made = crypto::remask_and_prove(from.masked, copy_key(making.state, from.key_holders),
                                         making.context(Purpose::shuffle), making.rng);
    p.cards.push_back(made.card);
    p.proofs.push_back(made.proof);
  }
  return p;
}

/// Checks that the entry has each copy that its author makes, with a proof for each.
Result<> check(const Copying& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::CopyPayload>());
  const auto owes = owed(stage, checking.seat);
  if (p->cards.size() != owes.size() || p->proofs.size() != owes.size())
    return fail(Fault::bad_proof, "copies: not one for each that is wanted");
  for (std::size_t k = 0; k < owes.size(); ++k) {
    const CardCopy from = to_copy(checking.state, stage.copies[owes[k]]);
    FD_TRY(checking.later(crypto::remask_equations(
        {copy_key(checking.state, from.key_holders), from.masked, p->cards[k]}, p->proofs[k],
        checking.context(Purpose::shuffle))));
  }
  return {};
}

/// Lays the copies beside their cards. If one is missing, none is laid, and what is wanted is void
/// by those who did not make theirs.
Next apply(const Copying& stage, const Transition& t) {
  SeatSet missing;
  for (const CopyToMake& copy : stage.copies)
    if (t.given<proto::CopyPayload>(copy.to) == nullptr) missing.insert(copy.to);
  if (!missing.empty()) return t.give_up(missing);
  std::vector<CardToDecrypt> copies;
  for (const Seat seat : t.state.all_seats().list()) {
    const auto owes = owed(stage, seat);
    for (std::size_t k = 0; k < owes.size(); ++k) {
      const CopyToMake& copy = stage.copies[owes[k]];
      CardCopy made = to_copy(t.before, copy);
      made.masked = t.given<proto::CopyPayload>(seat)->cards[k];
      t.state.cards.at(copy.slot).copies.insert_or_assign(copy.to, std::move(made));
      copies.push_back({copy.slot, copy.to});
    }
  }
  return decrypt_copies(std::move(copies), stage.opened);
}

}  // namespace fairdeal::state::stages
