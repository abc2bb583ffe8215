#pragma once

#include "rules/any_game.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// The heading of a part of a match in the log: a hand, deal or round, and in it a street or trick.
struct Heading {
  Said page{};   ///< the hand, deal or round alone; nothing if the game counts none
  Said title{};  ///< all of it: "Hand 14, flop"; nothing if the game has no headings
  Said value{};  ///< what stands at its right: "pot 1310"; it is part of no comparison

  /// Returns the heading for a page: {"page": …, "title": …, "value": …}; null without a title.
  Json json() const;
  /// Returns it as a line of a terminal; "" without a title.
  std::string text() const;
  bool same_part(const Heading& other) const { return title.text() == other.title.text(); }
};

/// Returns the heading of what happens next. The game says it itself, as the member `heading` of
/// its public view (docs/modules.md, Headings of the log); a game without one has no headings.
Heading heading_of(const rules::AnyGame& game);

}  // namespace fairdeal::words
