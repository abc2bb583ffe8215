#pragma once

#include "runtime/state/stages/commit_reveal.h"
#include "runtime/state/stages/copy.h"
#include "runtime/state/stages/dealing.h"
#include "runtime/state/stages/decrypt.h"
#include "runtime/state/stages/end.h"
#include "runtime/state/stages/hand_over.h"
#include "runtime/state/stages/keys.h"
#include "runtime/state/stages/move.h"
#include "runtime/state/stages/recovery.h"
#include "runtime/state/stages/roll.h"
#include "runtime/state/stages/shuffle.h"

/// The four functions of whichever stage it is (runtime/state/stages/next.h), and questions that
/// all stages answer.

namespace fairdeal::state::stages {

EntrySlots owing(const PublicState& state);
proto::Payload make(const Making& making);
Result<> check(const Checking& checking);
Next apply(const Stage& stage, const Transition& t);

/// Returns whether members are asked for shares of cards or coins. From then on the deck of the
/// deal cannot be made anew, because somebody may have seen a card.
bool asks_for_shares(const Stage& stage);
/// Returns whether the step is about the deal that is being opened.
bool is_opening(const PublicState& state);
/// Returns the seats whose shares the others make at this stage.
SeatSet stood_in_for(const Stage& stage);

}  // namespace fairdeal::state::stages
