#include <bit>

#include "base/check.h"
#include "base/random_index.h"
#include "rules/players/player.h"

namespace fairdeal::rules {
namespace {

std::int64_t random_number(const Range& range, Rng& rng) {
  const auto steps = static_cast<std::uint64_t>((range.max - range.min) / range.step);
  const auto step = [&]() -> std::uint64_t {
    switch (rng.below(8)) {
      case 0:
        return steps;
      case 1:
      case 2:
        return 0;
      default:  // every order of magnitude as likely as another
        return rng.below(
            (steps >> rng.below(1 + static_cast<std::uint64_t>(std::bit_width(steps)))) + 1);
    }
  };
  return range.min + range.step * static_cast<std::int64_t>(step());
}

}  // namespace

Action random_move(const AnyGame& game, Seat seat, const Known&, Rng& rng) {
  const auto legal = game.legal(seat);
  auto choices = legal;
  std::erase_if(choices, [](const Choice& choice) { return choice.left_to_people; });
  if (choices.empty()) choices = legal;  // a script may leave all of them to people
  CHECK(!choices.empty());
  const Choice& choice = choices[random_index(rng, choices.size())];
  return choice.range ? with_number(choice, random_number(*choice.range, rng)) : choice.action;
}

std::optional<Action> next_best_move(const Player& player, const AnyGame& game, Seat seat,
                                     const Known& known, Rng& rng, const std::set<Action>& failed) {
  constexpr std::size_t kTriesMax = 16;
  if (failed.size() > kTriesMax) return {};
  Action best = player(game, seat, known, rng);
  if (!failed.contains(best)) return best;
  const auto legal = game.legal(seat);
  for (const bool left_to_people : {false, true})  // a script may leave all of them to people
    for (const Choice& choice : legal)
      if (choice.left_to_people == left_to_people && !failed.contains(choice.action))
        return choice.action;
  return {};
}

}  // namespace fairdeal::rules
