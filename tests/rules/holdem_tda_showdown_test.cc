#include "tests/rules/holdem_situation.h"

/// Showdowns and pots by the rules of the Tournament Directors Association (2024). Two boards, and
/// that a winner is asked to show, are rules of the house: they are not among theirs.
namespace fairdeal::rules {
namespace {

const std::vector<std::string> kPockets{"Ah Ad", "Kh Kd", "Qh Qd", "Jh Jd"};
const std::string kBoard = "2c 3d 4h 8s 9c";
const std::string kTenToAce = "Ah Kd Qc Js Tc";
const std::vector<std::string> kLow{"2h 3d", "2d 3h", "2c 3c", "2s 3s"};
const Json kTwice = {{"run_outs", 2}};

// clang-format off
const Situation kFaceUp[] = {
    {.rule = "16", .gist = "all hands are shown when nobody can bet any more", .seats = 3,
     .pockets = kPockets, .board = kBoard,
     .steps = {"raise 1000", "call", "fold", "= shown Kh Kd Ah Ad 2c 3d 4h 8s 9c"}},
    {.rule = "16", .gist = "before the rest of the board", .seats = 2, .pockets = kPockets,
     .board = kBoard,
     .steps = {"call", "check", "bet 980", "call", "= shown 2c 3d 4h Kh Kd Ah Ad 8s 9c"}},
    {.rule = "16", .gist = "an all in on the river may not be mucked", .seats = 2,
     .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 980", "call",
               "= shown 2c 3d 4h 8s 9c Kh Kd Ah Ad", "= result 1000 -1000"}},
    {.rule = "16", .gist = "not while two can still bet", .seats = 3, .stacks = {40, 130, 130},
     .pockets = kPockets, .board = kBoard,
     .steps = {"raise 40", "call", "call", "= asked 1", "= shown 2c 3d 4h"}},
    {.rule = "16", .gist = "then those who bet on the side show too", .seats = 3,
     .stacks = {40, 130, 130}, .pockets = kPockets, .board = kBoard,
     .steps = {"raise 40", "call", "call", "bet 50", "call", "check", "check", "check", "check",
               "= shown 2c 3d 4h 8s 9c Kh Kd Qh Qd Ah Ad", "= won 120 100 0"}},
    {.rule = "16", .gist = "one caller with chips behind shows at once", .seats = 2,
     .stacks = {100, 300}, .pockets = kPockets, .board = kBoard,
     .steps = {"raise 100", "call", "= shown Kh Kd Ah Ad 2c 3d 4h 8s 9c", "= won 200 0"}},
};

const Situation kOrder[] = {
    {.rule = "17", .gist = "who bet last on the river shows first", .seats = 2,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 20", "call", "= asked 1",
               "= legal muck, show", "show", "= asked 0"}},
    {.rule = "17", .gist = "who raised last on the river shows first", .seats = 2,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 20", "raise 60", "call",
               "= asked 0"}},
    {.rule = "17", .gist = "without a bet the first left of the button does", .seats = 3,
     .steps = {"call", "call", "check", "check", "check", "check", "check", "check", "check",
               "check", "check", "check", "= street showdown", "= asked 1", "show", "= asked 2",
               "show", "= asked 0"}},
    {.rule = "17", .gist = "bets of earlier streets do not count", .seats = 2,
     .steps = {"raise 40", "call", "check", "bet 20", "call", "check", "check", "check", "check",
               "= asked 1"}},
    {.rule = "17", .gist = "who is beaten may muck", .seats = 2, .pockets = {"Kh Kd", "Ah Ad"},
     .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 20", "call", "show",
               "muck", "= won 0 80", "= shown 2c 3d 4h 8s 9c Ah Ad"}},
    {.rule = "17", .gist = "the last with cards wins without showing", .seats = 3,
     .pockets = kPockets, .board = kBoard,
     .steps = {"call", "call", "check", "check", "check", "check", "check", "check", "check",
               "check", "check", "check", "muck", "muck", "= won 60 0 0",
               "= shown 2c 3d 4h 8s 9c"}},
    {.rule = "13", .gist = "a hand that is not shown wins nothing", .seats = 2,
     .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 20", "call", "show",
               "muck", "= won 0 80"}},
    {.rule = "18", .gist = "who calls on the river may see what it paid for", .seats = 2,
     .params = {{"called_shows", true}}, .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 20", "call", "= asked 0",
               "= shown 2c 3d 4h 8s 9c Kh Kd", "muck", "= won 0 80"}},
    {.rule = "18", .gist = "where nobody bet on the river nobody has to show first", .seats = 2,
     .params = {{"called_shows", true}}, .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "check", "check", "= asked 1",
               "= shown 2c 3d 4h 8s 9c"}},
    {.rule = "of the house", .gist = "who wins alone may show when the hand is over", .seats = 3,
     .params = {{"winner_shows", true}}, .pockets = kPockets, .board = kBoard,
     .steps = {"raise 80", "fold", "fold", "= asked 0", "= legal muck, show", "show",
               "= shown Ah Ad", "= won 50 0 0"}},
    {.rule = "of the house", .gist = "or not", .seats = 3, .params = {{"winner_shows", true}},
     .pockets = kPockets, .board = kBoard,
     .steps = {"raise 80", "fold", "fold", "muck", "= shown", "= won 50 0 0", "= hand 2"}},
    {.rule = "28", .gist = "no card is shown after a hand has ended", .seats = 2,
     .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "bet 20", "fold", "= shown 2c 3d 4h", "= hand 2"}},
    {.rule = "28", .gist = "nor when the winner shows", .seats = 2,
     .params = {{"winner_shows", true}}, .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "bet 20", "fold", "show", "= shown 2c 3d 4h Kh Kd"}},
};

