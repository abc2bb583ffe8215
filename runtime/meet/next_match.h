#pragma once

#include <span>
#include <vector>

#include "base/seat_set.h"
#include "proto/messages.h"

namespace fairdeal::state {
class Table;
}

namespace fairdeal::meet {

/// The match that may go on from one that has ended (docs/protocol.md, The next match). All who
/// have seen that end, members and auditors, compute the same.
struct NextMatch {
  /// The terms of the match that ended, with the parameters that the game carries over and the head
  /// that is continued. A host may offer another pace, quorum, recovery or number of witnesses.
  proto::Terms terms;
  /// The owner of each seat. Somebody new may take the seat of an owner that does not come, and has
  /// what the terms give a seat at the start, not what the owner had.
  std::vector<proto::Member> seats;
};

/// Returns the match that may go on from this one. Requires: the match at `table` is over, and its
/// rules did not fail.
NextMatch next_match(const state::Table& table);
/// Returns the owner of a seat who opens the match after this one: its host or, if that is gone,
/// the first seat of the next match whose owner is not. All who have seen the end find the same
/// one. Requires: as next_match().
proto::PublicKey next_host(const state::Table& table, const proto::PublicKey& host);

/// Returns the parameters of a match with these terms, which continues another, if the owners of
/// these seats did not play that one.
std::string params_with_newcomers(const proto::Terms& terms, SeatSet newcomers);
/// Returns whether `offered` has the parameters of `shown` with some seat or other taken by a
/// newcomer. Terms are shown before everybody has come.
bool differs_by_newcomers(const proto::Terms& shown, const proto::Terms& offered);

/// Checks that a table with these terms, and with these keys at its seats, goes on as `next` says.
/// Without keys it checks the terms alone. Errors: bad_parameters, naming what differs.
Result<> check_next(const NextMatch& next, const proto::Terms& terms,
                    std::span<const proto::PublicKey> seats);

}  // namespace fairdeal::meet
