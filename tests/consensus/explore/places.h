#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/consensus/explore/options.h"

/// Every set of statements that honest members can have made, place by place.
///
/// The possible statements at a place (a round's prevote or precommit) depend only on what was said
/// at places before it, if it may enter a round at any time. So whatever happens can be put in the
/// order of places: all honest members prevote in round 0, then all precommit, and so on; each
/// hears any part of what was said. More can be heard the later a member speaks, so this leaves
/// nothing out; a member that is silent at a place counts as having said nil. A state is what all
/// said, so a state is its own trail.
namespace fairdeal::explore {

struct Limits {
  double minutes = 60;
  std::size_t bytes = std::size_t{6} << 30;
  unsigned threads = 1;
  /// Of so many states one is asked whether it still comes to a decision; 0: none is.
  std::uint64_t progress_every = 1;
  std::size_t violations = 1;  ///< it stops after so many
  std::string rule;            ///< only what breaks this one is reported; empty: any
  std::uint64_t compared = 0;  ///< so many answers are compared with those to Hearing::every_subset
};

struct Violation {
  std::string rule;  ///< "agreement", "once", "certificate", "progress", "absence", "hearing"
  std::string how;
  std::string trail;
};

struct LevelCount {
  Place place;
  std::uint64_t states = 0, transitions = 0, questions = 0, agreements = 0, continued = 0;
  double seconds = 0;
};

struct Report {
  std::vector<LevelCount> levels;
  std::vector<Violation> violations;
  bool complete = false;
  std::uint64_t left = 0;              ///< states of the last level that were not gone on from
  std::uint32_t rounds_to_decide = 0;  ///< the most that a continuation needed
  std::uint64_t compared = 0;
  double seconds = 0;

  std::uint64_t states() const;
  std::uint64_t transitions() const;
};

Report explore_places(const Universe& universe, const Limits& limits, std::ostream* log = nullptr);

/// Whether a member decides just when votes are there that decide, whatever of a liar's votes it
/// heard before, and by a certificate that anybody accepts: for every set of voters.
std::vector<Violation> explore_decisions(const Universe& universe);

/// Which outcomes votes can decide, liars having signed everything: bit w.
std::uint32_t decided(const Universe& universe, const Said& said, const Place& end);

}  // namespace fairdeal::explore
