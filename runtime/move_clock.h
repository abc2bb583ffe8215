#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/table.h"

namespace fairdeal::runtime {

/// Returns whether a person answers this slot: with a move, or with a move that it commits to.
bool is_human(const Table& table, const consensus::EntrySlot& slot);

/// The clocks of all members, which limit how long a person may take for its moves, a program for
/// its work, and a lost connection to come back:
///
///   a move        its time, then the seat's reserve (bank)
///   work          one work time for all steps of an opening, five for those of a deal
///   reconnecting  what the charter allows, once a step
///
/// Each member runs these clocks for itself. They are no part of the replicated state, and no two
/// members' are ever compared.
class MoveClock {
 public:
  MoveClock(Seat me, std::size_t members, const proto::Pace& pace);

  /// Restores the reserves that banks_to_store() returned. Errors: those of Reader.
  Result<> restore_banks(ByteSpan stored);
  Bytes banks_to_store() const;
  std::vector<Duration> banks() const;

  /// Starts to count from now on how long each other member is not connected.
  void start(Instant now);
  void on_link(Seat peer, bool up, Instant now);
  void begin_step(const Table& table, Instant now);
  /// Starts the time of the step again, when this member may sign again after a restart.
  void begin_again(Instant now) { began_ = now; }
  /// Stops the clock of an author whose entry is here.
  void stop(Seat author, Instant now);
  /// Computes until when this member waits for the step's entries.
  void set_due(const Table& table, std::span<const consensus::EntrySlot> slots, SeatSet linked,
               Instant now);
  /// Charges each author the time that its answer took, to its work time or to its bank. Returns
  /// whether a bank may have changed. `table` and `slots` are those of the decided step.
  bool charge(const consensus::Record& record, const Table& table,
              std::span<const consensus::EntrySlot> slots, Instant now);

  /// Returns when a move is due, or whatever other entries the step waits for. After that this
  /// member votes nil if one is missing.
  Instant entries_due() const { return entries_due_; }
  /// Returns when this member's own answer is due. Requires: the step has a slot of its own.
  Instant own_due() const { return own_due_; }

 private:
  struct Member {
    Duration bank;                      ///< its reserve of time for moves
    Duration cut_off{0};                ///< how long it was not connected, up to what is allowed
    Duration opening{0};                ///< the time that it took for the opening of this deal
    Duration worked{0};                 ///< the time that its program took in this deal
    Instant lost_at{0};                 ///< when the connection to it was lost
    std::optional<Instant> moved_at{};  ///< when its entry for this step came
  };
  Duration work_time(const Member& member) const;

  Seat me_;
  proto::Pace pace_;
  std::vector<Member> members_;
  Instant began_{0};  ///< when this step began
  Instant entries_due_{0};
  Instant own_due_{0};
  std::optional<Step> opening_;             ///< the place of the opening that this step is about
  std::optional<std::uint64_t> work_deal_;  ///< the deal that Member::worked is about
  Step work_since_{0};                      ///< the step at which it was last set to zero
};

}  // namespace fairdeal::runtime
