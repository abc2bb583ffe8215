#include "games/players/simple_hearts.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::rules {
namespace {

/// How much one wants to be rid of a card: by its points, then its rank.
std::int64_t burden(Face face) { return 100 * hearts_points(face) + card_of(face).rank; }

}  // namespace

Hearts::Move simple_hearts_move(const Hearts& game, Seat seat, const Known& known) {
  if (const auto leads = game.obvious(seat, known)) return *leads;
  const auto own = game.own(seat, known);
  const auto fair = game.fair(seat, known);
  CHECK(!fair.empty());
  auto trick = game.trick();
  // Of cards that take the trick the lowest, of the others the worst to keep.
  const auto worth = [&](CardSlot slot) -> std::int64_t {
    const Face face = own.at(slot);
    if (game.is_passing()) return burden(face);
    trick.push_back({seat, face});
    const bool takes = trick_winner(trick) == seat;
    trick.pop_back();
    return takes ? -10'000 - burden(face) : burden(face);
  };
  return *std::ranges::max_element(fair, {}, worth);
}

}  // namespace fairdeal::rules
