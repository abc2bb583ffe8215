#include <numeric>

#include "base/seeded_rng.h"
#include "tests/rules/holdem_table.h"

/// A seat that leaves plays no more hands and posts nothing; a return saves nothing.
namespace fairdeal::rules {
namespace {

using Presence = Holdem::Presence;

Out left(std::uint32_t seat) { return {.seat = Seat(seat), .left = true}; }

/// Everybody folds to the big blind; who has left is out of each deal.
void play_hand(HoldemTable& table, std::initializer_list<std::uint32_t> gone = {}) {
  for (const auto seat : gone) table.out(left(seat));
  table.deal();
  const auto hand = table.game().hand();
  while (table.asked() && table.game().hand() == hand) table.play("fold");
}

TEST(HoldemLeaving, WhoHasLeftIsDealtNoHandAndPostsNothing) {
  HoldemTable table(4);
  table.deal().out(left(0));
  while (table.game().hand() == 1) table.play("fold");
  for (int hand = 2; hand < 12; ++hand) {
    SCOPED_TRACE(hand);
    EXPECT_EQ(table.game().hand(), hand);
    EXPECT_FALSE(table.game().pocket(Seat(0)).dealt_in);
    EXPECT_EQ(table.stack(0), 1000);
    EXPECT_NE(table.game().blinds().big, Seat(0));
    play_hand(table, {0});
  }
}

TEST(HoldemLeaving, BeforeTheCardsTheBlindsArePostedAnew) {
  HoldemTable table(4);
  table.out(left(2));
  EXPECT_EQ(table.game().hand(), 1);
  EXPECT_EQ(table.game().blinds(), (BlindSeats{Seat(0), Seat(1), Seat(3)}));
  EXPECT_EQ(table.stack(2), 1000) << "it saves its own blind";
  EXPECT_EQ(table.stack(3), 980);
}

/// It is asked for nothing in this deal, so it must not win the blinds when all others fold.
TEST(HoldemLeaving, ASeatThatIsOutOfTheDealStaysOutWhenTheBlindsArePostedAnew) {
  const Holdem game = HoldemTable(4).game().without(Out{Seat(3)}).without(left(2));
  EXPECT_EQ(game.hand(), 1);
  EXPECT_EQ(game.blinds(), (BlindSeats{Seat(0), Seat(1), Seat(3)}));
  EXPECT_FALSE(game.betting().at(Seat(3)).in);
  EXPECT_FALSE(game.pocket(Seat(3)).dealt_in);
  EXPECT_EQ(game.betting().at(Seat(3)).bet, 20) << "it saves nothing by it";
  EXPECT_TRUE(game.betting().at(Seat(0)).in);
  EXPECT_TRUE(game.betting().at(Seat(1)).in);
  EXPECT_TRUE(Holdem::load(complete_params(Holdem::info(), {}).value(), 4, game.json()));
}

TEST(HoldemLeaving, OfThreeWhereOneIsOutTheThirdWinsTheBlinds) {
  const Holdem game = HoldemTable(3).game().without(Out{Seat(0)}).without(left(1));
  EXPECT_EQ(game.hand(), 2);
  EXPECT_GT(game.betting().at(Seat(2)).total(), 1000);
}

TEST(HoldemLeaving, OfThreeTheOtherTwoPlayWithTheButtonOnTheSmallBlind) {
  for (const std::uint32_t seat : {0U, 1U, 2U}) {
    HoldemTable table(3);
    table.deal().play_all({"fold", "fold"});
    table.out(left(seat));
    const auto& blinds = table.game().blinds();
    EXPECT_EQ(table.game().hand(), 2);
    EXPECT_EQ(blinds.button, blinds.small);
    for (const Seat one : {blinds.small, blinds.big}) EXPECT_NE(one, Seat(seat));
    EXPECT_EQ(table.game().betting().at(blinds.big).bet, 20);
  }
}

TEST(HoldemLeaving, ABlindThatItWouldHavePostedNextIsDead) {
  HoldemTable table(4, {{"betting", "pot-limit"}});
  table.deal().play_all({"fold", "fold", "fold"});  // seat 2 was the big blind
  table.out(left(2));
  EXPECT_EQ(table.game().blinds(), (BlindSeats{Seat(1), Seat(2), Seat(3)}));
  EXPECT_EQ(table.game().betting().at(Seat(2)).bet, 0);
  EXPECT_EQ(table.game().betting().unposted, 10);
}

TEST(HoldemLeaving, OfTwoEndsTheMatchWithTheStacksAsTheyStand) {
  HoldemTable table(2);
  table.deal().play("call").out(left(0));
  ASSERT_TRUE(table.game().result());
  EXPECT_EQ(*table.game().result(), (Payoff{-20, 20}));
  HoldemTable before(2);
  before.out(left(0));
  ASSERT_TRUE(before.game().result());
  EXPECT_EQ(*before.game().result(), (Payoff{0, 0})) << "no card was dealt";
}

TEST(HoldemLeaving, WhoComesBackPlaysFromItsBigBlindOn) {
  HoldemTable table(5);
  play_hand(table);       // seat 2 was the big blind
  play_hand(table, {3});  // and would have been this one
  play_hand(table);       // it is back, as the shuffle shows
  EXPECT_EQ(table.game().presence(Seat(3)), Presence::waits);
  int hands = 0;
  for (; table.game().presence(Seat(3)) == Presence::waits; ++hands) {
    EXPECT_FALSE(table.game().pocket(Seat(3)).dealt_in);
    play_hand(table);
  }
  EXPECT_GE(hands, 2);
  EXPECT_EQ(table.game().blinds().big, Seat(3));
  EXPECT_TRUE(table.game().pocket(Seat(3)).dealt_in);
}

TEST(HoldemLeaving, WhereOneAloneIsLeftThoseWhoWaitPlayAtOnce) {
  HoldemTable table(3);
  play_hand(table);
  play_hand(table, {0});
  table.deal();
  ASSERT_EQ(table.game().presence(Seat(0)), Presence::waits);
  table.out(left(1));
  EXPECT_FALSE(table.game().result());
  EXPECT_EQ(table.game().presence(Seat(0)), Presence::here);
  EXPECT_TRUE(table.game().pocket(Seat(0)).dealt_in);
}

/// Whatever is left, comes back and is folded: who comes and goes pays as many big blinds for the
/// hands that it is dealt as who stays.
TEST(HoldemLeaving, SavesNobodyTheBlindsOfTheHandsItPlays) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SeededRng rng(seed);
    const std::size_t seats = 3 + rng.below(4);
    HoldemTable table(seats, {{"stack", 100'000}});
    bool away = false;
    int dealt = 0, paid = 0;
    for (int hand = 0; hand < 200; ++hand) {
      if (rng.below(5) == 0) away = !away;
      if (away) table.out(left(1));
      const Holdem& game = table.game();
      ASSERT_FALSE(game.result());
      const auto chips = [&] {
        Chips all = 0;
        for (const Stake& stake : game.betting().stakes) all += stake.total();
        return all;
      };
      EXPECT_EQ(chips(), 100'000 * static_cast<Chips>(seats));
      EXPECT_TRUE(Holdem::load(complete_params(Holdem::info(), {{"stack", 100'000}}).value(), seats,
                               game.json()));
      dealt += game.pocket(Seat(1)).dealt_in;
      paid += game.blinds().big == Seat(1);
      table.deal();
      while (table.asked() && game.hand() == hand + 1) table.play("fold");
    }
    EXPECT_GE(paid * static_cast<int>(seats), dealt) << "seed " << seed;
  }
}

TEST(HoldemLeaving, TheHistoryHasNoBlindOfIt) {
  HoldemTable table(4);
  table.keep_history({"Ann", "Bob", "Cat", "Dan"});
  play_hand(table);
  play_hand(table, {2});
  EXPECT_NE(table.history().find("Seat 3: Cat (1010 in chips) is sitting out\nSeat 4: "),
            std::string::npos);
  EXPECT_NE(table.history().find("No small blind: seat 3 is left\nDan: posts big blind 20\n"),
            std::string::npos)
      << table.history();
}

TEST(HoldemLeaving, NobodyIsAskedToStraddleBetweenTwo) {
  HoldemTable table(3, {{"straddle", true}});
  table.deal();
  ASSERT_EQ(table.game().street(), Holdem::Street::straddle);
  table.out(Out{.seat = Seat(2)});
  EXPECT_GE(table.game().street(), Holdem::Street::deal) << "the question is void";
}

TEST(HoldemLeaving, TheNextSeatIsAskedToStraddleWhenTheOneThatWasAskedIsOut) {
  HoldemTable table(5, {{"straddle", true}, {"straddle_from", "any"}});
  table.deal();
  ASSERT_EQ(table.asked(), Seat(0));
  EXPECT_EQ(table.out(Out{.seat = Seat(0)}).asked(), Seat(4));
  EXPECT_EQ(table.out(Out{.seat = Seat(1)}).asked(), Seat(4)) << "the question stands";
  table.out(Out{.seat = Seat(4)});
  EXPECT_GE(table.game().street(), Holdem::Street::deal) << "two are left";
}

}  // namespace
}  // namespace fairdeal::rules
