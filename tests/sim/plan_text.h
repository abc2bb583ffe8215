#pragma once

#include "tests/sim/trial.h"

namespace fairdeal::sim {

/// Returns the plan that describe() wrote as `text`. Lines that begin with # are left out. The
/// line of general faults may be missing; then there are none. Errors: damaged, and the line that
/// is none of a plan.
Result<Plan> read_plan(const std::string& text);

}  // namespace fairdeal::sim
