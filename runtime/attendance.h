#pragma once

#include "runtime/follow.h"

namespace fairdeal::runtime {

/// A record that changed how a member stands with the table, from the next step on.
struct StandingChange {
  enum class What { gone, left, back, convicted };
  Step step;
  What what;
  std::string why{};  ///< of a conviction: what the member did, in words
};
std::string name(StandingChange::What what);

/// What the records say of one member. All steps ascend.
struct Attendance {
  std::vector<Step> absent;  ///< the others voted it absent
  std::vector<Step> none;    ///< it answered itself that nothing comes from it
  std::vector<StandingChange> changes;
};

/// A step that was decided by a quorum, without the votes of others who vote there.
struct MissingVotes {
  Step step;
  SeatSet members;
};

/// Who was there and who was not, as the records of a match say it.
struct AttendanceList {
  std::vector<Attendance> members;  ///< seats, then witnesses
  std::vector<MissingVotes> missing_votes;

  /// Notes what happened at `before`'s step. `rng` weighs the proofs of entries that are false.
  void note(const Table& before, const proto::Decided& decided, const Followed& followed, Rng& rng);
  /// Forgets `step` and all that came later.
  void forget_from(Step step);
};

/// What two statements of one author that contradict each other show of it, in words.
std::string offence(const proto::Equivocation& evidence);

}  // namespace fairdeal::runtime
