#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/report.h"
#include "rules/solve.h"

namespace fairdeal::apps {

/// `fairdeal rules …`: what a developer of games asks. One function each; cli.h says how their
/// options are written.
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
/// Checks recorded lines against the rules. 0: all agree, 1: some differ, 2: unreadable.
int run_rules_check(const RulesOptions& options, const Output& output);
/// Writes random playouts, a line each, to standard output.
int run_rules_record(const RulesOptions& options, const Output& output);
/// Counts what lies how many plies away.
int run_rules_perft(const RulesOptions& options, const Output& output);
/// Exact values under best play.
int run_rules_solve(const RulesOptions& options, const Output& output);
/// The laws that every game obeys. 0: they hold, 1: one is broken.
int run_rules_test(const RulesOptions& options, const Output& output);

}  // namespace fairdeal::apps
