#include "runtime/state/stages/dealing.h"

#include "crypto/encrypt.h"
#include "crypto/vss.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Purpose;

Stage deal_shares() { return DealingShares{}; }

EntrySlots owing(const DealingShares&, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : (state.next->owe_shares() & state.present()).list())
    slots.push_back({seat, proto::Kind::shares});
  return slots;
}

proto::Payload make(const DealingShares&, const Making& making) { return make_dealing(making); }

proto::SharesPayload make_dealing(const Making& making) {
  const Deal& deal = *making.state.next;
  auto dealing =
      crypto::deal_shares(making.keys->x, deal.recovery, making.state.seats(), making.rng);
  proto::SharesPayload p{std::move(dealing.commitments), {}};
  for (const Seat to : (deal.members - SeatSet::of({making.me})).list())
    p.encrypted.push_back(crypto::encrypt(crypto::Secret(dealing.shares[to.value]),
                                          deal.Y[to.value],
                                          making.opening_context(Purpose::recover), making.rng));
  return p;
}

Result<> check(const DealingShares&, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::SharesPayload>());
  return check_dealing(checking, checking.seat, *p);
}

Result<> check_dealing(const Checking& checking, Seat author, const proto::SharesPayload& dealing) {
  const Deal& deal = *checking.state.next;
  if (dealing.commitments.size() != deal.recovery ||
      dealing.encrypted.size() + 1 != deal.members.size())
    return fail(Fault::bad_proof, "recovery shares: not as many as agreed");
  if (dealing.commitments.front() != deal.X[author.value])
    return fail(Fault::bad_proof, "recovery shares: of another key");
  for (const Seat member : deal.members.list())
    if (crypto::public_share(dealing.commitments, member).is_identity())
      // The zero share would make the decryption share O, whatever the card is.
      return fail(Fault::bad_proof, "recovery shares: zero");
  for (const crypto::EncryptedScalar& encrypted : dealing.encrypted)
    FD_TRY(checking.later(crypto::encryption_equations(
        encrypted, checking.opening_context(author, Purpose::recover))));
  return {};
}

/// A member that is silent here is out, and its key is dropped with the opening (keep_opening).
Next apply(const DealingShares&, const Transition& t) {
  for (const Seat seat : t.state.next->owe_shares().list())
    if (const auto* p = t.given<proto::SharesPayload>(seat))
      t.state.next->dealings.emplace(seat, *p);
  FD_TRY(t.goes_out(t.state.next->owe_shares()));
  return std::nullopt;
}

// ---- Complaints

/// Checks a complaint of a wrong recovery share: its author is entitled to it, and the key that it
/// shows is proved. Whether the share is wrong, all see when they decrypt it.
Result<> check_complaint(const Checking& checking, const proto::Complaint& complaint) {
  const Seat by = checking.seat;
  const Deal* deal = checking.state.disputed(by);
  if (deal == nullptr || complaint.dealer == by || !deal->dealings.contains(complaint.dealer))
    return fail(Fault::bad_proof, "complaint of shares that were not dealt, or came too late");
  const crypto::Point E[] = {deal->encrypted(complaint.dealer, by).E};
  const crypto::Point K[] = {complaint.K};
  return checking.later(crypto::dleq_equations({deal->Y[by.value], E, K}, complaint.proof,
                                               checking.context(Purpose::recover)));
}

/// The complaint lets everybody decrypt the share. If the share is sound, the complaint was false.
void take_complaint(const Transition& t, Seat by, const proto::Complaint& complaint) {
  const Seat dealer = complaint.dealer;
  const Deal& deal = *t.before.disputed(by);
  const auto share =
      crypto::decrypt(deal.encrypted(dealer, by), deal.Y[by.value], crypto::Secret(complaint.K),
                      crypto::context({t.state.id, deal.place()}, dealer, Purpose::recover));
  const bool sound = share && crypto::share_fits(deal.dealings.at(dealer).commitments, by, *share);
  // A deal of coins has no turns, which are the receipts for shares. Recovery ends for it here,
  // because it takes all others: the receiver cannot stand in for the dealer, and the dealer, which
  // is gone, can stand in for nobody.
  if (!sound && t.before.deal && &deal == &*t.before.deal) t.state.deal->recovery = 0;
  t.state.members.convict(sound ? by : dealer, t.now());
}

}  // namespace fairdeal::state::stages
