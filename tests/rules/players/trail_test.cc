#include "rules/players/trail.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/players/player.h"
#include "tests/rules/players/hiding_games.h"

namespace fairdeal::rules {
namespace {

constexpr int kStepsMax = 60;

bool is_by_shares(const AnyEvent& event) {
  return std::holds_alternative<Dealt>(event) || std::holds_alternative<Shown>(event) ||
         std::holds_alternative<RolledFor>(event) || std::holds_alternative<DiceShown>(event);
}

class Trails : public testing::TestWithParam<std::string> {};

/// At a table several cards come in one step, and a program knows what its seat alone knows after
/// all of them. A dealer knows it after each. A player that takes a situation up again, such as the
/// one by regret, must get the same from both.
TEST_P(Trails, OfATableAreThoseOfADealer) {
  const Module module = hiding_module(GetParam());
  const std::size_t seats = std::max<std::size_t>(module.info().seats_min, 2);
  const AnyGame start = start_game(module, Json::object(), seats).value();
  SeededRng rng(5);
  Match match(start, Dealer(11));
  ASSERT_TRUE(match.begin());
  for (int i = 0; i < kStepsMax && !match.game().over(); ++i) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves[seat] = random_move(match.game(), seat, match.dealer().known(seat), rng);
    ASSERT_TRUE(match.move(moves));
  }
  std::size_t together = 0;
  for (std::uint32_t s = 0; s < seats; ++s) {
    const Seat seat(s);
    const Trail dealt = trail_of(match, seat);
    Trail noted{.start = start};
    for (std::size_t from = 0; from < dealt.events.size();) {
      std::size_t to = from + 1;
      while (is_by_shares(dealt.events[from]) && to < dealt.events.size() &&
             dealt.events[to].index() == dealt.events[from].index())
        ++to;
      together += to - from > 1;
      const std::vector<AnyEvent> step(dealt.events.begin() + static_cast<std::ptrdiff_t>(from),
                                       dealt.events.begin() + static_cast<std::ptrdiff_t>(to));
      ASSERT_TRUE(noted.note_step(seat, step, dealt.known[to - 1]));
      from = to;
    }
    ASSERT_EQ(noted.events.size(), dealt.events.size());
    for (std::size_t i = 0; i < dealt.events.size(); ++i) {
      EXPECT_EQ(noted.known[i].faces, dealt.known[i].faces) << "seat " << s << ", event " << i;
      EXPECT_EQ(noted.known[i].dice, dealt.known[i].dice) << "seat " << s << ", event " << i;
      EXPECT_TRUE(noted.values[i] == dealt.values[i]);
    }
  }
  EXPECT_GT(together, 0U);
}

INSTANTIATE_TEST_SUITE_P(Games, Trails, testing::ValuesIn(every_hiding_game()),
                         [](const auto& made) {
                           std::string name = made.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace fairdeal::rules
