#include "games/poker/history.h"
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
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #1: Hold'em No Limit (10/20)
Table 'oak' 3-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (1000 in chips)
Seat 3: Cat (1000 in chips)
Bob: posts small blind 10
Cat: posts big blind 20
*** HOLE CARDS ***
Ann: raises 40 to 60
Bob: calls 50
Cat: folds
*** FLOP *** [Ks 4h 8s]
Bob: checks
Ann: bets 80
Bob: calls 80
*** TURN *** [Ks 4h 8s] [9c]
Bob: checks
Ann: checks
*** RIVER *** [Ks 4h 8s 9c] [3c]
Bob: bets 200
Ann: calls 200
*** SHOW DOWN ***
Bob: shows [Qh Qd] (a pair of queens)
Ann: shows [Kh 4d] (two pair, kings and fours)
Ann collected 700 from pot
*** SUMMARY ***
Total pot 700 | Rake 0
Board [Ks 4h 8s 9c 3c]
Seat 1: Ann (button) showed [Kh 4d] and won (700) with two pair, kings and fours
Seat 2: Bob (small blind) showed [Qh Qd] and lost with a pair of queens
Seat 3: Cat (big blind) folded before Flop

)");
}

TEST(HoldemHistory, SidePotsAndWhatNobodyCalled) {
  HoldemTable table(3, {{"ante", 5}});
  table.stacks({45, 955, 2000}).keep_history(kNames);
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  table.play_all({"raise 40", "call", "call", "check", "bet 1000", "call"});
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #1: Hold'em No Limit (10/20)
Table 'oak' 3-max Seat #1 is the button
Seat 1: Ann (45 in chips)
Seat 2: Bob (955 in chips)
Seat 3: Cat (2000 in chips)
Ann: posts the ante 5
Bob: posts the ante 5
Cat: posts the ante 5
Bob: posts small blind 10
Cat: posts big blind 20
*** HOLE CARDS ***
Ann: raises 20 to 40 and is all-in
Bob: calls 30
Cat: calls 20
*** FLOP *** [2c 3d 4h]
Bob: checks
Cat: bets 1000
Bob: calls 910 and is all-in
Uncalled bet (90) returned to Cat
Bob: shows [Kh Kd] (a pair of kings)
Cat: shows [Qh Qd] (a pair of queens)
Ann: shows [Ah Ad] (a pair of aces)
*** TURN *** [2c 3d 4h] [8s]
*** RIVER *** [2c 3d 4h 8s] [9c]
*** SHOW DOWN ***
Ann collected 135 from main pot
Bob collected 1820 from side pot
*** SUMMARY ***
Total pot 1955 Main pot 135. Side pot 1820. | Rake 0
Board [2c 3d 4h 8s 9c]
Seat 1: Ann (button) showed [Ah Ad] and won (135) with a pair of aces
Seat 2: Bob (small blind) showed [Kh Kd] and won (1820) with a pair of kings
Seat 3: Cat (big blind) showed [Qh Qd] and lost with a pair of queens

)");
}

TEST(HoldemHistory, WhoSitsOutWhoStraddlesAndWhoDoesNotAnswer) {
  HoldemTable table(4, {{"sit_out", true}, {"straddle", true}, {"winner_shows", true}});
  table.deal().play("pass").after(Absent{Seat(3)}).play_all({"away", "fold", "muck"});
  table.keep_history(kNames);
  table.deal(5).play_all({"away", "back", "straddle", "fold", "fold", "muck"});
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #2: Hold'em No Limit (10/20)
Table 'oak' 4-max Seat #2 is the button
Seat 1: Ann (1000 in chips) is sitting out
Seat 2: Bob (990 in chips)
Seat 3: Cat (1010 in chips)
Seat 4: Dan (1000 in chips) is sitting out
Cat: posts small blind 10
Dan: posts big blind 20
Dan is sitting out
Ann has returned
Ann: posts straddle 40
*** HOLE CARDS ***
Bob: folds
Cat: folds
Uncalled bet (20) returned to Ann
Ann: doesn't show hand
Ann collected 50 from pot
*** SUMMARY ***
Total pot 50 | Rake 0
Seat 1: Ann collected (50)
Seat 2: Bob (button) folded before Flop (didn't bet)
Seat 3: Cat (small blind) folded before Flop
Seat 4: Dan (big blind) sat out

)");
}

TEST(HoldemHistory, AStraddleOfAllThatASeatHasIsAllIn) {
  HoldemTable table(4, {{"straddle", true}});
  table.stacks({1000, 1000, 1960, 40}).keep_history({"Ann", "Bob", "Cat", "Dan"});
  table.deal(1).play("straddle");
  table.play_all({"fold", "fold", "fold"});
  EXPECT_NE(table.history().find("Dan: posts straddle 40 and is all-in\n"), std::string::npos)
      << table.history();
}

/// A seat may win the second board alone, with another hand than the first board gives it.
TEST(HoldemHistory, ThoseWhoWinOneOfTwoBoardsAreToldWithTheirHandsOnBoth) {
  HoldemTable table(2, {{"betting", "pot-limit"}, {"run_outs", 2}, {"stack", 60}});
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c", "5c 6d Ks 8h 9h");
  table.play_all({"raise 60", "call", "twice", "twice"});
  EXPECT_NE(table.news().find(
                "Bob wins 60 with a pair of kings and on the second board three kings (K♥ K♦)"),
            std::string::npos)
      << table.news();
}

