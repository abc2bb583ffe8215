#pragma once

#include "consensus/record.h"
#include "runtime/pending_proofs.h"
#include "runtime/public_state.h"
#include "runtime/shuffle_chain.h"

namespace fairdeal::runtime {

/// The replicated state: public knowledge only, a fold over the agreed records. Peer, simulator and
/// auditor run this same class. A value: `after` returns the next one.
class Table : private consensus::EntryChecker {
 public:
  /// Before step 0. Errors: as start_game.
  static Result<Table> create(std::shared_ptr<const proto::SignedCharter> charter);

  const proto::Charter& charter() const { return state_.charter(); }
  std::size_t seats() const { return state_.seats(); }
  const crypto::Digest& id() const { return state_.id; }
  Step step() const { return state_.step; }
  const crypto::Digest& head() const { return state_.head; }
  const Stage& stage() const { return state_.stage; }
  const rules::AnyGame& game() const { return state_.game; }
  const Members& members() const { return state_.members; }
  /// What entries are made from and checked against.
  const PublicState& state() const { return state_; }
  bool over() const { return is_over(state_.stage); }

  /// Who votes on this step, and how many of them must agree.
  consensus::Quorum quorum() const { return state_.quorum(); }
  /// Which entries this step waits for, in seat order.
  std::vector<consensus::EntrySlot> slots() const { return owing(state_); }

  /// Checks that an entry fits a slot of this step and is true: signed by its author for this
  /// table, step and history, proved, legal. What was `verified` when it was passed is not checked
  /// again. Cost: the proof's. Errors: wrong_table, state_differs, not_wanted; what fits and is
  /// false (bad_proof, illegal_move …) is blamed on the author.
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, Rng& rng,
                                   const Verified& verified = {}) const;
  /// The cheap first part of check(). Errors: wrong_table, state_differs, not_wanted, too_large.
  Result<> fits(const proto::Signed<proto::Entry>& entry) const;
  /// Checks that an entry fits a slot of this step and is false, as somebody claims. Errors: those
  /// of an entry that does not fit; not_wanted, if it is sound.
  Result<consensus::InvalidEntry> check_invalid(proto::Signed<proto::Entry> entry, Rng& rng) const;
  /// Accepts this peer's own entry, or one that this peer checked before it stored it, without a
  /// check. Never call it with an entry that came from elsewhere.
  consensus::Checked assume_valid(proto::Signed<proto::Entry> own) const;
  consensus::InvalidEntry assume_invalid(proto::Signed<proto::Entry> stored) const;
  /// Validates an answer to the i-th slot as it travelled. The proof of a sound entry is added to
  /// `proofs`: use the answer only once these have settled (runtime/pending_proofs.h). Errors:
  /// not_canonical, if it is another seat's; as check and check_invalid.
  Result<consensus::Answer> validate(std::size_t i, const proto::Answer& answer,
                                     PendingProofs& proofs, Rng& rng,
                                     const Verified& verified = {}) const;

  /// The state this step's record leads to. Errors: illegal_move, not_wanted (rules that contradict
  /// themselves), bad_proof (keys that cancel out).
  Result<Table> after(const consensus::Record& record) const;

  /// The digest of the public state that follows from the records (docs/protocol.md, Digests).
  const crypto::Digest& digest() const { return digest_; }
  /// What happened to the game in the last step.
  const std::vector<rules::AnyEvent>& events() const { return events_; }

 private:
  explicit Table(PublicState state) : state_(std::move(state)) {}
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, PendingProofs& proofs,
                                   const Verified& verified) const;

  PublicState state_;
  crypto::Digest digest_;
  std::vector<rules::AnyEvent> events_;
};

/// Whether what `author` passed for the deal that is being opened, its key or recovery shares, is
/// true. Errors: bad_proof; not_wanted.
Result<> check_part(const PublicState& state, Seat author, const proto::Passed& passed, Rng& rng);
/// The largest allowed encoding of an entry of `seat` at this step, in bytes.
std::size_t entry_bytes_max(const PublicState& state, Seat seat);

}  // namespace fairdeal::runtime
