#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "consensus/quorum.h"

namespace fairdeal::node {

/// The voters that have not shown that they have the decision of the last step, rule (g) of
/// docs/model/README.md. A liar can keep its vote from one member, which then learns of each step
/// late, so that its clock starts late. So the other members send it the votes that decided: one at
/// once, and the next ones after a round each, in an order that moves on with the step. Whoever
/// holds the decision takes its turn, even if it has only followed it. Neither the receiver nor a
/// voter from which nothing comes stands in the order, for their turns would only pass.
class Stragglers {
 public:
  /// Those voters that a member treats differently once it has decided a step.
  struct Voters {
    SeatSet holders;  ///< they have shown by their votes that they hold the step's record
    SeatSet slow;   ///< the table does not wait for their votes: many send them the decision first
    SeatSet quiet;  ///< nothing came from them lately
  };

  Stragglers(Seat me, std::size_t members)
      : me_(me), at_(members), turn_at_(members, never()), sent_at_(members) {}

  /// Starts with a step that this member decided or followed just now.
  void begin(Step step, const consensus::Quorum& quorum, const Voters& voters, Duration round,
             Instant now);
  /// Notes that a member has signed or said something at this step.
  void shown(Seat member, Step at);
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
  SeatSet serves_;  ///< this member is among the first f + 1 that send them the decision
  Duration round_{0};
  std::vector<Step> at_;          ///< the latest step at which each member has shown that it is
  std::vector<Instant> turn_at_;  ///< when this member sends each member that waits the decision
  std::vector<std::optional<Instant>> sent_at_;
};

}  // namespace fairdeal::node
