#pragma once

#include "rules/match.h"
#include "ui/front/screen_view.h"

/// Tables for tests of the full-screen terminal table.

namespace fairdeal::front {

/// Returns the lines of a log, numbered from 1.
std::vector<PageLine> log_of_screen(const std::vector<std::string>& texts);

/// Plays `turns` turns of a match by bots, and then on until this seat is to move. Returns the
/// table as the seat then sees it.
ScreenScene scene_of_match(const std::string& game, std::vector<std::string> names, Seat me,
                           int turns, std::uint64_t seed, const Json& params = Json::object());

}  // namespace fairdeal::front
