#include "tests/rules/holdem_table.h"

/// The showdown of hold'em: who shows, and who wins what.
namespace fairdeal::rules {
namespace {

using Labels = std::vector<std::string>;
using Won = std::vector<Chips>;

const Labels kCheckedDown{"call",  "call",  "check", "check", "check", "check",
                          "check", "check", "check", "check", "check", "check"};

/// Seats 0 and 1 play to the river, where seat 1 bets and seat 0 calls.
HoldemTable bet_on_the_river() {
  HoldemTable table(2);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c");
  table.play_all({"call", "check", "check", "check", "check", "check", "bet 20", "call"});
  return table;
}

TEST(HoldemShowdown, TheLastToBetOnTheRiverDecidesFirst) {
  HoldemTable table = bet_on_the_river();
  EXPECT_EQ(table.game().street(), Holdem::Street::showdown);
  EXPECT_EQ(table.asked(), Seat(1));
  EXPECT_EQ(table.legal(), (Labels{"muck", "show"}));
  table.play("show");
  EXPECT_EQ(table.asked(), Seat(0));
}

TEST(HoldemShowdown, WithoutABetTheFirstLeftOfTheButtonDecidesFirst) {
  HoldemTable table(3);
  table.deal().play_all(kCheckedDown);
  for (const Seat seat : {Seat(1), Seat(2), Seat(0)}) {
    EXPECT_EQ(table.asked(), seat);
    table.play("show");
  }
  EXPECT_EQ(table.game().last().hand, 1);
}

TEST(HoldemShowdown, OnlyABetOnTheRiverCounts) {
  HoldemTable table(2);
  table.deal().play_all(
      {"raise 40", "call", "check", "bet 20", "call", "check", "check", "check", "check"});
  EXPECT_EQ(table.asked(), Seat(1)) << "seat 0 was the last to bet, but on the flop";
}

TEST(HoldemShowdown, TheBestHandShownWins) {
  HoldemTable table = bet_on_the_river();
  table.play_all({"show", "show"});
  EXPECT_EQ(table.won(), (Won{80, 0}));
  EXPECT_EQ(table.stack(0) + 20, 1040) << "the next big blind is posted";
}

TEST(HoldemShowdown, AMuckedHandIsNeverShownAndCannotWin) {
  HoldemTable table = bet_on_the_river();
  table.play_all({"show", "muck"});
  EXPECT_EQ(table.won(), (Won{0, 80})) << "the aces were mucked";
  EXPECT_EQ(table.shown(), faces("2c 3d 4h 8s 9c Kh Kd"));
  EXPECT_FALSE(table.game().last().shown[0]);
}

TEST(HoldemShowdown, WhoIsLeftAloneWinsWithoutShowing) {
  HoldemTable table(3);
  table.deal().play_all(kCheckedDown).play_all({"muck", "muck"});
  EXPECT_EQ(table.won(), (Won{60, 0, 0}));
  EXPECT_EQ(table.shown().size(), 5u) << "the board";
}

TEST(HoldemShowdown, AnAbsentSeatMucks) {
  HoldemTable table = bet_on_the_river();
  table.after(Absent{Seat(1)});
  EXPECT_EQ(table.won(), (Won{80, 0}));
}

TEST(HoldemShowdown, TheHandOfAnAbsentSeatWinsWhereTheOthersCanOpenIt) {
  HoldemTable table = bet_on_the_river();
  table.play("show").after(Absent{.seat = Seat(0), .opens = true});
  EXPECT_EQ(table.won(), (Won{80, 0}));
  EXPECT_TRUE(table.game().last().shown[0]) << "all have seen it";
}

TEST(HoldemShowdown, WhoIsAloneIsNotShownThoughTheOthersCould) {
  HoldemTable table(2, {{"winner_shows", true}});
  table.deal().play("fold").after(Absent{.seat = Seat(1), .opens = true});
  EXPECT_FALSE(table.game().last().shown[1]);
}

TEST(HoldemShowdown, WhoGoesWhenItsBetsAreMadeMayWinWithAHandThatIsShownOrCanBe) {
  HoldemTable table = bet_on_the_river();
  const Holdem asked = table.game();
  EXPECT_EQ(asked.without({.seat = Seat(1), .opens = true}), asked) << "it is absent when asked";
  EXPECT_FALSE(asked.without({.seat = Seat(1)}).last().shown[0]) << "else it folds";
  EXPECT_EQ(asked.without({.seat = Seat(1)}).last().won[0], 80);
  EXPECT_EQ(asked.without({.seat = Seat(1), .left = true}).last().won[0], 80);
  table.play("show");
  EXPECT_TRUE(table.game().without({.seat = Seat(1)}).betting().at(Seat(1)).in);
  EXPECT_EQ(table.out(Seat(1)).play("muck").won(), (Won{0, 80}));
}

TEST(HoldemShowdown, BeforeTheRiverIsBetWhoGoesFoldsThoughTheOthersCouldOpenItsHand) {
  HoldemTable table(2);
  table.deal().play("call").out({.seat = Seat(0), .opens = true});
  EXPECT_EQ(table.won(), (Won{0, 40}));
}

TEST(HoldemShowdown, AnOddChipGoesToTheFirstWinnerLeftOfTheButton) {
  HoldemTable table(3, {{"small_blind", 5}, {"big_blind", 7}});
  table.deal({"Ah Kd", "2h 7d", "Ad Kh"}, "Qc Jd Th 3s 3c");
  table.play_all({"call", "fold", "check", "check", "check", "check", "check", "check", "check"});
  table.play_all({"show", "show"});
  EXPECT_EQ(table.won(), (Won{9, 0, 10}))
      << "7 + 5 + 7 between seats 0 and 2, the button is seat 0";
}

TEST(HoldemShowdown, ThreeAllInsMakeTwoSidePots) {
  HoldemTable table(4, {{"stack", 100}});
  table.stacks({40, 70, 145, 145});
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd", "Jh Jd"}, "2c 3d 4h 8s 9c");
  table.play_all({"raise 145", "call", "call", "call"});
  EXPECT_EQ(table.won(), (Won{160, 90, 150, 0})) << "4 · 40, 3 · 30, 2 · 75";
}

TEST(HoldemShowdown, ASidePotGoesOnWhereOneIsAllIn) {
  HoldemTable table(3, {{"stack", 100}});
  table.stacks({40, 130, 130});
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  table.play_all({"raise 40", "call", "call"});
  EXPECT_EQ(table.asked(), Seat(1)) << "the two with chips go on";
  table.play_all({"bet 50", "call", "check", "check", "check", "check"});
  EXPECT_EQ(table.won(), (Won{120, 100, 0}));
}

TEST(HoldemShowdown, WhenNoMoreBetsArePossibleHandsAreShownAndThenTheBoard) {
  HoldemTable table(3);
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  table.play_all({"raise 1000", "call"});
  Holdem before = table.game();
  table.play("fold");
  EXPECT_EQ(table.shown(), faces("Kh Kd Ah Ad 2c 3d 4h 8s 9c")) << "from the button's left";

  const auto wants =
      before.after(Moved<Holdem::Move>{Seat(2), {Holdem::Move::Kind::fold}})->wants();
  EXPECT_EQ(wants.size(), 9u) << "all at once: nobody has to decide in between";
}

TEST(HoldemShowdown, TheRestOfTheBoardIsRunOutFromAnyStreet) {
  HoldemTable table(2);
  table.deal({"Ah Ad", "Kh Kd"}, "2c 3d 4h 8s 9c").play_all({"call", "check", "bet 980", "call"});
  EXPECT_EQ(table.shown(), faces("2c 3d 4h Kh Kd Ah Ad 8s 9c"));
  EXPECT_EQ(table.game().result(), (Payoff{1000, -1000}));
}

TEST(HoldemShowdown, TheWholeBoardMayBeTheBestHandOfAll) {
  HoldemTable table(3);
  table.deal({"2h 3d", "2d 3h", "2c 3c"}, "Ah Kd Qc Js Tc").play_all(kCheckedDown);
  table.play_all({"show", "show", "show"});
  EXPECT_EQ(table.won(), (Won{20, 20, 20}));
}

TEST(HoldemShowdown, TheLastHandSaysWhoWonWhatWithWhat) {
  HoldemTable table = bet_on_the_river();
  table.play_all({"show", "show"});
  EXPECT_EQ(table.game().json()["last"], Json::parse(R"({
      "hand": 1, "board": ["2c", "3d", "4h", "8s", "9c"], "paid": [40, 40], "won": [80, 0],
      "shown": [["Ah", "Ad"], ["Kh", "Kd"]],
      "ranks": [["pair", "A", "984"], ["pair", "K", "984"]]})"));
}

TEST(HoldemShowdown, IsDrawnForEachObserver) {
  HoldemTable table(3, {{"ante", 1}});
  table.deal({"Ah Ad", "Kh Kd", "Qh Qd"}, "2c 3d 4h 8s 9c");
  table.play_all({"call", "fold", "check"});
  EXPECT_EQ(table.game().draw(Seat(2), table.known(Seat(2)), {"Ann", "Zoë"}),
            "Hand 1, flop, blinds 10/20, ante 1\n"
            "Board  2♣ 3♦ 4♥\n"
            "Pot    53\n"
            "  Ann     979            ?? ??  button\n"
            "  Zoë     989            folded\n"
            "> 3       979            Q♥ Q♦  (you)\n");
}

}  // namespace
}  // namespace fairdeal::rules
