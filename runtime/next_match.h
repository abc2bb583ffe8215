#pragma once

#include <span>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::runtime {

class Table;

/// What the match may be that goes on from one that has ended (docs/protocol.md, The next match).
/// All who have seen that end come to the same, members and auditors.
struct NextMatch {
  /// Those of before, with the parameters that the game carries over, and the head that is
  /// continued. A host may offer another pace, quorum, recovery or number of witnesses.
  proto::Terms terms;
  /// Who has each seat, if he is there; somebody new may take the seat of who is not.
  std::vector<proto::Member> seats;
};

/// Requires: the match at `table` is over.
NextMatch next_match(const Table& table);

/// Checks that a table of these terms, with these keys at its seats, goes on from there. Without
/// keys: as far as the terms say. Errors: bad_parameters, naming what is not as it was left.
Result<> check_next(const NextMatch& next, const proto::Terms& terms,
                    std::span<const proto::PublicKey> seats);

}  // namespace fairdeal::runtime
