#pragma once

#include "base/error.h"
#include "ui/words/said.h"

/// Faults of bytes, of proofs and of moves, for people.

namespace fairdeal::words {

/// Returns what is wrong, without what it is about: "the proof is wrong".
Said fault_said(Fault fault);

/// Returns what is wrong as part of a sentence: a terminal tells all that the error says, and a
/// page its fault in the language of its person, with the thing that it is about unless that is a
/// part of a message.
Said::Value fault_value(const Error& error);

}  // namespace fairdeal::words
