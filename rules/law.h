#pragma once

#include "rules/dealer.h"
#include "rules/registry.h"

/// The parts that all laws share (rules/laws.h).
namespace fairdeal::rules {

constexpr std::size_t kLawEventsMax = 1'000'000;  ///< of a match that is checked

/// Returns whether a law holds. Errors: state_differs, with the law in words, and what broke it.
Result<> law(bool holds, const char* words, const std::string& what = {});

/// Draws the next event: random moves, or the answer of the dealer.
AnyEvent next_event(const AnyGame& game, Dealer& dealer, Rng& rng);

/// There is a result exactly when nothing is wanted, and it is one that can be.
Result<> check_result(const AnyGame& game);
/// The JSON form loads to an equal value.
Result<> check_json(const Module& module, const AnyGame& game);

}  // namespace fairdeal::rules
