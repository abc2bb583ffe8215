#include <gtest/gtest.h>

#include "tests/sim/trial.h"

namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

/// Found with --older-copies (seed 8002787): a member that lags behind by some rounds hears what
/// another signs there, and nobody else does. It takes no part in these rounds, but is asked for
/// it. If it kept no such statement, the author would sign another (Restart.WhatAnotherSigned…).
TEST(FarRound, AStatementIsRememberedForItsAuthor) {
  Plan plan;
  plan.options.game = "pig";
  plan.options.params = R"({"goal":12})";
  plan.options.seats = 2;
  plan.options.witnesses = 2;
  plan.terms.pace.move = {2'000};
  plan.terms.pace.increment = {10'000};
  plan.terms.pace.bank = {0};
  plan.terms.pace.reconnect = {1'000};
  plan.terms.pace.round = {100};
  plan.terms.pace.absences = 4;
  plan.options.faults.loss = 0.3;
  plan.options.faults.duplicate = 0.3;
  plan.options.faults.delay_min = plan.options.faults.delay_max = {33};
  plan.options.faults.calm = Instant{60'000};
  plan.options.faults.incidents = {
      {.what = What::kill,
       .seat = Seat(2),
       .step = 7,
       .after = Duration{10'478},
       .lasts = Duration{26'436}},
      {.what = What::kill,
       .seat = Seat(0),
       .round = 2,
       .lasts = Duration{1},
       .found = Found::older,
       .missing = 1},
      {.what = What::lies, .seat = Seat(3), .after = Duration{24'656}, .lie = Lie::wild_proposals}};
  plan.options.seed = 3657;
  const TrialResult verdict = play(plan);
  for (const Violation& violation : verdict.violations)
    ADD_FAILURE() << violation.rule << ": " << violation.how;
}

}  // namespace
}  // namespace fairdeal::sim
