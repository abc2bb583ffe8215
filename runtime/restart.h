#pragma once

#include <algorithm>
#include <map>

#include "runtime/catch_up.h"
#include "runtime/private_view.h"

/// A member that is started again from its store: what it remembers, and what it asks the others
/// before it signs anything (docs/agreement.md, Crashes).
namespace fairdeal::runtime {

/// The name by which a Recall lists a statement: the hash of its body.
crypto::Digest name_of_statement(const Bytes& body);

/// Restores a seat's secrets. The store has none once the match is over; if one is missing before
/// that (the last record may be damaged), the seat answers that nothing comes from it. Errors:
/// damaged.
Result<PrivateView> stored_view(Seat me, std::span<const Put> stored, Rng& rng);
/// The record of `table`'s step as this member checked it when it stored it. Errors: damaged.
Result<consensus::Record> stored_record(const Table& table, const proto::Decided& decided);
/// The step of something that this member signed, or that a vote of its rests on. Errors: damaged.
Result<Step> step_of_statement(const Put& mine);

/// What this member signed before it was restarted, at the current step and at later ones, and what
/// its votes rest on.
class OwnStatements {
 public:
  bool has(const StoreKey& key) const;
  /// Whether this statement is among them.
  bool names(const crypto::Digest& statement) const;
  void add(Put said) { said_.push_back(std::move(said)); }
  /// Stores what a vote of this member binds it to, if that is here and not stored yet. With a
  /// prevote of round 0 goes the record: once all are restarted, nobody else may have the entry of
  /// an author that is gone. With a precommit go the record and the prevotes for it.
  void add_grounds(const proto::Vote& own, Seat me, const consensus::Agreement& agreement,
                   Effects& out);
  /// Forgets what it said of steps that are decided: that binds nobody any more.
  void forget_before(Step here);
  const std::vector<Put>& all() const { return said_; }

 private:
  std::vector<Put> said_;
};

/// Stored records that come after one that is missing: they wait until the others have sent that
/// one.
class LaterRecords {
 public:
  void add(Step step, Bytes record) { records_.emplace(step, std::move(record)); }
  bool empty() const { return records_.empty(); }
  /// Replays the records that follow `table`, which goes on to where they lead. Returns them: they
  /// are to be stored again where one was missing, so that the transcript has all in order.
  std::vector<Put> replay(std::shared_ptr<const Table>& table, History& history);

 private:
  std::map<Step, Bytes> records_;
};

/// Who has told a restarted member what it signed. It speaks once a quorum, itself included, has,
/// and all others to whom it is connected, or the time for that is over. Without a quorum nothing
/// can be decided anyway.
class Asking {
 public:
  void on_recall(Seat from, const proto::Recall& recall) {
    recalls_.insert_or_assign(from, recall);
  }
  /// Whether enough is here. `holds`: whether a statement of its own, by name, is.
  ///
  /// An answer from a member that is ahead counts once this one has caught up with it. One from a
  /// member that was behind goes on counting: to have signed anything at a step that no member of
  /// this quorum had reached, this member must have had votes of others, who are silent now.
  template <class Holds>
  bool heard_enough(Seat me, const Table& table, const Links& links, Instant now, Holds&& holds) {
    for (const auto& [member, recall] : recalls_)
      if (recall.step <= table.step() && std::ranges::all_of(recall.statements, holds))
        answered_.insert(member);
    return is_over(me, table, links, now);
  }
  SeatSet answered() const { return answered_; }
  /// When the rest is no longer waited for.
  Instant deadline() const { return until_.value_or(never()); }

 private:
  bool is_over(Seat me, const Table& table, const Links& links, Instant now);

  SeatSet answered_;                       ///< whose answer is here, with all that it names
  std::map<Seat, proto::Recall> recalls_;  ///< the others' latest
  std::optional<Instant> until_;           ///< once a quorum has answered
};

/// Sends what `peer` signed at this member's step and the next, as far as it has come here, and
/// then a list of it, so that `peer` knows when all of it has come. `checking`: its entry, if that
/// is still being checked.
void send_recalled(Seat peer, const Table& table, const consensus::Agreement& agreement,
                   const std::optional<proto::Envelope>& checking,
                   const std::vector<CatchUp::Early>& early, Effects& out);

}  // namespace fairdeal::runtime
