#pragma once

#include "conformance/statistics.h"
#include "rules/match.h"

namespace fairdeal::conformance {

/// A player with a name to count it by.
struct Contestant {
  std::string name;
  rules::Player player;
};

/// Which contestant takes which seat, by index, match by match.
using Pairing = std::vector<std::size_t>;

/// Every choice of contestants for the seats, in every order, `matches` times each.
/// Requires at least as many as seats.
std::vector<Pairing> round_robin(std::size_t contestants, std::size_t seats, std::size_t matches);

/// Each of the first `players` contestants in every seat, with every choice of the others in every
/// order around it, `matches` times each. Requires enough others.
std::vector<Pairing> measurement(std::size_t players, std::size_t others, std::size_t seats,
                                 std::size_t matches);

/// One match that was played.
struct Played {
  Pairing seats;
  rules::AnyGame end;
  std::size_t plies;
};

/// Matches of one game among contestants, each from the game's first value, with what came of them:
///
///   results, victories, defeats, draws   of each contestant by role
///   length                               in plies, the same way
class Tournament {
 public:
  Tournament(rules::AnyGame game, std::vector<Contestant> contestants, std::uint64_t seed);

  /// Plays one match. Errors: as play.
  Result<rules::Payoff> play_match(const Pairing& seats);
  Result<> play_all(const std::vector<Pairing>& pairings);
  /// Knock-out: neighbours play, `matches` each with roles rotating; who has the greatest sum of
  /// results goes on, until too few are left. The last match's groups are filled up from the front.
  Result<> play_elimination(std::size_t matches);

  const std::vector<Played>& played() const { return played_; }
  const Statistics& statistics() const { return statistics_; }

 private:
  Result<std::size_t> play_off(Pairing group, std::size_t matches);

  rules::AnyGame game_;
  std::vector<Contestant> contestants_;
  SeededRng seeds_;
  std::vector<Played> played_;
  Statistics statistics_;
};

}  // namespace fairdeal::conformance
