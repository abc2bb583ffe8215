#pragma once

#include "rules/views.h"

namespace fairdeal::conformance {

/// The small language in which recorded scenarios say their filters and rules, so that nothing of
/// the library that played them is needed. `random` is what the step of that name sets.
/// Throws what nlohmann throws for what is not of the language.
rules::ViewRules rules_of(const rules::Json& filters, const rules::Json& update,
                          std::function<rules::Json()> random);

/// How errors begin when a rule tries to play from within.
inline constexpr const char* kNestedCall = "nested call";

}  // namespace fairdeal::conformance
