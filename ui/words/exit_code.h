#pragma once

#include "base/error.h"

namespace fairdeal::words {

/// The program's exit codes. Scripts rely on them, so a code never changes its meaning.
enum class Exit : int {
  success = 0,        ///< audit: VALID
  internal = 1,       ///< a bug
  usage = 2,          ///< an argument, or a file that was named, cannot be used
  invalid = 3,        ///< audit: INVALID
  incomplete = 4,     ///< audit: INCOMPLETE
  cannot_check = 5,   ///< audit: CANNOT CHECK
  unreachable = 6,    ///< no such table, no network, port in use
  incompatible = 7,   ///< a peer has another version or other rules
  refused = 8,        ///< the table is full, the guest not invited, or the terms not agreed to
  violated = 9,       ///< another player broke the protocol; evidence is kept
  relay_only = 10,    ///< doctor: others reach this machine only through a relay
  timed_out = 11,     ///< waited too long for another player
  rules_fault = 12,   ///< the rules failed, or cannot be run here: nobody is to blame
  interrupted = 130,  ///< Ctrl-C
};

}  // namespace fairdeal::words
