// Silence earns nothing: who plays as an honest seat does, but falls silent whenever it is about to
// lose, never ends with more. Games that are too large to walk through: silence_slow_test.cc.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/any_position.h"
#include "rules/dealer.h"
#include "rules/model.h"
#include "rules/players/player.h"
#include "rules/rational.h"

namespace fairdeal::rules {
namespace {

/// A seat's best result, and its average where all seats move at random: honestly,
/// and if it falls silent as soon as nothing but a loss is left.
struct Prospects {
  std::int64_t best;
  Rational honest, silent;
};

/// Walks every way in which a match can go on from here, with the cards that the dealer has.
class Walk {
 public:
  explicit Walk(Seat seat) : seat_(seat) {}

  Prospects of(const AnyGame& game, const Dealer& dealer) const {
    if (game.over()) return finished(game);
    const auto moves = joint_moves(game);
    if (!moves.empty()) return of_moves(game, moves, dealer);
    Dealer ahead = dealer;
    const auto event = event_of<Action>(ahead.answer(game.wants().front()));
    // The seat may see what is shown before it gives its share of it.
    return or_silent(of(game.after(event).value(), ahead), Void{SeatSet::of({seat_})}, game,
                     dealer);
  }

 private:
  Prospects finished(const AnyGame& game) const {
    const auto result = game.result()->at(seat_.value);
    return {result, result, result};
  }

  Prospects or_silent(Prospects going_on, const AnyEvent& silence, const AnyGame& game,
                      const Dealer& dealer) const {
    if (going_on.best < 0) going_on.silent = of(game.after(silence).value(), dealer).silent;
    return going_on;
  }

  Prospects of_moves(const AnyGame& game, const std::vector<AnyEvent>& moves,
                     const Dealer& dealer) const {
    Prospects sum{INT64_MIN, 0, 0};
    for (const AnyEvent& move : moves) {
      Prospects next = of(game.after(move).value(), dealer);
      if (std::holds_alternative<MovedTogether<Action>>(move)) {
        auto revealed = std::get<MovedTogether<Action>>(move);  // by the others, before the seat
        revealed.moves.erase(seat_);
        next = or_silent(next, revealed, game, dealer);
      }
      sum.best = std::max(sum.best, next.best);
      sum.honest = sum.honest + next.honest;
      sum.silent = sum.silent + next.silent;
    }
    const Rational ways(std::ssize(moves));
    return {sum.best, sum.honest / ways, sum.silent / ways};
  }

  Seat seat_;
};

/// On the average of these deals.
void expect_no_profit(const AnyGame& start, const std::vector<Dealer>& deals) {
  for (const Seat seat : {Seat(0), Seat(1)}) {
    Rational honest, silent;
    for (const Dealer& deal : deals) {
      const Prospects prospects = Walk(seat).of(start, deal);
      honest = honest + prospects.honest;
      silent = silent + prospects.silent;
    }
    EXPECT_LE(silent, honest) << start.info().name << ", seat " << seat.value << ": honest "
                              << (honest / std::ssize(deals)).text() << ", silent "
                              << (silent / std::ssize(deals)).text();
  }
}

/// Every way in which the first `dealt` of the faces can lie.
std::vector<Dealer> every_deal(ChanceOutcome faces, std::ptrdiff_t dealt) {
  std::vector<Dealer> deals;
  do
    if (std::is_sorted(faces.begin() + dealt, faces.end()))
      deals.emplace_back(0, std::vector<ChanceOutcome>{faces});
  while (std::ranges::next_permutation(faces).found);
  return deals;
}

TEST(Silence, InKuhnPokerItEarnsNothing) {
  expect_no_profit(start_game("kuhn", Json::object(), 2).value(), every_deal({0, 1, 2}, 2));
}

TEST(Silence, InLeducItEarnsNothing) {
  const AnyGame start = start_game("leduc", Json::object(), 2).value();
  expect_no_profit(start, every_deal({0, 1, 2, 3, 4, 5}, 3));
}

TEST(Silence, InMutropasItEarnsNothing) {
  std::vector<Dealer> deals;
  for (std::uint64_t seed = 0; seed < 20; ++seed) deals.emplace_back(seed);
  expect_no_profit(start_game("mutropas", Json::object(), 2).value(), deals);
}

TEST(Silence, InOddsAndEvensItEarnsNothing) {
  expect_no_profit(start_game("odds-and-evens", {{"turns", 3}}, 2).value(), {Dealer(0)});
}

// --- silence on one's move ---

/// Whether what Absent makes of the game is what one of the seat's own moves makes of it, or the
/// least that it can get.
bool is_no_better_than_a_move(const AnyGame& game, Seat seat) {
  const AnyGame absent = game.after(Absent{seat}).value();
  if (absent.over() && absent.result()->at(seat.value) == game.bounds().min) return true;
  return std::ranges::any_of(game.legal(seat), [&](const Choice& choice) {
    return game.after(Moved<Action>{seat, choice.action}) == absent;
  });
}

TEST(Silence, OnOnesMoveInPokerIsACheckOrAFold) {
  for (const char* name : {"kuhn", "leduc", "holdem"})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      AnyGame game = start_game(name, Json::object(), 2).value();
      Dealer dealer(seed);
      SeededRng rng(seed);
      while (!game.over()) {
        const auto active = game.active();
        if (active.empty()) {
          game = *game.after(event_of<Action>(dealer.answer(game.wants().front())));
          continue;
        }
        ASSERT_TRUE(is_no_better_than_a_move(game, active.front())) << game.json();
        game = *game.after(Moved<Action>{
            active.front(), random_move(game, active.front(), dealer.known(active.front()), rng)});
      }
    }
}

}  // namespace
}  // namespace fairdeal::rules
