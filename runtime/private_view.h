#pragma once

#include <memory>
#include <optional>

#include "crypto/secret.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

/// A seat's keys at one table.
struct SeatKeys {
  crypto::Secret<crypto::Scalar> x;  ///< masking key: locks and unlocks cards, makes coins
  crypto::Secret<crypto::Scalar> y;  ///< sealing key: opens recovery shares sent to this seat
};

/// What one seat alone knows: its keys, its cards, what it committed to. Never replicated or
/// digested.
class PrivateView {
 public:
  /// New keys. Draws from `rng`.
  PrivateView(Seat me, Rng& rng);

  /// What must be stored before any entry made from it is sent.
  Bytes keys_to_store() const;

  /// Makes this seat's payload for the step, which has a slot for it and needs no decision of a
  /// person (everything but moves). The result is long to run and may be called on another thread;
  /// it draws its randomness from `rng` now.
  std::function<proto::Payload()> contribution(const std::shared_ptr<const Table>& table,
                                               Rng& rng) const;

  /// Commits to a value: what to reveal in the next step. Draws a salt.
  proto::CommitPayload commit(const Table& table, Bytes value, Rng& rng);
  Bytes opening_to_store() const;

  /// Learns what the table's last step shows to this seat. Errors: bad_proof, blamed on the dealer
  /// (a recovery share that does not fit, a face that is none).
  Result<> learn(const Table& table);

  const rules::Known& known() const { return known_; }

 private:
  Result<> learn_shares(const Table& table);
  Result<> learn_cards(const Table& table);

  Seat me_;
  std::shared_ptr<const SeatKeys> keys_;
  std::optional<proto::RevealPayload> committed_;
  std::vector<crypto::Secret<crypto::Scalar>> recovery_;  ///< by dealer
  rules::Known known_;
};

}  // namespace fairdeal::runtime
