#pragma once

#include <map>
#include <set>

#include "tests/sim/ledger.h"
#include "tests/sim/profit.h"
#include "tests/sim/reach.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {

/// A rule that was broken, and how.
struct Violation {
  std::string rule;  ///< one of Watch's
  std::string how;
  Instant at{0};
};

/// The rules that hold whatever goes wrong, checked from outside, on every node that does not lie:
///
///   agreement     no two decide a step differently
///   once          none signs two things that contradict each other, whatever lives it has had
///   blame         none is accused or convicted; none stops
///   conviction    who told a lie that is its own proof is convicted, by all
///   secrecy       nobody publishes what shows a card dealt to another, or before it is to be
///   shown;
///                 a seat in the deal plays only cards that it shuffled and that have its lock; no
///                 store holds a key of a deal that is over
///   profit        who was out of a hand, or spoilt it, wins nothing in it
///   chips         none appear and none vanish
///   liveness      once all is well again, no step takes longer than step_max that has a quorum of
///                 voters who are neither lost nor liars
///   company       no program ends while one that is not at the end was near a moment ago
///   validity      an auditor accepts every record as it is stored, with its certificate, and says
///                 VALID to a transcript of the whole match
///   memory        a copy of its store, resumed after any write, remembers all that a later
///                 statement of the node may rest on
class Watch : public Observer {
 public:
  /// `lost`: members that lie or never come back; nothing is asked of them.
  Watch(SeatSet liars, SeatSet lost) : liars_(liars), lost_(lost) {}

  /// More members lie than the table bears: the others may part, and stop when they notice.
  void allow_forks() { forks_allowed_ = true; }

  void on_send(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_deliver(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_restart(World& world, Seat seat) override;
  void on_reached(World&, Reached what) override { tally_.reach.count(what); }
  void on_notice(World& world, Seat seat, const runtime::Notice& notice) override;
  void on_hang_up(World& world, Seat seat, Seat peer) override;
  void on_change(World& world, Seat seat) override;

  /// Whether a step has taken too long by now.
  bool stuck(const World& world) const;
  /// What can be said only at the end. `to_convict`: whether nothing else went wrong that could
  /// have hidden a lie.
  void at_end(World& world, bool to_convict);

  const std::vector<Violation>& violations() const { return violations_; }
  const Reach& reach() const { return tally_.reach; }

 private:
  struct Showing {  ///< what a step opens: by card, to whom
    std::map<Bytes, std::optional<Seat>> openings;
  };
  struct Entered {
    Step step{0};
    Instant at{0};
  };

  /// What a member's disk holds, as far as it was read.
  struct Disk {
    bool restarted = false;                       ///< and not read since
    std::size_t read = 0;                         ///< of all that was ever written
    std::shared_ptr<const runtime::Table> table;  ///< what its records come to
    std::vector<runtime::Put> rest;               ///< of them no records, nor what is older
  };

  /// Where an honest member says one thing, whatever lives it has had.
  using What = proto::Equivocation::What;
  struct Place {
    Seat by;
    Step step;
    What what;
    Round round{0};
    proto::Phase phase = proto::Phase::prevote;
    auto operator<=>(const Place&) const = default;
  };

  bool honest(Seat seat) const { return !liars_.has(seat); }
  bool outvoted(World& world, Seat seat) const;
  bool divided(World& world, Seat seat) const;
  bool can_go_on(World& world, Seat seat) const;
  void broken(const World& world, std::string rule, std::string how);
  static std::string text_of(const Place& place);
  bool signed_once(const World& world, const Place& place, const proto::Envelope& envelope);
  void sent(World& world, Seat from, const proto::EntryFrame& frame);
  void sent(World& world, Seat from, const proto::VoteFrame& frame);
  void sent(World& world, Seat from, const proto::ProposalFrame& frame);
  void excuse(const World& world, Seat seat);
  void forget_after(Seat seat, Step step);
  void first_at(World& world, Seat seat);
  void ended(World& world, Seat seat);
  bool read_disk(World& world, Seat seat);
  void begin_disk(World& world, Seat seat);
  void stored(World& world, Seat seat, const runtime::Put& put);
  void stored_record(World& world, Seat seat, const runtime::Put& put);
  void resume_copy(World& world, Seat seat);
  void settled(World& world, const runtime::Table& before, const runtime::Table& after);
  void keys_of_old_deals(World& world, Seat seat);
  void audit(const World& world, Seat seat);
  void count_lies(const World& world);
  void note_openings(const runtime::Table& table, Showing& showing);
  static bool locks(const runtime::Table& table, Seat owner, const Bytes& A);
  void guard(const World& world, const runtime::Table& table, Seat owner, const Bytes& card);
  static bool is_own_share(const World& world, Seat by, const crypto::Point& point);
  void published(World& world, Seat by, const proto::Entry& entry);
  void chips(const World& world, const runtime::Table& table);

  SeatSet liars_;
  SeatSet lost_;
  bool forks_allowed_ = false;
  std::set<Step> divided_at_;  ///< where liars alone could be all that two quorums share
  bool forked_ = false;        ///< from here on there is no one table whose cards are to be guarded
  std::vector<Violation> violations_;
  struct Head {  ///< a decision, and the honest members whose stores have it
    crypto::Digest digest;
    SeatSet known_to;
  };
  std::map<Step, Head> heads_;  ///< by the step after it
  std::map<Seat, Entered> entered_;
  std::map<Seat, Bytes> last_sent_;
  std::map<Place, Bytes> signed_;
  std::map<std::pair<Seat, Step>, std::vector<proto::Vote>> votes_;
  std::map<Step, Showing> showings_;
  std::set<Bytes> guarded_;                            ///< cards dealt to honest seats
  std::map<Bytes, std::pair<Seat, Bytes>> forbidden_;  ///< what shows one: whose, which card
  std::vector<std::pair<Seat, proto::Entry>> waiting_;
  std::optional<std::int64_t> chips_;
  std::map<crypto::Digest, Profit> profits_;  ///< by head
  std::optional<Ledger> ledger_;
  std::map<Seat, Disk> disks_;
  std::set<std::pair<Seat, Step>> told_decided_;       ///< to whom it was sent as decided
  std::set<std::pair<Seat, std::string>> statements_;  ///< that ever went to a disk
  Tally tally_;
};

}  // namespace fairdeal::sim
