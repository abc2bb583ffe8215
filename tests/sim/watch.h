#pragma once

#include <map>
#include <set>
#include <tuple>

#include "tests/sim/ledger.h"
#include "tests/sim/profit.h"
#include "tests/sim/reach.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {

/// A broken rule, and how it was broken.
struct Violation {
  std::string rule;  ///< one of the rules of Watch
  std::string how;
  Instant at{0};
};

/// Checks from outside the rules that hold for every honest node, whatever goes wrong:
///
///   agreement     no two nodes decide a step differently
///   once          no node signs two statements that contradict each other, however often it was
///                 restarted
///   blame         no honest node is accused or convicted, and none stops
///   conviction    all convict a member that told a lie which is its own proof
///   secrecy       nobody publishes what shows another's card, or a card before its time; a seat in
///                 the deal plays only cards that it shuffled and that have its lock; no store
///                 holds a key of a deal that is over
///   profit        a seat that was out of a hand, or spoilt it, wins nothing in it
///   chips         no chips appear or vanish
///   liveness      once all is well again, no step takes longer than step_max() if a quorum of its
///                 voters is neither lost nor lying
///   mute          once all is well again, no restarted member asks for longer than a minute what
///                 it signed, while it and honest members to whom it is connected are a quorum
///   company       no program ends while another that is not at the end was near a moment ago
///   validity      an auditor accepts every record as it is stored, with its certificate, and says
///                 VALID to a transcript of the whole match
///   in-time       nobody is voted absent whose move was sent before its own clock ran out (*)
///   late          all learn a decision by the votes of all soon after the first of them (*)
///   length        members that wait make a match longer by their clocks and reserves alone (*)
///   fork          two that are connected and have different histories do not go on
///   memory        a copy of the node's store, resumed after any write, remembers all that a later
///                 statement of the node may rest on
///
/// Those with (*), and that evidence convicts by the next entries, are asked for only if nothing
/// else goes wrong than that few members lie: expect_clocks().
class Watch : public Observer {
 public:
  /// Watches a match with these liars. `lost` are the members that lie or never come back, of which
  /// nothing is asked.
  Watch(SeatSet liars, SeatSet lost) : liars_(liars), lost_(lost) {}

