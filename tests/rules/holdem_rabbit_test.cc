#include "games/omaha/omaha.h"
#include "games/poker/ohh.h"
#include "games/poker/phh.h"
#include "rules/registry.h"
#include "tests/rules/holdem_situation.h"
#include "tests/rules/poker_table.h"

/// Rabbit hunting is a rule of the house: after a hand that ended by a fold, those who got cards
/// may agree to see what would have come on the board.
namespace fairdeal::rules {
namespace {

const Json kRabbit = {{"rabbit", true}};
const std::vector<std::string> kHunted{"Ah Ad", "Kh Kd", "Qh Qd"};
constexpr const char* kBoardHunted = "2c 3d 4h 8s 9c";

// clang-format off
const Situation kHunts[] = {
    {.rule = "Rabbit", .gist = "all who got cards agree and see the board", .seats = 3,
     .params = kRabbit, .pockets = kHunted, .board = kBoardHunted,
     .steps = {"raise 60", "fold", "fold", "= street rabbit", "= hand 1", "= won 50 0 0",
               "= stacks 1030 990 980", "= pots", "= asked 1",
               "= legal leave the rest hidden, see the rest of the board", "rabbit", "= asked 2",
               "rabbit", "= asked 0", "= shown", "rabbit", "= shown 2c 3d 4h 8s 9c", "= hand 2",
               "= won 50 0 0"}},
    {.rule = "Rabbit", .gist = "one who does not agree decides for all", .seats = 3,
     .params = kRabbit, .pockets = kHunted, .board = kBoardHunted,
     .steps = {"raise 60", "fold", "fold", "rabbit", "pass", "= shown", "= hand 2",
               "= bets 20 0 10"}},
    {.rule = "Rabbit", .gist = "who does not answer does not agree and plays on", .seats = 3,
     .params = {{"rabbit", true}, {"sit_out", true}}, .pockets = kHunted, .board = kBoardHunted,
     .steps = {"raise 60", "fold", "fold", "absent 1", "= shown", "= hand 2", "deal",
               "= street preflop", "= in 1 1 1"}},
    {.rule = "Rabbit", .gist = "what lies there is not shown again", .seats = 3,
     .params = kRabbit, .pockets = kHunted, .board = kBoardHunted,
     .steps = {"call", "call", "check", "check", "check", "check", "bet 20", "fold", "fold",
               "= street rabbit", "= shown 2c 3d 4h 8s", "rabbit", "rabbit", "rabbit",
               "= shown 2c 3d 4h 8s 9c"}},
    {.rule = "Rabbit", .gist = "of a whole board nobody is asked", .seats = 2,
     .params = kRabbit, .pockets = {"Ah Ad", "Kh Kd"}, .board = kBoardHunted,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 20", "fold",
               "= hand 2"}},
    {.rule = "Rabbit", .gist = "nor after a showdown", .seats = 2,
     .params = kRabbit, .pockets = {"Ah Ad", "Kh Kd"}, .board = kBoardHunted,
     .steps = {"raise 1000", "call", "= street over"}},
    {.rule = "Rabbit", .gist = "the winner shows before it if asked", .seats = 2,
     .params = {{"rabbit", true}, {"winner_shows", true}}, .pockets = {"Ah Ad", "Kh Kd"},
     .board = kBoardHunted,
     .steps = {"raise 60", "fold", "= street showdown", "show", "= shown Ah Ad",
               "= street rabbit", "rabbit", "rabbit", "= shown Ah Ad 2c 3d 4h 8s 9c"}},
    {.rule = "Rabbit", .gist = "the result of a match does not wait for it", .seats = 2,
     .params = {{"rabbit", true}, {"hands", 1}}, .pockets = {"Ah Ad", "Kh Kd"},
     .board = kBoardHunted,
     .steps = {"raise 60", "fold", "= street over", "= result 20 -20"}},
    {.rule = "Rabbit", .gist = "who sits out was dealt no cards and is not asked", .seats = 3,
     .params = {{"rabbit", true}, {"sit_out", true}},
     .steps = {"away", "fold", "= hand 2", "deal", "away", "fold", "= street rabbit", "= asked 2",
               "rabbit", "rabbit", "= hand 3"}},
    {.rule = "Rabbit", .gist = "who wins without cards is not asked", .seats = 2,
     .params = {{"rabbit", true}, {"sit_out", true}},
     .steps = {"away", "deal", "away", "= hand 3"}},
    {.rule = "Rabbit", .gist = "a bomb pot has it", .seats = 2,
     .params = {{"rabbit", true}, {"bomb_every", 1}}, .pockets = {"Ah Ad", "Kh Kd"},
     .board = kBoardHunted,
     .steps = {"bet 20", "fold", "rabbit", "rabbit", "= shown 2c 3d 4h 8s 9c", "= won 0 80"}},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Hunts, Situations, testing::ValuesIn(kHunts), name_of);

/// Two of three have folded, and all are asked.
HoldemTable hunting() {
  HoldemTable table(3, kRabbit);
  table.deal(kHunted, kBoardHunted).play_all({"raise 60", "fold", "fold"});
  EXPECT_EQ(table.game().street(), Holdem::Street::rabbit);
  return table;
}

Chips chips_of_all(const Holdem& game) {
  Chips all = 0;
  for (const Stake& stake : game.betting().stakes) all += stake.total();
  return all;
}

TEST(HoldemRabbit, WantsNothingButTheUndealtCardsOfTheBoard) {
  HoldemTable table = hunting();
  Holdem game = table.game();
  for (int seat = 0; seat < 3; ++seat)
    game = game.after(Moved<Holdem::Move>{*game.turn(), {Holdem::Move::Kind::rabbit}}).value();
  const std::vector<Want> board{WantShow{CardSlot(6)}, WantShow{CardSlot(7)}, WantShow{CardSlot(8)},
                                WantShow{CardSlot(9)}, WantShow{CardSlot(10)}};
  EXPECT_EQ(game.wants(), board) << "two cards of each of three lie before them";
  EXPECT_TRUE(game.foresees()) << "the next deck is shuffled meanwhile";
}

TEST(HoldemRabbit, AVoidMovesNoChipsAndEndsIt) {
  for (const bool agreed : {false, true}) {
    HoldemTable table = hunting();
    Holdem game = table.game();
    for (int seat = 0; agreed && seat < 3; ++seat)
      game = game.after(Moved<Holdem::Move>{*game.turn(), {Holdem::Move::Kind::rabbit}}).value();
    const Holdem one = game.after(Void{SeatSet::of({Seat(1)})}).value();
    EXPECT_EQ(one.hand(), 2);
    EXPECT_EQ(one.betting().at(Seat(0)).total(), 1030);
    EXPECT_EQ(one.last().won[0], 50);
    EXPECT_EQ(one.last().board.size, 0U);
    const Holdem all = game.after(Void{SeatSet::first(3)}).value();
    EXPECT_EQ(all.result(), (Payoff{30, -10, -20})) << "the pot was paid before";
  }
}

/// Its locks come off no card of this board: the next thing wanted is another deck.
TEST(HoldemRabbit, WhoGoesWhileItIsAskedEndsItAndLosesNothing) {
  for (const std::uint32_t seat : {0U, 1U, 2U})
    for (const bool left : {false, true}) {
      HoldemTable table = hunting();
      table.play("rabbit").out({.seat = Seat(seat), .left = left});
      EXPECT_EQ(table.game().hand(), 2);
      EXPECT_TRUE(std::holds_alternative<WantShuffle>(table.game().wants().front()));
      EXPECT_EQ(table.game().last().won[0], 50);
      EXPECT_EQ(table.shown().size(), 0U);
      EXPECT_EQ(table.game().betting().at(Seat(0)).total(), 1030);
      EXPECT_EQ(chips_of_all(table.game()), 3000);
    }
}

TEST(HoldemRabbit, NobodyIsAskedIfOneWhoGotCardsHasLeftOrSitsOut) {
  HoldemTable left(3, kRabbit);
  left.deal(kHunted, kBoardHunted).play("raise 60").out({.seat = Seat(1), .left = true});
  EXPECT_EQ(left.play("fold").game().hand(), 2);
  HoldemTable away(3, {{"rabbit", true}, {"sit_out", true}});
  EXPECT_EQ(away.deal(kHunted, kBoardHunted).play_all({"raise 60", "away", "fold"}).game().hand(),
            2);
}

TEST(HoldemRabbit, NobodyIsAskedAfterAVoid) {
  HoldemTable table(3, kRabbit);
  table.deal(kHunted, kBoardHunted).play_all({"raise 60", "call"});
  table.after(Void{SeatSet::of({Seat(0), Seat(1)})});
  EXPECT_EQ(table.game().hand(), 2);
}

TEST(HoldemRabbit, IsReadBackFromEachOfItsStates) {
  HoldemTable table = hunting();
  const Json params = complete_params(Holdem::info(), kRabbit).value();
  for (int seat = 0; seat < 3; ++seat) {
    const auto read = Holdem::load(params, 3, table.game().json());
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->json(), table.game().json());
    Json paid = table.game().json();
    paid["stacks"][0] = 1020;
    paid["paid"][0] = 10;
    paid["pots"] = {{{"chips", 10}, {"seats", {0}}}};
    EXPECT_FALSE(Holdem::load(params, 3, paid)) << "chips that nobody would win";
    EXPECT_FALSE(Holdem::load(complete_params(Holdem::info(), {}).value(), 3, table.game().json()));
    table.play("rabbit");
  }
}

