#pragma once

#include "runtime/stages/commit_reveal.h"
#include "runtime/stages/copy.h"
#include "runtime/stages/dealing.h"
#include "runtime/stages/decrypt.h"
#include "runtime/stages/end.h"
#include "runtime/stages/hand_over.h"
#include "runtime/stages/keys.h"
#include "runtime/stages/move.h"
#include "runtime/stages/recovery.h"
#include "runtime/stages/roll.h"
#include "runtime/stages/shuffle.h"

/// The four functions of whichever stage it is (runtime/stages/next.h), and questions that all
/// stages answer.
namespace fairdeal::runtime {

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

}  // namespace fairdeal::runtime
