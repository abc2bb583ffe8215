#pragma once

#include <string>
#include <utility>

#include "rules/any_game.h"
#include "ui/words/page_message.h"

namespace fairdeal::front {

using Json = nlohmann::json;
namespace message = words::message;

/// Returns a game's hint (docs/web.md), or null if it has none that can be used.
Json page_hint(const rules::AnyGame& game);

/// A game's scene as a page gets it. `problem` says in words for its writer why there is none.
/// `late`: its script is asked again.
struct PageScene {
  Json scene{};
  std::string problem{};
  bool late = false;
};
PageScene page_scene(const rules::AnyGame& game, const rules::Observer& observer,
                     const rules::Known& known, const rules::SeatNames& names);

/// Returns the words of a move with a number around that number: "raise to " and "". Its game is
/// asked for the words of the least and of the greatest one; if these do not differ by the number
/// alone, the kind of the move comes before it. Requires that the choice has a range.
std::pair<std::string, std::string> words_around_number(const rules::AnyGame& game, Seat seat,
                                                        const rules::Choice& choice,
                                                        const rules::Known& known,
                                                        const rules::SeatNames& names);

/// Returns the legal moves of a seat, as a page offers them: each with its label, its kind and
/// facts, its JSON form, the cells or cards to click for it, and the numbers that it may have.
/// Requires: the seat's move is wanted. `names` are those of the seats, and `scene` is the one that
/// the page gets.
std::vector<message::Move> page_moves(const rules::AnyGame& game, Seat seat,
                                      const rules::Known& known, const rules::SeatNames& names,
                                      const Json& scene = {});

/// Returns what a seat has to add to meet the bets of others, where the view of a game has bets;
/// else 0.
std::int64_t page_price(const Json& view, Seat seat);

}  // namespace fairdeal::front
