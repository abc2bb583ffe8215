#pragma once

#include "runtime/node_parts.h"

/// A member that is started again from its store: it takes in what the store remembers, and asks
/// the others what it signed before it signs anything (docs/agreement.md, Crashes).
namespace fairdeal::runtime {

/// Takes in all that the store has: replays the records up to the first that is missing, and
/// restores what this member signed. Errors: damaged.
Result<> remember(NodeParts& node, std::span<const Put> stored);

/// Asks all others what this member has signed at the step where they are. If others are ahead, it
/// first gets the steps that it lacks.
void ask(const NodeParts& node, Effects& out);
/// Lets this member speak once enough others have said what it signed.
void hear_enough(NodeParts& node, Instant now, Effects& out);

}  // namespace fairdeal::runtime