TEST(HoldemRabbit, IsToldInTheNewsAndShownForAWhile) {
  HoldemTable table = hunting();
  Holdem game = table.game();
  for (int seat = 0; seat < 3; ++seat)
    game = game.after(Moved<Holdem::Move>{*game.turn(), {Holdem::Move::Kind::rabbit}}).value();
  const auto cards = faces(kBoardHunted);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const Shown shown{CardSlot(6 + i), cards[i]};
    const Holdem next = game.after(shown).value();
    EXPECT_EQ(game.news(shown, next, {}), i < 4 ? "" : "The board would have been 2♣ 3♦ 4♥ 8♠ 9♣");
    EXPECT_EQ(next.pause(game), i < 4 ? 0 : 4'000);
    EXPECT_EQ(next.done(Seat(1)), false);
    game = next;
  }
  EXPECT_EQ(game.hand(), 2);
  EXPECT_EQ(game.board().size, 0U);
  EXPECT_EQ(game.last().board.size, 5U) << "people look at it while the next deck is shuffled";
}

TEST(HoldemRabbit, WhoAgreedAndGoesHoldsNothingUp) {
  HoldemTable table = hunting();
  Holdem game = table.game();
  for (int seat = 0; seat < 3; ++seat)
    game = game.after(Moved<Holdem::Move>{*game.turn(), {Holdem::Move::Kind::rabbit}}).value();
  const Holdem gone = game.without(Out{.seat = Seat(2), .left = true});
  EXPECT_EQ(gone.wants(), game.wants()) << "it gives its locks, as it has agreed";
}

