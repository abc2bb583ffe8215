#pragma once

#include "tests/sim/terms.h"
#include "tests/sim/watch.h"

namespace fairdeal::sim {

/// One match to play: everything that it depends on.
struct Plan {
  Options options;
  Terms terms{};
};

/// A table, under the name that a test has for it.
struct Setting {
  std::string name;
  std::string game;
  std::string params = "{}";
  std::size_t seats;
  std::size_t witnesses = 0;
  bool recovery = true;  ///< as the table's size has it; false: none

  friend std::ostream& operator<<(std::ostream& out, const Setting& s) { return out << s.name; }
};
/// Everything being well there.
Plan plan_of(const Setting& setting);

/// What is fixed of the plans that a seed makes.
struct Wish {
  std::optional<std::string> game{};
  std::optional<std::size_t> seats{};
  std::optional<std::size_t> witnesses{};
  bool faults = true;
  bool lies = true;
  std::optional<Lie> lie{};  ///< somebody lies, and in this way
};

/// The plan that a seed stands for: a game, a table and mixed faults, of which the table should
/// survive all but those of a seat too many.
Plan plan_of(std::uint64_t seed, const Wish& wish = {});
std::string describe(const Plan& plan);

/// Who votes at the first step of a plan's table, and how many must agree.
consensus::Quorum quorum_of(const Plan& plan);
/// Members whose proofs may come later than the table's time for them: each may be called absent
/// though it is there, again and again.
SeatSet slow(const Plan& plan);
/// Whether no more members lie than the table bears, so that all others must agree. Of three, one
/// that chooses what to tell whom can already split the other two.
bool must_agree(const Plan& plan);
/// Whether the match must end. It must if the members that are neither lost for ever nor slow are
/// enough for a quorum, no more lie than the table bears, and messages need no longer than the
/// rounds of votes can grow.
bool must_finish(const Plan& plan);

struct TrialResult {
  std::vector<Violation> violations;
  bool finished = false;  ///< every member of whom that can be asked
  std::uint64_t steps = 0;
  std::uint64_t rounds = 0;    ///< after the first
  std::uint64_t absences = 0;  ///< voted
  std::size_t convicted = 0;
  std::size_t gone = 0;
  Instant took{0};
  Reach reach{};

  bool good() const { return violations.empty(); }
};

/// Plays it, watched. `also` sees everything too.
TrialResult play(const Plan& plan, Observer* also = nullptr);

/// The smallest plan found, by leaving out one thing after another, that still breaks a rule.
/// Requires one that does. `tries`: how many were played.
struct Shrunk {
  Plan plan;
  TrialResult verdict;
  std::size_t tries;
};
Shrunk shrink(Plan plan);

/// Says in a line what a frame says; nothing of a frame that only keeps a connection alive.
std::optional<std::string> text_of(const Bytes& frame);
/// Says in a line what a member notices; nothing of a notice that only a person's screen needs.
std::optional<std::string> text_of(const runtime::Notice& notice);

/// Writes what happens, a line each: who decides what, who is told what, and what goes wrong.
class Trace : public Observer {
 public:
  /// `frames`: every frame too.
  Trace(std::ostream& out, bool frames) : out_(out), frames_(frames) {}
  void on_deliver(World& world, Seat from, Seat to, const Bytes& frame) override;
  void on_notice(World& world, Seat seat, const runtime::Notice& notice) override;
  void on_hang_up(World& world, Seat seat, Seat peer) override;
  void on_incident(World& world, const std::string& text) override;

 private:
  std::ostream& line(const World& world);
  std::ostream& out_;
  bool frames_;
};

}  // namespace fairdeal::sim
