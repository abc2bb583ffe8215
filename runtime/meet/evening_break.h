#pragma once

#include <span>
#include <vector>

#include "proto/messages.h"
#include "rules/any_game.h"

namespace fairdeal::state {
class Table;
}

namespace fairdeal::meet {

/// An evening between two of its tables (docs/protocol.md, The evening). All who have seen the last
/// table end compute the same, and from it the next one, given who sits down and what they ordered.
struct EveningBreak {
  /// The terms that are offered: the accounts as the last table left them, no orders, parameters
  /// without chips. `seats` is how many may sit down.
  proto::Terms terms;
  std::vector<proto::Member> seats;  ///< of the last table
  rules::AnyGame game;               ///< as it ended
};

/// Returns the break after the table with this charter, whose match ended so, with this head.
/// `failed`: its rules failed, so nobody has won or lost anything. Requires: it is of an evening.
EveningBreak break_after(const proto::Charter& charter, rules::AnyGame ended, bool failed,
                         const proto::Digest& head);
/// Requires: the match at `table` is over, and the table is of an evening.
EveningBreak break_after(const state::Table& table);

/// A table of an evening before its nonce is drawn.
struct EveningTable {
  proto::Terms terms;
  std::vector<proto::Member> seats;
};

/// Returns the table at which these people sit down with these orders, in any order. `last` is null
/// at the first table. People who did not sit at the last one are given in the order of their
/// coming. Everybody has the seat that the game gives them, and all chips of their account. The
/// quorum, recovery and randomness are the usual ones for so many. Errors: bad_parameters.
Result<EveningTable> evening_table(const proto::Terms& offered, const EveningBreak* last,
                                   std::span<const proto::Member> here,
                                   std::vector<proto::SignedOrder> orders);

/// Checks that a charter is of a table that evening_table() returns. Somebody who has not seen the
/// last table end passes null, and learns nothing about the order of the seats. Errors:
/// bad_parameters, naming what differs and whose it is.
Result<> check_evening_table(const proto::Terms& offered, const EveningBreak* last,
                             const proto::Charter& charter);

}  // namespace fairdeal::meet
