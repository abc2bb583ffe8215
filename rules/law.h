#pragma once

#include "rules/dealer.h"
#include "rules/grants.h"
#include "rules/registry.h"

/// The common part of the checks of the laws (rules/laws.h).
namespace fairdeal::rules {

constexpr std::size_t kLawEventsMax = 20'000;  ///< a checked match may have so many events

/// Fails if a law does not hold. Errors: state_differs; its text is the law and `what` broke it.
Result<> law(bool holds, const char* words, const std::string& what = {});

/// Describes an event, for the message about a broken law: "seat 2 moved {\"raise\":40}".
std::string text_of(const AnyEvent& event);

/// Draws the next event of a match: random moves, or the answer of the dealer.
AnyEvent next_event(const AnyGame& game, Dealer& dealer, Rng& rng);

/// Checks that there is a result exactly when nothing is wanted, and that it is within bounds.
Result<> check_result(const AnyGame& game);
/// Checks that the game says of itself what it asks for, and that a table where this lies can do
/// what it wants next.
Result<> check_granted(const AnyGame& game, const Lying& lying);
/// Checks that the JSON form loads to an equal value.
Result<> check_json(const Module& module, const AnyGame& game);

}  // namespace fairdeal::rules
