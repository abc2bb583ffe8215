#pragma once

#include <deque>

#include "rules/any_game.h"

/// The time that a bot takes for its move, so that people can follow it. It tells nothing of the
/// bot's cards: it follows from the move and from those before it.

namespace fairdeal::seat {

/// The kinds of the last moves of all seats, the newest last.
using KindsMoved = std::deque<std::string>;

/// Notes the kinds of the moves in an event.
void note_kinds(KindsMoved& kinds, const rules::AnyEvent& event);

/// Returns how many milliseconds a bot that usually waits `think_ms` waits before this move: twice
/// as long if the move raises the price that the next seat has to pay or doubts what another seat
/// said (MoveFacts::doubt), and little more than a third for the third move of one kind in a row. A
/// script is not asked what a move would lead to.
std::int64_t wait_ms(const rules::AnyGame& game, Seat seat, const rules::Action& action,
                     const KindsMoved& kinds, std::int64_t think_ms);

}  // namespace fairdeal::seat
