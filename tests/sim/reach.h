#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proto/limits.h"
#include "proto/messages.h"
#include "runtime/state/table.h"
#include "tests/sim/lies.h"
#include "tests/sim/profit.h"

namespace fairdeal::sim {

/// Something that a simulated match can reach. A run of many matches that never reached it has not
/// tested it.
enum class Reached : std::uint8_t {
  decided_fast,           ///< a step was decided by the prevotes of all in round 0
  decided_by_precommits,  ///< a step was decided by precommits of round 0
  decided_in_round_1,
  decided_in_round_2,
  decided_later,
  lock,               ///< an honest member precommitted a record
  unlock_by_proof,    ///< it prevoted another record than it had precommitted, by a lock proof
  unlock_by_release,  ///< it prevoted another record than in round 0, without a lock proof
  round_skipped,
  restart_in_round_0,
  restart_in_round_1,
  restart_in_round_2,
  restart_later,
  own_statement_adopted,  ///< a member stored again a statement of its own, which it had lost
  older_copy,             ///< an older copy of a store was put back
  damaged_record,
  damaged_store,
  torn_write,
  full_disk,
  void_event,            ///< what the rules wanted became void
  recovery,              ///< others made the shares of absent seats
  convicted_by_entries,  ///< by two entries for one slot
  convicted_by_votes,
  convicted_by_proposals,
  convicted_by_wrong_entry,
  convicted_by_complaint,
  fork_noticed,
  several_liars,
  returned,
  left,
  caught_up,  ///< a member that was sent a decided step went on to the next one
  clock_jump,
  slow_worker,  ///< a piece of work took longer than the table's time for it
  slow_member,
  careful_move,  ///< a program chose a move for its person
  // The goals of plans with schemes.
  long_match,         ///< more than 66 steps
  last_moment,        ///< a person moved in the last second of its own clock
  out_of_grace,       ///< … and the others had already waited longer than they show
  follows_late,       ///< a member learnt a decision late, and said so
  not_waited_for,     ///< a voter's votes are waited for no longer
  took_long,          ///< a program needed part of its reserve
  decided_without,    ///< votes alone brought a member to a decision that others had
  convicted_in_time,  ///< somebody signed twice, and was convicted by the next entries
  void_by_pair,       ///< what the rules wanted became void by two of several seats
  fork_at_once,       ///< a fork was noticed within eight steps
  fork_later,         ///< … within the 64 steps that all have in memory
  fork_old,           ///< … or so late that the answer came from a store
};
inline constexpr std::size_t kPlainReached = static_cast<std::size_t>(Reached::careful_move) + 1;
inline constexpr std::size_t kReached = static_cast<std::size_t>(Reached::fork_old) + 1;

/// Counts how often each of these was reached, in one match or in many together.
class Reach {
 public:
  void count(Reached what) { ++reached_[static_cast<std::size_t>(what)]; }
  /// Counts that a seat was voted absent where it owed this kind of entry.
  void absent(proto::Kind kind) { ++absent_[static_cast<std::size_t>(kind)]; }
  /// Counts that a seat said "nothing from me here" where it owed this kind of entry.
  void none(proto::Kind kind) { ++none_[static_cast<std::size_t>(kind)]; }
  void told(Lie lie) { ++told_[static_cast<std::size_t>(lie)]; }
  /// Counts a table of a plan with schemes.
  void table(std::size_t seats, std::size_t members) { ++seats_.at(seats), ++members_.at(members); }
  void round(Round round) { last_round_ = std::max(last_round_, round); }
  Reach& operator+=(const Reach& other);

  struct Row {
    std::string name;
    std::uint64_t count;
  };
  std::vector<Row> rows() const;
  /// Returns the names of rows that were never reached. If `only` is given, no other lie is told.
  std::vector<std::string> empty(std::optional<Lie> only) const;
  /// Returns the names of what plans with schemes are for and reached fewer times than this.
  std::vector<std::string> rare(std::uint64_t least) const;
  Round last_round() const { return last_round_; }
  std::uint64_t of(Reached what) const { return reached_[static_cast<std::size_t>(what)]; }

  PairGains pairs{};

 private:
  static constexpr std::size_t kKinds = std::variant_size_v<proto::Payload>;
  /// The kinds of entries that a seat can owe in the simulator's games: those before `none`. No
  /// such game deals a card to several seats, so nobody owes a copy.
  static constexpr std::size_t kKindsOwed = static_cast<std::size_t>(proto::Kind::none);
  std::array<std::uint64_t, kReached> reached_{};
  std::array<std::uint64_t, kKinds> absent_{};
  std::array<std::uint64_t, kKinds> none_{};
  std::array<std::uint64_t, kLies> told_{};
  std::array<std::uint64_t, proto::kSeatsMax + 1> seats_{};
  std::array<std::uint64_t, proto::kValidatorsMax + 1> members_{};
  Round last_round_{0};
};

/// Counts what honest members sign and store in one match.
class Tally {
 public:
  /// Counts a vote that `seat` signed, as it goes to its disk.
  void signed_by(Seat seat, const proto::Vote& vote);
  /// Counts a decided step, the first time that a member stores it.
  void decided(const state::Table& before, const consensus::Record& record,
               const proto::Envelope& vote, const state::Table& after);
  /// Counts that a member is restarted that had come to `round`.
  void restarted(Round round);

  Reach reach;

 private:
  /// Each member's votes of the step that it is at.
  std::map<Seat, std::pair<Step, std::vector<proto::Vote>>> votes_;
};

std::string name(proto::Kind kind);

}  // namespace fairdeal::sim
