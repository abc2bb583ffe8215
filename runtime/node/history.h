#pragma once

#include <deque>

#include "consensus/agreement.h"
#include "runtime/state/table.h"

namespace fairdeal::node {

/// The last decided steps, in memory, for peers that are a little behind and for comparison with
/// what others claim. Older steps are in the store; of each the memory has only some 130 bytes,
/// which show a fork however old it is.
class History {
 public:
  /// The place of a decided step in this member's history.
  struct Known {
    crypto::Digest parent;  ///< the head before the step
    consensus::Quorum quorum;
    proto::Outcome outcome;
  };
  struct Decision {
    proto::HistoryAnswer how;
    crypto::Digest parent;  ///< the head before its step
    consensus::Quorum quorum;
    proto::Outcome outcome;
  };

  /// Keeps a decision, and forgets the oldest if there are too many. Returns the step of the
  /// forgotten one if the store still has the prevotes that led to it, which may then go.
  std::optional<Step> keep(Decision decision);
  /// Completes a decision that is kept with the votes and proposals that the store had of it.
  void restore_behind(proto::HistoryAnswer how);

  /// Returns the decision of a step; null if it is not in memory.
  const Decision* find(Step step) const;
  /// Returns the place of any decided step; null if it is not decided here.
  const Known* known(Step step) const;
  /// Returns the head before any decided step, or before the one where `table` is.
  std::optional<crypto::Digest> head_before(const state::Table& table, Step step) const;

  /// Return the evidence that a late statement makes with what its author signed in the decision of
  /// that step. A late statement that contradicts nothing is harmless.
  std::vector<consensus::Equivocation> contradicted_by(const proto::Signed<proto::Entry>& late,
                                                       const proto::Charter& charter) const;
  std::vector<consensus::Equivocation> contradicted_by(const proto::Signed<proto::Vote>& late,
                                                       const proto::Charter& charter) const;
  std::vector<consensus::Equivocation> contradicted_by(const proto::Signed<proto::Proposal>& late,
                                                       const proto::Charter& charter) const;
  /// Returns whether the decision of that step holds this very entry, vote or proposal.
  bool holds(Step step, const proto::Envelope& said) const;

 private:
  std::deque<Decision> decisions_;
  std::vector<Known> known_;  ///< of all decided steps, from first_ on
  Step first_{0};
};

/// Bundles a decision with the prevotes and proposals that led to it, as far as there is room.
proto::HistoryAnswer with_behind(proto::Decided decided, const consensus::Agreement& agreement);

}  // namespace fairdeal::node
