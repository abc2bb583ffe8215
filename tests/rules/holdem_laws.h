#pragma once

#include <cstdint>

namespace fairdeal::rules {

/// Plays random matches of hold'em from `seed` on, over all kinds of terms and 2 to 10 seats, for
/// so many moves, and expects at every value:
/// - chips are neither made nor lost, and no seat has less than none;
/// - a seat's moves are legal and within what it has; least and most of a range are accepted, and
///   one beyond either is refused;
/// - the pots hold what is in the middle;
/// - the betting of a round closes: after all have called or folded, and within the raises allowed;
/// - the big blind passes over nobody.
void expect_laws(std::uint64_t seed, std::int64_t moves);

}  // namespace fairdeal::rules
