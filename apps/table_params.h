#pragma once

#include "apps/commands.h"
#include "rules/json.h"

namespace fairdeal::apps {

/// The parameters of a table that people open: what the options say, and for the rest the values
/// for people. Errors: as parse_json and find_module.
Result<rules::Json> table_params(const TableOptions& table);

}  // namespace fairdeal::apps
