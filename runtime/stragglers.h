#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "consensus/quorum.h"

namespace fairdeal::runtime {

/// The voters that have not shown that they have the decision of the last step, rule (g) of
/// docs/model/README.md. A liar can keep its vote from one member, which then learns of each step
/// late, so that its clock starts late. So other members send it the votes that decided: one at
/// once, and the next ones after a round each, in an order that moves on with the step. There are
/// so many of them that one is honest.
class Stragglers {
 public:
  explicit Stragglers(Seat me, std::size_t members) : me_(me), sent_at_(members) {}

  /// Starts with a step that this member decided just now. `holders` have shown by their votes that
  /// they hold its record. `first` are those for whose votes the table does not wait: everybody
  /// sends them the decision at once.
  void begin(Step step, const consensus::Quorum& quorum, SeatSet holders, SeatSet first,
             Duration round, Instant now);
  /// Notes that a member has signed or said something at this step.
  void shown(Seat member, Step at) {
    if (at > step_) waiting_.erase(member);
  }
  /// Returns the members to which the decision must be sent now, and notes that it is.
  SeatSet take_due(SeatSet linked, Instant now);
  /// Returns whether to send the decision to a member that has shown by something that it signed
  /// for `step` that it lacks it: once for each member and step, then once a round.
  bool answers(Seat member, Step step, Instant now);
  /// Returns whether a member lacks nothing but votes.
  bool holds_record(Seat member) const { return holders_.has(member); }
  Step step() const { return step_; }
  Instant deadline() const;

 private:
  Seat me_;
  Step step_{0};
  SeatSet waiting_, holders_, first_;
  Duration round_{0};
  Instant turn_at_ = never();  ///< when this member sends the decision to all that wait
  bool takes_turns_ = false;   ///< whether it is among those that send the decision of this step
  std::vector<std::optional<Instant>> sent_at_;
};

}  // namespace fairdeal::runtime
