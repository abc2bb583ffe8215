#pragma once

#include "rules/views.h"

namespace fairdeal::conformance {

/// Reads filters and rules in the small language of the recorded scenarios. The language exists so
/// that the library which played them is not needed. `random` returns the values that a "random"
/// step sets. Throws what nlohmann throws, also later when the rules run, if something is not of
/// the language.
rules::ViewRules rules_of(const rules::Json& filters, const rules::Json& update,
                          std::function<rules::Json()> random);

/// The beginning of an error's text if a rule tries to play an action while it runs.
inline constexpr const char* kNestedCall = "nested call";

}  // namespace fairdeal::conformance
