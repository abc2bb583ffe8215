#include "ui/seat/tempo.h"

#include <algorithm>

#include "base/overloaded.h"

namespace fairdeal::seat {
namespace {

/// So many moves of one kind make the next one no news.
constexpr std::size_t kInARow = 2;

/// Returns the chips that it costs the seat to stay in; 0 if its moves have no price.
std::int64_t price_for(const rules::AnyGame& game, Seat seat) {
  for (const rules::Choice& choice : game.choices(seat, {}))
    if (choice.facts.main && choice.facts.price) return *choice.facts.price;
  return 0;
}

bool raises_the_price(const rules::AnyGame& game, Seat seat, const rules::Action& action) {
  if (game.is_script()) return false;
  const auto after = game.after(rules::moved({{seat, action}}));
  if (!after || after->active().empty()) return false;
  return price_for(*after, after->active().front()) > price_for(game, seat);
}

/// Returns whether the move doubts what another seat said, by the rules' own words.
bool is_doubt(const rules::AnyGame& game, Seat seat, const rules::Action& action) {
  const auto choices = game.choices(seat, {});
  return std::ranges::any_of(choices, [&](const rules::Choice& choice) {
    return choice.facts.doubt && choice.action == action;
  });
}

}  // namespace

void note_kinds(KindsMoved& kinds, const rules::AnyEvent& event) {
  std::visit(Overloaded{[&](const rules::Moved<rules::Action>& moved) {
                          kinds.push_back(rules::kind_of(moved.move));
                        },
                        [&](const rules::MovedTogether<rules::Action>&) { kinds.clear(); },
                        [](const auto&) {}},
             event);
  while (kinds.size() > kInARow) kinds.pop_front();
}

std::int64_t wait_ms(const rules::AnyGame& game, Seat seat, const rules::Action& action,
                     const KindsMoved& kinds, std::int64_t think_ms) {
  const std::string kind = rules::kind_of(action);
  if (think_ms == 0) return 0;
  if (is_doubt(game, seat, action) || raises_the_price(game, seat, action)) return 2 * think_ms;
  const bool again = !kind.empty() && kinds.size() == kInARow &&
                     std::ranges::all_of(kinds, [&](const auto& one) { return one == kind; });
  return again ? think_ms * 5 / 12 : think_ms;
}

}  // namespace fairdeal::seat