TEST(HoldemHistory, TwoBoards) {
  HoldemTable table(2, {{"betting", "pot-limit"}, {"run_outs", 2}, {"stack", 60}});
  table.keep_history(kNames);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c", "5c 6d Ks 8h 9h");
  table.play_all({"raise 60", "call", "twice", "twice"});
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #1: Hold'em Pot Limit (10/20)
Table 'oak' 2-max Seat #1 is the button
Seat 1: Ann (60 in chips)
Seat 2: Bob (60 in chips)
Ann: posts small blind 10
Bob: posts big blind 20
*** HOLE CARDS ***
Ann: raises 40 to 60 and is all-in
Bob: calls 40 and is all-in
Bob: shows [Kh Kd]
Ann: shows [Ah Ad]
Bob: wants two boards
Ann: wants two boards
*** FIRST FLOP *** [2c 3d 4h]
*** FIRST TURN *** [2c 3d 4h] [8s]
*** FIRST RIVER *** [2c 3d 4h 8s] [9c]
*** SECOND FLOP *** [5c 6d Ks]
*** SECOND TURN *** [5c 6d Ks] [8h]
*** SECOND RIVER *** [5c 6d Ks 8h] [9h]
*** FIRST SHOW DOWN ***
Ann collected 60 from pot
*** SECOND SHOW DOWN ***
Bob collected 60 from pot
*** SUMMARY ***
Total pot 120 | Rake 0
Hand was run twice
FIRST Board [2c 3d 4h 8s 9c]
SECOND Board [5c 6d Ks 8h 9h]
Seat 1: Ann (button) (small blind) showed [Ah Ad] and won (60) with a pair of aces)"
                             R"(, then a pair of aces
Seat 2: Bob (big blind) showed [Kh Kd] and won (60) with a pair of kings, then three kings

)");
}

TEST(HoldemHistory, AnEmptyButtonAndADeadBlind) {
  HoldemTable table(4);
  table.stacks({1000, 1000, 40, 1960});
  table.deal({"2c 7d", "3c 8d", "Qh Qd", "Kh Kd"}, "2h 3d 4h 8s 9c");
  table.play_all({"raise 40", "fold", "fold", "call"});  // Cat, the big blind, loses all it has
  ASSERT_EQ(table.stack(2), 0);
  table.keep_history(kNames);
  table.deal(1).play_all({"fold", "fold"});
  table.deal(1).play_all({"fold", "fold"});
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #2: Hold'em No Limit (10/20)
Table 'oak' 4-max Seat #2 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (990 in chips)
Seat 4: Dan (2010 in chips)
No small blind: seat 3 is empty
Dan: posts big blind 20
*** HOLE CARDS ***
Ann: folds
Bob: folds
Uncalled bet (20) returned to Dan
*** SUMMARY ***
Total pot 0 | Rake 0
Seat 1: Ann folded before Flop (didn't bet)
Seat 2: Bob (button) folded before Flop (didn't bet)
Seat 4: Dan (big blind) collected (0)

Fairdeal Hand #3: Hold'em No Limit (10/20)
Table 'oak' 4-max Seat #3 is the button (empty)
Seat 1: Ann (1000 in chips)
Seat 2: Bob (990 in chips)
Seat 4: Dan (2010 in chips)
Dan: posts small blind 10
Ann: posts big blind 20
*** HOLE CARDS ***
Bob: folds
Dan: folds
Uncalled bet (10) returned to Ann
Ann collected 20 from pot
*** SUMMARY ***
Total pot 20 | Rake 0
Seat 1: Ann (big blind) collected (20)
Seat 2: Bob folded before Flop (didn't bet)
Seat 3: empty (button)
Seat 4: Dan (small blind) folded before Flop

)");
}

TEST(HoldemHistory, WhoIsOutAndWhoMakesAHandVoid) {
  HoldemTable table(4);
  table.keep_history(kNames);
  table.out(Seat(1)).play_all({"call", "call", "check"}).after(Void{SeatSet::of({Seat(3)})});
  EXPECT_EQ(table.history(), R"(Fairdeal Hand #1: Hold'em No Limit (10/20)
Table 'oak' 4-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (1000 in chips) is sitting out
Seat 3: Cat (1000 in chips)
Seat 4: Dan (1000 in chips)
Bob: posts small blind 10
Cat: posts big blind 20
Bob is out of this hand
Bob: folds
*** HOLE CARDS ***
Dan: calls 20
Ann: calls 20
Cat: checks
*** FLOP *** [5c Kc Tc]
Dan has timed out
Dan: folds
The others show, and a new deck completes the board
Cat: shows [Jc 5d] (a pair of fives)
Ann: shows [Kd 4s] (a pair of kings)
*** TURN *** [5c Kc Tc] [4h]
*** RIVER *** [5c Kc Tc 4h] [7h]
*** SHOW DOWN ***
Ann collected 70 from pot
*** SUMMARY ***
Total pot 70 | Rake 0
Board [5c Kc Tc 4h 7h]
Seat 1: Ann (button) showed [Kd 4s] and won (70) with two pair, kings and fours
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cat (big blind) showed [Jc 5d] and lost with a pair of fives
Seat 4: Dan folded on the Flop

)");
}

TEST(HoldemHistory, HasNoCardThatWasNotShown) {
  HoldemTable table(2);
  table.keep_history(kNames);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c");
  table.play_all({"call", "check", "bet 20", "call", "check", "check", "check", "check"});
  table.play_all({"show", "muck"});
  EXPECT_EQ(table.history().find("Ah"), std::string::npos);
  EXPECT_NE(table.history().find("Ann: mucks hand\nBob collected 80 from pot\n"),
            std::string::npos);
  EXPECT_NE(table.history().find("Seat 1: Ann (button) (small blind) mucked\n"), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::rules
