#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace fairdeal::rules {

/// The form in which states, moves and views are hashed, saved, shown and recorded. It has objects
/// with sorted keys, lists, integers, strings, booleans and null, and never floating point.
using Json = nlohmann::json;

/// Writes the one text of a value: without spaces, and with the keys in the order of their bytes.
std::string text(const Json& value);

/// Reads text from a peer, a file or a person. Refuses a text of more than `length_max` bytes,
/// nesting deeper than 32, a key that stands twice in an object, fractions and exponents. Errors:
/// too_large, not_canonical.
Result<Json> parse_json(std::string_view text, std::size_t length_max);

}  // namespace fairdeal::rules
