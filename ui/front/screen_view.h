#pragma once

#include "ui/front/screen_grid.h"
#include "ui/front/screen_input.h"

namespace fairdeal::front {

/// The least screen on which a table is shown.
inline constexpr std::size_t kScreenRowsMin = 24, kScreenColumnsMin = 80;

/// Draws the full-screen table of a terminal, in this order from above:
///
///     the game, its terms, and who is connected
///     the table as the rules draw it; the seats, with clocks; what happened
///     trouble and results, until Esc puts them away
///     how many proofs were checked
///     whose turn it is, and what the clock then does
///     the legal moves, with their numbers
///     what the person types
///     the keys
///
/// A screen that is too small says so. If `utf8` is not set, all is ASCII.
ScreenGrid draw_screen(const ScreenScene& scene, const ScreenInput& input, std::size_t rows,
                       std::size_t columns, bool utf8);

}  // namespace fairdeal::front
