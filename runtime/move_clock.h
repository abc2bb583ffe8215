#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/table.h"

namespace fairdeal::runtime {

/// Returns whether a person answers this slot: a clock runs for moves and for values that people
/// commit to.
bool is_human(const Table& table, const consensus::EntrySlot& slot);

/// How long each member may take: a person for its moves, a program for its work, a lost connection
/// to come back.
///
///   a move        its time, then the seat's reserve (bank)
///   work          one work time for all steps of an opening, five for those of a deal
///   reconnecting  what the charter allows, once a step
///
/// Each member keeps its own clock; the others' are no part of the replicated state.
class MoveClock {
 public:
  MoveClock(Seat me, std::size_t members, const proto::Pace& pace);

  /// Takes what banks_to_store() gave. Errors: as of reading; damaged.
  Result<> restore_banks(ByteSpan stored);
  Bytes banks_to_store() const;
  std::vector<Duration> banks() const;

  /// Counts from now on how long the others, all of them, are not connected.
  void start(Instant now);
  void on_link(Seat peer, bool up, Instant now);
  void begin_step(const Table& table, Instant now);
  /// Starts the time of the step again, once this member may speak after a restart.
  void begin_again(Instant now) { began_ = now; }
  /// Stops the clock of an author whose entry is here.
  void stop(Seat author, Instant now);
  /// Computes until when the step's entries are waited for.
  void set_due(const Table& table, std::span<const consensus::EntrySlot> slots, SeatSet linked,
               Instant now);
  /// Charges each author what its answer took: to its work time, or to its bank. Returns whether a
  /// bank changed. `table` and `slots` are those of the step that is decided.
  bool charge(const consensus::Record& record, const Table& table,
              std::span<const consensus::EntrySlot> slots, Instant now);

  /// When the step's entries are due. After that, seats without one may be voted absent.
  Instant entries_due() const { return entries_due_; }
  /// When this member's own answer is due.
  Instant own_due() const { return own_due_; }

 private:
  struct Member {
    Duration bank;                      ///< its reserve of time for moves
    Duration cut_off{0};                ///< how long it was not connected in this step, as allowed
    Duration opening{0};                ///< what it took for the opening of a deal
    Duration worked{0};                 ///< what its program took in this deal
    Instant lost_at{0};                 ///< when the connection to it was lost
    std::optional<Instant> moved_at{};  ///< when its entry of this step came
  };
  Duration work_time(const Member& member) const;

  Seat me_;
  proto::Pace pace_;
  std::vector<Member> members_;
  Instant began_{0};  ///< this step
  Instant entries_due_{0};
  Instant own_due_{0};
  std::optional<Step> opening_;             ///< the place of the opening that this step is about
  std::optional<std::uint64_t> work_deal_;  ///< the deal for which programs have their time
  Step work_since_{0};                      ///< or, in a long one, since when
};

}  // namespace fairdeal::runtime
