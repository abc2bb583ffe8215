#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/seat_set.h"
#include "base/time.h"
#include "tests/sim/lies.h"

namespace fairdeal::sim {

inline std::string seat_text(Seat seat) { return "seat " + std::to_string(seat.value); }
inline std::string step_text(Step step) { return "step " + std::to_string(step.value); }

/// How a process dies at a write.
enum class Crash : std::uint8_t {
  before_sync,  ///< the write is torn: all of it is lost, and nothing of it was sent
  after_sync,   ///< the write stays, and nothing of it was sent
  half_sent,    ///< the write stays, and half of the frames are on their way
  full,         ///< the disk is full: the write fails, and the process ends
};

/// What a process that is started again finds on its disk.
enum class Found : std::uint8_t {
  all,             ///< what it wrote
  older,           ///< a copy of it from some writes ago, put back by its owner
  damaged_record,  ///< all, but a record cannot be read
  damaged,         ///< something else cannot be read: the process does not start
};

/// Everything that goes wrong in one match: with the seed, all that makes one run differ from
/// another. A value: printed, repeated, made smaller (tests/sim/trial.h).
struct Faults {
  // To each frame on its own, until `calm`.
  double loss = 0;        ///< probability that it is lost
  double duplicate = 0;   ///< probability that it comes twice
  Duration delay_min{1};  ///< on its way
  Duration delay_max{1};  ///< frames with unequal delays overtake each other

  // To each member.
  Duration sync_max{0};        ///< a write takes up to this long; nothing is sent before
  std::int64_t skew_max = 0;   ///< clocks begin up to this many ms apart
  std::int64_t drift_max = 0;  ///< clocks run up to this many thousandths too fast or too slow
  Duration think_max{0};       ///< a player takes up to this long over a move
  Duration work_max{0};        ///< a proof, made or checked, takes up to this long

  /// A member whose program works so many times as long as the others'.
  struct Slow {
    Seat seat;
    std::int64_t times;
  };
  std::vector<Slow> slow{};

  /// One thing that happens once.
  struct Incident {
    enum class What {
      cut,        ///< the connection between `seat` and `other` is lost, and both know it
      partition,  ///< all connections between `group` and the others are
      one_way,    ///< what `seat` sends to `other` is lost, and nobody knows it
      frozen,     ///< `seat`'s process stands still, and its clock does not
      kill,       ///< `seat`'s process dies; after `lasts` it is started again from its disk
      silent,     ///< `seat` hears all and says nothing
      leaves,     ///< `seat` leaves; after `lasts` it is back
      lies,       ///< `seat` sends what `lie` says
      jump,       ///< `seat`'s clock jumps ahead by `by`
      crash,      ///< `seat`'s process dies at a write; after `lasts` it is started again
    };
    What what;
    Seat seat{0};
    Seat other{0};
    SeatSet group{};
    std::uint64_t step = 0;           ///< it begins when any member reaches this
    std::uint32_t round = 0;          ///< and has begun this round, there or at a later step
    Duration after{0};                ///< and so much time has passed since
    std::optional<Duration> lasts{};  ///< none: it never ends
    Lie lie = Lie::nil_votes;         ///< about `other`, if it is about somebody
    Duration by{0};
    Crash crash = Crash::before_sync;
    std::size_t writes = 1;    ///< a crash is at the n-th write from when it begins
    Found found = Found::all;  ///< when it is started again
    std::size_t missing = 0;   ///< writes that an older copy lacks
  };
  std::vector<Incident> incidents{};

  /// When loss and duplication end, so that what must happen in the end can be told.
  std::optional<Instant> calm{};
};

/// The text of an incident, for a person: "step 3: seat 1 is killed, back after 2000 ms".
std::string describe(const Faults::Incident& incident);
/// All of it, a line each.
std::string describe(const Faults& faults);

/// Members that are never whole again: what such a one loses is nobody's fault.
SeatSet lost(const Faults& faults);
SeatSet liars(const Faults& faults);
/// Members whose stores are older copies one day.
SeatSet put_back(const Faults& faults);
/// How many times as long as the others' the programs of `seat` work.
std::int64_t slowness(const Faults& faults, Seat seat);

}  // namespace fairdeal::sim
