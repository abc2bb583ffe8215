#pragma once

#include <algorithm>
#include <map>

#include "runtime/node/catch_up.h"
#include "runtime/state/private_view.h"

/// The memory of a member that is restarted from its store, and its questions to the others before
/// it signs anything (docs/agreement.md, Crashes).

namespace fairdeal::node {

/// Returns the name by which a Recall lists a statement: the hash of its body.
crypto::Digest name_of_statement(const Bytes& body);

/// Restores a seat's secrets. The store has none once the match is over. If one is missing before
/// that, the seat answers `none` where it needs it. Errors: damaged; those of decoding.
Result<state::PrivateView> stored_view(Seat me, std::span<const state::Put> stored, Rng& rng);
/// Returns the stored record of `table`'s step. It verifies signatures but no proofs, because this
/// member checked those before it stored the record. Errors: damaged; those of verify_entry().
Result<consensus::Record> stored_record(const state::Table& table, const proto::Decided& decided);
/// Returns the record of this member's own proposal as the store keeps it.
state::Put proposed_to_store(Step step, Round round, std::vector<proto::Answer> record);
/// Returns the step of a stored statement of this member, or of the grounds of its vote. Errors:
/// damaged; those of decoding.
Result<Step> step_of_statement(const state::Put& mine);

/// The statements that this member signed before a restart, at the current step and at later ones,
/// and the grounds of its votes.
class OwnStatements {
 public:
  bool has(const state::StoreKey& key) const;
  /// Returns whether the statement with this name is among them.
  bool names(const crypto::Digest& statement) const;
  void add(state::Put said) { said_.push_back(std::move(said)); }
  /// Stores the grounds of this member's vote, if they are here and not stored yet: with a prevote
  /// of round 0 the record, with a precommit the record and the prevotes for it. Why: whoever is
  /// bound to a record must be able to show it. Once all members are restarted, nobody else may
  /// have the entry of an author that is gone (docs/agreement.md, Crashes).
  void add_grounds(const proto::Vote& own, Seat me, const consensus::Agreement& agreement,
                   Effects& out);
  /// Forgets statements about steps that are decided, for they bind nobody any more.
  void forget_before(Step here);
  const std::vector<state::Put>& all() const { return said_; }

 private:
  std::vector<state::Put> said_;
};

/// The stored records that come after a missing one. They wait until others have sent that one.
class LaterRecords {
 public:
  void add(Step step, Bytes record) { records_.emplace(step, std::move(record)); }
  bool empty() const { return records_.empty(); }
  /// Replays the records that follow `table`, and sets `table` to where they lead. Returns these
  /// records, for the caller to store them again behind the one that was missing.
  std::vector<state::Put> replay(std::shared_ptr<const state::Table>& table, History& history);

 private:
  std::map<Step, Bytes> records_;
};

/// The answers to a restarted member that asks what it signed. It signs again at a step once a
/// quorum, itself included, has answered about this very step, and then all others to whom it is
/// connected have, or the time for that is over. Why a quorum: its store may be an older copy, and
/// others may have heard a statement that it lost (docs/model/README.md, Restart). Without a quorum
/// nothing can be decided anyway, so to wait for one loses nothing. A statement that only members
/// heard who are silent now stays lost (docs/agreement.md, Crashes).
class Asking {
 public:
  void on_recall(Seat from, const proto::Recall& recall) {
    recalls_.insert_or_assign(from, recall);
  }
  /// Returns whether enough members have answered. `ahead` are those that are connected and say
  /// that they are past the step where `table` is. `holds` says whether the statement of this
  /// member with a given name is here: an answer counts once all that it names is.
  ///
  /// An answer counts at the step where its sender was, and at no other: it says nothing about what
  /// this member signed at the steps after the next. The answer of a member that is ahead counts
  /// once this member has caught up with it.
  template <class Holds>
  bool heard_enough(Seat me, const state::Table& table, const Links& links, SeatSet ahead,
                    Instant now, Holds&& holds) {
    begin_step(table.step());
    knows_more_ = {};
    for (const auto& [member, recall] : recalls_)
      if (recall.step == table.step())
        (std::ranges::all_of(recall.statements, holds) ? answered_ : knows_more_).insert(member);
    return is_over(me, table, links, ahead, now);
  }
  /// Returns the members whose answers count at this step.
  SeatSet answered() const { return answered_; }
  /// Returns when this member stops waiting for the others.
  Instant deadline() const { return until_; }

 private:
  void begin_step(Step here);
  bool is_over(Seat me, const state::Table& table, const Links& links, SeatSet ahead, Instant now);
  Instant waits_for(Seat peer, SeatSet ahead, Instant now);

  Step step_{0};                           ///< the step that the next four are about
  SeatSet answered_;                       ///< the members whose answers count
  SeatSet knows_more_;                     ///< those that name a statement that is not here yet
  std::map<Seat, Instant> said_ahead_;     ///< when each first said that it is past this step
  std::optional<Instant> quorum_at_;       ///< when a quorum had answered
  Instant until_ = never();                ///< how long this member waits for others after that
  std::map<Seat, proto::Recall> recalls_;  ///< the latest answer of each member
  std::map<Seat, Instant> waited_since_;   ///< when this member first waited for each, at any step
};

/// Sends `peer` what it signed at this member's step and the next, as far as it is here, and then a
/// Recall that lists it, so that `peer` knows when all of it has come. `checking` is its entry that
/// is still being checked.
void send_recalled(Seat peer, const state::Table& table, const consensus::Agreement& agreement,
                   const std::optional<proto::Envelope>& checking,
                   const std::vector<CatchUp::Early>& early, Effects& out);

}  // namespace fairdeal::node
