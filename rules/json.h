#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace fairdeal::rules {

/// The form in which states, moves and views are digested, saved, shown and traced: sorted keys,
/// integers, strings, booleans, null. Never floating point.
using Json = nlohmann::json;

/// The one text of a value: no spaces, keys in order of their bytes.
std::string text(const Json& value);

/// Reads text from a peer, a file or a person. Refuses more than `length_max` bytes, nesting deeper
/// than 32, a key twice in an object, fractions and exponents. Errors: too_large, not_canonical.
Result<Json> parse_json(std::string_view text, std::size_t length_max);

}  // namespace fairdeal::rules
