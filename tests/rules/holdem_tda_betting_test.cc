#include "tests/rules/holdem_situation.h"

/// Bets and raises by the rules of the Tournament Directors Association (2024).
namespace fairdeal::rules {
namespace {

Json with(Json params, const Json& more) {
  params.update(more);
  return params;
}
const Json kHundred = {{"small_blind", 50}, {"big_blind", 100}};
const Json kPot = {{"betting", "pot-limit"}};
const Json kFixed = {{"betting", "fixed-limit"}};
const Json kPotHundred = with(kHundred, kPot);
const Json kFixedHundred = with(kHundred, kFixed);

// clang-format off
const Situation kRaiseAmounts[] = {
    {.rule = "43", .gist = "a raise is at least as large as the one before", .seats = 4,
     .steps = {"raise 100", "= raises 180 1000"}},
    {.rule = "43", .gist = "the largest raise of the round counts", .seats = 4,
     .steps = {"raise 100", "raise 300", "= raises 500 1000", "raise 500", "= raises 700 1000"}},
    {.rule = "43", .gist = "the first raise before the flop is at least by the big blind",
     .seats = 3, .steps = {"= raises 40 1000"}},
    {.rule = "43", .gist = "after the flop a bet is at least the big blind", .seats = 3,
     .steps = {"call", "call", "check", "= legal bet 20, check, fold", "= raises 20 980"}},
    {.rule = "43", .gist = "each street begins anew", .seats = 2,
     .steps = {"raise 200", "call", "= raises 20 800", "bet 300", "= raises 600 800"}},
    {.rule = "43", .gist = "who has less than a raise may only go all in", .seats = 3,
     .stacks = {70, 70, 70}, .steps = {"raise 60", "= raises 70 70"}},
    {.rule = "43", .gist = "a short big blind does not lower the least raise", .seats = 3,
     .stacks = {100, 191, 9}, .steps = {"= legal raise to 40, call 20, fold"}},
    {.rule = "41", .gist = "who has less than the bet calls with all it has", .seats = 3,
     .stacks = {1000, 70, 1000}, .steps = {"raise 200", "= asked 1", "= legal call 60, fold"}},
    {.rule = "41", .gist = "what nobody called goes back", .seats = 3, .stacks = {1000, 70, 1000},
     .pockets = {"Ah Ad", "Kh Kd", "Qh Qd"}, .board = "2c 3d 4h 8s 9c",
     .steps = {"raise 200", "call", "fold", "= won 160 0 0", "= stacks 1070 0 970"}},
    {.rule = "58", .gist = "a fold where a check is free is binding", .seats = 3,
     .steps = {"call", "call", "= legal raise to 40, check, fold", "check",
               "= legal bet 20, check, fold", "fold", "= asked 2"}},
};

const Situation kReopening[] = {
    {.rule = "47A", .gist = "short all ins that add up to a raise reopen the betting", .seats = 5,
     .params = kHundred, .stacks = {1100, 1100, 225, 1100, 300},
     .steps = {"call", "call", "call", "call", "check", "bet 100", "raise 125", "call", "raise 200",
               "call", "= asked 1", "= legal raise to 300, call 100, fold", "= raises 300 1000"}},
    {.rule = "47A", .gist = "but not for who called the first of them", .seats = 5,
     .params = kHundred, .stacks = {1100, 1100, 225, 1100, 300},
     .steps = {"call", "call", "call", "call", "check", "bet 100", "raise 125", "call", "raise 200",
               "call", "call", "= asked 3", "= legal call 75, fold"}},
    {.rule = "47A", .gist = "short all ins that add up to less do not", .seats = 5,
     .params = kHundred, .stacks = {1100, 1100, 230, 1100, 260},
     .steps = {"call", "call", "call", "call", "check", "bet 100", "raise 130", "call", "raise 160",
               "call", "= asked 1", "= legal call 60, fold"}},
    {.rule = "47A", .gist = "one short all in reopens nothing", .seats = 4,
     .stacks = {500, 500, 150, 850},
     .steps = {"raise 100", "call", "fold", "raise 150", "= asked 3", "= legal call 50, fold",
               "call", "= asked 0", "= legal call 50, fold"}},
    {.rule = "47A", .gist = "who has not acted may raise it in full", .seats = 4,
     .stacks = {1000, 150, 1000, 850},
     .steps = {"raise 100", "call", "raise 150", "= asked 2",
               "= legal raise to 230, call 130, fold"}},
    {.rule = "47A", .gist = "the big blind may raise a short raise and the limper may not",
     .seats = 5, .params = {{"small_blind", 2000}, {"big_blind", 4000}},
     .stacks = {50000, 50000, 50000, 50000, 7500},
     .steps = {"call", "raise 7500", "call", "fold", "= asked 2", "= raises 11500 50000", "call",
               "= asked 3", "= legal call 3500, fold"}},
    {.rule = "47A", .gist = "when the big blind raises the limper may raise again", .seats = 5,
     .params = {{"small_blind", 2000}, {"big_blind", 4000}},
     .stacks = {50000, 50000, 50000, 50000, 7500},
     .steps = {"call", "raise 7500", "call", "fold", "raise 11500", "= asked 3",
               "= raises 15500 50000"}},
    {.rule = "47A", .gist = "an all in of a full raise reopens", .seats = 3,
     .stacks = {1000, 100, 1000},
     .steps = {"raise 60", "raise 100", "call", "= asked 0",
               "= legal raise to 140, call 40, fold"}},
    {.rule = "47A", .gist = "nobody raises where all others are all in", .seats = 3,
     .stacks = {1000, 100, 1000},
     .steps = {"raise 60", "raise 100", "fold", "= asked 0", "= legal call 40, fold"}},
    {.rule = "47A", .gist = "who checked may not raise less than a bet", .seats = 3,
     .stacks = {1000, 1000, 34},
     .steps = {"call", "call", "check", "check", "bet 14", "= asked 0",
               "= legal raise to 34, call 14, fold", "call", "= asked 1",
               "= legal call 14, fold"}},
    {.rule = "47A", .gist = "the same holds with a pot limit", .seats = 4, .params = kPot,
     .stacks = {500, 500, 90, 910},
     .steps = {"raise 60", "call", "fold", "raise 90", "= asked 3", "= legal call 30, fold"}},
    {.rule = "47B", .gist = "with a fixed limit half a bet reopens", .seats = 4,
     .params = kFixedHundred, .stacks = {1150, 1100, 250, 1100},
     .steps = {"call", "call", "call", "check", "bet 100", "raise 150", "call", "call",
               "= asked 1", "= legal raise to 250, call 50, fold"}},
    {.rule = "47B", .gist = "less than half only lets the bet be completed", .seats = 4,
     .params = kFixedHundred, .stacks = {1151, 1100, 249, 1100},
     .steps = {"call", "call", "call", "check", "bet 100", "raise 149",
               "= legal raise to 200, call 149, fold", "call", "call", "= asked 1",
               "= legal call 49, fold"}},
    {.rule = "47B", .gist = "who completes the bet reopens it", .seats = 4,
     .params = kFixedHundred, .stacks = {1151, 1100, 249, 1100},
     .steps = {"call", "call", "call", "check", "bet 100", "raise 149", "raise 200", "call",
               "= asked 1", "= legal raise to 300, call 100, fold"}},
};

const Situation kRaisesAllowed[] = {
    {.rule = "48", .gist = "with no limit raises go on", .seats = 3, .params = {{"stack", 100000}},
     .steps = {"raise 40", "raise 60", "raise 80", "raise 100", "raise 120", "raise 140",
               "= raises 160 100000"}},
    {.rule = "48", .gist = "with a pot limit too", .seats = 3, .params = kPot,
     .steps = {"raise 40", "raise 60", "raise 80", "raise 100", "raise 120",
               "= raises 140 460"}},
    {.rule = "48", .gist = "with a fixed limit after three it is call or fold", .seats = 3,
     .params = kFixed,
     .steps = {"raise 40", "raise 60", "raise 80", "= asked 0", "= legal call 40, fold"}},
    {.rule = "48", .gist = "the house may allow four", .seats = 3,
     .params = {{"betting", "fixed-limit"}, {"raises", 4}},
     .steps = {"raise 40", "raise 60", "raise 80", "= legal raise to 100, call 40, fold",
               "raise 100", "= legal call 40, fold"}},
    {.rule = "48", .gist = "the cap holds for two of three", .seats = 3, .params = kFixed,
     .steps = {"fold", "raise 40", "raise 60", "raise 80", "= asked 2", "= legal call 20, fold"}},
    {.rule = "48", .gist = "until two are left in the tournament", .seats = 2, .params = kFixed,
     .steps = {"raise 40", "raise 60", "raise 80", "raise 100",
               "= legal raise to 120, call 20, fold"}},
    {.rule = "48", .gist = "each street has its own cap", .seats = 3, .params = kFixed,
     .steps = {"raise 40", "raise 60", "raise 80", "call", "call", "= street flop", "bet 20",
               "raise 40", "raise 60", "raise 80", "= legal call 40, fold"}},
    {.rule = "48", .gist = "fixed bets double on the turn", .seats = 3, .params = kFixed,
     .steps = {"call", "call", "check", "= legal bet 20, check, fold", "check", "check", "check",
               "= street turn", "= legal bet 40, check, fold", "bet 40", "= raises 80 80"}},
};

const Situation kPotSize[] = {
    {.rule = "54", .gist = "a pot bet opens for three and a half big blinds", .seats = 3,
     .params = kPotHundred, .steps = {"= raises 200 350"}},
    {.rule = "54", .gist = "a caller makes it one more", .seats = 4, .params = kPotHundred,
     .steps = {"call", "= raises 200 450"}},
    {.rule = "54", .gist = "what one has in front counts once", .seats = 3, .params = kPotHundred,
     .steps = {"call", "= asked 1", "= raises 200 400"}},
    {.rule = "54", .gist = "after a pot raise the next is three times as high", .seats = 3,
     .params = with(kPotHundred, {{"stack", 5000}}),
     .steps = {"raise 350", "= asked 1", "= raises 600 1150"}},
    {.rule = "54", .gist = "a short big blind counts in full before the flop", .seats = 3,
     .params = kPotHundred, .stacks = {5000, 4970, 20}, .steps = {"= raises 200 350"}},
    {.rule = "54", .gist = "a short small blind does too", .seats = 3, .params = kPotHundred,
     .stacks = {5000, 20, 4970}, .steps = {"= raises 200 350"}},
    {.rule = "54", .gist = "and a small blind that nobody posts", .seats = 4,
     .params = kPotHundred, .stacks = {1000, 1000, 100, 900},
     .pockets = {"2h 7d", "2c 7s", "Kh Kd", "Ah Ad"}, .board = "3c 4d 5h 9s Jc",
     .steps = {"call", "fold", "fold", "= won 0 0 0 250", "= blinds 2 3", "deal", "= asked 0",
               "= raises 200 350"}},
    {.rule = "54", .gist = "after the flop the pot is what is there", .seats = 3,
     .params = kPotHundred, .stacks = {5000, 4970, 20},
     .steps = {"call", "call", "= street flop", "= raises 100 220"}},
    {.rule = "54", .gist = "antes are in the pot", .seats = 3,
     .params = with(kPot, {{"ante", 5}}), .steps = {"= raises 40 85"}},
    {.rule = "54", .gist = "a bet is called before the pot is counted", .seats = 3,
     .params = kPotHundred, .steps = {"call", "call", "check", "bet 150", "= raises 300 750"}},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(RaiseAmounts, Situations, testing::ValuesIn(kRaiseAmounts), name_of);
INSTANTIATE_TEST_SUITE_P(Reopening, Situations, testing::ValuesIn(kReopening), name_of);
INSTANTIATE_TEST_SUITE_P(RaisesAllowed, Situations, testing::ValuesIn(kRaisesAllowed), name_of);
INSTANTIATE_TEST_SUITE_P(PotSize, Situations, testing::ValuesIn(kPotSize), name_of);

}  // namespace
}  // namespace fairdeal::rules
