#pragma once

#include <string_view>

#include "conformance/checker.h"

namespace fairdeal::conformance {

/// What came of one recorded line, of whatever kind.
struct LineCheck {
  std::string kind;  ///< "playout", "perft", "evaluated_moves": what the line is about
  std::size_t plies = 0;
  std::optional<Difference> difference{};
  std::string skipped{};  ///< why, if nobody here knows how to check it
};

/// Checks a line of the kinds that docs/traces.md lists: playouts, perft, solved games, values of
/// moves, commands, puzzles, behaviours, scenarios.
/// Errors: not_canonical, bad_parameters for what is no JSON or lacks what its kind has.
Result<LineCheck> check_line(std::string_view line);

}  // namespace fairdeal::conformance
