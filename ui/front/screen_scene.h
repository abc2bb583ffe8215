#pragma once

#include <span>

#include "ui/front/page_state.h"

/// A table as the full screen of a terminal shows it, with its sentences. It is made of the facts
/// that a page in the browser is told.

namespace fairdeal::front {

struct ScreenScene {
  PageFacts facts{};
  std::vector<PageLine> lines{};
  std::vector<rules::Choice> choices{};  ///< if this person is to choose a move
  std::string drawn{};                   ///< the game, as its rules draw it
  std::int64_t price = 0;                ///< what there is to call; 0: nothing

  static ScreenScene of(PageFacts facts, std::vector<PageLine> lines);

  /// Returns whether the match is over, and the screen waits until its person has seen the end.
  bool ended() const { return facts.phase == "ended"; }
  /// Returns a text that is the same as long as the person is asked the same; "" if nothing is.
  std::string asked() const;
};

/// A time in minutes and seconds: "0:18".
std::string screen_clock(std::int64_t ms);

/// Returns the game and its terms in one line: "Holdem · no-limit · 10/20 · 45 s".
std::string screen_heading(const ScreenScene& scene);
/// Returns how many members are in contact: "2 of 3 connected"; "" before the table begins, and in
/// a match within this program.
std::string screen_connected(const ScreenScene& scene);
/// Returns whose turn it is and what the clock then does: "Your turn · 300 to call · 0:18, then
/// fold". Before that comes what the program asks, or how the match ended.
std::string screen_turn(const ScreenScene& scene);
/// Returns what stands at the end of a seat's row: its role, its clock, and why it is not here.
std::string screen_seat_state(const ScreenScene& scene, std::size_t seat);
/// Returns a line of what happened, as it is shown.
std::string screen_log_line(const ScreenScene& scene, const PageLine& line);

/// Returns the moves in rows of a screen, each by its place in `choices`.
std::vector<std::vector<std::size_t>> screen_moves(const std::vector<rules::Choice>& choices,
                                                   std::size_t columns);
/// Returns the move that a typed text means; none if it means none, or several.
std::optional<std::size_t> move_meant(const std::string& typed,
                                      const std::vector<rules::Choice>& choices);

}  // namespace fairdeal::front
