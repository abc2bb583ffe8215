#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/match.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

Match match_of(const char* name, std::uint64_t seed = 1) {
  const AnyGame game = start_game(name, {}, (*find_module(name))->info().seats_min).value();
  Match match(game, Dealer(seed));
  EXPECT_TRUE(match.begin());
  return match;
}

void play_some(Match& match, int plies, std::uint64_t seed) {
  SeededRng rng(seed);
  for (int i = 0; i < plies && !match.game().over(); ++i) {
    std::map<Seat, Action> moves;
    for (const Seat seat : match.game().active())
      moves[seat] = random_move(match.game(), seat, match.dealer().known(seat), rng);
    ASSERT_TRUE(match.move(moves));
  }
}

TEST(MatchHistory, KeepsEveryValueAndCountsFromTheEnd) {
  Match match = match_of("tic-tac-toe");
  play_some(match, 3, 1);
  EXPECT_EQ(match.ply(), 3u);
  EXPECT_EQ(match.history().size(), 4u);
  EXPECT_EQ(match.state(0).json()["board"], "_________");
  EXPECT_EQ(match.state(3), match.game());
  EXPECT_EQ(match.state(-1), match.state(2));
  EXPECT_EQ(match.state(2).after(match.events()[2]), match.game());
}

TEST(MatchHistory, UndoGoesBackToTheSeatsLastMove) {
  Match match = match_of("tic-tac-toe");
  EXPECT_FALSE(match.undo(Seat(0)));
  play_some(match, 4, 1);
  const AnyGame third = match.state(2);
  EXPECT_TRUE(match.undo(Seat(0)));
  EXPECT_EQ(match.game(), third);
  EXPECT_EQ(match.ply(), 2u);
  play_some(match, 9, 2);
  EXPECT_TRUE(match.game().over());
}

TEST(MatchHistory, DiceCannotBePutBack) {
  Match match = match_of("pig");
  play_some(match, 1, 1);
  EXPECT_FALSE(match.undo(Seat(0)));
}

TEST(MatchHistory, AfterAQuitNothingHappens) {
  Match match = match_of("tic-tac-toe");
  play_some(match, 2, 1);
  match.quit(Seat(0));
  EXPECT_TRUE(match.has_quit());
  EXPECT_FALSE(match.happen(Void{SeatSet::first(2)}));
  EXPECT_FALSE(match.game().result());
}

TEST(MatchHistory, ASavedMatchGoesOnAsItWouldHave) {
  for (const Module& module : modules()) {
    const char* name = module.info().name.c_str();
    Match match = match_of(name, 7);
    play_some(match, 5, 3);
    auto loaded = Match::load(match.json());
    ASSERT_TRUE(loaded) << name << ": " << describe(loaded.error());
    EXPECT_EQ(loaded->game(), match.game()) << name;
    EXPECT_EQ(loaded->history(), match.history()) << name;
    play_some(match, 20, 4);
    play_some(*loaded, 20, 4);
    EXPECT_EQ(loaded->game(), match.game()) << name;
  }
}

TEST(MatchHistory, WhoWasSilentIsSavedToo) {
  Match match = match_of("liars-dice", 7);
  ASSERT_TRUE(match.happen(Out{Seat(0)}));
  auto loaded = Match::load(match.json());
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(loaded->events(), match.events());

  Match poker(start_game("holdem", Json::object(), 3).value(), Dealer(7));
  ASSERT_TRUE(poker.begin());
  ASSERT_TRUE(poker.happen(Void{SeatSet::of({Seat(1)})}));
  auto hand = Match::load(poker.json());
  ASSERT_TRUE(hand) << describe(hand.error());
  EXPECT_EQ(hand->game(), poker.game());
}

TEST(MatchHistory, ADamagedOneIsRefused) {
  for (const char* name : {"tic-tac-toe", "odds-and-evens", "kuhn", "holdem"}) {
    const Json saved = match_of(name).json();
    for (const char* moves :
         {R"([{"x":"0"}])", R"([{"":"0"}])", R"([{}])", R"([{"99":"0"}])", R"([{"-1":"0"}])",
          R"([{"4294967295":"0"}])", R"([{"0":7}])", R"([{"absent":99}])", R"([{"absent":"x"}])",
          R"([{"out":99}])", "[7]", R"(["x"])", "{}", "null", R"([[]])"}) {
      Json damaged = saved;
      damaged["moves"] = Json::parse(moves);
      EXPECT_FALSE(Match::load(damaged)) << name << ": " << moves;
    }
  }
}

TEST(MatchHistory, AVoidOfNobodyInParticularIsByAll) {
  Match match = match_of("tic-tac-toe");
  Json saved = match.json();
  saved["moves"] = Json::parse(R"([{"void":true}])");
  EXPECT_EQ(Match::load(saved).value().game().result(), (Payoff{0, 0}));
  saved["moves"] = Json::parse(R"([{"void":[1]}])");
  EXPECT_EQ(Match::load(saved).value().game().result(), (Payoff{1, -1}));
}

TEST(MatchHistory, ManyMatchesFromOneGameDoNotMeet) {
  const AnyGame game = start_game("connect-four", {}, 2).value();
  const std::string before = text(game.json());
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Match match(game, Dealer(seed));
    ASSERT_TRUE(match.begin());
    play_some(match, 42, seed);
    EXPECT_TRUE(match.game().over());
  }
  EXPECT_EQ(text(game.json()), before);
}

}  // namespace
}  // namespace fairdeal::rules