const Situation kPots[] = {
    {.rule = "12", .gist = "cards speak", .seats = 2, .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "check", "check", "show",
               "show", "= won 40 0"}},
    {.rule = "19", .gist = "who plays the board shows both cards", .seats = 3, .pockets = kLow,
     .board = kTenToAce,
     .steps = {"call", "call", "check", "check", "check", "check", "check", "check", "check",
               "check", "check", "check", "show", "show", "show", "= won 20 20 20"}},
    {.rule = "20", .gist = "an odd chip goes to the first left of the button", .seats = 3,
     .params = {{"small_blind", 5}, {"big_blind", 7}}, .pockets = {"Ah Kd", "2h 7d", "Ad Kh"},
     .board = "Qc Jd Th 3s 3c",
     .steps = {"call", "fold", "check", "check", "check", "check", "check", "check", "check",
               "show", "show", "= won 9 0 10"}},
    {.rule = "20", .gist = "two odd chips go to the first two", .seats = 4,
     .params = {{"small_blind", 8}}, .pockets = kLow, .board = kTenToAce,
     .steps = {"call", "call", "fold", "check", "check", "check", "check", "check", "check",
               "check", "check", "check", "check", "show", "show", "show", "= won 22 0 23 23"}},
    {.rule = "20", .gist = "suits decide nothing", .seats = 2, .pockets = {"As Kc", "Ac Ks"},
     .board = "Qd Jd Th 3s 3c",
     .steps = {"call", "check", "check", "check", "check", "check", "check", "check", "show",
               "show", "= won 20 20"}},
    {.rule = "21", .gist = "each side pot is split apart", .seats = 3, .stacks = {25, 100, 100},
     .pockets = kLow, .board = kTenToAce,
     .steps = {"raise 25", "call", "call", "bet 20", "call", "= pots 75 for 0 1 2; 40 for 1 2",
               "check", "check", "check", "check", "= won 25 45 45"}},
    {.rule = "21", .gist = "odd chips of each go to the first who share it", .seats = 5,
     .params = {{"small_blind", 5}, {"big_blind", 10}}, .stacks = {26, 100, 200, 200, 199},
     .pockets = {"2h 3d", "2d 3h", "2c 3c", "2s 3s", "4h 5d"}, .board = kTenToAce,
     .steps = {"call", "call", "raise 26", "fold", "call", "call", "call", "bet 21", "call",
               "call", "bet 20", "call", "fold", "= pots 109 for 0 2 3; 103 for 2 3", "check",
               "check", "= won 36 0 89 87 0"}},
    {.rule = "21", .gist = "each all in for less makes a pot", .seats = 4,
     .stacks = {40, 70, 145, 145}, .pockets = kPockets, .board = kBoard,
     .steps = {"raise 145", "call", "call", "call", "= won 160 90 150 0"}},
    {.rule = "21", .gist = "what folded seats paid stays in the pot", .seats = 3,
     .steps = {"call", "call", "check", "bet 20", "call", "fold", "= pots 100 for 1 2"}},
};

