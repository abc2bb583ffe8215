#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "base/result.h"
#include "consensus/record.h"

/// What a table is doing, derived from public state alone; each stage is one step, and says whose
/// entries it waits for. docs/dealing.md draws the arrows. A stage is a struct, and four functions
/// in the same file:
///
///   owing   which entries the step waits for, in seat order
///   make    a seat's own entry
///   check   whether an entry is true
///   apply   what follows when the step is decided
namespace fairdeal::runtime {

using Stage =
    std::variant<struct CollectingKeys, struct DealingShares, struct Shuffling, struct Decrypting,
                 struct Rolling, struct Recovering, struct HandingOver, struct Committing,
                 struct Revealing, struct Moving, struct Ending, struct Over>;

/// The stage that follows, or none: what the game wants.
using Next = Result<std::optional<Stage>>;

struct PublicState;
struct Transition;
struct Making;
struct Checking;
using EntrySlots = std::vector<consensus::EntrySlot>;

}  // namespace fairdeal::runtime
