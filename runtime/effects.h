#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.h"
#include "consensus/agreement.h"
#include "crypto/wipe.h"
#include "rules/any_game.h"
#include "runtime/store_key.h"

namespace fairdeal::runtime {

/// One thing to remember. A later value under the same key replaces the earlier. A secret is wiped
/// when it dies.
struct Put {
  using Space = runtime::Space;
  Put(const StoreKey& k, Bytes v) : Put(space_of(k), text_of(k), std::move(v)) {}
  /// As the database has it.
  Put(Space s, std::string k, Bytes v) : space(s), key(std::move(k)), value(std::move(v)) {}
  Put(const Put&) = default;
  Put(Put&&) noexcept = default;
  Put& operator=(Put other) noexcept {
    std::swap(space, other.space);
    key.swap(other.key);
    value.swap(other.value);
    return *this;
  }
  ~Put() {
    if (space == Space::secret) crypto::wipe(value);
  }

  Space space;
  std::string key;
  Bytes value;
};

/// What is remembered; none if no store of this version has such a key.
inline std::optional<StoreKey> key_of(const Put& put) { return parse_key(put.space, put.key); }
/// The step of which this is the record; none if it is something else.
std::optional<Step> record_step(const Put& put);

struct Outgoing {
  Seat to;
  Bytes frame;
};

/// Steps that another member lacks, older than this one holds in memory: the caller sends what
/// decided_frames() makes of their stored records.
struct Resend {
  Seat to;
  Step first;
  std::uint64_t steps;
};

/// Reads the stored record of a step. None if nothing is stored.
using StoredRecord = std::function<Result<std::optional<Bytes>>(Step)>;
/// Makes the frames of these records, or as many as one answer may have. Errors: damaged, and
/// those of `stored`.
Result<std::vector<Bytes>> decided_frames(const Resend& resend, const StoredRecord& stored);

// Notices: what a person may want to see. All of it can also be asked of the Node.

/// An entry of the current step came in (or was made here).
struct Arrived {
  Seat seat;
  proto::Kind kind;
};
/// A step was decided, and this happened to the game.
struct StepDecided {
  Step step;
  std::vector<Seat> absent;  ///< who was voted absent from it
  std::vector<rules::AnyEvent> events;
};
/// It is this peer's move.
struct ToAct {};
/// Something was refused, and why; nothing else was disturbed. Error::culprit says whose it was.
struct Refused {
  Error error;
};
/// Somebody signed two statements that contradict each other.
struct Equivocated {
  Seat seat;
  consensus::Equivocation evidence;
};
/// A seat is no longer part of the table, or is again.
struct StandingChanged {
  Seat seat;
  bool gone;
  bool convicted;
};
/// A step needs another round of votes: somebody is silent.
struct RoundBegan {
  Round round;
};
/// Two valid certificates decide one step differently; `named` contradict themselves in them.
struct Forked {
  Step step;
  std::vector<Seat> named;
};
/// The table cannot go on.
struct Halted {
  Error error;
};
/// The match is over, and every seat signed the head it left.
struct Finished {};

using Notice = std::variant<Arrived, StepDecided, ToAct, Refused, Equivocated, StandingChanged,
                            RoundBegan, Forked, Halted, Finished>;

/// A proof to make or to check: long, pure, and run by the caller wherever it likes. What it
/// returns goes to Node::on_done.
struct Done {
  /// What the check of an entry found.
  struct EntryCheck {
    std::variant<Error, consensus::InvalidEntry, consensus::Checked> is;
    std::optional<Error> why;  ///< it is wrong
    Seat from;                 ///< who sent it
    Seat author;               ///< who signed it
  };
  /// This seat's turn in a deck, prepared.
  struct Prepared {
    Step place;
    std::shared_ptr<crypto::PreparedShuffle> shuffle;
  };
  /// This seat has made what it passes next: a turn, or its part in opening a deal.
  struct Made {
    proto::Passed passed;
  };
  /// Passed parts of others have been checked: each one's name, and whether it is sound.
  struct PassedChecked {
    Step place;
    std::vector<std::pair<crypto::Digest, bool>> found;
  };
  /// This seat's own answer could not be made: its machine failed (no memory, …).
  struct Failed {
    bool passed;  ///< what it would have passed, which may be wanted only later
  };
  Step step;
  std::variant<EntryCheck, proto::Payload, Prepared, Made, PassedChecked, Failed> result;
};
using Work = std::function<Done()>;

/// What a step of a core wants done, in this order: make `store` durable, then send `outgoing` and
/// what `resends` asks for, then show `notices`. A frame may reveal only what the store already
/// remembers. `work` may start at once; `idle` whenever no work waits.
struct [[nodiscard]] Effects {
  std::vector<Put> store;
  std::vector<Outgoing> outgoing;
  std::vector<Resend> resends;
  std::vector<Notice> notices;
  std::vector<Work> work;
  std::vector<Work> idle;
  /// Whoever sent the frame has sent too many that are of no use: end its connection, and why.
  std::optional<Error> hang_up;
};

}  // namespace fairdeal::runtime
