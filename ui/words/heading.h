#pragma once

#include <vector>

#include "rules/any_game.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// The heading of a part of a match in the log: a hand, deal or round, and in it a street or trick.
struct Heading {
  Said page{};             ///< the hand, deal or round alone; nothing if the game counts none
  Said title{};            ///< all of it: "Hand 14, flop"; nothing if the game has no headings
  Said value{};            ///< what stands at its right: "pot 1310"; it is part of no comparison
  Said before_trick{};     ///< the title without its trick
  std::int64_t trick = 0;  ///< counted from 1; 0: none
  std::int64_t move = 0;   ///< the number of a move that each of two seats makes in turn; 0: none
  bool is_second = false;  ///< the move is that of the second seat
  bool by_news = false;    ///< the game's news that begin the part stand in place of the title

  /// Returns the heading for a page: {"page": …, "title": …, "value": …}; null without a title.
  Json json() const;
  /// Returns it as a line of a terminal, or in place of its title another one; nothing without one.
  Said line() const { return line(title); }
  Said line(const Said& other_title) const;
  bool same_part(const Heading& other) const { return title.text() == other.title.text(); }
};

/// Returns the heading of what happens next. The game says it itself, as the member `heading` of
/// its public view (docs/modules.md, Headings of the log); a game without one has no headings.
Heading heading_of(const rules::AnyGame& game);

/// Follows the events of a match from part to part, and puts the headings before them.
class LogParts {
 public:
  struct Told {
    Said all{};                 ///< what the event says, for a page
    Json heading{};             ///< of the part that begins with it, as Heading::json; or null
    std::vector<Said> lines{};  ///< for a terminal: the heading and the sentences (OpenLine)
  };
  /// Returns what is shown of the sentences of an event, which followed on `before`.
  Told next(const rules::AnyGame& before, const std::vector<Said>& told);

 private:
  Heading now_{};        ///< of the part to which the last event belongs
  std::string shown_{};  ///< the last heading on a terminal
};

}  // namespace fairdeal::words
