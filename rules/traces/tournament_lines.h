#pragma once

#include "rules/traces/checker.h"

namespace fairdeal::rules {

/// Behaviours of matches and of what counts them.
void check_match_line(const Json& line, Checker& check);
void check_tournament_line(const Json& line, Checker& check);
void check_scanner_line(const Json& line, Checker& check);
void check_statistics_line(const Json& line, Checker& check);

}  // namespace fairdeal::rules
