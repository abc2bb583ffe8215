#include "tests/rules/holdem_situation.h"

/// Button, blinds, antes and seats that are not there, by the rules of the Tournament Directors
/// Association (2024). The straddle is a rule of the house: it is not among theirs.
namespace fairdeal::rules {
namespace {

const Json kSitOut = {{"sit_out", true}};
const Json kStraddle = {{"straddle", true}};
const Json kTableAnte = {{"ante", 20}, {"ante_from", "big-blind"}};
const Json kLevels = {{"levels",
                       {{{"from", 2}, {"small", 20}, {"big", 40}, {"ante", 0}},
                        {{"from", 3}, {"small", 30}, {"big", 60}, {"ante", 5}}}}};

// clang-format off
const Situation kDeadButton[] = {
    {.rule = "32", .gist = "the button goes to the seat of a small blind that is gone", .seats = 4,
     .stacks = {100, 50, 100, 150}, .pockets = {"Ah Ad", "Kh Kd", "2h 7d", "2c 7s"},
     .board = "3c 4d 5h 9s Jc",
     .steps = {"fold", "raise 100", "call", "fold", "= button 1", "= blinds 2 3"}},
    {.rule = "32", .gist = "and the last before it acts last", .seats = 4,
     .stacks = {100, 50, 100, 150}, .pockets = {"Ah Ad", "Kh Kd", "2h 7d", "2c 7s"},
     .board = "3c 4d 5h 9s Jc",
     .steps = {"fold", "raise 100", "call", "fold", "deal", "= asked 0", "call", "call", "check",
               "= asked 2", "check", "check", "= asked 0"}},
    {.rule = "32", .gist = "a big blind that is gone posts no small blind", .seats = 4,
     .stacks = {100, 100, 50, 150}, .pockets = {"2h 7d", "2c 7s", "Kh Kd", "Ah Ad"},
     .board = "3c 4d 5h 9s Jc",
     .steps = {"raise 60", "fold", "fold", "call", "= button 1", "= blinds 2 3",
               "= bets 0 0 0 20"}},
    {.rule = "32", .gist = "and has the button a hand later", .seats = 4,
     .stacks = {100, 100, 50, 150}, .pockets = {"2h 7d", "2c 7s", "Kh Kd", "Ah Ad"},
     .board = "3c 4d 5h 9s Jc",
     .steps = {"raise 60", "fold", "fold", "call", "deal", "fold", "fold", "= button 2",
               "= blinds 3 0", "= bets 20 0 0 10"}},
    {.rule = "32", .gist = "both blinds gone leave the button and the small blind empty",
     .seats = 5, .stacks = {100, 50, 50, 150, 150},
     .pockets = {"2h 7d", "Kh Kd", "Qh Qd", "Ah Ad", "2c 7s"}, .board = "3c 4d 5h 9s Jc",
     .steps = {"raise 50", "fold", "fold", "call", "call", "= button 1", "= blinds 2 3",
               "= bets 0 0 0 20 0"}},
    {.rule = "33", .gist = "nobody is passed over by the big blind", .seats = 3,
     .steps = {"fold", "fold", "= blinds 2 0", "deal", "fold", "fold", "= blinds 0 1", "deal",
               "fold", "fold", "= blinds 1 2"}},
    {.rule = "34", .gist = "of two the button posts the small blind and acts first", .seats = 2,
     .steps = {"= button 0", "= bets 10 20", "= asked 0"}},
    {.rule = "34", .gist = "of two the button acts last after the flop", .seats = 2,
     .steps = {"call", "check", "= street flop", "= asked 1", "check", "= asked 0"}},
    {.rule = "34", .gist = "of two the blinds change every hand", .seats = 2,
     .steps = {"fold", "= button 1", "= blinds 1 0", "deal", "fold", "= button 0",
               "= blinds 0 1"}},
    {.rule = "34", .gist = "the button of three is gone", .seats = 3, .stacks = {50, 100, 150},
     .pockets = {"Kh Kd", "2h 7d", "Ah Ad"}, .board = "3c 4d 5h 9s Jc",
     .steps = {"raise 50", "fold", "call", "= button 2", "= blinds 2 1"}},
    {.rule = "34", .gist = "the small blind of three is gone", .seats = 3, .stacks = {100, 50, 150},
     .pockets = {"2h 7d", "Kh Kd", "Ah Ad"}, .board = "3c 4d 5h 9s Jc",
     .steps = {"fold", "raise 50", "call", "= button 2", "= blinds 2 0"}},
    {.rule = "34", .gist = "the big blind of three is gone", .seats = 3, .stacks = {150, 100, 50},
     .pockets = {"Ah Ad", "2h 7d", "Kh Kd"}, .board = "3c 4d 5h 9s Jc",
     .steps = {"raise 50", "fold", "call", "= button 1", "= blinds 1 0"}},
};

const Situation kLevelsAndAntes[] = {
    {.rule = "23", .gist = "a new level is for the next hand", .seats = 3, .params = kLevels,
     .steps = {"= level 1", "= bets 0 10 20", "raise 40", "call", "fold", "= level 1",
               "= legal bet 20, check, fold", "bet 20", "fold", "= level 2", "= bets 40 0 20"}},
    {.rule = "23", .gist = "a level has its own ante and least raise", .seats = 3,
     .params = kLevels,
     .steps = {"fold", "fold", "deal", "fold", "fold", "= level 3", "= paid 5 5 5",
               "= bets 30 60 0", "deal", "= raises 120 985"}},
    {.rule = "Single payer ante", .gist = "the big blind pays for all", .seats = 3,
     .params = kTableAnte, .steps = {"= bets 0 10 20", "= paid 0 0 20", "= stacks 1000 990 960"}},
    {.rule = "Single payer ante", .gist = "it is not reduced for fewer players", .seats = 2,
     .params = kTableAnte, .steps = {"= bets 10 20", "= paid 0 20"}},
    {.rule = "Single payer ante", .gist = "the blind is paid before it", .seats = 3,
     .params = kTableAnte, .stacks = {1000, 1010, 30},
     .steps = {"= bets 0 10 20", "= paid 0 0 10"}},
    {.rule = "Single payer ante", .gist = "and may leave nothing for it", .seats = 3,
     .params = kTableAnte, .stacks = {1000, 1000, 13},
     .steps = {"= bets 0 10 13", "= paid 0 0 0", "= legal raise to 40, call 20, fold"}},
    {.rule = "Single payer ante", .gist = "whoever wins the main pot wins it", .seats = 3,
     .params = kTableAnte, .stacks = {20, 1000, 1020},
     .pockets = {"Ah Ad", "Kh Kd", "Qh Qd"}, .board = "2c 3d 4h 8s 9c",
     .steps = {"call", "call", "check", "= pots 80 for 0 1 2", "check", "check", "check", "check",
               "check", "check", "= won 80 0 0"}},
    {.rule = "Single payer ante", .gist = "it need not be called", .seats = 3,
     .params = kTableAnte, .steps = {"= legal raise to 40, call 20, fold"}},
    {.rule = "21", .gist = "who has only the ante plays for the antes", .seats = 3,
     .params = {{"ante", 5}}, .stacks = {5, 100, 195}, .pockets = {"Ah Ad", "Kh Kd", "Qh Qd"},
     .board = "2c 3d 4h 8s 9c",
     .steps = {"= asked 1", "call", "check", "= pots 15 for 0 1 2; 40 for 1 2", "check", "check",
               "check", "check", "check", "check", "= won 15 40 0"}},
};

const Situation kPresence[] = {
    {.rule = "29", .gist = "who runs out of time checks where it can", .seats = 3,
     .steps = {"call", "call", "absent 2", "= street flop", "= in 1 1 1"}},
    {.rule = "29", .gist = "and is dead where it faces a bet", .seats = 3,
     .steps = {"call", "call", "check", "bet 20", "absent 2", "= in 1 1 0"}},
    {.rule = "30", .gist = "who sits out is asked each hand", .seats = 4, .params = kSitOut,
     .steps = {"away", "fold", "fold", "deal", "= street seating", "= asked 3",
               "= legal stay out, come back"}},
    {.rule = "30", .gist = "its blind is in the pot and its hand is dead", .seats = 4,
     .params = kSitOut,
     .steps = {"away", "fold", "fold", "deal", "away", "= in 1 1 1 0", "= bets 0 0 10 20",
               "= asked 0", "fold", "fold", "= won 0 0 30 0"}},
    {.rule = "30", .gist = "others still have to meet its big blind", .seats = 4,
     .params = kSitOut,
     .steps = {"away", "fold", "fold", "deal", "away",
               "= legal raise to 40, sit out, call 20, fold", "call", "fold", "call",
               "= street flop", "= pots 60 for 0 2"}},
    {.rule = "30", .gist = "its ante is in the pot too", .seats = 3,
     .params = {{"sit_out", true}, {"ante", 5}},
     .steps = {"away", "fold", "deal", "away", "= paid 5 5 5", "= bets 20 0 10"}},
    {.rule = "30", .gist = "the blinds go round it as round the others", .seats = 3,
     .params = kSitOut,
     .steps = {"away", "fold", "deal", "away", "fold", "= blinds 0 1", "deal", "away", "fold",
               "= blinds 1 2"}},
    {.rule = "30", .gist = "who is back before the deal plays", .seats = 4, .params = kSitOut,
     .steps = {"away", "fold", "fold", "deal", "back", "= in 1 1 1 1", "= asked 0"}},
    {.rule = "30", .gist = "who is absent sits out", .seats = 4, .params = kSitOut,
     .steps = {"absent 3", "fold", "fold", "deal", "= asked 3", "absent 3", "= in 1 1 1 0"}},
    {.rule = "31", .gist = "who leaves before a bet is in until there is one", .seats = 3,
     .params = kSitOut,
     .steps = {"call", "call", "away", "= in 1 1 1", "bet 20", "fold", "= in 1 1 0"}},
    {.rule = "30", .gist = "who is there alone wins the blinds", .seats = 2, .params = kSitOut,
     .steps = {"away", "deal", "away", "= won 0 30", "= hand 3"}},
    {.rule = "of the house", .gist = "when all have left everybody keeps what it has", .seats = 2,
     .params = kSitOut, .pockets = {"Ah Ad", "Kh Kd"}, .board = "2c 3d 4h 8s 9c",
     .steps = {"call", "away", "check", "away", "check", "check", "check", "check", "show", "show",
               "deal", "away", "away", "= street over", "= result 20 -20"}},
    {.rule = "35", .gist = "a deal that cannot stand gives all chips back", .seats = 3,
     .steps = {"raise 100", "call", "void", "= result 0 0 0"}},
};

const Situation kStraddling[] = {
    {.rule = "Straddle", .gist = "the first to act is asked before the cards", .seats = 4,
     .params = kStraddle,
     .steps = {"= street straddle", "= asked 3", "= legal no straddle, straddle 40", "straddle",
               "= bets 0 10 20 40", "= asked 0", "= raises 80 1000"}},
    {.rule = "Straddle", .gist = "who straddles acts last and may raise", .seats = 4,
     .params = kStraddle,
     .steps = {"straddle", "call", "call", "call", "= asked 3",
               "= legal raise to 80, check, fold"}},
    {.rule = "Straddle", .gist = "it is a choice", .seats = 4, .params = kStraddle,
     .steps = {"pass", "= bets 0 10 20 0", "= asked 3", "= raises 40 1000"}},
    {.rule = "Straddle", .gist = "of three it is the button", .seats = 3, .params = kStraddle,
     .steps = {"= asked 0", "straddle", "= asked 1"}},
    {.rule = "Straddle", .gist = "there is none between two", .seats = 2, .params = kStraddle,
     .steps = {"= street preflop", "= legal raise to 40, call 10, fold"}},
    {.rule = "Straddle", .gist = "nor for who has less", .seats = 4, .params = kStraddle,
     .stacks = {1000, 1000, 1001, 39}, .steps = {"= street preflop", "= asked 3"}},
    {.rule = "Straddle", .gist = "with a fixed limit it is the first raise", .seats = 4,
     .params = {{"straddle", true}, {"betting", "fixed-limit"}},
     .steps = {"straddle", "raise 60", "raise 80", "= asked 2", "= legal call 60, fold"}},
    {.rule = "Straddle", .gist = "with a pot limit it is in the pot", .seats = 4,
     .params = {{"straddle", true}, {"betting", "pot-limit"}},
     .steps = {"straddle", "= raises 80 150"}},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(DeadButton, Situations, testing::ValuesIn(kDeadButton), name_of);
INSTANTIATE_TEST_SUITE_P(LevelsAndAntes, Situations, testing::ValuesIn(kLevelsAndAntes), name_of);
INSTANTIATE_TEST_SUITE_P(Presence, Situations, testing::ValuesIn(kPresence), name_of);
INSTANTIATE_TEST_SUITE_P(Straddling, Situations, testing::ValuesIn(kStraddling), name_of);

}  // namespace
}  // namespace fairdeal::rules
