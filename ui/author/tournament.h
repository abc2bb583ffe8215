#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/author/match_pool.h"
#include "ui/author/significance.h"

namespace fairdeal::author {

/// The pairings of a tournament, and their lengths.
struct TournamentPlan {
  std::string kind = "round-robin";  ///< or measurement, elimination, tug-of-war
  std::vector<std::string> players;
  std::size_t seats = 2;
  std::uint64_t deals = 10;  ///< that each pairing plays; for tug-of-war the most
  std::uint64_t lead = 3;    ///< of a tug-of-war: so many deals ahead ends it
};
inline constexpr std::uint64_t kTournamentMatchesMax = 1'000'000;

/// Plays matches, and returns them in their order.
using PlayAll =
    std::function<Result<std::vector<MatchPlayed>>(const std::vector<MatchToPlay>& matches)>;

/// The matches and the result of a tournament.
struct Tournament {
  std::vector<MatchPlayed> matches{};
  std::vector<std::string> winners{};  ///< of an elimination, or of a tug-of-war; else none
};

/// Plays a tournament. The same deal is played by each pairing, with seats exchanged, so that luck
/// with the cards falls on all players.
///
///   round-robin   every choice of players for the seats, in every order; a list that is shorter
///                 than the seats is repeated
///   measurement   the first player in each seat, against every choice of the others
///   elimination   rounds of groups of neighbours, of which the best goes on
///   tug-of-war    two players: the winner of a deal, over all its exchanges of seats, pulls the
///                 rope by one, until one leads by `lead`, or no deal is left
///
/// Errors: bad_parameters, in words; those of `play`.
Result<Tournament> play_tournament(const TournamentPlan& plan, const PlayAll& play);

/// The results of a player, in one role or in all.
struct Standing {
  std::string player;
  std::string role;  ///< "": all roles
  conformance::Series results{}, length{};
  std::uint64_t won = 0, drawn = 0, lost = 0;
  Sample by_deal{};  ///< the mean result of each deal, since matches of one deal resemble another
};
/// Returns the results of the players in each of their roles, and in all of them.
std::vector<Standing> standings_of(const rules::AnyGame& game,
                                   const std::vector<MatchPlayed>& matches);

/// The difference of two players in the matches in which both sit.
struct Difference {
  std::string first, second;
  Sample by_deal{};     ///< how much more a seat of the first gets than one of the second, by deal
  double fisher_p = 1;  ///< whether they win equally often in the first seat of these matches
};
Difference difference_between(const std::vector<MatchPlayed>& matches, const std::string& first,
                              const std::string& second);
/// Returns the differences of all pairs of players who sit together in a match.
std::vector<Difference> differences_of(const std::vector<MatchPlayed>& matches);

}  // namespace fairdeal::author
