#pragma once

#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/secret.h"
#include "runtime/state/public_state.h"

namespace fairdeal::state {

/// The keys of one seat for one deal.
struct SeatKeys {
  crypto::Secret<crypto::Scalar> x;  ///< masking key: locks and decrypts cards, makes coins
  crypto::Secret<crypto::Scalar> y;  ///< encryption key: decrypts recovery shares for this seat
};

/// This seat's recovery shares of the keys of others, by dealer; none where the share is wrong.
using RecoveryShares = std::map<Seat, std::optional<crypto::Secret<crypto::Scalar>>>;

/// All that a seat makes its entry from. Its proofs are bound to the place of the step, but those
/// of a deal's opening to the place of the deal.
struct Making {
  const PublicState& state;
  Seat me;
  const SeatKeys* keys;                   ///< the seat's keys for the deal that the stage is about
  const RecoveryShares* recovery;         ///< its shares of the other members' keys
  const proto::RevealPayload* committed;  ///< the opening that this seat commits to, or reveals
  const std::string* action;              ///< a player's move
  Rng& rng;

  Bytes context(crypto::Purpose purpose) const {
    return crypto::context(state.place(), me, purpose);
  }
  Bytes opening_context(crypto::Purpose purpose) const {
    return crypto::context({state.id, state.next->place()}, me, purpose);
  }
  /// Makes this seat's shares of `points`, with one proof for all. Cost: one multiplication for
  /// each point, and the proof.
  template <class P>
  P shares(const std::vector<crypto::Point>& points, crypto::Purpose purpose) const {
    P p;
    const auto shares = crypto::each_times(keys->x.expose(), points);
    p.shares.assign(shares.expose().begin(), shares.expose().end());  // public from now on
    p.proof = crypto::prove_dleq({state.deal->X[me.value], points, p.shares}, keys->x,
                                 context(purpose), rng);
    return p;
  }
};

}  // namespace fairdeal::state
