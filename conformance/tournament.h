#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/statistics.h"
#include "rules/match.h"

namespace fairdeal::conformance {

/// A player, with the name by which its results are counted.
struct Contestant {
  std::string name;
  rules::Player player;
};

/// The contestants of one match: the index of the contestant in each seat.
using Pairing = std::vector<std::size_t>;

/// Returns every choice of contestants for the seats, in every order, `matches` times each.
/// Requires: there are at least as many contestants as seats.
std::vector<Pairing> round_robin(std::size_t contestants, std::size_t seats, std::size_t matches);

/// Returns pairings that measure the first `players` contestants against the `others` after them:
/// each of the first in every seat, with every choice of the others in every order in the remaining
/// seats, `matches` times each. Requires: the others can fill all seats but one.
std::vector<Pairing> measurement(std::size_t players, std::size_t others, std::size_t seats,
                                 std::size_t matches);

/// Plays matches of these pairings, and returns the result of each, in their order.
using PlayPairings =
    std::function<Result<std::vector<rules::Payoff>>(const std::vector<Pairing>& pairings)>;

/// Plays a knock-out tournament, a round at a time, and returns who is left. In each round groups
/// of neighbours play `matches` matches, with roles that rotate, and the one with the greatest sum
/// of results goes on, until too few are left for a group. If the last group of a round is too
/// small, it is filled up from the front. Of equal sums that of the one who sits first in the
/// group's first match counts. Errors: those of `play`.
Result<Pairing> eliminate(std::size_t contestants, std::size_t seats, std::size_t matches,
                          const PlayPairings& play);

/// Adds a match to statistics with the keys of Tournament. `players` has the name of the player in
/// each seat.
void note_match(Statistics& statistics, const rules::AnyGame& game,
                const std::vector<std::string>& players, const rules::Payoff& result,
                std::size_t plies);

/// One match that was played.
struct Played {
  Pairing seats;
  rules::AnyGame end;
  std::size_t plies;
};

/// Matches of one game among contestants, with statistics. Each match begins at the same value. The
/// keys of the statistics are, for each contestant and role:
///
///   results                      the results of all matches
///   victories, defeats, draws    the results of those that were won, lost and drawn
///   length                       the lengths in plies
class Tournament {
 public:
  Tournament(rules::AnyGame game, std::vector<Contestant> contestants, std::uint64_t seed);

  /// Plays one match. Errors: as play.
  Result<rules::Payoff> play_match(const Pairing& seats);
  Result<> play_all(const std::vector<Pairing>& pairings);
  /// Plays a knock-out tournament, as eliminate().
  Result<> play_elimination(std::size_t matches);

  const std::vector<Played>& played() const { return played_; }
  const Statistics& statistics() const { return statistics_; }

 private:
  rules::AnyGame game_;
  std::vector<Contestant> contestants_;
  SeededRng seeds_;
  std::vector<Played> played_;
  Statistics statistics_;
};

}  // namespace fairdeal::conformance
