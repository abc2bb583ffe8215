#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "runtime/state/table.h"

namespace fairdeal::node {

/// Returns whether a person answers this slot: with a move, or with a move that it commits to.
bool is_human(const state::Table& table, const consensus::EntrySlot& slot);

/// The clocks of all members, which limit how long a person may take for its moves, a program for
/// its work, and a lost connection to come back:
///
///   a move          its time, then the seat's bank; the others wait a little longer (its grace).
///                   While people look at what was shown last, such as a showdown, the time has not
///                   begun (AnyGame::pause); the move may come all the same
///   work            kFree, then the seat's reserve of work time
///   nobody reaches  kFree, then the seat's reserve for reconnecting, in place of the other clocks
///   the seat
///
/// A reserve is one seat's, for the whole match. Only that seat's own answers spend it, and deals
/// that it plays through fill it again. So all that a seat can make a match longer, by answers just
/// before they are due, is the sum of its reserves, and kFree a step.
///
/// Each member runs these clocks for itself. They are no part of the replicated state, and no two
/// members' are ever compared: a quorum's votes make somebody absent, and not a clock.
class MoveClock {
 public:
  /// The time of a seat in each step that spends no reserve; two rounds if that is longer.
  static constexpr Duration kFree{2'000};
  /// The time that a deal, played through, gives back to each reserve of a seat; without decks,
  /// that of ten answers.
  static constexpr Duration kRefill{5'000};
  static constexpr std::uint32_t kAnswersForRefill = 10;
  /// How much longer the others wait for a move than its player's own clock shows, at most, and
  /// never longer than four rounds. That clock starts late if votes reach its player late.
  static constexpr Duration kGraceMax{5'000};
  /// How much of that a seat has for a match, and what each move adds that needed none.
  static constexpr Duration kGrace{30'000}, kGraceBack{1'000};

  MoveClock(Seat me, std::size_t members, const proto::Pace& pace);

  /// Restores the reserves that banks_to_store() returned. Errors: those of Reader.
  Result<> restore_banks(ByteSpan stored);
  Bytes banks_to_store() const;
  std::vector<Duration> banks() const;
  /// Returns what is left of a seat's reserve of time for reconnecting.
  Duration line_left(Seat seat) const { return members_[seat.value].line; }

  /// Names the members that nobody is connected to, directly or through others, as far as this
  /// member knows. None is, if too few are within reach to decide anything: then it is this member
  /// that was cut off.
  void set_away(SeatSet away, Instant now);
  void begin_step(Instant now);
  /// Begins no time for a move before this: people look at what was shown last. charge() does this
  /// for what a decided step has shown.
  void look_until(Instant when) { paused_until_ = std::max(paused_until_, when); }
  /// Starts the time of the step again, when this member may sign again after a restart.
  void begin_again(Instant now) { began_ = now; }
  /// Stops the clock of an author whose entry is here.
  void stop(Seat author, Instant now);
  /// Computes until when this member waits for the step's entries.
  void set_due(const state::Table& table, std::span<const consensus::EntrySlot> slots, Instant now);

  /// A program that needed part of its reserve for a step.
  struct Overtime {
    Seat seat;
    Duration took;
    Duration left;  ///< in its reserve
  };
  struct Charged {
    bool changed = false;  ///< whether what banks_to_store() returns changed
    std::vector<Overtime> overtime{};
  };
  /// Charges each author the time that its answer took. `before` and `slots` are those of the
  /// decided step, `after` is the table after it.
  Charged charge(const consensus::Record& record, const state::Table& before,
                 const state::Table& after, std::span<const consensus::EntrySlot> slots,
                 Instant now);

  /// Returns when a move is due, or whatever other entries the step waits for. After that this
  /// member votes nil if one is missing.
  Instant entries_due() const { return entries_due_; }
  /// Returns the same without the grace, as people are shown it.
  Instant shown_due() const { return shown_due_; }
  /// Returns when this member's own answer is due. Requires: the step has a slot of its own.
  Instant own_due() const { return own_due_; }
  /// Returns when this member's program may choose a move for its person, who has not made any: a
  /// second before the move is due, or a quarter of its time.
  Instant careful_from() const;

 private:
  struct Member {
    Duration bank;  ///< its reserve of time for moves
    Duration work;  ///< its reserve of work time
    Duration line;  ///< its reserve for reconnecting
    Duration grace{kGrace};
    /// The bank's payment here although the seat's own clock may have started that much later.
    Duration unsure{0};
    std::uint32_t answers = 0;  ///< since its reserves were last filled
    Duration away{0};           ///< how long nobody reached it in this step, until it came back
    std::optional<Instant> away_since{};  ///< since when nobody reaches it
    std::optional<Instant> moved_at{};    ///< when its entry for this step came
  };
  Duration free() const;
  Duration grace_of(const Member& member) const;
  Duration away_until(const Member& member, Instant when) const;
  /// Returns when the time of a move of this step begins.
  Instant moves_begin() const { return std::max(began_, paused_until_); }
  void charge_move(Member& owner, Duration took, bool persons) const;
  void refill(const consensus::Record& record, const state::Table& before,
              const state::Table& after, std::span<const consensus::EntrySlot> slots);

  Seat me_;
  proto::Pace pace_;
  std::vector<Member> members_;
  Instant began_{0};         ///< when this step began
  Instant paused_until_{0};  ///< how long people look at what was shown last
  Instant entries_due_{0};
  Instant shown_due_{0};
  Instant own_due_{0};
};

}  // namespace fairdeal::node
