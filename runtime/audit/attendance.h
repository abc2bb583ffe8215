#pragma once

#include "runtime/state/follow.h"

namespace fairdeal::audit {

/// A change of a member's standing by a record, which holds from the next step on.
struct StandingChange {
  enum class What { gone, left, back, convicted };
  Step step;
  What what;
  std::string why{};  ///< what a convicted member did, in words; else empty
};
std::string name(StandingChange::What what);

/// The attendance of one member, as the records show it. All steps ascend.
struct Attendance {
  std::vector<Step> absent;   ///< steps at which the others voted it absent
  std::vector<Step> none;     ///< steps at which it answered itself that nothing comes from it
  std::vector<Step> careful;  ///< steps at which its program moved for its person
  std::vector<StandingChange> changes;
};

/// A step that a quorum decided without the votes of these voters.
struct MissingVotes {
  Step step;
  SeatSet members;
};

/// The attendance of all members, and the votes that are missing in the certificates of a match.
struct AttendanceList {
  std::vector<Attendance> members;  ///< seats, then witnesses
  std::vector<MissingVotes> missing_votes;

  /// Notes what happened at `before`'s step. `rng` draws the weights with which the proofs of false
  /// entries are checked again.
  void note(const state::Table& before, const proto::Decided& decided,
            const state::Followed& followed, Rng& rng);
  /// Forgets `step` and all that came later.
  void forget_from(Step step);
};

/// Returns in words what evidence of equivocation shows that its author did.
std::string offence(const proto::Equivocation& evidence);

}  // namespace fairdeal::audit
