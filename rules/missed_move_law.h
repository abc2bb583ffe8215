#pragma once

#include <string_view>

#include "rules/registry.h"

/// The law of missed moves, as a part of the laws of rules/laws.h: a missed move brings a seat no
/// more than its poorest legal move, and costs no more than the stake of one turn.
namespace fairdeal::rules {

/// The sentence by which the rules of a game (GameInfo::rules) declare that a missed move may lose
/// the match, as a flag does in chess.
inline constexpr std::string_view kLosesTheMatch = "you lose the match";

/// Plays a match from `start` with random moves, of which some are missed. Wherever a seat is
/// asked, compares its absence with its legal moves.
///
/// A move *brings* its seat, in this turn, the score that the seat has right after it, and the
/// result if the match is over then. Cards and dice that come before a seat is asked again, or
/// before a new deck, may add to what a legal move brings, as at a showdown. They take nothing from
/// it, and other seats belong to later turns. Where several seats are asked, the others make the
/// same moves in each comparison. The *stake of one turn* is the most points that a seat loses at
/// one event of a match without misses.
///
/// - A missed move leaves the seat no more points than it had, or no more than any legal move does.
///   If both end the match, its result is no better than that of any legal move.
/// - A missed move leaves no less than the seat had, or than its poorest legal move leaves, less
/// the
///   stake of one turn.
/// - A missed move ends the match only in one of three cases: a legal move ends the match with the
///   same result, as a fold does; the scores then decide who has won, as where the seat loses its
///   last life; or the rules of the game have the sentence kLosesTheMatch. In the last case no seat
///   ranks behind the one that missed its move.
///
/// A move with a free number is compared with its least number, and at most twelve moves at once.
/// A game that serves as a reference alone, which is offered to nobody, may end the match unsaid.
Result<> check_missed_moves(const AnyGame& start, std::uint64_t seed);

}  // namespace fairdeal::rules
