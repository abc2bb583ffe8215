#pragma once

#include "base/rng.h"
#include "rules/registry.h"

/// The part of the laws of rules/laws.h that is about seats that fall silent.
namespace fairdeal::rules {

/// Checks that the game accepts silence at this value: each seat that is asked may be absent, some
/// of the seats that are asked together may fail to reveal, each seat may be out, and each set of
/// seats may make the match void (with more than four seats each seat, all but one, all, and some
/// sets that are drawn). The value that follows has a result exactly when it wants nothing. When
/// all seats make the match void it is over; when some do, the game wants no deck under their
/// locks. A match that is over refuses all of this.
Result<> check_absences(const AnyGame& game, Rng& rng);

/// Plays a match from `start` in which seats fall silent at random. Checks that it ends, and at
/// every value that the result is possible, that a table can do what is wanted, and that the JSON
/// form loads to an equal value.
Result<> check_silences(const Module& module, const AnyGame& start, std::uint64_t seed);

}  // namespace fairdeal::rules
