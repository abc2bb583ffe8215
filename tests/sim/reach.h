#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proto/messages.h"
#include "runtime/table.h"
#include "tests/sim/lies.h"
#include "tests/sim/profit.h"

namespace fairdeal::sim {

/// Something that a simulated match can reach. A run of many matches in which one of these never
/// happened has not tested it.
enum class Reached : std::uint8_t {
  decided_fast,           ///< a step, by the prevotes of all in round 0
  decided_by_precommits,  ///< a step, in round 0
  decided_in_round_1,
  decided_in_round_2,
  decided_later,
  lock,               ///< an honest precommit for something
  unlock_by_proof,    ///< an honest prevote, with a lock proof, for another than its own precommit
  unlock_by_release,  ///< an honest prevote, without one, for another than its own first prevote
  round_skipped,
  restart_in_round_0,
  restart_in_round_1,
  restart_in_round_2,
  restart_later,
  own_statement_adopted,  ///< after a restart, from others that had it
  older_copy,             ///< a store put back as it was some time ago
  damaged_record,
  damaged_store,
  torn_write,
  full_disk,
  void_event,            ///< what was wanted can never come true
  recovery,              ///< others make the shares of who was absent
  convicted_by_entries,  ///< two of one slot
  convicted_by_votes,
  convicted_by_proposals,
  convicted_by_wrong_entry,
  convicted_by_complaint,
  fork_noticed,
  several_liars,
  returned,
  left,
  caught_up,  ///< by a step that another member sent as decided
  clock_jump,
  slow_worker,  ///< a piece of work that took longer than the table's time for it
  slow_member,
};
inline constexpr std::size_t kReached = static_cast<std::size_t>(Reached::slow_member) + 1;

/// How often each of them was reached: of one match, or of many added up.
class Reach {
 public:
  void count(Reached what) { ++reached_[static_cast<std::size_t>(what)]; }
  /// A seat was voted absent where it owed this.
  void absent(proto::Kind kind) { ++absent_[static_cast<std::size_t>(kind)]; }
  /// A seat said "nothing from me here" where it owed this.
  void none(proto::Kind kind) { ++none_[static_cast<std::size_t>(kind)]; }
  void told(Lie lie) { ++told_[static_cast<std::size_t>(lie)]; }
  void round(Round round) { last_round_ = std::max(last_round_, round); }
  Reach& operator+=(const Reach& other);

  struct Row {
    std::string name;
    std::uint64_t count;
  };
  std::vector<Row> rows() const;
  /// The names of rows that were never reached. `only`: no other lie is told.
  std::vector<std::string> empty(std::optional<Lie> only) const;
  Round last_round() const { return last_round_; }
  std::uint64_t of(Reached what) const { return reached_[static_cast<std::size_t>(what)]; }

  PairGains pairs{};

 private:
  /// What a seat can owe: the last kind, `none`, is what it can say instead.
  static constexpr std::size_t kKinds = std::variant_size_v<proto::Payload> - 1;
  std::array<std::uint64_t, kReached> reached_{};
  std::array<std::uint64_t, kKinds> absent_{};
  std::array<std::uint64_t, kKinds> none_{};
  std::array<std::uint64_t, kLies> told_{};
  Round last_round_{0};
};

/// Counts what honest members sign and store in one match.
class Tally {
 public:
  /// What `seat` signed at a step, as it went to its disk.
  void signed_by(Seat seat, const proto::Vote& vote);
  /// A step, the first time that a member stores it as decided.
  void decided(const runtime::Table& before, const consensus::Record& record,
               const proto::Envelope& vote, const runtime::Table& after);
  /// `seat` is started again; it had come to `round`.
  void restarted(Round round);

  Reach reach;

 private:
  std::map<Seat, std::pair<Step, std::vector<proto::Vote>>> votes_;  ///< of the step it is at
};

std::string name(proto::Kind kind);

}  // namespace fairdeal::sim
