#pragma once

#include "runtime/stages/commit_reveal.h"
#include "runtime/stages/dealing.h"
#include "runtime/stages/decrypt.h"
#include "runtime/stages/end.h"
#include "runtime/stages/hand_over.h"
#include "runtime/stages/keys.h"
#include "runtime/stages/move.h"
#include "runtime/stages/recovery.h"
#include "runtime/stages/roll.h"
#include "runtime/stages/shuffle.h"

/// The four functions of whichever stage it is, and what is asked of all of them.
namespace fairdeal::runtime {

EntrySlots owing(const PublicState& state);
proto::Payload make(const Making& making);
Result<> check(const Checking& checking);
Next apply(const Stage& stage, const Transition& t);

/// Whether members are asked for shares of their keys: from then on a deal cannot be made anew.
bool asks_for_shares(const Stage& stage);
/// Whether the step is about the deal that is being opened.
bool is_opening(const PublicState& state);
/// The members whose keys the others stand in for.
SeatSet stood_in_for(const Stage& stage);

}  // namespace fairdeal::runtime
