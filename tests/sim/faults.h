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

/// The ways in which a process dies at a write.
enum class Crash : std::uint8_t {
  before_sync,  ///< the write is torn: all of it is lost, and nothing of it was sent
  after_sync,   ///< the write stays, and nothing of it was sent
  half_sent,    ///< the write stays, and half of the frames are on their way
  full,         ///< the disk is full: the write fails, and the process ends
};

/// The disk of a restarted process.
enum class Found : std::uint8_t {
  all,             ///< all that it wrote
  older,           ///< a copy from some writes ago, which its owner put back
  damaged_record,  ///< all, but one record cannot be read
  damaged,         ///< something else cannot be read, so the process does not start
};

/// Everything that goes wrong in one match. Together with the seed it is all that makes one run
/// differ from another. It is a value that can be printed, repeated and made smaller
/// (tests/sim/trial.h).
struct Faults {
  // Faults of each frame on its own. Loss and duplication end at `calm`.
  double loss = 0;        ///< the probability that a frame is lost
  double duplicate = 0;   ///< the probability that it comes twice
  Duration delay_min{1};  ///< the shortest time on its way
  Duration delay_max{1};  ///< the longest; frames with unequal delays overtake each other

  // Faults of each member.
  Duration sync_max{0};        ///< a write takes up to this long; nothing is sent before
  std::int64_t skew_max = 0;   ///< clocks begin up to this many ms apart
  std::int64_t drift_max = 0;  ///< clocks run up to this many thousandths too fast or too slow
  Duration think_max{0};       ///< a player takes up to this long over a move
  Duration work_max{0};        ///< a proof, made or checked, takes up to this long

  /// A member whose program takes `times` as long for its work as the others'.
  struct Slow {
    Seat seat;
    std::int64_t times;
  };
  std::vector<Slow> slow{};

  /// A person who moves so long before its own clock runs out.
  struct LastMoment {
    Seat seat;
    Duration before;
  };
  std::vector<LastMoment> last_moment{};

  SeatSet careful{};  ///< whose programs choose a move for a person who is late

  /// A connection on which frames take so much longer in both directions.
  struct LongWay {
    Seat a, b;
    Duration more;
  };
  std::vector<LongWay> long_ways{};
  Duration handling_max{0};  ///< a program is busy for up to this long with each frame

  /// Something that happens once.
  struct Incident {
    enum class What {
      cut,        ///< the connection between `seat` and `other` is lost, and both know it
      partition,  ///< all connections between `group` and the others are lost
      one_way,    ///< what `seat` sends to `other` is lost, and nobody knows it
      frozen,     ///< `seat`'s process stands still, but its clock goes on
      kill,       ///< `seat`'s process dies; after `lasts` it is started again from its disk
      silent,     ///< `seat` hears all and says nothing
      leaves,     ///< `seat` leaves; after `lasts` it is back
      lies,       ///< `seat` tells `lie`
      jump,       ///< `seat`'s clock jumps ahead by `by`
      crash,      ///< `seat`'s process dies at a write; after `lasts` it is started again
      mended,     ///< the connection between `seat` and `other` is there again
    };
    What what;
    Seat seat{0};
    Seat other{0};
    SeatSet group{};
    std::uint64_t step = 0;   ///< it begins once a member is at this step or a later one …
    std::uint32_t round = 0;  ///< … and there in this round or a later one …
    Duration after{0};        ///< … and this time has passed since
    std::optional<Duration> lasts{};  ///< how long it lasts; none: it never ends
    Lie lie = Lie::nil_votes;         ///< the lie, about `other` if it is about somebody
    Duration by{0};
    Crash crash = Crash::before_sync;
    std::size_t writes = 1;    ///< a crash is at the n-th write from when the incident begins
    Found found = Found::all;  ///< what the process finds when it is restarted
    std::size_t missing = 0;   ///< how many writes an older copy lacks
  };
  std::vector<Incident> incidents{};

  /// When loss and duplication end, so that a checker can say what must happen in the end.
  std::optional<Instant> calm{};
};

/// Returns an incident in words, such as "step 3: seat 1 is killed for 2000 ms".
std::string describe(const Faults::Incident& incident);
/// Returns all faults in words, one line for the general ones and one for each incident.
std::string describe(const Faults& faults);

/// Returns the members that lie, leave for good, or never come back. Whatever such a member loses
/// is nobody's fault.
SeatSet lost(const Faults& faults);
SeatSet liars(const Faults& faults);
/// Returns the members whose stores are replaced by an older copy.
SeatSet put_back(const Faults& faults);
/// Returns how many times as long as the others' the program of `seat` takes for its work.
std::int64_t slowness(const Faults& faults, Seat seat);
/// Returns how much longer frames take between two members than between others.
Duration way_between(const Faults& faults, Seat a, Seat b);

}  // namespace fairdeal::sim
