#pragma once

#include <optional>
#include <string>

#include "rules/registry.h"

namespace fairdeal::rules {

/// What came of checking laws.
struct LawReport {
  std::size_t values = 0;               ///< how many values of the game were looked at
  std::optional<std::string> broken{};  ///< the first law broken, in words
};

/// Plays one match of random moves from `seed`, and checks at every value of it the laws that all
/// games obey:
///
/// - There is a result exactly when nothing is wanted; it is within bounds, and sums to zero where
///   the game says so.
/// - Legal moves are sorted, stand once, and are accepted, with every number their range allows.
///   Other moves, moves of other seats and events that were not wanted are refused.
/// - A person can type each of them, by its label and by its number in the list (choice_text.h).
/// - The JSON form loads to an equal value, and what follows from that is equal too. A damaged form
///   is refused, or can be played on.
/// - A seat's view has its own hidden faces, and no others; and cards leave no trace before they
///   are shown: with another deal, all values are the same until then.
/// - Seats may fall silent at any time, and the match goes on or is settled: absence_laws.h. So it
///   does from a damaged form that loads.
/// - It ends.
///
/// `params` may leave out what has a default.
LawReport check_laws(const Module& module, const Json& params, std::size_t seats,
                     std::uint64_t seed);

/// Of any value that a module started or loaded: its JSON form loads to an equal value, and it can
/// be played on. The law broken, in words; none.
std::optional<std::string> check_loaded(const Module& module, const AnyGame& game,
                                        std::uint64_t seed);

}  // namespace fairdeal::rules
