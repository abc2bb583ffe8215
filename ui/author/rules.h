#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/solve.h"
#include "ui/words/report.h"

namespace fairdeal::author {

/// The options of `fairdeal rules …`, whose commands, one function each, are for developers of
/// games. cli/parse_rules.cc declares them.
struct RulesOptions {
  std::vector<std::string> files;
  std::string game;
  std::string params = "{}";
  std::string state;      ///< as JSON; empty: the game's start
  std::size_t seats = 0;  ///< 0: the fewest that the game allows
  std::uint64_t seed = 1;
  std::uint64_t playouts = 1;       ///< that are recorded
  std::uint64_t matches = 4;        ///< that are tested
  std::uint64_t call_seconds = 10;  ///< how long one call of a game may take in a test
  unsigned depth = 1;
  std::uint64_t states = rules::SolveLimits{}.states;
  std::uint64_t memory_mib = rules::SolveLimits{}.bytes >> 20;
  std::string folder = ".";  ///< where a new game is written
  bool lua = false;          ///< the new game is a script
  bool cpp = false;          ///< it is a library
};
/// Checks recorded lines against the rules. Returns 0 if all agree, 1 if some differ, 2 if a file
/// cannot be read.
int run_rules_check(const RulesOptions& options, const words::Output& output);
/// Plays random matches and writes them to standard output, a line each.
int run_rules_record(const RulesOptions& options, const words::Output& output);
/// Counts the move sequences and states at each depth, up to options.depth plies.
int run_rules_perft(const RulesOptions& options, const words::Output& output);
/// Computes and prints the exact value of a state, and of each move in it, under best play.
int run_rules_solve(const RulesOptions& options, const words::Output& output);
/// Tests the laws that every game obeys. Returns 0 if they hold, 1 if one is broken.
int run_rules_test(const RulesOptions& options, const words::Output& output);
/// Returns whether a game's name is that of a file of cases: FILE.test.
bool is_case_file(const std::string& game);
/// Plays the cases of the file that options.game names. Returns 0 if all hold, 1 if one does not.
int run_rules_cases(const RulesOptions& options, const words::Output& output);
/// Writes a whole game of this name, for its author to change.
int run_rules_new(const RulesOptions& options, const words::Output& output);
/// Plays a match of a script again whenever its file is saved, until Ctrl-C.
int run_rules_watch(const RulesOptions& options, const words::Output& output);

}  // namespace fairdeal::author
