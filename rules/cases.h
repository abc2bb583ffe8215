#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/registry.h"

/// Cases of a game, as a text that its author writes from the published rules: which cards, dice
/// and moves lead to which result. docs/modules.md#cases has the format.
namespace fairdeal::rules {

/// A line of a case: `move 1: roll` has the word "move", the seats "1" and the rest "roll".
struct CaseLine {
  std::size_t line = 0;  ///< its number in the file, from 1 on
  std::string word, who, rest;
};

struct GameCase {
  std::string name;
  std::size_t line = 0;  ///< where it begins
  std::string ranks;     ///< as the file has them
  std::vector<CaseLine> lines;
};

struct CaseFile {
  std::vector<std::string> games;  ///< names of games, or of files beside this one: "omaha.lua"
  /// The ranks of a deck of 52 in the order of its faces; suits are c, d, h, s.
  std::string ranks = "23456789TJQKA";
  std::vector<GameCase> cases;
};

/// Reads the text of a file of cases. Errors: bad_parameters, which names the line.
Result<CaseFile> read_cases(std::string_view text);

/// Plays a case of a game. Errors: rules, which names the line and what is otherwise there.
Result<> run_case(const Module& module, const GameCase& one);

}  // namespace fairdeal::rules
