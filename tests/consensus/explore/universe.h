#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tests/consensus/small_table.h"
#include "tests/consensus/step_agreement.h"

/// All that can be said at one step of a small table, each statement signed once.
///
/// The step has two slots. The entry of the first is one that everybody holds. The author of the
/// second signs an entry (record A), another (B), that nothing comes from it (N), or nothing (C).
namespace fairdeal::explore {

using consensus::StepAgreement;
using proto::Phase;
using Checked = consensus::Checked;

/// An outcome by its place in Setting::records, from 1; 0 is nil.
using What = std::uint8_t;
inline constexpr What kNil = 0, kUnknown = 0xff;

/// The record's answer in the second slot.
enum class Second : std::uint8_t { entry, another, none, absent };

struct Setting {
  std::string name;
  std::size_t voters = 4, needed = 3, tolerated = 1;
  SeatSet liars{};
  std::uint32_t rounds = 3;
  std::vector<Second> records{Second::entry, Second::another};
  std::uint64_t step = 0;  ///< the leader of round r is member (step + r) mod voters
  bool agreement = true;   ///< it promises agreement: there are not too many liars

  std::vector<Seat> honest() const;
  /// Whether the author of the second slot is an honest voter that signs one entry. Otherwise any
  /// may be there from the beginning: it is a liar's, or of a member that has no vote.
  bool author_is_honest() const;
  Seat author() const;
};

/// The round a prevote or a proposal names as that of its proof; none: -1.
using Proved = int;

/// A member's statement at one place, in one byte: 0 is nothing.
using Code = std::uint8_t;
constexpr Code code(What what, Proved proved) {
  return static_cast<Code>(1 + what * 8 + (proved + 1));
}
constexpr What what_of(Code c) { return static_cast<What>((c - 1) >> 3); }
constexpr Proved proved_of(Code c) { return ((c - 1) & 7) - 1; }
inline constexpr Code kNothing = 0, kSaidNil = code(kNil, -1);
inline constexpr std::size_t kCodes = 64;
inline constexpr Code kOutOfPlay = 0xff;  ///< of a record that is not among the Setting's

/// A place where a member makes at most one statement.
enum class Act : std::uint8_t { propose, prevote, precommit };
struct Place {
  std::uint32_t round = 0;
  Act act = Act::prevote;
  auto operator<=>(const Place&) const = default;
};

/// A message, by its place in the universe.
using Id = std::uint16_t;
using Ids = std::vector<Id>;

class Universe {
 public:
  explicit Universe(const Setting& setting);

  const Setting& setting() const { return setting_; }
  const proto::Charter& charter() const { return table_->charter(); }
  /// An agreement that has heard nothing yet; round 0 waits for entries until kDue.
  StepAgreement fresh() const;
  /// A fresh() one that holds the first entry, and the entry of `me` if `me` is to sign one.
  StepAgreement begun(Seat me) const;
  Seat leader(std::uint32_t round) const;
  consensus::Quorum quorum() const;

  Id vote(Seat by, std::uint32_t round, Phase phase, What what, Proved proved = -1) const;
  Id proposal(std::uint32_t round, What what, Proved proved) const;
  Id say(Seat by, const Place& place, Code said) const;
  Id first_entry() const { return first_entry_; }
  Id second_entry(Second which) const;
  /// Further votes that a liar may sign here: votes that name a round where none belongs. Empty if
  /// decoding refuses them.
  const Ids& misshapen(Seat by, const Place& place) const;

  void give(StepAgreement& to, Id message) const;
  /// The member's own, after a restart.
  void restore(StepAgreement& to, Id message) const;
  /// A lock of its own: a record, and prevotes of a quorum for it.
  void restore_lock(StepAgreement& to, What what, const Ids& prevotes) const;
  /// The state of `me` after a restart: it knows its own statements, and the grounds of its locks.
  StepAgreement restarted(const StepAgreement& before, Seat me) const;
  const proto::Signed<proto::Vote>* signed_vote(Id message) const;
  const proto::Signed<proto::Proposal>* signed_proposal(Id message) const;

  /// The message that says this; none if it is not among those that are explored.
  std::optional<Id> find(Seat by, const StepAgreement::Statement& statement) const;
  Ids of_liars() const;
  /// Whether two statements convict their author.
  bool contradict(Id a, Id b) const;
  std::string describe(Id message) const;

  proto::Signed<proto::Vote> sign(Seat by, const proto::Vote& vote) const;
  proto::Signed<proto::Proposal> sign(Seat by, const proto::Proposal& proposal) const;

  What what(const std::optional<proto::Outcome>& outcome) const;
  What what(const proto::Digest& record) const;
  proto::Outcome outcome(What what) const;
  const consensus::Record& record(What what) const { return records_[what - 1u]; }
  std::string name(What what) const;

  StepAgreement::StepContext place() const;

 private:
  struct Proposed {
    proto::Signed<proto::Proposal> proposal;
    std::vector<consensus::Answer> answers;
  };
  using Message = std::variant<Checked, proto::Signed<proto::Vote>, Proposed>;

  Checked entry(Seat seat, proto::Payload payload) const;
  Id add_vote(Seat by, const proto::Vote& vote);
  void add_votes(Seat by);
  void add_misshapen(Seat by);
  void add_proposals(std::uint32_t round);

  Setting setting_;
  std::shared_ptr<const consensus::SmallTable> table_;
  std::vector<consensus::Record> records_;
  std::vector<Message> messages_;
  std::map<std::array<std::uint32_t, 5>, Id> votes_;      // by, round, phase, what, proved + 1
  std::map<std::array<std::uint32_t, 3>, Id> proposals_;  // round, what, proved + 1
  std::map<std::pair<Seat, Place>, Ids> misshapen_;
  Id first_entry_ = 0;
  std::array<Id, 3> second_entries_{};
};

inline constexpr Instant kStart{0}, kDue{100'000};
inline constexpr Duration kRound{1'000};
/// Rounds after those that are explored, for what follows when the network delivers everything.
inline constexpr std::uint32_t kRoundsAfter = 12;

/// "round 1: 2 prevotes A on the proof of round 0"
std::string describe(const Universe& universe, Seat by, const Place& place, Code said);

}  // namespace fairdeal::explore
