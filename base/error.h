#pragma once

#include <optional>
#include <string>

#include "base/ids.h"

namespace fairdeal {

/// A fault of bytes, of a proof or of a move. A new Fault is for a new reaction to it, not for a
/// new place where it is found.
enum class Fault {
  not_canonical,    ///< the bytes are not the one encoding of a point, a scalar or a message
  too_large,        ///< it is over a limit of proto/limits.h
  bad_signature,    ///< it is not signed by the member that it names: blames nobody
  bad_proof,        ///< its author signed it, and its proof is wrong
  illegal_move,     ///< the rules refuse the move
  not_wanted,       ///< nobody waits for it: too late, too early, or never asked for
  other_identity,   ///< somebody else answers than was called
  hung_up,          ///< the other end ended the connection once it knew who called
  nobody_there,     ///< the call was refused: no program listens at the address
  no_answer,        ///< nothing came back to the call within its time
  wrong_table,      ///< it is meant for another table or another step
  equivocation,     ///< two statements of one author contradict each other
  state_differs,    ///< the same history gave another digest of the state
  bad_certificate,  ///< the votes do not decide what the certificate claims
  forked,           ///< two valid certificates decide one step differently
  bad_parameters,   ///< no table or game can have these parameters
  unknown_module,   ///< this program does not have the game, or that version of it
  unknown_version,  ///< the file or the peer uses another format
  incomplete,       ///< the bytes end early; nothing is wrong so far
  empty,            ///< the file has no bytes at all
  damaged,          ///< a store or identity file is not as it was written
  storage,          ///< a file cannot be opened, read or written
  no_such_file,     ///< there is no file of that name
  in_use,           ///< another process has the file, and may write it
  rules,            ///< the rules of a game failed, or want what no table can do: blames nobody
  machine,          ///< this machine alone cannot run the rules: it signs nothing, blames nobody
};

/// A small value that the protocol acts on. It is compared, never parsed; describe() makes a
/// sentence of it.
struct Error {
  Fault fault;
  std::optional<Seat> culprit{};  ///< is set only when signed bytes prove whose doing it is
  std::string about{};            ///< names what is wrong, in words

  /// Returns whether fault and culprit are equal; the words do not count.
  friend bool operator==(const Error& a, const Error& b) {
    return a.fault == b.fault && a.culprit == b.culprit;
  }
};

/// Returns the error with `seat` as its culprit. Only a caller that holds bytes signed by that seat
/// may do this.
Error blame(Error error, Seat seat);

/// Returns the stable short name of a fault, as printed in JSON: "bad_proof".
std::string name(Fault fault);

/// Returns one sentence for a person: what is wrong, with what, and whose doing it is.
std::string describe(const Error& error);

}  // namespace fairdeal