const Situation kTwoBoards[] = {
    {.rule = "Run it twice", .gist = "all who are all in are asked", .seats = 2, .params = kTwice,
     .pockets = kPockets, .board = kBoard, .second = "5c 6d Ks 8h 9h",
     .steps = {"raise 1000", "call", "= shown Kh Kd Ah Ad", "= asked 1",
               "= legal run it once, run it twice", "twice", "= asked 0", "twice",
               "= shown Kh Kd Ah Ad 2c 3d 4h 8s 9c 5c 6d Ks 8h 9h", "= won 1000 1000"}},
    {.rule = "Run it twice", .gist = "one who wants a single board decides", .seats = 2,
     .params = kTwice, .pockets = kPockets, .board = kBoard, .second = "5c 6d Ks 8h 9h",
     .steps = {"raise 1000", "call", "twice", "once", "= won 2000 0"}},
    {.rule = "Run it twice", .gist = "nobody is asked after that", .seats = 3, .params = kTwice,
     .pockets = kPockets, .board = kBoard,
     .steps = {"raise 1000", "call", "call", "once", "= won 3000 0 0"}},
    {.rule = "Run it twice", .gist = "what lies on the board is on both", .seats = 2,
     .params = kTwice, .pockets = kPockets, .board = kBoard, .second = "Ks 7c",
     .steps = {"call", "check", "bet 980", "call", "twice", "twice",
               "= shown 2c 3d 4h Kh Kd Ah Ad 8s 9c Ks 7c", "= won 1000 1000"}},
    {.rule = "Run it twice", .gist = "an odd chip goes to the first board", .seats = 3,
     .params = {{"run_outs", 2}, {"stack", 100}, {"small_blind", 5}, {"big_blind", 10}},
     .pockets = {"Ah Ad", "2h 7d", "Kh Kd"}, .board = "2c 3d 4h 8s 9c",
     .second = "5c 6d Ks 8h 9h",
     .steps = {"raise 100", "fold", "call", "twice", "twice", "= won 103 0 102"}},
    {.rule = "Run it twice", .gist = "nobody is asked on the river", .seats = 2, .params = kTwice,
     .pockets = kPockets, .board = kBoard,
     .steps = {"call", "check", "check", "check", "check", "check", "bet 980", "call",
               "= street over", "= result 1000 -1000"}},
    {.rule = "Run it twice", .gist = "who is absent wants one board", .seats = 2,
     .params = kTwice, .pockets = kPockets, .board = kBoard,
     .steps = {"raise 1000", "call", "absent 1", "= won 2000 0"}},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(FaceUp, Situations, testing::ValuesIn(kFaceUp), name_of);
INSTANTIATE_TEST_SUITE_P(Order, Situations, testing::ValuesIn(kOrder), name_of);
INSTANTIATE_TEST_SUITE_P(Pots, Situations, testing::ValuesIn(kPots), name_of);
INSTANTIATE_TEST_SUITE_P(TwoBoards, Situations, testing::ValuesIn(kTwoBoards), name_of);

}  // namespace
}  // namespace fairdeal::rules
