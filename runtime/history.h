#pragma once

#include <deque>

#include "consensus/agreement.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

/// The last decided steps, in memory: for peers that are a little behind, and to compare with what
/// others claim. Older ones are in the store: a long match needs no more memory than a short one.
class History {
 public:
  struct Decision {
    proto::HistoryAnswer how;
    crypto::Digest parent;  ///< the head before it
    consensus::Quorum quorum;
    proto::Outcome outcome;
  };

  /// Keeps a decision, and may forget the oldest. Returns the step of that one if the store still
  /// has what led to its decision in a later round.
  std::optional<Step> keep(Decision decision);
  /// Gives a decision that is kept what the store had of the votes and proposals behind it.
  void restore_behind(proto::HistoryAnswer how);

  /// Returns the decision of a step; null if it is not in memory.
  const Decision* find(Step step) const;
  /// Returns the head before a step that is in memory, or before the one where `table` is.
  std::optional<crypto::Digest> head_before(const Table& table, Step step) const;
  /// Returns the heads from `table`'s back, as many as a question may have.
  std::vector<crypto::Digest> heads(const Table& table) const;

  /// What a late statement contradicts of what its author said when its step was decided. Else it
  /// is harmless.
  std::vector<consensus::Equivocation> contradicted_by(const proto::Signed<proto::Entry>& late,
                                                       const proto::Charter& charter) const;
  std::vector<consensus::Equivocation> contradicted_by(const proto::Signed<proto::Vote>& late,
                                                       const proto::Charter& charter) const;

 private:
  std::deque<Decision> decisions_;
};

/// Bundles a decision with the prevotes and proposals that led to it, as far as there is room.
proto::HistoryAnswer with_behind(proto::Decided decided, const consensus::Agreement& agreement);

}  // namespace fairdeal::runtime
