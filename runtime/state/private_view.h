#pragma once

#include <memory>
#include <optional>

#include "crypto/secret.h"
#include "runtime/state/making.h"
#include "runtime/state/table.h"

namespace fairdeal::state {

/// The knowledge of one seat alone: its keys, its cards, and what it committed to. It is neither
/// replicated nor part of the state's digest. Keys live as long as their deal.
class PrivateView {
 public:
  /// Makes the view of a seat at a new table, and draws its hedge from `rng`.
  PrivateView(Seat me, Rng& rng);
  /// Restores a view from what hedge_to_store() and, if there is an opening, committed_to_store()
  /// returned. Errors: damaged; those of Reader.
  static Result<PrivateView> restore(Seat me, ByteSpan hedge, std::optional<ByteSpan> opening);
  /// Restores the keys that keys_to_store(number) returned. Errors: damaged; those of decoding.
  Result<> restore_keys(std::uint64_t number, ByteSpan keys);

  /// Draws keys for the deal that is being opened, if this seat owes them and has none. Returns the
  /// deal's number if it drew any.
  std::optional<std::uint64_t> draw_keys(const Table& table, Rng& rng);
  /// Return what must be stored before anything made from it is sent. It is secret: wipe it.
  Bytes keys_to_store(std::uint64_t number) const;
  Bytes hedge_to_store() const;
  Bytes committed_to_store() const;
  /// Forgets the keys of deals that are over or were dropped, and returns their numbers. Also
  /// forgets what this seat committed to once nobody asks for it, and everything after the match.
  std::vector<std::uint64_t> forget(const Table& table);
  bool has_committed() const { return committed_.has_value(); }
  /// Returns, once, whether the store must forget the hedge: at the end of the match, and when this
  /// seat has left and nothing is asked of it any more. If it comes back it goes on with the hedge
  /// that it has, or after a restart with another one.
  bool drops_hedge(const Table& table);

  /// Returns a function that makes this seat's payload for the step. It takes long, and may run on
  /// another thread; its randomness is drawn from `rng` now. None if this seat cannot make it,
  /// because it lost its keys or a recovery share for it is wrong. Requires: the step has a slot
  /// for this seat, which is for no move and no shuffle.
  std::function<proto::Payload()> contribution(const std::shared_ptr<const Table>& table,
                                               Rng& rng) const;
  /// Returns a function that makes the key or the recovery shares which this seat owes for the deal
  /// that is opened ahead. None if it has no keys for that deal.
  std::function<proto::Passed()> part(const std::shared_ptr<const Table>& table, Rng& rng) const;

  /// Returns a function that prepares this seat's turn in an open deck. It takes long, like that of
  /// contribution(). `deck` is the deck as far as it is known at `table`.
  std::function<crypto::PreparedShuffle()> prepare_shuffle(const Table& table,
                                                           const SharedDeck& deck, Rng& rng) const;

  /// Commit to what this seat reveals in the next step: a move, or its part of shared dice, which
  /// is drawn at random. The salt is drawn, too.
  proto::CommitPayload commit_to_move(const Table& table, Bytes move, Rng& rng);
  proto::CommitPayload commit_to_dice(const Table& table, Rng& rng);
  /// Returns a digest of the keys and the opening, which a restart must not forget. The digest
  /// reveals nothing of them.
  crypto::Digest memory() const;
  /// Checks that this seat can answer at `table`. Errors: damaged (after restore(), a key that it
  /// published or the opening of its commitment is lost); not_wanted (cards lie that have this
  /// seat's lock and that it did not shuffle).
  Result<> can_answer(const Table& table) const;

  /// Learns what the table's last step shows to this seat: recovery shares, cards and dice. Errors:
  /// bad_proof (a decrypted card has no face).
  Result<> learn(const Table& table);

  /// Makes the payload of a player's move, with the decryption shares that go with it if it is a
  /// fold.
  proto::MovePayload move(const Table& table, const std::string& action, Rng& rng) const;

  /// Returns whether some dealer's recovery share for this seat is wrong, and no record says so
  /// yet.
  bool complains(const Table& table) const;
  /// Makes the complaints, one for each dealer whose recovery share for this seat does not verify.
  /// Once a record has one, its dealer is convicted, and this seat need not stand in for it.
  std::vector<proto::Attachment> complaints(const Table& table, Rng& rng) const;

  const rules::Known& known() const { return known_; }

 private:
  using Hedge = crypto::Secret<ByteArray<32>>;
  /// The secrets that this seat holds of one deal.
  struct Held {
    std::shared_ptr<const SeatKeys> keys;
    crypto::Point X;
    std::shared_ptr<const RecoveryShares> shares{};
  };

  PrivateView(Seat me, Hedge hedge) : me_(me), hedge_(std::move(hedge)) {}
  /// Returns the keys that this seat published for a deal, or will publish; null if they are lost,
  /// or the seat is no member.
  const Held* held(const std::optional<Deal>& deal) const;
  /// Returns whether this seat published keys for a deal and has lost them.
  bool lost_keys(const std::optional<Deal>& deal) const;
  std::vector<Seat> wronged_by(const Table& table) const;
  proto::CommitPayload commit(const Table& table, Bytes value, Rng& draws);
  void learn_shares(const Table& table, const Deal& deal);
  Result<> learn_cards(const Table& table);

  Seat me_;
  /// A secret that is mixed into every draw, so that nothing can be guessed even if the generator
  /// fails.
  Hedge hedge_;
  bool stores_hedge_ = true;
  std::map<std::uint64_t, Held> held_;  ///< by the deal's number
  std::optional<proto::RevealPayload> committed_;
  rules::Known known_;
  std::map<CardSlot, crypto::MaskedCard> read_;  ///< the masked cards whose faces known_ has
};

}  // namespace fairdeal::state
