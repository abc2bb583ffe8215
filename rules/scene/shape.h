#pragma once

#include <string>

#include "rules/json_reader.h"

namespace fairdeal::rules {

/// Returns why a value does not have the shape that a JSON schema states, in words for its writer:
/// "face me: no colour is called pink". "" if it has. The schema uses the keywords of
/// scene.schema.json alone. An empty list is an empty object, too, since Lua has one value for
/// both.
std::string shape_problem(const JsonReader& schema, const JsonReader& value);

/// Returns how many letters a text has for JavaScript, which counts those beyond U+FFFF twice.
std::size_t letters_of(const std::string& text);

/// Returns a word of a stranger as a message may show it.
std::string shown_word(const std::string& word);

}  // namespace fairdeal::rules
