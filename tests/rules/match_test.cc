#include "rules/match.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

AnyGame holdem() { return start_game("holdem", {{"hands", 5}}, 3).value(); }

/// All values of a match as text, in order: its digest in full.
struct Story {
  std::vector<std::string> states;
  std::vector<AnyEvent> events;
  std::vector<Report::Kind> kinds;

  Watch watch() {
    return [this](const Report& report) {
      kinds.push_back(report.kind);
      states.push_back(text(report.game.json()));
      if (report.event != nullptr) events.push_back(*report.event);
    };
  }
};

std::vector<Player> random_players(std::size_t count) {
  return std::vector<Player>(count, random_move);
}

TEST(Match, TheSameSeedPlaysTheSameMatch) {
  Story first, second, other;
  ASSERT_TRUE(play(holdem(), random_players(3), 7, first.watch()));
  ASSERT_TRUE(play(holdem(), random_players(3), 7, second.watch()));
  ASSERT_TRUE(play(holdem(), random_players(3), 8, other.watch()));
  EXPECT_EQ(first.states, second.states);
  EXPECT_NE(first.states, other.states);
}

TEST(Match, ReportsTheBeginningEachEventAndTheEnd) {
  Story story;
  ASSERT_TRUE(play(holdem(), random_players(3), 1, story.watch()));
  ASSERT_GE(story.kinds.size(), 3u);
  EXPECT_EQ(story.kinds.front(), Report::Kind::begin);
  EXPECT_EQ(story.kinds.back(), Report::Kind::end);
  EXPECT_EQ(story.events.size(), story.kinds.size() - 2);
}

TEST(Match, ItsEventsAloneLeadToTheSameValues) {
  Story story;
  ASSERT_TRUE(play(holdem(), random_players(3), 2, story.watch()));
  AnyGame game = holdem();
  for (std::size_t i = 0; i < story.events.size(); ++i) {
    game = game.after(story.events[i]).value();
    ASSERT_EQ(text(game.json()), story.states[i + 1]);
  }
}

TEST(Match, OutcomesOfOneDealerRepeatTheMatchWithAnother) {
  for (const char* name : {"holdem", "pig", "leduc"}) {
    const AnyGame game = start_game(name, Json::object(), 2).value();
    std::vector<AnyEvent> moves;
    Story told, again;
    Match match(game, Dealer(1), told.watch());
    ASSERT_TRUE(match.begin());
    SeededRng rng(1);
    while (!match.game().over()) {
      const Seat seat = match.game().active().front();
      moves.push_back(
          Moved<Action>{seat, random_move(match.game(), seat, match.dealer().known(seat), rng)});
      ASSERT_TRUE(match.happen(moves.back()));
    }
    Match repeated(game, Dealer(2, match.dealer().outcomes()), again.watch());
    ASSERT_TRUE(repeated.begin());
    for (const auto& move : moves) ASSERT_TRUE(repeated.happen(move));
    EXPECT_EQ(told.states, again.states) << name;
  }
}

TEST(Match, EachSeatKnowsItsOwnCardsAndNoOthers) {
  Match match(holdem(), Dealer(1));
  ASSERT_TRUE(match.begin());
  std::set<CardSlot> known;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto& faces = match.dealer().known(Seat(i)).faces;
    EXPECT_EQ(faces.size(), 2u);
    for (const auto& [slot, face] : faces) EXPECT_TRUE(known.insert(slot).second);
  }
}

TEST(Match, ANewShuffleEndsWhatWasKnown) {
  Match match(holdem(), Dealer(1));
  ASSERT_TRUE(match.begin());
  const auto before = match.dealer().known(Seat(0)).faces;
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(match.move({{match.game().active().front(), {"\"fold\""}}}));
  const auto& after = match.dealer().known(Seat(0)).faces;
  EXPECT_EQ(match.game().json()["hand"], 2);
  EXPECT_EQ(after.size(), 2u);
  EXPECT_NE(before, after);
}

TEST(Match, ARefusedMoveChangesNothingAndIsThePlayersDoing) {
  Match match(holdem(), Dealer(1));
  ASSERT_TRUE(match.begin());
  const AnyGame before = match.game();
  EXPECT_FALSE(match.move({{before.active().front(), {"\"check\""}}}));
  EXPECT_EQ(match.game(), before);

  const Player stubborn = [](const AnyGame&, Seat, const Known&, Rng&) {
    return Action{"\"check\""};
  };
  const auto played = play(holdem(), std::vector<Player>(3, stubborn), 1);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error(), (Error{Fault::illegal_move, Seat(0)}));
}

TEST(Match, SeatsThatMoveAtOnceDoNotSeeEachOthersMoves) {
  const AnyGame game = start_game("odds-and-evens", {{"turns", 3}}, 2).value();
  Story story;
  ASSERT_TRUE(play(game, random_players(2), 1, story.watch()));
  EXPECT_EQ(story.events.size(), 3u);
  for (const AnyEvent& event : story.events)
    EXPECT_EQ(std::get<MovedTogether<Action>>(event).moves.size(), 2u);
}

TEST(Dealer, RollsEachValueAsOftenAsItWeighs) {
  Dealer dealer(1);
  const Want want = WantRoll{{Die{.name = "coin", .values = {-5, 9}, .weights = {1, 3}}}};
  int nines = 0;
  for (int i = 0; i < 4000; ++i)
    nines += std::get<Rolled>(dealer.answer(want)).values[0] == 9 ? 1 : 0;
  EXPECT_NEAR(nines, 3000, 100);
}

TEST(Dealer, DiceForOneSeatAreItsOwnUntilTheyAreOpened) {
  Dealer dealer(1);
  dealer.answer(WantRollFor{Seat(1), {uniform_die("a", 1, 6), uniform_die("b", 1, 6)}});
  const auto rolled = dealer.known(Seat(1)).dice;
  EXPECT_EQ(rolled.size(), 2u);
  EXPECT_TRUE(dealer.known(Seat(0)).dice.empty());
  EXPECT_EQ(std::get<DiceShown>(dealer.answer(WantShowDice{Seat(1)})).values, rolled);
  EXPECT_TRUE(dealer.known(Seat(1)).dice.empty());
}

TEST(Dealer, CardsPutBackAreShuffledAmongThemselvesAndForgotten) {
  Dealer dealer(1);
  const std::vector<CardSlot> slots{CardSlot(0), CardSlot(1), CardSlot(2), CardSlot(3)};
  dealer.answer(WantShuffle{slots, {Face(10), Face(11), Face(12), Face(13)}});
  dealer.answer(WantDeal{CardSlot(0), Seat(0)});
  dealer.answer(WantShuffle{{CardSlot(0), CardSlot(3)}, {}});
  EXPECT_TRUE(dealer.known(Seat(0)).faces.empty());
  std::set<Face> faces;
  for (const CardSlot slot : slots)
    faces.insert(std::get<Shown>(dealer.answer(WantShow{slot})).face);
  EXPECT_EQ(faces, (std::set{Face(10), Face(11), Face(12), Face(13)}));
}

}  // namespace
}  // namespace fairdeal::rules
