#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/dealer.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/law.h"
#include "rules/registry.h"

/// Moves that a program makes for its person, who does not answer: AnyGame::careful.
namespace fairdeal::rules {
namespace {

/// Plays random matches, and shows each value in which a seat is asked, with what the seat knows.
template <class See>
void each_asked(const std::string& name, std::size_t seats, int matches, See see) {
  for (int seed = 0; seed < matches; ++seed) {
    Dealer dealer(static_cast<std::uint64_t>(seed));
    SeededRng rng(static_cast<std::uint64_t>(seed));
    AnyGame game = start_game(name, Json::object(), seats).value();
    for (int event = 0; event < 300 && !game.over(); ++event) {
      for (const Seat seat : game.active()) see(game, seat, dealer.known(seat));
      game = game.after(next_event(game, dealer, rng)).value();
    }
  }
}

/// Returns the cells or discs that a seat has.
std::int64_t held(const AnyGame& game, Seat seat) {
  if (const auto scores = game.scores()) return scores->at(seat.value);
  return std::ranges::count(game.json().at("board").get<std::string>(),
                            seat.value == 0 ? 'B' : 'W');
}

class Counted : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

/// An absence makes the move that leaves the seat least; a program makes the one that leaves most.
TEST_P(Counted, LeaveTheSeatMost) {
  int better = 0;
  each_asked(GetParam().first, GetParam().second, 5,
             [&](const AnyGame& game, Seat seat, auto known) {
               const auto action = game.careful(seat, known);
               ASSERT_TRUE(action);
               const auto after = game.after(Moved<Action>{seat, *action}).value();
               const auto absent = game.after(Absent{seat}).value();
               if (after.over() || absent.over()) return;
               EXPECT_GE(held(after, seat), held(absent, seat));
               better += held(after, seat) > held(absent, seat) ? 1 : 0;
             });
  EXPECT_GT(better, 10);
}
INSTANTIATE_TEST_SUITE_P(Games, Counted,
                         testing::Values(std::pair("othello", 2), std::pair("reversi", 2),
                                         std::pair("tribolo", 3)));

TEST(Careful, HeartsFollowsSuitWhereItCan) {
  int asked = 0;
  each_asked("hearts", 4, 3, [&](const AnyGame& game, Seat seat, const Known& known) {
    const auto action = game.careful(seat, known);
    ASSERT_TRUE(action);
    const auto fair = game.view(seat, known).at("fair");
    EXPECT_NE(std::ranges::count(fair, json_or_null(action->text)), 0) << action->text;
    ++asked;
  });
  EXPECT_GT(asked, 100);
}

TEST(Careful, LiarsDiceDoubtsWhatCannotBe) {
  int doubts = 0, bids = 0;
  each_asked("liars-dice", 3, 20, [&](const AnyGame& game, Seat seat, const Known& known) {
    const auto action = game.careful(seat, known);
    ASSERT_TRUE(action);
    const auto bid = game.json().at("bid");
    const auto scores = *game.scores();
    const auto all = std::accumulate(scores.begin(), scores.end(), std::int64_t{0});
    const bool doubts_it = action->text == "\"liar\"";
    if (!bid.is_null() && bid.at(0) == all) {
      EXPECT_TRUE(doubts_it) << action->text;
    }
    (doubts_it ? doubts : bids) += 1;
  });
  EXPECT_GT(doubts, 5);
  EXPECT_GT(bids, 5);
}

TEST(Careful, PigHoldsWhatTheTurnHasBrought) {
  each_asked("pig", 2, 3, [](const AnyGame& game, Seat seat, const Known& known) {
    const bool has_points = !game.json().at("rolls").empty();
    EXPECT_EQ(game.careful(seat, known)->text, has_points ? "\"hold\"" : "\"roll\"");
  });
}

TEST(Careful, ConnectFourWinsAndBlocks) {
  const auto after = [](std::initializer_list<int> columns) {
    AnyGame game = start_game("connect-four", Json::object(), 2).value();
    for (const int column : columns)
      game = game.after(Moved<Action>{game.active().front(), {std::to_string(column)}}).value();
    return game.careful(game.active().front(), {})->text;
  };
  EXPECT_EQ(after({}), "3") << "the centre";
  EXPECT_EQ(after({0, 3, 0, 3, 0, 3}), "0") << "it wins, and blocks nothing";
  EXPECT_EQ(after({0, 3, 0, 3, 6, 3}), "3") << "it blocks";
}

TEST(Careful, GoFishSaysTheTruth) {
  int gifts = 0, fishes = 0, questions = 0;
  each_asked("go-fish", 3, 20, [&](const AnyGame& game, Seat seat, const Known& known) {
    const auto action = game.careful(seat, known);
    ASSERT_TRUE(action);
    EXPECT_TRUE(allows(game, seat, *action)) << action->text;
    ++(action->text == "\"fish\"" ? fishes : action->text.front() == '[' ? questions : gifts);
  });
  EXPECT_GT(gifts, 5);
  EXPECT_GT(fishes, 5);
  EXPECT_GT(questions, 5);
}

TEST(Careful, ChessLetsTheFlagFall) {
  const AnyGame game = start_game("chess", Json::object(), 2).value();
  EXPECT_FALSE(game.careful(Seat(0), {}));
}

}  // namespace
}  // namespace fairdeal::rules
