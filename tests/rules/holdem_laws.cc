#include "tests/rules/holdem_laws.h"

#include <bit>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "games/holdem/holdem.h"
#include "rules/params.h"
#include "rules/pots.h"

namespace fairdeal::rules {
namespace {

using Street = Holdem::Street;

Json random_terms(Rng& rng) {
  const char* const kBetting[] = {"no-limit", "pot-limit", "fixed-limit"};
  const char* const kStraddlers[] = {"first", "button", "any"};
  const auto flag = [&] { return rng.below(2) == 0; };
  const auto big = 1 + rng.below(40);
  const Json level = {{"from", 2 + rng.below(9)},
                      {"small", rng.below(30)},
                      {"big", 30 + rng.below(50)},
                      {"ante", rng.below(9)}};
  return {{"stack", 1 + rng.below(rng.below(2) == 0 ? 100 : 3000)},
          {"small_blind", rng.below(big + 1)},
          {"big_blind", big},
          {"ante", rng.below(4) == 0 ? rng.below(25) : 0},
          {"hands", rng.below(3) == 0 ? 1 + rng.below(30) : 0},
          {"betting", kBetting[rng.below(3)]},
          {"raises", rng.below(5)},
          {"ante_from", flag() ? "each" : "big-blind"},
          {"levels", flag() ? Json::array({level}) : Json::array()},
          {"straddle", flag()},
          {"straddle_from", kStraddlers[rng.below(3)]},
          {"run_outs", 1 + rng.below(2)},
          {"bomb_every", rng.below(3) == 0 ? 1 + rng.below(4) : 0},
          {"rabbit", rng.below(3) == 0},
          {"bomb_ante", 1 + rng.below(60)},
          {"sit_out", rng.below(4) == 0},
          {"called_shows", flag()},
          {"winner_shows", flag()}};
}

Chips chips_of(const Holdem& game) {
  Chips chips = 0;
  for (const Stake& stake : game.betting().stakes) chips += stake.total();
  return chips;
}

Chips live(const Stake& stake) { return stake.paid - stake.dead; }

/// One match, and what is looked at after each event.
class Match {
 public:
  explicit Match(Rng& rng)
      : rng_(rng),
        seats_(2 + rng.below(9)),
        terms_(complete_params(Holdem::info(), random_terms(rng)).value()),
        game_(Holdem::start(terms_, seats_).value()),
        chips_(chips_of(game_)) {
    std::iota(deck_.begin(), deck_.end(), 0U);
  }

  /// How many moves the seats made.
  std::int64_t play() {
    while (!game_.result() && !testing::Test::HasFailure()) step();
    if (!game_.result()) return moves_;
    const Payoff payoff = *game_.result();
    EXPECT_EQ(std::accumulate(payoff.begin(), payoff.end(), Chips{0}), 0) << terms_;
    return moves_;
  }

 private:
  void step() {
    const Want want = game_.wants().front();
    const Holdem before = game_;
    if (const auto* move = std::get_if<WantMove>(&want)) {
      const Seat seat = move->seats.front();
      if (moves_ % 16 == 0) look_at_ranges(seat);
      ++moves_;
      EXPECT_LT(++moves_in_hand_, 2000) << "the betting of a hand closes";
      happen(Moved<Holdem::Move>{seat, random_move(seat)});
    } else {
      happen(chance(want));
    }
    if (testing::Test::HasFailure()) return;
    if (game_.hand() != before.hand()) look_at_new_hand(before);
    if (game_.street() != before.street()) look_at_street();
    look_at_chips();
  }

  void happen(const Event<Holdem::Move>& event) {
    auto next = game_.after(event);
    ASSERT_TRUE(next) << describe(next.error()) << terms_ << game_.json();
    game_ = std::move(*next);
  }

  /// The deck, quickly: chance need not be fair here, only different.
  Event<Holdem::Move> chance(const Want& want) {
    if (const auto* deal = std::get_if<WantDeal>(&want)) return Dealt{deal->slot, deal->to};
    if (const auto* show = std::get_if<WantShow>(&want))
      return Shown{show->slot, Face(deck_[show->slot.value])};
    for (std::size_t i = 0; i < 30; ++i)
      std::swap(deck_[i], deck_[i + rng_.below(deck_.size() - i)]);
    return Shuffled{std::get<WantShuffle>(want).slots};
  }

  Holdem::Move random_move(Seat seat) {
    const auto moves = game_.legal(seat);
    Holdem::Move move = moves[rng_.below(moves.size())];
    if (const auto range = game_.range(seat, move)) {
      const auto span = static_cast<std::uint64_t>(range->max - range->min);
      move.to += static_cast<Chips>(rng_.below((span >> rng_.below(8)) + 1));
    }
    return move;
  }

