#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "games/players/cfr_player.h"
#include "rules/players/contest.h"
#include "rules/players/regret.h"
#include "tests/rules/players/small_games.h"

namespace fairdeal::rules {
namespace {

GameTree tree_of(const char* name) { return GameTree::of(game_of(name)).value(); }

Rational exploitability_of(const GameTree& tree, const Policy& policy) {
  return exploitability(tree, std::vector(tree.seats, policy)).value();
}

Rational first_seat_wins(const GameTree& tree, const Policy& policy) {
  return value_of(tree, std::vector(tree.seats, policy), Seat(0)).value();
}

Rational size_of(const Rational& number) { return number < Rational(0) ? -number : number; }

/// Kuhn: six deals, each with four decisions and five ends. A seat has three cards, and two places
/// to decide with each.
TEST(InformationSets, KuhnPokerHasTwelve) {
  const GameTree tree = tree_of("kuhn");
  EXPECT_EQ(tree.sets.size(), 12u);
  EXPECT_EQ(tree.payoffs.size(), 6u * 5);
  EXPECT_EQ(tree.nodes.size(), 1u + 3 + 6 * (4 + 5));
}

/// Leduc: in the first round six decisions with each of six cards; in the second, after each of
/// five first rounds, six with each pair of cards. OpenSpiel counts 936, too, and 288 if suits are
/// left out.
TEST(InformationSets, LeducPokerHasNineHundredAndThirtySix) {
  const GameTree tree = tree_of("leduc");
  EXPECT_EQ(tree.sets.size(), 6u * 6 + 5 * 6 * 6 * 5);
  EXPECT_EQ(tree.payoffs.size(), 30u * (4 + 5 * 4 * (4 + 5)));
  std::set<std::string> without_suits;
  for (const InformationSet& set : tree.sets) {
    std::string seen = std::to_string(set.seat.value);
    const Json view = set.game.view(set.seat, set.known);
    for (const auto& card : view["cards"])
      seen += card.is_null() ? "?" : card.get<std::string>().substr(0, 1);
    without_suits.insert(seen + text(set.game.json()["bets"]));
  }
  EXPECT_EQ(without_suits.size(), 288u);
}

TEST(InformationSets, ASeatIsFoundByItsTrailAndByAnAbsenceAsByItsMove) {
  const AnyGame game = game_of("leduc");
  const GameTree tree = tree_of("leduc");
  Match match(game, Dealer(3));
  ASSERT_TRUE(match.begin());
  ASSERT_TRUE(match.move({{Seat(0), {"\"call\""}}}));
  const auto set_of_second = [&](const Trail& trail) {
    return tree.set_of({match.game(), Seat(1), match.dealer().known(Seat(1)), &trail});
  };
  Trail trail = trail_of(match, Seat(1));
  const auto set = set_of_second(trail);
  ASSERT_TRUE(set);
  EXPECT_EQ(tree.sets[*set].seat, Seat(1));
  EXPECT_EQ(tree.sets[*set].game, match.game());
  EXPECT_EQ(tree.sets[*set].known.faces, match.dealer().known(Seat(1)).faces);
  trail.events.back() = Absent{Seat(0)};
  EXPECT_EQ(set_of_second(trail), set);
  trail.events.back() = moved({{Seat(0), {"\"raise\""}}});
  EXPECT_NE(set_of_second(trail), set);
  trail.events.back() = Void{SeatSet::of({Seat(0)})};
  EXPECT_FALSE(set_of_second(trail));
}

TEST(InformationSets, AGameThatIsTooLargeIsRefused) {
  const auto tree = GameTree::of(game_of("holdem"), 20'000);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().fault, Fault::too_large);
}

/// The values of OpenSpiel's tests of its own best response, which give the sum over both seats:
/// 11/12 for Kuhn and 4.747222 for Leduc.
TEST(Exploitability, OfEvenChoicesIsThePublishedOne) {
  const GameTree kuhn = tree_of("kuhn"), leduc = tree_of("leduc");
  EXPECT_EQ(first_seat_wins(kuhn, even_policy(kuhn)), Rational(1, 8));
  EXPECT_EQ(exploitability_of(kuhn, even_policy(kuhn)), Rational(11, 24));
  EXPECT_EQ(first_seat_wins(leduc, even_policy(leduc)), Rational(-5, 64));
  EXPECT_EQ(exploitability_of(leduc, even_policy(leduc)),
            Rational(4'747'222'222, 2'000'000'000) + Rational(1, 9'000'000'000));
}

/// The equilibria of Kuhn's paper: the first seat bets a jack with any likelihood up to 1/3, a king
/// three times as often, and calls with a queen 1/3 more often. `jack` is that of the jack.
Policy equilibrium(const GameTree& tree, const Rational& jack) {
  Policy policy = even_policy(tree);
  const Rational third(1, 3);
  for (std::size_t i = 0; i < tree.sets.size(); ++i) {
    const InformationSet& set = tree.sets[i];
    const auto card = set.known.faces.begin()->second.value;  // jack, queen, king
    const auto bets = set.game.json()["bets"].get<std::string>();
    const std::map<std::string, std::array<Rational, 3>> bet_or_call{{"", {jack, 0, jack * 3}},
                                                                     {"pb", {0, jack + third, 1}},
                                                                     {"p", {third, 0, 1}},
                                                                     {"b", {0, third, 1}}};
    const Rational parts = bet_or_call.at(bets)[card] * Rational(Policy::kParts);
    const auto bet = static_cast<std::uint32_t>(parts.pico() / 1'000'000'000'000);
    EXPECT_EQ(Rational(bet), parts) << "the likelihood is a whole number of parts";
    policy.parts[i] = {bet, Policy::kParts - bet};
  }
  return policy;
}

TEST(Exploitability, IsNoneInEachEquilibriumOfKuhnPoker) {
  const GameTree tree = tree_of("kuhn");
  for (const Rational& jack : {Rational(0), Rational(1, 10), Rational(1, 6), Rational(1, 3)}) {
    const Policy policy = equilibrium(tree, jack);
    EXPECT_EQ(first_seat_wins(tree, policy), Rational(-1, 18));
    EXPECT_EQ(exploitability_of(tree, policy), Rational(0)) << jack.text();
  }
  Policy bluffs_too_often = equilibrium(tree, Rational(1, 3));
  for (std::size_t i = 0; i < tree.sets.size(); ++i)
    if (tree.sets[i].seat == Seat(0) && tree.sets[i].known.faces.begin()->second == Face(0) &&
        tree.sets[i].game.json()["bets"] == "")
      bluffs_too_often.parts[i] = {Policy::kParts, 0};
  EXPECT_GT(exploitability_of(tree, bluffs_too_often), Rational(1, 100));
}

/// With the first seat's pass and the second's bet before it, a jack loses two by a call and one by
/// a pass, a king wins two by a call, and a queen does not care, which is why it may do either.
TEST(Exploitability, ActionsOfKuhnPokerHaveTheValuesThatOneCanCount) {
  const GameTree tree = tree_of("kuhn");
  const Policy policy = equilibrium(tree, Rational(1, 6));
  const auto values = action_values(tree, std::vector(2, policy)).value();
  const std::vector<std::vector<Rational>> after_a_bet{{-2, -1}, {-1, -1}, {2, -1}};
  int found = 0;
  for (std::size_t i = 0; i < tree.sets.size(); ++i) {
    if (tree.sets[i].game.json()["bets"] != "pb") continue;
    EXPECT_EQ(values[i], after_a_bet[tree.sets[i].known.faces.begin()->second.value]);
    ++found;
  }
  EXPECT_EQ(found, 3);
}

/// A player by rules of thumb is a policy, too. Its likelihoods have large denominators, so the
/// sums need all their digits.
TEST(BestResponse, WinsInPlayWhatItSaysAgainstAnyPolicy) {
  for (const char* name : {"kuhn", "leduc"}) {
    const GameTree tree = tree_of(name);
    SeededRng rng(1);
    for (const Policy& policy : {even_policy(tree), policy_of(tree, simple_move, 100, rng).value(),
                                 policy_of(tree, random_move, 7, rng).value()}) {
      for (const Seat seat : {Seat(0), Seat(1)}) {
        std::vector<Policy> seats(2, policy);
        const BestResponse best = best_response(tree, seats, seat).value();
        EXPECT_GT(best.value, Rational(1, 4));
        seats[seat.value] = best.policy;
        EXPECT_EQ(value_of(tree, seats, seat).value(), best.value);
      }
    }
  }
}

/// The policy has likelihoods of 97 draws: a sum of such fractions once had more than 128 bits.
TEST(BestResponse, ToSimpleWinsMoreThanAChipInLeducPoker) {
  const GameTree tree = tree_of("leduc");
  SeededRng rng(1);
  EXPECT_GT(exploitability_of(tree, policy_of(tree, simple_move, 97, rng).value()), Rational(1));
}

/// Two who choose at once see nothing of each other: who chooses evenly cannot be exploited, and
/// who always chooses alike loses every time.
TEST(BestResponse, DoesNotSeeAMoveThatIsMadeAtTheSameTime) {
  const GameTree tree = tree_of("odds-and-evens");
  EXPECT_EQ(exploitability_of(tree, even_policy(tree)), Rational(0));
}

TEST(Regret, SolvesKuhnPoker) {
  const GameTree tree = tree_of("kuhn");
  RegretMinimiser minimiser(tree);
  while (minimiser.iterations() < 1'000) minimiser.iterate();
  const Policy policy = minimiser.average();
  EXPECT_LT(exploitability_of(tree, policy), Rational(1, 1'000));
  EXPECT_LT(size_of(first_seat_wins(tree, policy) + Rational(1, 18)), Rational(1, 10'000));
}

/// The value of the game for the first seat is −0.085606424078 chips (OpenSpiel, documentation of
/// leduc_poker's value). The digits are the same on every machine.
TEST(Regret, SolvesLeducPoker) {
  const GameTree tree = tree_of("leduc");
  RegretMinimiser minimiser(tree);
  while (minimiser.iterations() < 300) minimiser.iterate();
  const Policy policy = minimiser.average();
  EXPECT_LT(exploitability_of(tree, policy), Rational(1, 100));
  const Rational value = first_seat_wins(tree, policy);
  EXPECT_LT(size_of(value + Rational(85'606'424'078, 1'000'000'000'000)), Rational(1, 1'000));
  EXPECT_EQ(value.text(), "-0.085488611638");
}

/// The average over both seats of what the policies of two strengths win, exactly.
TEST(CfrPlayer, AStrongerOneWinsFromAWeakerOne) {
  for (const char* name : {"kuhn", "leduc"}) {
    const AnyGame game = game_of(name);
    const GameTree tree = tree_of(name);
    RegretMinimiser minimiser(tree);
    std::vector<Policy> policies;
    for (const Strength strength : {Strength::easy, Strength::normal, Strength::hard}) {
      const std::uint64_t iterations = cfr_kind().budget(game, strength).simulations;
      while (minimiser.iterations() < iterations) minimiser.iterate();
      policies.push_back(minimiser.average());
    }
    EXPECT_LE(exploitability_of(tree, policies[2]), Rational(1, 100));
    for (const std::size_t weaker : {0u, 1u}) {
      const std::vector<Policy> first{policies[2], policies[weaker]};
      const std::vector<Policy> second{policies[weaker], policies[2]};
      const Rational wins =
          value_of(tree, first, Seat(0)).value() + value_of(tree, second, Seat(1)).value();
      EXPECT_GT(wins, Rational(0)) << name << " " << weaker << ": " << wins.text();
      RecordProperty(std::string(name) + (weaker == 0 ? "_easy" : "_normal"), wins.text());
    }
  }
}

/// It finds its information set in every match that can come, and its moves are as often as its
/// policy says: 500 matches of hard against even choices in each seat win.
TEST(CfrPlayer, PlaysWholeMatchesAndWinsFromRandom) {
  for (const char* name : {"kuhn", "leduc"}) {
    const AnyGame game = game_of(name);
    const Opponent hard = opponent_named("cfr:hard", game).value();
    const Opponent random = opponent_named("random", game).value();
    Opponent watched = hard;
    watched.thinker = [&](const SeatSight& sight, const Budget& budget, const GoOn& go_on,
                          Rng& rng) {
      auto thought = hard.thinker(sight, budget, go_on, rng);
      EXPECT_TRUE(thought && allows(sight.game, sight.seat, thought->move));
      return thought;
    };
    std::int64_t won = 0;
    for (std::uint64_t match = 0; match < 1'000; ++match) {
      std::vector<Opponent> seats{watched, random};
      if (match % 2 == 1) std::swap(seats[0], seats[1]);
      won += play_contest(game, seats, 1 + match / 2).value().result().value()[match % 2];
    }
    EXPECT_GT(won, 50) << name;
  }
}

TEST(CfrPlayer, IsTheStrongestOfItsGamesAndPlaysNoOthers) {
  EXPECT_EQ(opponents_for(game_of("leduc"))[5], "cfr");
  EXPECT_FALSE(cfr_kind().plays(game_of("holdem")));
  EXPECT_FALSE(opponent_named("cfr", game_of("chess")));
  const AnyGame kuhn = game_of("kuhn");
  SeededRng rng(1);
  EXPECT_FALSE(cfr_kind().think({kuhn, Seat(0), {}}, {}, {}, rng)) << "without a trail";
}

}  // namespace
}  // namespace fairdeal::rules
