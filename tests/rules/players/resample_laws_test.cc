#include <gtest/gtest.h>

#include "base/random_index.h"
#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/resample.h"
#include "tests/rules/players/hiding_games.h"
#include "tests/run_size.h"

namespace fairdeal::rules {
namespace {

/// How many deals are drawn in a match, and how many moves each is played on at the most.
constexpr int kDealsInAMatch = 12, kMovesOnMax = 100, kMovesMax = 240;

/// Makes the moves that are wanted. Sometimes a seat is absent.
Result<> step(Match& match, const Player& player, Rng& rng) {
  const auto active = match.game().active();
  if (active.size() == 1 && rng.below(24) == 0) return match.happen(Absent{active.front()});
  std::map<Seat, Action> moves;
  for (const Seat seat : active)
    moves[seat] = player(match.game(), seat, match.dealer().known(seat), rng);
  return match.move(moves);
}

bool is_chance(const AnyEvent& event) {
  return std::visit([](const auto& e) { return std::is_constructible_v<ChanceEvent, decltype(e)>; },
                    event);
}

/// Returns whether a dealer decides something for this event, and not only shows it.
bool is_drawn(const AnyEvent& event) {
  return std::holds_alternative<Shuffled>(event) || std::holds_alternative<Rolled>(event) ||
         std::holds_alternative<RolledFor>(event);
}

/// Deals once more what a drawn dealer has dealt, along the trail. Whatever the seat saw must come
/// out as it did: each public event, and after each event the cards and dice of the seat alone. A
/// drawn dealer begins with the last new deck, so its outcomes belong to the last events.
void expect_agrees(const Trail& trail, Seat seat, const Dealer& drawn) {
  std::size_t from = trail.events.size();
  for (std::size_t left = drawn.outcomes().size(); left > 0;) {
    ASSERT_GT(from, 0u) << "more outcomes than events";
    if (is_drawn(trail.events[--from])) --left;
  }
  Dealer again(0, drawn.outcomes());
  for (std::size_t i = from; i < trail.events.size(); ++i) {
    if (is_chance(trail.events[i])) {
      const auto event = event_of<Action>(again.answer(trail.before(i).wants().front()));
      ASSERT_EQ(event, trail.events[i]) << "event " << i << " of " << trail.events.size();
    }
    ASSERT_EQ(again.known(seat).faces, trail.known[i].faces) << "after event " << i;
    ASSERT_EQ(again.known(seat).dice, trail.known[i].dice) << "after event " << i;
  }
}

/// A match, and what each seat has seen of it.
struct Watched {
  std::vector<Trail> trails;
  std::optional<Match> match{};

  Watched(const AnyGame& game, std::uint64_t seed) : trails(game.seats(), Trail{.start = game}) {
    match.emplace(game, Dealer(seed), [this](const Report& report) {
      if (report.event == nullptr) return;
      for (std::uint32_t i = 0; i < trails.size(); ++i)
        trails[i].note(*report.event, report.game, match->dealer().known(Seat(i)));
    });
  }
  SeatSight sight(Seat seat) const {
    return {match->game(), seat, match->dealer().known(seat), &trails[seat.value]};
  }
};

void expect_plays_on(const Watched& watched, Seat seat, Rng& rng) {
  const SeatSight sight = watched.sight(seat);
  const auto resampler = Resampler::of(sight);
  ASSERT_TRUE(resampler) << resampler.error().about;
  const auto drawn = resampler->draw(rng);
  ASSERT_TRUE(drawn) << drawn.error().about;
  EXPECT_EQ(drawn->known(seat).faces, sight.known.faces);
  EXPECT_EQ(drawn->known(seat).dice, sight.known.dice);
  expect_agrees(*sight.trail, seat, *drawn);

  Match on = Match::from_middle(sight.game, *drawn);
  ASSERT_TRUE(on.begin());
  for (int moves = 0; moves < kMovesOnMax && !on.game().over(); ++moves) {
    const auto moved = step(on, random_move, rng);
    ASSERT_TRUE(moved) << moved.error().about;
  }
  EXPECT_EQ(on.game().broken_law(), "");
}

class ResampleLaws : public ::testing::TestWithParam<std::string> {};

/// In matches of players who keep the rules and in random ones, with as few seats as there can be
/// and with up to four.
TEST_P(ResampleLaws, ADealAgreesWithAllThatTheSeatSawAndCanBePlayedOn) {
  const Module module = hiding_module(GetParam());
  const auto matches = sizes::number_in("FD_MATCHES", 1);
  const std::size_t least = module.info().seats_min;
  const std::size_t most = std::min<std::size_t>(module.info().seats_max, std::max(least, 4ul));
  for (std::uint64_t seed = 0; seed < 4 * matches; ++seed) {
    const std::size_t seats = seed % 2 == 0 ? least : most;
    const Player player = seed / 2 % 2 == 0 ? random_move : simple_move;
    Watched watched(start_game(module, Json::object(), seats).value(), seed);
    SeededRng rng(seed);
    ASSERT_TRUE(watched.match->begin());
    for (int moves = 0; moves < kMovesMax && !watched.match->game().over(); ++moves) {
      for (const Seat seat : watched.match->game().active())
        if (moves < 4 || rng.below(kMovesMax / kDealsInAMatch) == 0) {
          expect_plays_on(watched, seat, rng);
          if (HasFatalFailure()) FAIL() << "seed " << seed << " after " << moves << " moves";
        }
      const auto moved = step(*watched.match, player, rng);
      ASSERT_TRUE(moved) << moved.error().about;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ResampleLaws, ::testing::ValuesIn(every_hiding_game()),
                         [](const auto& given) {
                           std::string name = given.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace fairdeal::rules
