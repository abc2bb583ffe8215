#pragma once

#include "rules/registry.h"

/// The laws of rules/laws.h about seats that fall silent.
namespace fairdeal::rules {

/// At any value each seat that is asked may be absent, some of those that are asked together may
/// not reveal, each seat may be out, and each set of seats may make it void (with more than six
/// seats: each seat, all but one, and all). What follows has a result exactly when nothing is
/// wanted, or can be asked on; made void by all, the match is over, and by others no deck under
/// their locks is wanted. Nothing of it happens to a match that is over.
Result<> check_absences(const AnyGame& game);

/// Plays a match from `start` in which seats fall silent at random: it ends, and at every value of
/// it the result is one that can be and the JSON form loads to an equal value.
Result<> check_silences(const Module& module, const AnyGame& start, std::uint64_t seed);

}  // namespace fairdeal::rules
