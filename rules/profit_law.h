#pragma once

#include "rules/registry.h"

/// The law of profit, as a part of the laws of rules/laws.h: nobody gains by silence.
namespace fairdeal::rules {

/// Plays matches from `start` at a table of trusted cards, in which seats leave, or one, two or
/// three of them make a hand void, and compares what the seats have afterwards:
///
/// - No seat that is gone has won: nobody who has stayed ranks behind it. Where seats play for
///   stakes (AnyGame::spent), a seat that is gone wins nothing more from the next deal on.
/// - If chance has decided against a seat, so that it loses in any case, it loses no less by making
///   void what shows that.
/// - Where seats play for stakes, a seat pays for a void: if it misses one deal for each seat of
///   the table, it loses at least the least stake, or all that it has. If no new deck mends the
///   hand, then those who made it void and any other seat do not have more, together, than they
///   would have had.
///
/// The table does what a table of peers does (docs/dealing.md): a seat that made a deal void is out
/// of the following deals; one that has nothing left to play for has no keys, and can make nothing
/// void; and a seat that is left alone plays on with nobody.
Result<> check_profit(const AnyGame& start, std::uint64_t seed);

}  // namespace fairdeal::rules
