#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "proto/messages.h"

/// A table's terms, for persons and for scripts.
namespace fairdeal::apps {

/// What to know before one says yes: at most six lines of 80 columns.
std::vector<std::string> terms_in_brief(const proto::Terms& terms);

/// All of them in words, a line each, as a terminal may show them.
std::vector<std::string> describe_terms(const proto::Terms& terms);

/// All of them as one JSON object; times in milliseconds, null for a move without limit.
nlohmann::json terms_json(const proto::Terms& terms);

}  // namespace fairdeal::apps
