#pragma once

#include <optional>
#include <string>

#include "base/ids.h"

namespace fairdeal {

/// What is wrong with bytes, a proof or a move. A new Fault means a new reaction, not a new place.
enum class Fault {
  not_canonical,    ///< bytes that are no point, no scalar, no message in its one encoding
  too_large,        ///< over a limit of proto/limits.h
  bad_signature,    ///< not signed by whom it names: blames nobody
  bad_proof,        ///< signed by its author and proved wrong
  illegal_move,     ///< the rules refuse it
  not_wanted,       ///< fits no open slot: too late, too early, or never asked for
  wrong_table,      ///< meant for another table or another step
  equivocation,     ///< two statements of one author that contradict each other
  state_differs,    ///< another digest of the state after the same history
  bad_certificate,  ///< votes that do not decide what they claim
  forked,           ///< two valid certificates decide one step differently
  bad_parameters,   ///< a table or game that cannot be
  unknown_module,   ///< a game or version this program does not have
  unknown_version,  ///< a file or peer of another format
  incomplete,       ///< ends early; nothing wrong so far
  damaged,          ///< a store or identity file that is not as it was written
  storage,          ///< a file that cannot be opened, read or written
};

/// A small value the protocol acts on: compared, never parsed. Prose is made by describe().
struct Error {
  Fault fault;
  std::optional<Seat> culprit{};  ///< set only when signed bytes prove whose doing it is
  std::string about{};            ///< what it concerns, in words

  /// Equal faults by the same culprit; words do not count.
  friend bool operator==(const Error& a, const Error& b) {
    return a.fault == b.fault && a.culprit == b.culprit;
  }
};

/// The same error, now known to be `seat`'s doing. Whoever holds the signed bytes calls this.
Error blame(Error error, Seat seat);

/// The stable short name of a fault, as printed in JSON: "bad_proof".
std::string name(Fault fault);

/// One sentence for a person: what is wrong, with what, and whose doing it is.
std::string describe(const Error& error);

}  // namespace fairdeal