TEST(HoldemRabbit, StandsAtTheEndOfTheSummary) {
  HoldemTable table(3, kRabbit);
  table.keep_history({"Ann", "Bob", "Cat"});
  table.deal(kHunted, kBoardHunted)
      .play_all({"raise 60", "fold", "fold", "rabbit", "rabbit", "rabbit"});
  EXPECT_TRUE(table.history().ends_with(R"(*** SUMMARY ***
Total pot 50 | Rake 0
Seat 1: Ann (button) collected (50)
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cat (big blind) folded before Flop
Rabbit hunt [2c 3d 4h 8s 9c]

)")) << table.history();
  table.deal(kHunted, kBoardHunted).play_all({"fold", "fold", "rabbit", "pass"});
  EXPECT_TRUE(table.history().ends_with("folded before Flop\n\n")) << table.history();
  const auto& hands = table.writer().hands();
  ASSERT_EQ(hands.size(), 2U);
  EXPECT_NE(phh({hands[0]}).find("\n_rabbit_hunt = \"2c3d4h8s9c\"\n"), std::string::npos);
  EXPECT_EQ(phh({hands[1]}).find("rabbit"), std::string::npos);
  EXPECT_EQ(ohh({hands[0]}).find("2c"), std::string::npos) << "the format has no such cards";
}

TEST(HoldemRabbit, InOmahaTheCardsComeFromBehindFourOfEach) {
  PokerTable table(OmahaRules::kRules, 2, kRabbit);
  table.deal("").play("fold, rabbit");
  const auto wants =
      table.game().after(Moved<Poker::Move>{*table.asked(), {Poker::Move::Kind::rabbit}})->wants();
  ASSERT_EQ(wants.size(), 5U);
  EXPECT_EQ(std::get<WantShow>(wants.front()).slot, CardSlot(8));
}

TEST(HoldemRabbit, AGameWithoutABoardHasNone) {
  const auto started = start_game("razz", kRabbit, 2);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().about, "razz has no parameter 'rabbit'");
}

TEST(HoldemRabbit, TheQuestionStandsUnderAHeadingOfItsOwn) {
  HoldemTable table(2, kRabbit);
  table.deal({"Ah Ad", "Kh Kd"}, kBoardHunted).play_all({"raise 60", "fold"});
  ASSERT_EQ(table.game().street(), Holdem::Street::rabbit);
  const Json heading = table.game().view({}, {}).at("heading");
  EXPECT_EQ(heading.at("part"), "after the hand") << "there is no showdown";
  EXPECT_FALSE(heading.contains("pot")) << "the pot is won";
}

}  // namespace
}  // namespace fairdeal::rules
