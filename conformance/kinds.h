#pragma once

#include "conformance/checker.h"

namespace fairdeal::conformance {

/// The checks of the kinds of lines, one function for each. All of them throw what nlohmann throws
/// if the line lacks something that its kind needs; check_line() catches it.
void check_playout_line(const rules::Json& line, Checker& check);
void check_perft_line(const rules::Json& line, Checker& check);
void check_solved_line(const rules::Json& line, Checker& check);
void check_puzzle_line(const rules::Json& line, Checker& check);
void check_ai_line(const rules::Json& line, Checker& check);
void check_tribolo_ai_line(const rules::Json& line, Checker& check);
void check_tribolo_commands_line(const rules::Json& line, Checker& check);
void check_pittman_line(const rules::Json& line, Checker& check);
void check_multigame_line(const rules::Json& line, Checker& check);
void check_views_line(const rules::Json& line, Checker& check);
void check_behaviour_line(const rules::Json& line, Checker& check);

}  // namespace fairdeal::conformance
