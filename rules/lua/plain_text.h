#pragma once

#include <string>
#include <string_view>

#include "rules/json.h"

namespace fairdeal::rules {

/// Returns what a script says as text that a terminal may show: at most `bytes_max`, without
/// control characters and without those that turn the direction of writing; each becomes a ?. Lines
/// are kept if `lines` is set. Bytes that are no UTF-8 become ?, too.
std::string plain_text(std::string_view said, std::size_t bytes_max, bool lines);

/// Returns a value of a script with each text in it, also the names of members, as plain_text().
Json plain_json(const Json& said, bool lines);

}  // namespace fairdeal::rules
