#pragma once

#include <map>
#include <set>

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
///   secrecy       nobody publishes what shows a card dealt to another, or before it is to be shown
///   chips         none appear and none vanish
///   liveness      once all is well again, no step takes longer than step_max that has a quorum of
///                 voters who are neither lost nor liars
///   validity      an auditor says VALID to the transcript of each that finished
class Watch : public Observer {
 public:
  /// `lost`: members that lie or never come back; nothing is asked of them.
  Watch(SeatSet liars, SeatSet lost) : liars_(liars), lost_(lost) {}

  /// More members lie than the table bears: the others may part, and stop when they notice.
  void allow_forks() { forks_allowed_ = true; }

  void on_send(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_notice(World& world, Seat seat, const runtime::Notice& notice) override;
  void on_change(World& world, Seat seat) override;

  /// Whether a step has taken too long by now.
  bool stuck(const World& world) const;
  /// What can be said only at the end. `to_convict`: whether nothing else went wrong that could
  /// have hidden a lie.
  void at_end(World& world, bool to_convict);

  const std::vector<Violation>& violations() const { return violations_; }

 private:
  struct Showing {  ///< what a step opens: by card, to whom
    std::map<Bytes, std::optional<Seat>> openings;
  };
  struct Entered {
    Step step{0};
    Instant at{0};
  };

  bool honest(Seat seat) const { return !liars_.has(seat); }
  bool outvoted(World& world, Seat seat) const;
  bool can_go_on(World& world, Seat seat) const;
  void broken(const World& world, std::string rule, std::string how);
  void excuse(const World& world, Seat seat);
  void signed_once(const World& world, Seat by, const proto::Envelope& envelope, char what);
  void first_at(World& world, Seat seat);
  void note_openings(const runtime::Table& table, Showing& showing);
  static bool locks(const runtime::Table& table, Seat owner, const Bytes& A);
  void guard(World& world, Seat owner, const Bytes& point);
  void published(World& world, Seat by, const proto::Entry& entry);
  void chips(const World& world, const runtime::Table& table);

  SeatSet liars_;
  SeatSet lost_;
  bool forks_allowed_ = false;
  bool forked_ = false;  ///< from here on there is no one table whose cards are to be guarded
  std::vector<Violation> violations_;
  std::map<Step, crypto::Digest> heads_;
  std::map<Seat, Entered> entered_;
  std::map<Seat, Bytes> last_sent_;
  std::map<std::string, Bytes> signed_;
  std::map<std::pair<Seat, Step>, std::vector<proto::Vote>> votes_;
  std::map<Step, Showing> showings_;
  std::set<Bytes> guarded_;                            ///< cards dealt to honest seats
  std::map<Bytes, std::pair<Seat, Bytes>> forbidden_;  ///< what shows one: whose, which card
  std::vector<std::pair<Seat, proto::Entry>> waiting_;
  std::optional<std::int64_t> chips_;
};

}  // namespace fairdeal::sim
