#pragma once

#include "rules/want.h"
#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// One seat moves.
struct Moving {
  Seat seat;
};

/// The seat that is to move; none at any other stage.
std::optional<Seat> to_move(const Stage& stage);

/// Begins a move. Several seats that move at once commit first, but for one that is out, which
/// makes its move before them: it is absent.
Next begin_move(const Transition& t, const rules::WantMove& want);

/// Whether the seat gives its shares of what is not dealt yet with this move, so that it cannot
/// spoil a card and nobody waits for it: it is done then with a hand that goes on.
bool gives_locks(const PublicState& state, Seat seat, const std::string& action);

EntrySlots owing(const Moving& stage, const PublicState& state);
proto::Payload make(const Moving& stage, const Making& making);
Result<> check(const Moving& stage, const Checking& checking);
Next apply(const Moving& stage, const Transition& t);

}  // namespace fairdeal::runtime
