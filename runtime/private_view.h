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
  /// What keys_to_store() and opening_to_store() (or nothing) gave. Errors: damaged.
  static Result<PrivateView> restore(Seat me, ByteSpan keys, std::optional<ByteSpan> opening);

  /// What must be stored before any entry made from it is sent. As secret as the keys: wipe it.
  Bytes keys_to_store() const;

  /// Makes this seat's payload for the step, which has a slot for it and needs no decision of a
  /// person (everything but moves) and is no shuffle. The result is long to run and may be called
  /// on another thread; it draws its randomness from `rng` now. None if this seat cannot: a dealer
  /// gave it no share.
  std::function<proto::Payload()> contribution(const std::shared_ptr<const Table>& table,
                                               Rng& rng) const;

  /// Prepares this seat's turn in an open pack, which is as far as it is known here; long to run,
  /// like a contribution. The table is the one at which it is prepared.
  std::function<crypto::PreparedShuffle()> prepare_shuffle(const Table& table, const Pack& pack,
                                                           Rng& rng) const;

  /// Commits to what will be revealed in the next step: a move, or this seat's part of shared dice,
  /// which is drawn. So is the salt.
  proto::CommitPayload commit_to_move(const Table& table, Bytes move, Rng& rng);
  proto::CommitPayload commit_to_dice(const Table& table, Rng& rng);
  Bytes opening_to_store() const;
  /// Of all that a restart must not forget: a digest, which shows nothing of it.
  crypto::Digest memory() const;
  /// Whether what this seat owes at `table` can be given: after restore(), the key that it
  /// published or the opening of what it committed to may be lost. Errors: damaged; not_wanted, if
  /// cards lie that have this seat's lock and that it did not shuffle.
  Result<> can_answer(const Table& table) const;

  /// Learns what the table's last step shows to this seat. Errors: bad_proof (a face that is none).
  Result<> learn(const Table& table);

  /// Of each dealer whose share to this seat is wrong: what shows it to all. Once it is noted, that
  /// dealer is convicted, and this seat is not asked to stand in for it.
  std::vector<proto::Note> complaints(const Table& table, Rng& rng) const;

  const rules::Known& known() const { return known_; }

 private:
  PrivateView(Seat me, std::shared_ptr<const SeatKeys> keys) : me_(me), keys_(std::move(keys)) {}
  /// Whether the key that the table has of this seat, if it has one, is this one's.
  bool has_key(const Table& table) const;
  proto::CommitPayload commit(const Table& table, Bytes value, Rng& draws);
  void learn_shares(const Table& table);
  Result<> learn_cards(const Table& table);

  Seat me_;
  std::shared_ptr<const SeatKeys> keys_;
  crypto::Point public_key_ = crypto::mul_base(keys_->x.reveal());
  std::optional<proto::RevealPayload> committed_;
  /// By dealer: the share of its key that is this seat's, if it is sound.
  using Shares = std::map<Seat, std::optional<crypto::Secret<crypto::Scalar>>>;
  std::shared_ptr<const Shares> recovery_;
  rules::Known known_;
  std::map<Slot, crypto::MaskedCard> read_;  ///< the cards that known_.faces are of
};

}  // namespace fairdeal::runtime
