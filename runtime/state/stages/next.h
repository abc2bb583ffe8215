#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "base/result.h"
#include "consensus/record.h"

/// The stages of a table. A stage says what the table does at one step; it follows from the public
/// state alone. docs/dealing.md draws the arrows. Each stage is a struct that says as
/// kAsksForShares whether the stage asks for shares of cards or coins, and has four functions in
/// the same file; a shuffle has no make(), since it is made ahead of its step:
///
///   owing   returns the entries that the step waits for, in seat order
///   make    makes a seat's own payload
///   check   checks whether an entry is true
///   apply   applies the decided answers, and returns what follows
namespace fairdeal::state {
struct Checking;
struct Making;
struct PublicState;
struct Transition;
}  // namespace fairdeal::state

namespace fairdeal::state::stages {

using Stage =
    std::variant<struct CollectingKeys, struct DealingShares, struct Shuffling, struct Decrypting,
                 struct Rolling, struct Recovering, struct HandingOver, struct Committing,
                 struct Revealing, struct Moving, struct Ending, struct Over, struct Copying>;

/// The stage that follows; none if the game is asked what it wants.
using Next = Result<std::optional<Stage>>;

using EntrySlots = std::vector<consensus::EntrySlot>;

}  // namespace fairdeal::state::stages
