#pragma once

#include "conformance/checker.h"

namespace fairdeal::conformance {

/// One function a kind of line; a file or two each. All throw what nlohmann throws where the line
/// lacks what its kind has.
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
