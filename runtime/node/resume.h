#pragma once

#include "runtime/node/node_parts.h"

/// How a member that is restarted goes on: it takes in what its store remembers, and asks the
/// others what it signed before it signs anything (docs/agreement.md, Crashes).

namespace fairdeal::node {

/// Takes in the whole store: replays the records up to the first that is missing, and restores what
/// this member signed. Errors: damaged; those of decoding and of PrivateView::learn.
Result<> remember(Parts& node, std::span<const state::Put> stored);

/// Asks all others what this member signed at their step, unless others are ahead: then it first
/// gets the steps that it lacks.
void ask(const Parts& node, Effects& out);
/// Lets this member sign again once enough others have said what it signed.
void hear_enough(Parts& node, Instant now, Effects& out);

}  // namespace fairdeal::node
