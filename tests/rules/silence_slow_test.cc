// Silence earns nothing in games that are too large to walk through: 10,000 matches, each played
// twice.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "games/holdem/holdem.h"
#include "games/pig/pig.h"
#include "rules/dealer.h"
#include "rules/model.h"
#include "rules/players/player.h"

namespace fairdeal::rules {
namespace {

/// Whether what chance has just made of `before` is bad news for the seat.
using BadNews = std::function<bool(const AnyGame& before, const AnyGame& after, Seat seat)>;

bool is_lost(const AnyGame&, const AnyGame& after, Seat seat) {
  return after.over() && after.result()->at(seat.value) < 0;
}
bool costs_points(const AnyGame& before, const AnyGame& after, Seat seat) {
  return is_lost(before, after, seat) ||
         after.scores()->at(seat.value) < before.scores()->at(seat.value);
}
bool costs_the_turn(const AnyGame& before, const AnyGame& after, Seat seat) {
  return is_lost(before, after, seat) ||
         (typed<Pig>(before)->mover() == seat && typed<Pig>(after)->mover() != seat);
}

/// A match with moves at random; whoever is `silent` falls so, once, when `victim` has bad news.
struct Played {
  SeatSet silent{};
  Seat victim{};
  BadNews bad_news;
  std::uint64_t falls = 0;  ///< so often so far

  Payoff from(AnyGame game, std::uint64_t seed) {
    Dealer dealer(seed);
    std::vector<SeededRng> rngs;
    for (std::size_t i = 0; i < game.seats(); ++i) rngs.emplace_back(seed + 1000 * (i + 1));
    bool has_fallen = silent.empty();
    while (!game.over()) {
      if (const auto active = game.active(); !active.empty()) {
        const Seat seat = active.front();
        game = *game.after(
            Moved<Action>{seat, random_move(game, seat, dealer.known(seat), rngs[seat.value])});
        continue;
      }
      Dealer ahead = dealer;
      if (!has_fallen && bad_news(game, after_chance(game, ahead), victim)) {
        has_fallen = true;
        ++falls;
        game = *game.after(Void{silent});
        continue;
      }
      game = *game.after(event_of<Action>(dealer.answer(game.wants().front())));
    }
    return *game.result();
  }

 private:
  /// Up to where somebody decides again.
  static AnyGame after_chance(AnyGame game, Dealer& dealer) {
    while (!game.over() && game.active().empty())
      game = *game.after(event_of<Action>(dealer.answer(game.wants().front())));
    return game;
  }
};

constexpr std::uint64_t kMatches = 10'000;

/// The gain of `earners` together in the matches in which `silent` falls silent for `victim`.
struct Gain {
  double mean = 0, bound = 0;  ///< of 99 %
  std::uint64_t matches_with_gain = 0;
  std::uint64_t silences = 0;
};
Gain gain_of(const AnyGame& start, SeatSet silent, Seat victim, SeatSet earners,
             const BadNews& bad_news) {
  double sum = 0, squares = 0;
  Gain gain;
  Played honestly{{}, victim, bad_news}, silently{silent, victim, bad_news};
  for (std::uint64_t seed = 0; seed < kMatches; ++seed) {
    const Payoff honest = honestly.from(start, seed);
    const Payoff played = silently.from(start, seed);
    std::int64_t more = 0;
    for (const Seat seat : earners.list()) more += played[seat.value] - honest[seat.value];
    gain.matches_with_gain += more > 0 ? 1 : 0;
    sum += static_cast<double>(more);
    squares += static_cast<double>(more) * static_cast<double>(more);
  }
  gain.silences = silently.falls;
  const double n = static_cast<double>(kMatches);
  gain.mean = sum / n;
  gain.bound = 2.576 * std::sqrt((squares / n - gain.mean * gain.mean) / n);
  return gain;
}

/// In 10,000 matches without a gain, with a confidence of 99 % fewer than 5 of 10,000 have one.
void expect_no_gain(const AnyGame& start, const BadNews& bad_news) {
  const SeatSet me = SeatSet::of({Seat(0)});
  const Gain gain = gain_of(start, me, Seat(0), me, bad_news);
  EXPECT_EQ(gain.matches_with_gain, 0u) << start.info().name;
  // Random players of poker mostly fold before there are news, also where a check is free.
  EXPECT_GT(gain.silences, kMatches / 50) << start.info().name;
  EXPECT_LE(gain.mean, 0) << start.info().name << " ± " << gain.bound;
  std::cout << start.info().name << " for " << start.seats() << ": fallen silent in "
            << gain.silences << " of " << kMatches << " matches, more by it: " << gain.mean << " ± "
            << gain.bound << " a match\n";
}

TEST(Silence, InPigItEarnsNothing) {
  expect_no_gain(start_game("pig", {{"goal", 20}}, 2).value(), costs_the_turn);
}

TEST(Silence, InLiarsDiceItEarnsNothing) {
  for (const std::size_t seats : {2u, 3u})
    expect_no_gain(start_game("liars-dice", {{"dice", 2}}, seats).value(), costs_points);
}

TEST(Silence, InHoldemItEarnsNothing) {
  for (const std::int64_t stack : {25, 1000})
    for (const std::size_t seats : {2u, 3u})
      expect_no_gain(start_game("holdem", {{"hands", 1}, {"stack", stack}}, seats).value(),
                     is_lost);
}

/// Two who play together: one gives up all that it has in the hand for a fresh draw for the other.
/// That cannot be kept from them without an honest majority; it is printed, not judged.
TEST(Silence, WhatAPairInHoldemGainsByItIsPrinted) {
  for (const std::int64_t stack : {25, 1000}) {
    const AnyGame start = start_game("holdem", {{"hands", 1}, {"stack", stack}}, 3).value();
    const SeatSet pair = SeatSet::of({Seat(0), Seat(1)});
    const auto lost_and_not_folded = [](const AnyGame& before, const AnyGame& after, Seat seat) {
      return typed<Holdem>(before)->betting().at(Seat(1)).in && is_lost(before, after, seat);
    };
    const Gain gain = gain_of(start, SeatSet::of({Seat(1)}), Seat(0), pair, lost_and_not_folded);
    std::cout << "stacks of " << stack << ": seat 1 falls silent for seat 0: together " << gain.mean
              << " ± " << gain.bound << " a hand\n";
  }
}

}  // namespace
}  // namespace fairdeal::rules
