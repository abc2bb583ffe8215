#pragma once

#include "rules/want.h"
#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// The stage in which one seat moves.
struct Moving {
  static constexpr bool kAsksForShares = false;
  Seat seat;
};

/// Returns the seat whose move it is; none at another stage.
std::optional<Seat> to_move(const Stage& stage);

/// Begins a move. Several seats that move at once commit to their moves first. But if one of them
/// is out, its absence comes before that.
Next begin_move(const Transition& t, const rules::WantMove& want);

/// Returns whether the seat gives its shares of the cards that are not dealt yet with this move, so
/// that it cannot spoil a card later and nobody waits for it: see hands_over().
bool gives_locks(const PublicState& state, Seat seat, const std::string& action);

/// Returns whether the author's program chose a move for its person; none for an answer that is
/// neither a move nor a commitment to one.
std::optional<bool> is_careful(const Stage& stage, const proto::Payload& payload);
/// Checks that the seat's program may still choose for its person: so many moves in a row as the
/// charter's pace says.
Result<> check_careful(const Checking& checking);

EntrySlots owing(const Moving& stage, const PublicState& state);
proto::Payload make(const Moving& stage, const Making& making);
Result<> check(const Moving& stage, const Checking& checking);
Next apply(const Moving& stage, const Transition& t);

}  // namespace fairdeal::state::stages