  /// Allows the honest members to decide differently, and to stop when they notice, because more
  /// members lie than the table bears.
  void allow_forks() { forks_allowed_ = true; }
  /// Two members whose histories differ before a step.
  struct Fork {
    Seat one;
    Seat other;
    Step before;
  };
  /// How long connected members may take to notice a fork.
  static constexpr Duration kTimeToNotice{60'000};
  std::optional<Fork> unnoticed_fork(const World& world) const;

  /// Asks for the rules of clocks. `way` is how long a frame takes at most.
  void expect_clocks(Duration way) { way_ = way; }

  void on_send(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_deliver(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_restart(World& world, Seat seat) override;
  void on_reached(World&, Reached what) override { tally_.reach.count(what); }
  void on_notice(World& world, Seat seat, const node::Notice& notice) override;
  void on_hang_up(World& world, Seat seat, Seat peer) override;
  void on_change(World& world, Seat seat) override;

  /// Returns whether a step has taken too long by now.
  bool stuck(const World& world) const;
  /// Checks what can be checked only at the end. `to_convict` says that nothing else went wrong
  /// that could have hidden a lie.
  void at_end(World& world, bool to_convict);

  const std::vector<Violation>& violations() const { return violations_; }
  const Reach& reach() const { return tally_.reach; }

 private:
  /// The cards that a step opens, and to whom; none: to all.
  struct Showing {
    std::map<Bytes, std::optional<Seat>> openings;
  };
  /// The step at which a member is, and since when.
  struct Entered {
    Step step{0};
    Instant at{0};
  };

  /// The content of a member's disk, as far as it was read.
  struct Disk {
    bool restarted = false;                     ///< it was restarted, and not read since
    std::size_t read = 0;                       ///< how many of all writes were read
    std::shared_ptr<const state::Table> table;  ///< the table after its records
    std::vector<state::Put> rest;               ///< its other values that still count
  };

  /// A place where an honest member signs one statement, however often it is restarted.
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
  void asks(World& world, Seat seat);
  bool can_go_on(World& world, Seat seat) const;
  bool needs_lost_vote(World& world, Seat seat) const;
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
  void stored(World& world, Seat seat, const state::Put& put);
  void stored_record(World& world, Seat seat, const state::Put& put);
  void resume_copy(World& world, Seat seat);
  void settled(World& world, const state::Table& before, const state::Table& after);
  void keys_of_old_deals(World& world, Seat seat);
  void audit(const World& world, Seat seat);
  void note_in_time(World& world, Seat from, const proto::Entry& entry);
  void note_in_grace(World& world, Seat to, const proto::EntryFrame& frame);
  void clocks_hold(World& world, const consensus::Record& record, const state::Table& before);
  void convictions(const World& world, const consensus::Record& record, const state::Table& before,
                   const state::Table& after);
  void learned_late(World& world, Seat seat, Step step);
  void length(World& world);
  void forks(World& world);
  void count_table(const World& world);
  void count_lies(const World& world);
  void note_openings(const state::Table& table, Showing& showing);
  static bool locks(const state::Table& table, Seat owner, const Bytes& A);
  void guard(const World& world, const state::Table& table, Seat owner, const Bytes& card);
  static bool is_own_share(const World& world, Seat by, const crypto::Point& point);
  void published(World& world, Seat by, const proto::Entry& entry);
  void chips(const World& world, const state::Table& table);

  SeatSet liars_;
  SeatSet lost_;
  bool forks_allowed_ = false;
  std::set<Step> divided_at_;  ///< steps at which liars may be all that two quorums share
  bool forked_ = false;        ///< the honest members parted, so there is no one table to guard
  std::vector<Violation> violations_;
  /// A head, and the honest members whose stores have it.
  struct Head {
    crypto::Digest digest;
    SeatSet known_to;
  };
  std::map<Step, Head> heads_;  ///< the head before each step
  std::map<Seat, Entered> entered_;
  std::map<Seat, Instant> asking_since_;  ///< since when each has asked though all was well
  std::map<Seat, Bytes> last_sent_;
  std::map<Place, Bytes> signed_;
  std::map<std::pair<Seat, Step>, std::vector<proto::Vote>> votes_;
  std::map<Step, Showing> showings_;
  std::set<Bytes> guarded_;  ///< the cards that were dealt to honest seats
  std::map<Bytes, std::pair<Seat, Bytes>> forbidden_;  ///< points that show one: owner and card
  std::vector<std::pair<Seat, proto::Entry>> waiting_;
  std::optional<std::int64_t> chips_;
  std::map<crypto::Digest, Profit> profits_;  ///< the gains so far after each head
  std::optional<Ledger> ledger_;
  std::optional<Duration> way_;              ///< set if the rules of clocks are asked for
  std::set<std::pair<Seat, Step>> in_time_;  ///< moves that were sent in time
  /// Moves that reached a member (the first seat) after the time that it shows for them.
  std::set<std::tuple<Seat, Seat, Step>> in_grace_;
  std::map<Step, Instant> first_by_all_;  ///< when somebody first had a step that all decided
  /// The members that know a contradiction of a member, and the step at which each learned of it.
  struct Known {
    Step of;
    std::map<Seat, Step> by{};
    int without = 0;  ///< entries of those who knew it that convicted nobody
  };
  std::map<Seat, Known> known_;
  Duration liars_moves_{0};  ///< the clocks of the liars' moves so far
  std::size_t absent_ = 0;
  std::map<Seat, Disk> disks_;
  std::set<std::pair<Seat, Step>> told_decided_;       ///< who was sent which step as decided
  std::set<std::pair<Seat, std::string>> statements_;  ///< the keys of all statements ever stored
  Tally tally_;
};

}  // namespace fairdeal::sim
