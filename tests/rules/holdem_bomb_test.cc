#include "games/mixed/mixed.h"
#include "games/poker/ohh.h"
#include "games/poker/phh.h"
#include "games/short-deck/short_deck.h"
#include "rules/registry.h"
#include "tests/rules/holdem_situation.h"
#include "tests/rules/poker_table.h"

/// Bomb pots: antes in place of blinds, and no bets before the flop (bombpot.poker/faq.htm); the
/// first seat left of the button speaks first. That button and blinds rest is a rule of this table.
namespace fairdeal::rules {
namespace {

const Json kSecond = {{"bomb_every", 2}}, kEach = {{"bomb_every", 1}};

// clang-format off
const Situation kBombPots[] = {
    {.rule = "Bomb pot", .gist = "all post and bets begin with the flop", .seats = 3,
     .params = kSecond,
     .steps = {"fold", "fold", "deal", "= hand 2", "= street flop", "= paid 40 40 40",
               "= bets 0 0 0", "= button 1", "= asked 2", "= legal bet 20, check, fold",
               "= pots 120 for 0 1 2"}},
    {.rule = "Bomb pot", .gist = "the blinds rest and are posted in the next hand", .seats = 3,
     .params = kSecond,
     .steps = {"fold", "fold", "deal", "= blinds 2 0", "bet 20", "fold", "fold", "= won 0 0 120",
               "= hand 3", "= blinds 2 0", "= bets 20 0 10"}},
    {.rule = "Bomb pot", .gist = "where each hand is one the button passes on", .seats = 3,
     .params = kEach,
     .steps = {"= button 0", "= asked 1", "bet 20", "fold", "fold", "= won 0 120 0", "= button 1",
               "deal", "= asked 2"}},
    {.rule = "Bomb pot", .gist = "between two the other seat speaks first", .seats = 2,
     .params = kEach, .steps = {"= button 0", "= street flop", "= asked 1"}},
    {.rule = "Bomb pot", .gist = "who has less is all in for it", .seats = 3, .params = kEach,
     .stacks = {30, 1000, 1970}, .pockets = {"Ah Ad", "Kh Kd", "Qh Qd"}, .board = "2c 3d 4h 8s 9c",
     .steps = {"= paid 30 40 40", "= pots 90 for 0 1 2; 20 for 1 2", "= asked 1", "check", "check",
               "check", "check", "check", "check", "= won 90 20 0"}},
    {.rule = "Bomb pot", .gist = "of stacks of one ante the board is dealt at once", .seats = 3,
     .params = {{"bomb_every", 1}, {"stack", 40}},
     .pockets = {"Ah Ad", "Kh Kd", "Qh Qd"}, .board = "2c 3d 4h 8s 9c",
     .steps = {"= street over", "= result 80 -40 -40"}},
    {.rule = "Bomb pot", .gist = "these may agree on two boards", .seats = 2,
     .params = {{"bomb_every", 1}, {"stack", 40}, {"run_outs", 2}},
     .pockets = {"Ah Ad", "Kh Kd"}, .board = "2c 3d 4h 8s 9c", .second = "Kc 7d 6h 5s Jc",
     .steps = {"= street run_outs", "twice", "twice", "= won 40 40"}},
    {.rule = "Bomb pot", .gist = "nobody straddles", .seats = 4,
     .params = {{"bomb_every", 1}, {"straddle", true}}, .steps = {"= street flop", "= asked 1"}},
    {.rule = "Bomb pot", .gist = "its ante is the only one", .seats = 3,
     .params = {{"bomb_every", 1}, {"ante", 5}, {"ante_from", "big-blind"}, {"bomb_ante", 60}},
     .steps = {"= paid 60 60 60"}},
    {.rule = "Bomb pot", .gist = "with a fixed limit the flop has a bet", .seats = 3,
     .params = {{"bomb_every", 1}, {"betting", "fixed-limit"}},
     .steps = {"= raises 20 20", "bet 20", "= raises 40 40"}},
    {.rule = "Bomb pot", .gist = "with a pot limit the antes are the pot", .seats = 3,
     .params = {{"bomb_every", 1}, {"betting", "pot-limit"}}, .steps = {"= raises 20 120"}},
    {.rule = "Bomb pot", .gist = "the blinds of the level are its least bet", .seats = 2,
     .params = {{"bomb_every", 2},
                {"levels", {{{"from", 2}, {"small", 50}, {"big", 100}, {"ante", 9}}}}},
     .steps = {"fold", "deal", "= level 2", "= paid 40 40", "= raises 100 950"}},
    {.rule = "Bomb pot", .gist = "who sits out pays its ante and gets no cards", .seats = 3,
     .params = {{"bomb_every", 2}, {"sit_out", true}},
     .steps = {"away", "fold", "deal", "away", "= street flop", "= paid 40 40 40", "= in 0 1 1"}},
    {.rule = "Bomb pot", .gist = "who is absent checks", .seats = 3, .params = kEach,
     .steps = {"absent 1", "= in 1 1 1", "= asked 2"}},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(BombPots, Situations, testing::ValuesIn(kBombPots), name_of);

TEST(HoldemBomb, AGameWithoutABoardHasNone) {
  for (const char* name : {"stud", "razz", "five-card-draw", "badugi"}) {
    const auto started = start_game(name, {{"bomb_every", 2}}, 2);
    ASSERT_FALSE(started) << name;
    EXPECT_TRUE(
        started.error().about.starts_with(std::string(name) + " has no parameter 'bomb_every'"))
        << started.error().about;
  }
}

TEST(HoldemBomb, TheButtonCannotChooseTheHandsWithoutBlinds) {
  const auto started = start_game("mixed", {{"bomb_every", 4}, {"dealers_choice", true}}, 4);
  ASSERT_FALSE(started);
  EXPECT_TRUE(started.error().about.starts_with("bomb_every: not with dealers_choice"))
      << started.error().about;
}

/// With as many seats as hands from one to the next, the same seat would be spared each time.
TEST(HoldemBomb, NobodySavesABigBlindByIt) {
  for (const int every : {2, 3, 4}) {
    HoldemTable table(3, {{"bomb_every", every}, {"stack", 100'000}});
    std::array<int, 3> posted{};
    for (int hand = 1; hand <= 36; ++hand) {
      const BlindSeats blinds = table.game().blinds();
      if (!table.game().is_bomb()) ++posted[blinds.big.value];
      table.deal();
      while (table.game().hand() == hand) table.play("fold");
    }
    EXPECT_EQ(posted[0], posted[1]) << every;
    EXPECT_EQ(posted[1], posted[2]) << every;
  }
}

TEST(HoldemBomb, ASeatThatIsBackPlaysIt) {
  HoldemTable table(4, {{"bomb_every", 3}});
  table.deal().out(Out{.seat = Seat(3), .left = true});
  while (table.game().hand() == 1) table.play("fold");
  table.deal();  // its first deal without the seat, which has said that it is back
  while (table.game().hand() == 2) table.play("fold");
  EXPECT_TRUE(table.game().is_bomb());
  EXPECT_TRUE(table.game().pocket(Seat(3)).dealt_in);
  EXPECT_EQ(table.game().betting().at(Seat(3)).paid, 40);
}

TEST(HoldemBomb, ASeatThatLeavesBeforeTheCardsPaysNothing) {
  HoldemTable table(4, kEach);
  table.out(Out{.seat = Seat(2), .left = true});
  EXPECT_TRUE(table.game().is_bomb());
  EXPECT_EQ(table.stack(2), 1000);
  EXPECT_EQ(table.stack(1), 960);
}

/// A seat that makes the hand void before it has bet loses its ante; the others are dealt no new
/// cards, since they have seen theirs.
TEST(HoldemBomb, WhoMakesItVoidLosesTheAnte) {
  HoldemTable table(3, kEach);
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  table.after(Void{SeatSet::of({Seat(0)})});
  table.deal();
  EXPECT_EQ(table.won()[0], 0);
  EXPECT_EQ(table.won()[1] + table.won()[2], 120);
}

TEST(HoldemBomb, InAMixTheGamesWithABoardHaveIt) {
  PokerTable table(MixedRules::kRules, 3,
                   {{"games", {"holdem", "stud", "badugi"}}, {"game_hands", 1}, {"bomb_every", 1}});
  EXPECT_TRUE(table.game().is_bomb());
  EXPECT_EQ(table.deal_any(1).turn(), 2U);
  EXPECT_EQ(table.game().betting().at(Seat(0)).paid, 40);
  table.play("bet 20, fold, fold");
  EXPECT_FALSE(table.game().is_bomb()) << "stud";
  EXPECT_EQ(table.game().betting().at(Seat(0)).paid, 4);
}

TEST(HoldemBomb, InShortDeckTheButtonPostsNothingMore) {
  PokerTable table(ShortDeckRules::kRules, 3, kEach);
  EXPECT_EQ(table.deal_any(1).turn(), 2U);
  for (const std::uint32_t seat : {0U, 1U, 2U}) {
    EXPECT_EQ(table.game().betting().at(Seat(seat)).paid, 40);
    EXPECT_EQ(table.game().betting().at(Seat(seat)).bet, 0);
  }
}

TEST(HoldemBomb, IsDrawnAndIsInTheState) {
  HoldemTable table(2, kSecond);
  EXPECT_EQ(table.game().json()["bomb"], false);
  table.deal().play("fold");
  EXPECT_EQ(table.game().json()["bomb"], true);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c");
  EXPECT_EQ(table.game().draw({}, {}, {"Ann", "Bob"}),
            "Hand 2, flop, bomb pot, ante 40\n"
            "Board  2♣ 3♦ 4♥\n"
            "Pot    80\n"
            "> Ann     950            ?? ??\n"
            "  Bob     970            ?? ??  button\n");
}

TEST(HoldemBomb, HasAHistory) {
  HoldemTable table(3, kEach);
  table.keep_history({"Ann", "Bob", "Cat"});
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c").play_all({"bet 20", "fold", "fold"});
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #1: Hold'em No Limit (bomb pot, ante 40)
Table 'oak' 3-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (1000 in chips)
Seat 3: Cat (1000 in chips)
Ann: posts the ante 40
Bob: posts the ante 40
Cat: posts the ante 40
*** HOLE CARDS ***
*** FLOP *** [2c 3d 4h]
Bob: bets 20
Cat: folds
Ann: folds
Uncalled bet (20) returned to Bob
Bob collected 120 from pot
*** SUMMARY ***
Total pot 120 | Rake 0
Board [2c 3d 4h]
Seat 1: Ann (button) folded on the Flop
Seat 2: Bob collected (120)
Seat 3: Cat folded on the Flop

)");
  const std::string text = phh(table.writer().hands());
  for (const char* part : {"antes = [40, 40, 40]\nblinds_or_straddles = [0, 0, 0]\nmin_bet = 20\n",
                           "  \"p1 cc # is not asked, since this is a bomb pot\",\n"
                           "  \"p2 cc # is not asked, since this is a bomb pot\",\n"
                           "  \"p3 cc # is not asked, since this is a bomb pot\",\n"
                           "  \"d db 2c3d4h\",\n  \"p1 cbr 20\",\n  \"p2 f\",\n  \"p3 f\",\n]",
                           "winnings = [120, 0, 0]\nante_trimming_status = true\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  const Json hand = Json::parse(ohh(table.writer().hands())).at("ohh");
  EXPECT_EQ(hand.at("ante_amount"), 40);
  EXPECT_EQ(hand.at("small_blind_amount"), 0);
  EXPECT_EQ(hand.at("rounds").at(0).at("actions").size(), 3U) << "the antes";
  EXPECT_EQ(hand.at("rounds").at(1).at("street"), "Flop");
}

}  // namespace
}  // namespace fairdeal::rules
