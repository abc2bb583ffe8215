#include "runtime/state/stages/keys.h"

#include "crypto/schnorr.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Purpose;

Stage collect_keys() { return CollectingKeys{}; }

EntrySlots owing(const CollectingKeys&, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : (state.next->owe_keys() & state.present()).list())
    slots.push_back({seat, proto::Kind::key});
  return slots;
}

proto::Payload make(const CollectingKeys&, const Making& making) { return make_key(making); }

proto::KeyPayload make_key(const Making& making) {
  const auto& [x, y] = *making.keys;
  proto::KeyPayload p;
  p.X = crypto::mul_base(x.expose());
  p.proof = crypto::prove_key(x, making.opening_context(Purpose::key), making.rng);
  p.Y = crypto::mul_base(y.expose());
  p.encryption_proof = crypto::prove_key(y, making.opening_context(Purpose::recover), making.rng);
  return p;
}

Result<> check(const CollectingKeys&, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::KeyPayload>());
  return check_key(checking, checking.seat, *p);
}

Result<> check_key(const Checking& checking, Seat author, const proto::KeyPayload& key) {
  FD_TRY(checking.later(
      crypto::key_equations(key.X, key.proof, checking.opening_context(author, Purpose::key))));
  return checking.later(crypto::key_equations(key.Y, key.encryption_proof,
                                              checking.opening_context(author, Purpose::recover)));
}

/// A member that is silent here is out, and the others go on, because nothing depends on its key.
Next apply(const CollectingKeys&, const Transition& t) {
  for (const Seat seat : t.state.next->owe_keys().list())
    if (const auto* p = t.given<proto::KeyPayload>(seat)) take_key(t, seat, *p);
  const SeatSet silent = t.state.next->owe_keys();
  t.state.next->members = t.state.next->members - silent;
  FD_TRY(t.goes_out(silent));
  return std::nullopt;
}

void take_key(const Transition& t, Seat seat, const proto::KeyPayload& key) {
  Deal& deal = *t.state.next;
  if (!deal.owe_keys().has(seat)) return;
  deal.keyed.insert(seat);
  deal.X[seat.value] = key.X;
  deal.Y[seat.value] = key.Y;
}

}  // namespace fairdeal::state::stages
