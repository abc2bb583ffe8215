#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/report.h"
#include "rules/solve.h"

namespace fairdeal::apps {

/// `fairdeal rules …`, for developers of games: one function each. cli.h says how their options are
/// written.
struct RulesOptions {
  std::vector<std::string> files;
  std::string game;
  std::string params = "{}";
  std::string state;      ///< JSON; empty: the start
  std::size_t seats = 0;  ///< 0: the fewest
  std::uint64_t seed = 1;
  std::uint64_t playouts = 1;
  unsigned depth = 1;
  std::uint64_t states = rules::SolveLimits{}.states;
  std::uint64_t memory_mib = rules::SolveLimits{}.bytes >> 20;
};
/// Checks recorded lines against the rules. Returns 0 if all agree, 1 if some differ, 2 if the file
/// cannot be read.
int run_rules_check(const RulesOptions& options, const Output& output);
/// Writes random playouts, a line each, to standard output.
int run_rules_record(const RulesOptions& options, const Output& output);
/// Counts the positions that lie a number of plies away.
int run_rules_perft(const RulesOptions& options, const Output& output);
/// Prints exact values under best play.
int run_rules_solve(const RulesOptions& options, const Output& output);
/// Tests the laws that every game obeys. Returns 0 if they hold, 1 if one is broken.
int run_rules_test(const RulesOptions& options, const Output& output);

}  // namespace fairdeal::apps
