#include "ui/author/tournament.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace fairdeal::author {
namespace {

using conformance::Pairing;
using Names = std::vector<std::string>;

Names names_of(const Names& players, const Pairing& pairing) {
  Names seats;
  for (const std::size_t who : pairing) seats.push_back(players[who]);
  return seats;
}

/// Repeats players until there are `least`.
Names repeated(const Names& players, std::size_t least) {
  Names all;
  while (all.size() < least) all.insert(all.end(), players.begin(), players.end());
  return all;
}

/// Returns each way in which names can sit once, though players of one name can exchange places.
std::vector<Names> distinct(const Names& players, const std::vector<Pairing>& pairings) {
  std::vector<Names> kept;
  std::set<Names> seen;
  for (const Pairing& pairing : pairings)
    if (Names seats = names_of(players, pairing); seen.insert(seats).second) kept.push_back(seats);
  return kept;
}

Result<Tournament> play_pairings(const TournamentPlan& plan, const std::vector<Names>& pairings,
                                 const PlayAll& play) {
  if (pairings.size() > kTournamentMatchesMax / std::max<std::uint64_t>(1, plan.deals))
    return fail(Fault::bad_parameters, std::to_string(pairings.size()) + " pairings, " +
                                           std::to_string(plan.deals) +
                                           " matches each, are too many");
  std::vector<MatchToPlay> matches;
  for (std::uint64_t deal = 0; deal < plan.deals; ++deal)
    for (const Names& seats : pairings) matches.push_back({seats, deal});
  FD_TRY(auto played, play(matches));
  return Tournament{std::move(played), {}};
}

/// How many orders of players there may be: 8 in 4 seats have 1,680, and 7 in 7 have 5,040.
constexpr std::size_t kOrdersMax = 50'000;

bool has_too_many_orders(std::size_t players, std::size_t seats) {
  std::size_t orders = 1;
  for (std::size_t i = 0; i < seats && orders <= kOrdersMax; ++i) orders *= players - i;
  return orders > kOrdersMax;
}

Result<Tournament> play_round_robin(const TournamentPlan& plan, const PlayAll& play) {
  const Names players =
      plan.players.size() < plan.seats ? repeated(plan.players, plan.seats) : plan.players;
  if (has_too_many_orders(players.size(), plan.seats))
    return fail(Fault::bad_parameters, "so many players have too many orders; try measurement");
  const auto orders = conformance::round_robin(players.size(), plan.seats, 1);
  return play_pairings(plan, distinct(players, orders), play);
}

/// Returns the first of `players` in each seat, with every choice of the others around it.
Result<std::vector<Names>> measured(const Names& players, std::size_t seats) {
  Names all{players.front()};
  const Names others(players.begin() + 1, players.end());
  if (others.empty())
    return fail(Fault::bad_parameters, "a measurement needs players after the first");
  const Names around = others.size() + 1 < seats ? repeated(others, seats - 1) : others;
  if (has_too_many_orders(around.size(), seats - 1))
    return fail(Fault::bad_parameters, "so many players have too many orders");
  all.insert(all.end(), around.begin(), around.end());
  return distinct(all, conformance::measurement(1, around.size(), seats, 1));
}

Result<Tournament> play_elimination(const TournamentPlan& plan, const PlayAll& play) {
  if (plan.players.size() < std::max<std::size_t>(2, plan.seats))
    return fail(Fault::bad_parameters, "an elimination needs " +
                                           std::to_string(std::max<std::size_t>(2, plan.seats)) +
                                           " players, and may name one several times");
  if (plan.players.size() * plan.deals * plan.seats > kTournamentMatchesMax)
    return fail(Fault::bad_parameters, "these are too many matches");
  Tournament tournament;
  std::uint64_t deals = 0;
  // Each seat has each deal once, so a group plays `deals` times as many matches as it has seats.
  const std::size_t a_group = static_cast<std::size_t>(plan.deals) * plan.seats;
  const auto play_round =
      [&](const std::vector<Pairing>& round) -> Result<std::vector<rules::Payoff>> {
    std::vector<MatchToPlay> matches;
    for (std::size_t i = 0; i < round.size(); ++i)
      matches.push_back({names_of(plan.players, round[i]), deals + i / plan.seats});
    deals += round.size() / plan.seats;
    FD_TRY(const auto played, play(matches));
    std::vector<rules::Payoff> results;
    for (const MatchPlayed& match : played) results.push_back(match.result);
    tournament.matches.insert(tournament.matches.end(), played.begin(), played.end());
    return results;
  };
  FD_TRY(const Pairing left,
         conformance::eliminate(plan.players.size(), plan.seats, a_group, play_round));
  tournament.winners = names_of(plan.players, left);
  return tournament;
}

Result<Tournament> play_tug_of_war(const TournamentPlan& plan, const PlayAll& play) {
  if (plan.players.size() != 2 || plan.players[0] == plan.players[1])
    return fail(Fault::bad_parameters, "a tug-of-war has two players of different names");
  if (plan.seats < 2) return fail(Fault::bad_parameters, "a tug-of-war needs two seats");
  FD_TRY(const std::vector<Names> exchanges, measured(plan.players, plan.seats));
  const auto others = static_cast<std::int64_t>(plan.seats) - 1;
  Tournament tournament;
  std::int64_t rope = 0;
  for (std::uint64_t deal = 0; deal < plan.deals; ++deal) {
    std::vector<MatchToPlay> matches;
    for (const Names& seats : exchanges) matches.push_back({seats, deal});
    FD_TRY(const auto played, play(matches));
    std::int64_t pull = 0;
    for (const MatchPlayed& match : played)
      for (std::size_t seat = 0; seat < match.seats.size(); ++seat)
        pull += match.seats[seat] == plan.players[0] ? match.result[seat] * others
                                                     : -match.result[seat];
    rope += pull > 0 ? 1 : pull < 0 ? -1 : 0;
    tournament.matches.insert(tournament.matches.end(), played.begin(), played.end());
    if (static_cast<std::uint64_t>(std::abs(rope)) >= plan.lead) break;
  }
  if (rope != 0) tournament.winners = {plan.players[rope > 0 ? 0 : 1]};
  return tournament;
}

/// The matches of each deal.
std::map<std::uint64_t, std::vector<const MatchPlayed*>> by_deal(
    const std::vector<MatchPlayed>& matches) {
  std::map<std::uint64_t, std::vector<const MatchPlayed*>> deals;
  for (const MatchPlayed& match : matches) deals[match.deal].push_back(&match);
  return deals;
}

/// Returns the mean result of a player over the seats that `counts`; none if it has none there.
template <class Counts>
std::optional<double> mean_of(const std::vector<const MatchPlayed*>& matches,
                              const std::string& player, const Counts& counts) {
  double sum = 0;
  int count = 0;
  for (const MatchPlayed* match : matches)
    for (std::size_t seat = 0; seat < match->seats.size(); ++seat) {
      if (match->seats[seat] != player || !counts(*match, seat)) continue;
      sum += static_cast<double>(match->result[seat]);
      ++count;
    }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

bool sits(const MatchPlayed& match, const std::string& player) {
  return std::ranges::find(match.seats, player) != match.seats.end();
}

/// Returns the players in the order in which they first sit.
Names players_of(const std::vector<MatchPlayed>& matches) {
  Names players;
  for (const MatchPlayed& match : matches)
    for (const std::string& name : match.seats)
      if (std::ranges::find(players, name) == players.end()) players.push_back(name);
  return players;
}

}  // namespace

Result<Tournament> play_tournament(const TournamentPlan& plan, const PlayAll& play) {
  if (plan.players.empty()) return fail(Fault::bad_parameters, "there is no player");
  if (plan.kind == "elimination") return play_elimination(plan, play);
  if (plan.kind == "tug-of-war") return play_tug_of_war(plan, play);
  if (plan.kind == "measurement") {
    FD_TRY(const std::vector<Names> pairings, measured(plan.players, plan.seats));
    return play_pairings(plan, pairings, play);
  }
  if (plan.kind == "round-robin") return play_round_robin(plan, play);
  return fail(Fault::bad_parameters, "there is no kind of tournament '" + plan.kind + "'");
}

std::vector<Standing> standings_of(const rules::AnyGame& game,
                                   const std::vector<MatchPlayed>& matches) {
  conformance::Statistics statistics;
  for (const MatchPlayed& match : matches)
    conformance::note_match(statistics, game, match.seats, match.result, match.plies);
  const auto deals = by_deal(matches);
  std::vector<Standing> standings;
  for (const std::string& player : players_of(matches))
    for (std::size_t place = 0; place <= game.seats(); ++place) {
      const bool is_all = place == 0;
      if (is_all ? false : game.seats() == 1) continue;
      Standing one{.player = player,
                   .role = is_all ? "" : game.role(Seat(static_cast<std::uint32_t>(place - 1)))};
      const auto series = [&](const char* key) {
        conformance::Keys keys{{"key", key}, {"player", player}};
        if (!is_all) keys["role"] = one.role;
        return statistics.query(keys);
      };
      one.results = series("results");
      one.length = series("length");
      one.won = static_cast<std::uint64_t>(series("victories").count());
      one.drawn = static_cast<std::uint64_t>(series("draws").count());
      one.lost = static_cast<std::uint64_t>(series("defeats").count());
      for (const auto& [deal, of_deal] : deals)
        if (const auto mean = mean_of(of_deal, player, [&](const MatchPlayed&, std::size_t seat) {
              return is_all || seat + 1 == place;
            }))
          one.by_deal.add(*mean);
      if (one.results.count() > 0) standings.push_back(std::move(one));
    }
  return standings;
}

Difference difference_between(const std::vector<MatchPlayed>& matches, const std::string& first,
                              const std::string& second) {
  const auto both = [&](const MatchPlayed& match, std::size_t) {
    return sits(match, first) && sits(match, second);
  };
  Difference difference{.first = first, .second = second};
  for (const auto& [deal, of_deal] : by_deal(matches)) {
    const auto one = mean_of(of_deal, first, both), other = mean_of(of_deal, second, both);
    if (one && other) difference.by_deal.add(*one - *other);
  }
  // Each match counts once, so that the two rows of Fisher's table are of different matches.
  std::uint64_t won[2] = {}, not_won[2] = {};
  for (const MatchPlayed& match : matches) {
    if (!both(match, 0)) continue;
    const std::string& name = match.seats.front();
    if (name != first && name != second) continue;
    ++(match.result.front() > 0 ? won : not_won)[name == second];
  }
  difference.fisher_p = fisher_p(won[0], not_won[0], won[1], not_won[1]);
  return difference;
}

std::vector<Difference> differences_of(const std::vector<MatchPlayed>& matches) {
  const Names players = players_of(matches);
  std::vector<Difference> differences;
  for (std::size_t i = 0; i < players.size(); ++i)
    for (std::size_t j = i + 1; j < players.size(); ++j) {
      Difference one = difference_between(matches, players[i], players[j]);
      if (one.by_deal.count() > 0) differences.push_back(std::move(one));
    }
  return differences;
}

}  // namespace fairdeal::author
