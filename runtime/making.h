#pragma once

#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/secret.h"
#include "runtime/public_state.h"

namespace fairdeal::runtime {

/// A seat's keys for one deal.
struct SeatKeys {
  crypto::Secret<crypto::Scalar> x;  ///< masking key: locks and decrypts cards, makes coins
  crypto::Secret<crypto::Scalar> y;  ///< encryption key: opens recovery shares sent to this seat
};

/// By dealer: this seat's recovery share of the dealer's key, if it is sound.
using RecoveryShares = std::map<Seat, std::optional<crypto::Secret<crypto::Scalar>>>;

/// What a seat makes its entry of. Everything it proves, it proves at the step's place, but for
/// what opens a deal.
struct Making {
  const PublicState& state;
  Seat me;
  const SeatKeys* keys;                   ///< of the deal that the stage is about
  const RecoveryShares* recovery;         ///< of its other members' keys
  const proto::RevealPayload* committed;  ///< what this seat commits to, or reveals
  const std::string* action;              ///< a player's move
  Rng& rng;

  Bytes context(crypto::Purpose purpose) const {
    return crypto::context(state.place(), me, purpose);
  }
  Bytes opening_context(crypto::Purpose purpose) const {
    return crypto::context({state.id, state.next->place()}, me, purpose);
  }
  /// Makes this seat's shares of `points`, with one proof for all. Cost: a multiplication each.
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

}  // namespace fairdeal::runtime
