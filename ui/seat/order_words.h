#pragma once

#include "proto/evening.h"
#include "ui/words/said.h"

namespace fairdeal::seat {

/// Returns why a bank does not sign an order of this seat's person, who has so many chips; nothing
/// if only the bank's own text says it.
words::Said order_problem_said(proto::OrderProblem why, const proto::Evening& evening,
                               proto::Chips has);

}  // namespace fairdeal::seat
