#pragma once

#include "base/error.h"
#include "ui/words/said.h"

/// Faults of bytes, of proofs and of moves, for people.

namespace fairdeal::words {

/// Returns what is wrong, without what it is about: "the proof is wrong".
Said fault_said(Fault fault);

/// Returns what is wrong as part of a sentence, with the thing that it is about unless that is a
/// part of a message. The sentence names the member whose fault it is, and not its seat.
Said::Value fault_value(const Error& error);

}  // namespace fairdeal::words
