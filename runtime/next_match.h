#pragma once

#include <span>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::runtime {

class Table;

/// The match that may go on from one that has ended (docs/protocol.md, The next match). All who
/// have seen that end, members and auditors, compute the same.
struct NextMatch {
  /// The terms of the match that ended, with the parameters that the game carries over and the head
  /// that is continued. A host may offer another pace, quorum, recovery or number of witnesses.
  proto::Terms terms;
  /// The owner of each seat. Somebody new may take the seat of an owner that does not come.
  std::vector<proto::Member> seats;
};

/// Returns the match that may go on from this one. Requires: the match at `table` is over, and its
/// rules did not fail.
NextMatch next_match(const Table& table);

/// Checks that a table with these terms, and with these keys at its seats, goes on as `next` says.
/// Without keys it checks the terms alone. Errors: bad_parameters, naming what differs.
Result<> check_next(const NextMatch& next, const proto::Terms& terms,
                    std::span<const proto::PublicKey> seats);

}  // namespace fairdeal::runtime
