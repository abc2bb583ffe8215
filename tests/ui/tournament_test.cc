#include "ui/author/tournament.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/registry.h"

namespace fairdeal::author {
namespace {

using Names = std::vector<std::string>;

/// Plays nothing: a seat wins what its player is worth, less what the others are worth on average.
Result<std::vector<MatchPlayed>> by_worth(const std::vector<MatchToPlay>& matches) {
  std::vector<MatchPlayed> played;
  for (const auto& [seats, deal] : matches) {
    MatchPlayed one{.seats = seats, .deal = deal};
    const std::int64_t total = [&seats = seats] {
      std::int64_t sum = 0;
      for (const std::string& name : seats) sum += std::stoll(name);
      return sum;
    }();
    const auto count = static_cast<std::int64_t>(seats.size());
    for (const std::string& name : seats) one.result.push_back(count * std::stoll(name) - total);
    played.push_back(std::move(one));
  }
  return played;
}

Tournament played(const TournamentPlan& plan) { return play_tournament(plan, by_worth).value(); }

TEST(TournamentKinds, ARoundRobinPlaysEachDealInEveryOrder) {
  const auto found = played({.players = {"1", "2", "3"}, .seats = 2, .deals = 4});
  EXPECT_EQ(found.matches.size(), 3u * 2 * 4);
  std::map<std::uint64_t, std::set<Names>> deals;
  for (const MatchPlayed& match : found.matches) deals[match.deal].insert(match.seats);
  EXPECT_EQ(deals.size(), 4u);
  for (const auto& [deal, orders] : deals) EXPECT_EQ(orders.size(), 6u) << deal;
}

TEST(TournamentKinds, PlayersOfOneNameDoNotExchangePlaces) {
  const auto found = played({.players = {"1", "2"}, .seats = 4, .deals = 1});
  EXPECT_EQ(found.matches.size(), 6u);  // 1 1 2 2 in every order
}

TEST(TournamentKinds, AMeasurementPutsTheFirstIntoEachSeat) {
  const auto found = played({.kind = "measurement", .players = {"1", "2"}, .seats = 3, .deals = 1});
  std::set<Names> seats;
  for (const MatchPlayed& match : found.matches) seats.insert(match.seats);
  EXPECT_EQ(seats, (std::set<Names>{{"1", "2", "2"}, {"2", "1", "2"}, {"2", "2", "1"}}));
}

TEST(TournamentKinds, AnEliminationIsWonByTheBest) {
  for (const Names& players : {Names{"4", "1", "3", "2"}, Names{"1", "2", "3", "4", "0"}}) {
    const auto found = played({.kind = "elimination", .players = players, .deals = 2});
    EXPECT_EQ(found.winners, Names{"4"});
  }
}

TEST(TournamentKinds, ATugOfWarEndsByTheLead) {
  const TournamentPlan plan{
      .kind = "tug-of-war", .players = {"1", "2"}, .seats = 3, .deals = 9, .lead = 4};
  const auto found = played(plan);
  EXPECT_EQ(found.winners, Names{"2"});
  EXPECT_EQ(found.matches.size(), 4u * 3);
}

TEST(TournamentFigures, ADifferenceHasTheSignOfItsFirstPlayer) {
  const auto found = played({.players = {"1", "3"}, .seats = 2, .deals = 3});
  EXPECT_DOUBLE_EQ(difference_between(found.matches, "3", "1").by_deal.mean(), 4);
  EXPECT_DOUBLE_EQ(difference_between(found.matches, "1", "3").by_deal.mean(), -4);
  EXPECT_EQ(differences_of(found.matches).size(), 1u);
}

TEST(TournamentFigures, StandingsAddUp) {
  const auto game = rules::start_game("tic-tac-toe", rules::Json::object(), 2).value();
  const auto found = played({.players = {"1", "2"}, .seats = 2, .deals = 3});
  const auto standings = standings_of(game, found.matches);
  ASSERT_EQ(standings.size(), 6u);
  EXPECT_EQ(standings[0].player, "1");
  EXPECT_EQ(standings[0].role, "");
  EXPECT_EQ(standings[0].results.count(), 6);
  EXPECT_EQ(standings[0].lost, 6u);
  EXPECT_EQ(standings[1].role, "Xs");
  EXPECT_EQ(standings[1].results.sum(), -3);
  EXPECT_DOUBLE_EQ(standings[3].by_deal.mean(), 1);
}

TEST(MatchPool, PlaysTheSameMatchesWithAnyNumberOfThreads) {
  const auto game = rules::start_game("connect-four", rules::Json::object(), 2).value();
  std::vector<MatchToPlay> matches;
  for (std::uint64_t deal = 0; deal < 6; ++deal) matches.push_back({{"random", "simple"}, deal});
  std::map<std::uint64_t, std::uint64_t> one, three;
  for (const auto& [jobs, plies] : {std::pair(1u, &one), std::pair(3u, &three)}) {
    const PoolPlan plan{.jobs = jobs};
    ASSERT_TRUE(play_matches(game, plan, matches, [&, &to = *plies](MatchPlayed match) -> Result<> {
      to[match.deal] = match.plies;
      return {};
    }));
  }
  EXPECT_EQ(one.size(), 6u);
  EXPECT_EQ(one, three);
}

}  // namespace
}  // namespace fairdeal::author
