#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "proto/messages.h"
#include "ui/words/page_message.h"
#include "ui/words/said.h"

/// The terms of a table, as text for persons and as JSON for scripts.

namespace fairdeal::words {

/// Returns the most important terms for a person who is asked to agree, in at most six lines of 80
/// columns.
std::vector<std::string> terms_in_brief(const proto::Terms& terms);

/// Returns the same as values, for a page that has words of its own.
message::TermsFacts terms_facts(const proto::Terms& terms);

/// Returns all terms, a sentence for each line.
std::vector<Said> terms_said(const proto::Terms& terms);
/// Returns the same in English, one printable() line each.
std::vector<std::string> describe_terms(const proto::Terms& terms);

/// Returns what the terms say about recovery, chance, clocks and absence, each with its name.
std::vector<std::pair<std::string, std::string>> terms_by_name(const proto::Terms& terms);

/// Returns all terms as one JSON object. Times are in milliseconds; an untimed move has null.
nlohmann::json terms_json(const proto::Terms& terms);

}  // namespace fairdeal::words
