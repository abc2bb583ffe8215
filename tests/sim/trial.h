#pragma once

#include "tests/sim/terms.h"
#include "tests/sim/watch.h"

namespace fairdeal::sim {

/// A match to play: everything that it depends on.
struct Plan {
  Options options;
  Terms terms{};
  bool schemes = false;  ///< so little else goes wrong that clocks must hold
};

/// A table, with the name by which a test calls it.
struct Setting {
  std::string name;
  std::string game;
  std::string params = "{}";
  std::size_t seats;
  std::size_t witnesses = 0;
  bool recovery = true;  ///< false: no recovery, even where the table's size would have it

  friend std::ostream& operator<<(std::ostream& out, const Setting& s) { return out << s.name; }
};
/// Returns the plan of a match at this table in which nothing goes wrong.
Plan plan_of(const Setting& setting);

/// The demands on plans that are made from seeds; the seed chooses the rest.
struct Wish {
  std::optional<std::string> game{};
  std::optional<std::size_t> seats{};
  std::optional<std::size_t> witnesses{};
  bool faults = true;
  bool lies = true;
  std::optional<Lie> lie{};   ///< if set, somebody lies in this way
  bool older_copies = false;  ///< members are restarted from older copies, and one member lies
  bool schemes = false;  ///< liars that plan, people in their last second, long and large matches
};

/// Returns the plan that a seed stands for: a game, a table and mixed faults. Some plans have more
/// faults than the table must survive: see must_finish().
Plan plan_of(std::uint64_t seed, const Wish& wish = {});
/// Returns the plan in words. read_plan() (plan_text.h) makes the same plan of them.
std::string describe(const Plan& plan);

/// Returns who votes at the first step of a plan's table, and how many must agree.
consensus::Quorum quorum_of(const Plan& plan);
/// Returns the members whose proofs may come later than the table's time for them. Each may be
/// called absent again and again although it is there.
SeatSet slow(const Plan& plan);
/// Returns whether no more members lie than the table bears, so that all others must agree. Of
/// three members, one that tells the other two different things can split them.
bool must_agree(const Plan& plan);
/// Returns whether the match must end: the members that are neither lost for good nor slow are
/// enough for a quorum, no more lie than the table bears, and messages are fast enough for rounds.
bool must_finish(const Plan& plan);

/// The result of playing a plan.
struct TrialResult {
  std::vector<Violation> violations;
  bool finished = false;  ///< whether all members have finished that are not lost
  std::uint64_t steps = 0;
  std::uint64_t rounds = 0;    ///< the latest round of any step
  std::uint64_t absences = 0;  ///< the absences in records, counted at each member
  std::size_t convicted = 0;
  std::size_t gone = 0;
  Instant took{0};
  Reach reach{};

  bool good() const { return violations.empty(); }
};

/// Plays a plan under a Watch. `also` sees everything, too.
TrialResult play(const Plan& plan, Observer* also = nullptr);

/// The smallest plan found that still breaks a rule.
struct Shrunk {
  Plan plan;
  TrialResult verdict;
  std::size_t tries;  ///< how many plans were played
};
/// Makes a plan smaller by leaving out one thing after another, as long as it breaks the same rule.
/// Requires: it breaks one.
Shrunk shrink(Plan plan);

/// Returns one line about a frame; none if its kind is not shown.
std::optional<std::string> text_of(const Bytes& frame);
/// Returns one line about a notice; none if its kind is not shown.
std::optional<std::string> text_of(const node::Notice& notice);

/// Writes one line for each notice, hang-up and incident.
class Trace : public Observer {
 public:
  /// Writes to `out`. With `frames` it writes a line for each frame, too.
  Trace(std::ostream& out, bool frames) : out_(out), frames_(frames) {}
  void on_deliver(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_notice(World& world, Seat seat, const node::Notice& notice) override;
  void on_hang_up(World& world, Seat seat, Seat peer) override;
  void on_incident(World& world, const std::string& text) override;

 private:
  std::ostream& line(const World& world);
  std::ostream& out_;
  bool frames_;
};

}  // namespace fairdeal::sim
