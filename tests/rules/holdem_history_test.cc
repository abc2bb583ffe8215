#include "rules/games/holdem_history.h"

#include "tests/rules/holdem_table.h"

/// Hand histories, word for word.
namespace fairdeal::rules {
namespace {

const SeatNames kNames{"Ann", "Bob", "Cat", "Dan"};

TEST(HoldemHistory, AHandToTheShowdown) {
  HoldemTable table(3);
  table.keep_history(kNames);
  table.deal({"Kh 4d", "Qh Qd", "7h 2d"}, "Ks 4h 8s 9c 3c");
  table.play_all({"raise 60", "call", "fold", "check", "bet 80", "call", "check", "check"});
  table.play_all({"bet 200", "call", "show", "show"});
  EXPECT_EQ(table.history(), R"(Hand 1: no-limit hold'em, blinds 10/20
Ann 1000 (button), Bob 1000, Cat 1000
Bob posts 10, Cat posts 20
Before the flop
  Ann raises to 60
  Bob calls 50
  Cat folds
Flop Ks 4h 8s, pot 140
  Bob checks
  Ann bets 80
  Bob calls 80
Turn Ks 4h 8s 9c, pot 300
  Bob checks
  Ann checks
River Ks 4h 8s 9c 3c, pot 300
  Bob bets 200
  Ann calls 200
  Bob shows Qh Qd: a pair of queens
  Ann shows Kh 4d: two pair, kings and fours
Ann wins 700 with two pair, kings and fours

)");
}

TEST(HoldemHistory, SidePotsAndWhatNobodyCalled) {
  HoldemTable table(3, {{"ante", 5}});
  table.stacks({45, 955, 2000}).keep_history(kNames);
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  table.play_all({"raise 40", "call", "call", "check", "bet 1000", "call"});
  EXPECT_EQ(table.history(), R"(Hand 1: no-limit hold'em, blinds 10/20, ante 5
Ann 45 (button), Bob 955, Cat 2000
Ann pays an ante of 5, Bob pays an ante of 5, Cat pays an ante of 5
Bob posts 10, Cat posts 20
Before the flop
  Ann raises to 40 and is all-in
  Bob calls 30
  Cat calls 20
Flop 2c 3d 4h, pot 135
  Bob checks
  Cat bets 1000
  Bob calls 910 and is all-in
  90 goes back to Cat
  Bob shows Kh Kd: a pair of kings
  Cat shows Qh Qd: a pair of queens
  Ann shows Ah Ad: a pair of aces
Turn 2c 3d 4h 8s, pots 135 for Ann, Bob, Cat; 1820 for Bob, Cat
River 2c 3d 4h 8s 9c, pots 135 for Ann, Bob, Cat; 1820 for Bob, Cat
Ann wins 135 with a pair of aces
Bob wins 1820 with a pair of kings

)");
}

TEST(HoldemHistory, WhoSitsOutWhoStraddlesAndWhoDoesNotAnswer) {
  HoldemTable table(4, {{"sit_out", true}, {"straddle", true}, {"winner_shows", true}});
  table.deal().play("pass").after(Absent{Seat(3)}).play_all({"away", "fold", "muck"});
  table.keep_history(kNames);
  table.deal(5).play_all({"away", "back", "straddle", "fold", "fold", "muck"});
  EXPECT_EQ(table.history(), R"(Hand 2: no-limit hold'em, blinds 10/20
Ann 1000, Bob 990 (button), Cat 1010, Dan 1000
Cat posts 10, Dan posts 20
  Dan stays out
  Ann is back
  Ann straddles with 40
Before the flop
  Bob folds
  Cat folds
  20 goes back to Ann
  Ann does not show
Ann wins 50

)");
}

TEST(HoldemHistory, TwoBoards) {
  HoldemTable table(2, {{"betting", "pot-limit"}, {"run_outs", 2}, {"stack", 60}});
  table.keep_history(kNames);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c", "5c 6d Ks 8h 9h");
  table.play_all({"raise 60", "call", "twice", "twice"});
  EXPECT_EQ(table.history(), R"(Hand 1: pot-limit hold'em, blinds 10/20
Ann 60 (button), Bob 60
Ann posts 10, Bob posts 20
Before the flop
  Ann raises to 60 and is all-in
  Bob calls 40 and is all-in
  Bob shows Kh Kd
  Ann shows Ah Ad
  Bob wants two boards
  Ann wants two boards
Flop 2c 3d 4h, pot 120
Turn 2c 3d 4h 8s, pot 120
River 2c 3d 4h 8s 9c, pot 120
Second board 5c 6d Ks 8h 9h
Ann wins 60 with a pair of aces, then a pair of aces
Bob wins 60 with a pair of kings, then three kings

)");
}

TEST(HoldemHistory, HasNoCardThatWasNotShown) {
  HoldemTable table(2);
  table.keep_history(kNames);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c");
  table.play_all({"call", "check", "bet 20", "call", "check", "check", "check", "check"});
  table.play_all({"show", "muck"});
  EXPECT_EQ(table.history().find("Ah"), std::string::npos);
  EXPECT_NE(table.history().find("  Ann mucks\nBob wins 80 with a pair of kings\n"),
            std::string::npos);
}

}  // namespace
}  // namespace fairdeal::rules
