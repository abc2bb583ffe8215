#pragma once

#include <string_view>

#include "conformance/checker.h"

namespace fairdeal::conformance {

/// The result of checking one recorded line.
struct LineCheck {
  std::string kind;  ///< the kind of the line: "playout", "perft", "evaluated_moves", …
  std::size_t plies = 0;
  std::optional<Difference> difference{};
  std::string skipped{};  ///< why the line was not checked; "" if it was
};

/// Checks a line of one of the kinds in docs/traces.md: playouts, perft, solved games, values of
/// moves, commands, puzzles, behaviours, scenarios.
/// Errors: not_canonical, if it is not JSON or lacks what its kind needs; bad_parameters.
Result<LineCheck> check_line(std::string_view line);

}  // namespace fairdeal::conformance
