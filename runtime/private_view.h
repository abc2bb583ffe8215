#pragma once

#include <memory>
#include <optional>

#include "crypto/secret.h"
#include "runtime/making.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

/// What one seat alone knows: its keys, its cards, what it committed to. Never replicated or
/// digested. Keys live as long as their deal.
class PrivateView {
 public:
  /// A new table. Draws from `rng`.
  PrivateView(Seat me, Rng& rng);
  /// What hedge_to_store() and committed_to_store() (or nothing) gave. Errors: damaged.
  static Result<PrivateView> restore(Seat me, ByteSpan hedge, std::optional<ByteSpan> opening);
  /// What keys_to_store(number) gave. Errors: damaged.
  Result<> restore_keys(std::uint64_t number, ByteSpan keys);

  /// Draws keys for the deal that is being opened, if this seat owes them and has none. Returns its
  /// number.
  std::optional<std::uint64_t> draw_keys(const Table& table, Rng& rng);
  /// What must be stored before anything made from it is sent. As secret as the keys: wipe it.
  Bytes keys_to_store(std::uint64_t number) const;
  Bytes hedge_to_store() const;
  Bytes committed_to_store() const;
  /// Forgets the keys of deals that are over or were dropped, and returns their numbers. Also
  /// forgets what this seat committed to once nobody asks for it, and everything after the match.
  std::vector<std::uint64_t> forget(const Table& table);
  bool has_committed() const { return committed_.has_value(); }

  /// Makes this seat's payload for the step, which has a slot for it and needs no decision of a
  /// person (everything but moves) and is no shuffle. The result is long to run and may be called
  /// on another thread; it draws its randomness from `rng` now. None if this seat cannot: a dealer
  /// gave it no share.
  std::function<proto::Payload()> contribution(const std::shared_ptr<const Table>& table,
                                               Rng& rng) const;
  /// Makes the key or the recovery shares that this seat owes for the deal that is opened ahead.
  /// None if it lost its keys.
  std::function<proto::Passed()> part(const std::shared_ptr<const Table>& table, Rng& rng) const;

  /// Prepares this seat's turn in an open deck, which is as far as it is known here; long to run,
  /// like a contribution. The table is the one at which it is prepared.
  std::function<crypto::PreparedShuffle()> prepare_shuffle(const Table& table,
                                                           const SharedDeck& deck, Rng& rng) const;

  /// Commits to what will be revealed in the next step: a move, or this seat's part of shared dice,
  /// which is drawn. So is the salt.
  proto::CommitPayload commit_to_move(const Table& table, Bytes move, Rng& rng);
  proto::CommitPayload commit_to_dice(const Table& table, Rng& rng);
  /// Returns a digest of all that a restart must not forget. It shows nothing of it.
  crypto::Digest memory() const;
  /// Whether what this seat owes at `table` can be given: after restore(), a key that it published
  /// or the opening of what it committed to may be lost. Errors: damaged; not_wanted, if cards lie
  /// that have this seat's lock and that it did not shuffle.
  Result<> can_answer(const Table& table) const;

  /// Learns what the table's last step shows to this seat. Errors: bad_proof (a face that is none).
  Result<> learn(const Table& table);

  /// Makes the entry of a player's move, with the shares that go with it if it is a fold.
  proto::Payload move(const Table& table, const std::string& action, Rng& rng) const;

  /// Whether some dealer's share to this seat is wrong, and not all have seen it.
  bool complains(const Table& table) const;
  /// Makes the complaints, one for each dealer whose recovery share for this seat does not verify.
  /// Once one is in a record its dealer is convicted, and this seat need not stand in for it.
  std::vector<proto::Attachment> complaints(const Table& table, Rng& rng) const;

  const rules::Known& known() const { return known_; }

 private:
  using Hedge = crypto::Secret<ByteArray<32>>;
  /// What this seat holds of one deal.
  struct Held {
    std::shared_ptr<const SeatKeys> keys;
    crypto::Point X;
    std::shared_ptr<const RecoveryShares> shares{};
  };

  PrivateView(Seat me, Hedge hedge) : me_(me), hedge_(std::move(hedge)) {}
  /// The keys that this seat published for a deal, or will; none if they are lost, or it has none.
  const Held* held(const std::optional<Deal>& deal) const;
  /// Whether the seat published keys for a deal that are not here.
  bool lost_keys(const std::optional<Deal>& deal) const;
  std::vector<Seat> wronged_by(const Table& table) const;
  proto::CommitPayload commit(const Table& table, Bytes value, Rng& draws);
  void learn_shares(const Table& table, const Deal& deal);
  Result<> learn_cards(const Table& table);

  Seat me_;
  Hedge
      hedge_;  ///< mixed into every draw, so that a failing generator alone makes nothing guessable
  std::map<std::uint64_t, Held> held_;  ///< by the deal's number
  std::optional<proto::RevealPayload> committed_;
  rules::Known known_;
  std::map<CardSlot, crypto::MaskedCard> read_;  ///< the cards that known_.faces are of
};

}  // namespace fairdeal::runtime
