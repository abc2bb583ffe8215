#pragma once

#include "base/error.h"

namespace fairdeal::apps {

/// What the program's exit code says to scripts. It is part of the command line's contract.
enum class Exit : int {
  success = 0,        ///< audit: VALID
  internal = 1,       ///< a bug
  usage = 2,          ///< what was given cannot be used
  invalid = 3,        ///< audit: INVALID
  incomplete = 4,     ///< audit: INCOMPLETE
  cannot_check = 5,   ///< audit: CANNOT CHECK
  unreachable = 6,    ///< no such table, no network, port in use
  incompatible = 7,   ///< a peer of another version, or with other rules
  refused = 8,        ///< table full, not welcome, or terms not agreed to
  violated = 9,       ///< another player broke the protocol; evidence is kept
  timed_out = 11,     ///< waited too long for another player
  interrupted = 130,  ///< Ctrl-C
};

}  // namespace fairdeal::apps