  void look_at_ranges(Seat seat) {
    const Stake& stake = game_.betting().at(seat);
    const auto accepts = [&](const Holdem::Move& move) {
      return game_.after(Moved<Holdem::Move>{seat, move}).has_value();
    };
    for (Holdem::Move move : game_.legal(seat)) {
      EXPECT_TRUE(accepts(move)) << terms_ << game_.json();
      const auto range = game_.range(seat, move);
      if (!range) continue;
      EXPECT_LE(range->min, range->max);
      EXPECT_LE(range->max, stake.bet + stake.stack) << "nobody bets more than it has";
      EXPECT_GT(range->min, game_.betting().to_meet) << "a raise is more";
      for (const Chips to : {range->min - 1, range->min, range->max, range->max + 1}) {
        move.to = to;
        const bool within = to >= range->min && to <= range->max;
        if (to > 0) {
          EXPECT_EQ(accepts(move), within) << terms_ << game_.json();
        }
      }
    }
  }

  void look_at_chips() {
    ASSERT_EQ(chips_of(game_), chips_) << terms_ << game_.json();
    for (const Stake& stake : game_.betting().stakes)
      ASSERT_TRUE(stake.stack >= 0 && stake.bet >= 0 && stake.dead >= 0 && live(stake) >= 0)
          << terms_ << game_.json();
  }

  void look_at_new_hand(const Holdem& before) {
    moves_in_hand_ = 0;
    const auto& last = game_.last();
    ASSERT_EQ(std::accumulate(last.paid.begin(), last.paid.end(), Chips{0}),
              std::accumulate(last.won.begin(), last.won.end(), Chips{0}))
        << "what was paid was won";
    if (before.is_bomb() && before.terms().bomb_every > 1) {
      const Seat due = before.blinds().big;
      if (game_.betting().at(due).total() > 0) {
        ASSERT_EQ(game_.blinds().big, due) << "nobody saves a blind";
      }
      return;
    }
    ASSERT_NE(game_.blinds().big, before.blinds().big) << "nobody pays the big blind twice";
    Seat seat = game_.betting().after(before.blinds().big);
    for (; seat != game_.blinds().big; seat = game_.betting().after(seat))
      ASSERT_FALSE(game_.pocket(seat).dealt_in) << "nobody is passed over";
  }

  /// A round of betting is closed: who could bet more has paid alike, and no less than the others.
  void look_at_street() {
    const Betting& betting = game_.betting();
    Chips in_pots = 0, paid = 0;
    for (const Pot& pot : pots(betting.stakes)) in_pots += pot.chips;
    for (const Stake& stake : betting.stakes) paid += stake.paid;
    ASSERT_EQ(in_pots, paid) << "the pots hold what is in the middle";
    look_at_cards();
    if (game_.street() <= Street::preflop || game_.street() == Street::over) return;
    Chips most = 0;
    for (const Stake& stake : betting.stakes)
      if (stake.in) most = std::max(most, live(stake));
    for (const Stake& stake : betting.stakes) {
      if (!stake.can_act()) continue;
      ASSERT_EQ(live(stake), most) << terms_ << game_.json();
    }
  }

  /// Each slot and each face in one place at the most.
  void look_at_cards() const {
    std::uint64_t slots = 0;
    CardSet faces;
    int placed = 0, shown = 0;
    const auto see = [&](Face face) { faces |= CardSet::of(face), ++shown; };
    for (std::uint32_t i = 0; i < seats_; ++i) {
      const Holdem::Pocket& pocket = game_.pocket(Seat(i));
      if (!pocket.dealt_in) continue;
      for (std::size_t card = 0; card < 2; ++card) {
        slots |= std::uint64_t{1} << pocket.slots[card].value, ++placed;
        if (pocket.faces[card]) see(*pocket.faces[card]);
      }
    }
    for (const Face face : game_.board().cards()) see(face);
    ASSERT_EQ(std::popcount(slots), placed);
    ASSERT_EQ(std::popcount(faces.bits), shown);
  }

  Rng& rng_;
  std::size_t seats_;
  Json terms_;
  Holdem game_;
  Chips chips_;
  std::array<std::uint32_t, Card::kFaces> deck_{};
  std::int64_t moves_ = 0;
  int moves_in_hand_ = 0;
};

}  // namespace

void expect_laws(std::uint64_t seed, std::int64_t moves) {
  SeededRng rng(seed);
  while (moves > 0 && !testing::Test::HasFailure()) moves -= Match(rng).play();
}

}  // namespace fairdeal::rules
