#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "proto/messages.h"

/// A table's terms, for persons and for scripts.
namespace fairdeal::apps {

/// Returns what to know before one says yes: at most six lines of 80 columns.
std::vector<std::string> terms_in_brief(const proto::Terms& terms);

/// Returns all terms in words, a line each, as a terminal may show them.
std::vector<std::string> describe_terms(const proto::Terms& terms);

/// Returns all terms as one JSON object; times are in milliseconds, null for a move without limit.
nlohmann::json terms_json(const proto::Terms& terms);

}  // namespace fairdeal::apps
