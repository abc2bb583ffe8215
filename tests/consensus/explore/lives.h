#pragma once

#include <cstdint>
#include <ostream>

#include "tests/consensus/explore/places.h"

/// Members that live on: each takes in messages one by one, its timers fire, it is restarted; what
/// it took in stays with it. Nothing is assumed of when a round may be entered, and a message is
/// there only once it was signed. The states are many more than those of places.h, so of tables
/// of two and three all are tried, and of larger ones random ways.
namespace fairdeal::explore {

struct LivesLimits {
  double minutes = 10;
  std::size_t bytes = std::size_t{6} << 30;
  unsigned restarts = 0;  ///< in all, at any point
  std::uint64_t progress_every = 1;
  std::size_t violations = 1;
  std::uint64_t seed = 1;
  std::uint64_t walks = 0;  ///< random ways, instead of all
};

struct LivesReport {
  std::uint64_t states = 0;   ///< after a statement
  std::uint64_t between = 0;  ///< after a message that led to none
  std::uint64_t transitions = 0;
  std::uint64_t continued = 0;
  std::uint64_t left = 0;    ///< states that were not gone on from
  std::uint64_t beyond = 0;  ///< statements of later rounds, or of records that are not in play
  std::vector<std::uint64_t> by_round;  ///< states by the latest round that somebody is in
  double seconds = 0;
  bool complete = false;
  std::vector<Violation> violations;
};

LivesReport explore_lives(const Universe& universe, const LivesLimits& limits,
                          std::ostream* log = nullptr);

}  // namespace fairdeal::explore
