#pragma once

#include "consensus/record.h"
#include "runtime/state/pending_proofs.h"
#include "runtime/state/public_state.h"
#include "runtime/state/shuffle_chain.h"

namespace fairdeal::state {

/// The replicated state of a table: the public knowledge that follows from the agreed records, one
/// after another. Peer, simulator and auditor run this same class. It is a value: after() returns
/// the next one.
class Table : private consensus::EntryChecker {
 public:
  /// Creates the table before step 0. Errors: those of start_game().
  static Result<Table> create(std::shared_ptr<const proto::SignedCharter> charter);

  const proto::Charter& charter() const { return state_.charter(); }
  std::size_t seats() const { return state_.seats(); }
  const crypto::Digest& id() const { return state_.id; }
  Step step() const { return state_.step; }
  const crypto::Digest& head() const { return state_.head; }
  const stages::Stage& stage() const { return state_.stage; }
  const rules::AnyGame& game() const { return state_.game; }
  const Members& members() const { return state_.members; }
  /// Returns the state that entries are made from and checked against.
  const PublicState& state() const { return state_; }
  bool over() const { return stages::is_over(state_.stage); }
  /// Returns what the rules could not do, in words, if the match ended by that.
  const std::optional<std::string>& rules_fault() const { return state_.rules_fault; }

  /// Returns who votes on this step, and how many of them must agree.
  consensus::Quorum quorum() const { return state_.quorum(); }
  /// Returns the entries that this step waits for, in seat order.
  std::vector<consensus::EntrySlot> slots() const { return stages::owing(state_); }

  /// Checks that an entry fits a slot of this step and is true: made for this table, step and
  /// history, proved and legal. It does not check again the passed parts that are in `verified`.
  /// Cost: the proof's. Errors: those of fits(); what fits and is false (bad_proof, illegal_move,
  /// …) is blamed on the author.
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, Rng& rng,
                                   const Verified& verified = {}) const;
  /// Checks that an entry fits a slot of this step, which is the cheap first part of check().
  /// Errors: wrong_table, state_differs, not_wanted, too_large.
  Result<> fits(const proto::Signed<proto::Entry>& entry) const;
  /// Checks that an entry fits a slot of this step and is false, as somebody claims. A record with
  /// the result convicts the entry's author (Attachments). Errors: those of fits(); not_wanted (it
  /// is sound).
  Result<consensus::InvalidEntry> check_invalid(proto::Signed<proto::Entry> entry, Rng& rng) const;
  /// Accept without a check this peer's own entry, or one that this peer checked before it stored
  /// it. Never call them with an entry that came from elsewhere.
  consensus::Checked assume_valid(proto::Signed<proto::Entry> own) const;
  consensus::InvalidEntry assume_invalid(proto::Signed<proto::Entry> stored) const;
  /// An answer as it travels, of which all but the proofs was checked.
  struct Opened {
    std::variant<proto::AbsentSeat, proto::Signed<proto::Entry>> answer;
    bool wrong = false;  ///< it is said to be a false entry
  };
  /// Opens an answer to the i-th slot: its seat, its signature, and that it fits. A record is
  /// opened whole before the first proof of it is checked, which takes a hundred times as long.
  /// Errors: not_canonical (it is another seat's); those of verify_entry() and fits().
  Result<Opened> open(std::size_t i, const proto::Answer& answer) const;
  /// Validates an opened answer. It adds the proof of an entry that is said to be valid to
  /// `proofs`: use the answer only after proofs.settle() succeeds. Errors: those of check() and
  /// check_invalid().
  Result<consensus::Answer> validate(Opened opened, PendingProofs& proofs, Rng& rng,
                                     const Verified& verified = {}) const;
  /// Opens and validates one answer.
  Result<consensus::Answer> validate(std::size_t i, const proto::Answer& answer,
                                     PendingProofs& proofs, Rng& rng) const;
  /// Validates a record: it opens all answers, then checks their proofs in one sum. It does not
  /// validate again what is in `held`, by slot. Requires: `held` has a place for each slot. Errors:
  /// not_canonical (other slots), those of open() and validate().
  Result<std::vector<consensus::Answer>> validate_record(
      const std::vector<proto::Answer>& record, std::vector<std::optional<consensus::Answer>> held,
      const Verified& verified, Rng& rng) const;

  /// Returns the table that this step's record leads to. If the rules fail at its moves, these are
  /// absences of their authors: see failed_moves of state(). If the rules fail at that, too, the
  /// match is over without a result: see rules_fault(). Nobody is to blame for either. Requires:
  /// the record has an answer for each slot. Errors: bad_proof (a card has no face), not_wanted.
  Result<Table> after(const consensus::Record& record) const;

  /// Returns the digest of the public state that follows from the records (docs/protocol.md,
  /// Digests).
  const crypto::Digest& digest() const { return digest_; }
  /// Returns what happened to the game in the last step.
  const std::vector<rules::AnyEvent>& events() const { return events_; }

 private:
  explicit Table(PublicState state) : state_(std::move(state)) {}
  Result<consensus::Checked> check(proto::Signed<proto::Entry> entry, PendingProofs& proofs,
                                   const Verified& verified) const;

  PublicState state_;
  crypto::Digest digest_;
  std::vector<rules::AnyEvent> events_;
};

/// Checks the key or the recovery shares that `author` passed for the deal that is being opened.
/// Errors: bad_proof; not_wanted (it is a turn).
Result<> check_part(const PublicState& state, Seat author, const proto::Passed& passed, Rng& rng);
/// Returns the largest allowed encoding of an entry of `seat` at this step, in bytes.
std::size_t entry_bytes_max(const PublicState& state, Seat seat);

}  // namespace fairdeal::state
