#include "rules/pots.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace fairdeal::rules {

std::vector<Pot> pots(std::span<const Stake> stakes) {
  std::set<Chips> levels;  // what the seats that may still win have paid
  for (const Stake& stake : stakes)
    if (stake.in && stake.paid > 0) levels.insert(stake.paid);

  std::vector<Pot> pots;
  Chips below = 0;
  for (const Chips level : levels) {
    // Nobody who folded has paid more than the highest of them; were it so, it is in the last pot.
    const bool last = level == *levels.rbegin();
    Pot pot;
    for (std::uint32_t i = 0; i < stakes.size(); ++i) {
      const Stake& stake = stakes[i];
      pot.chips += std::max<Chips>(0, (last ? stake.paid : std::min(stake.paid, level)) - below);
      if (stake.in && stake.paid >= level) pot.seats.push_back(Seat(i));
    }
    pots.push_back(std::move(pot));
    below = level;
  }
  return pots;
}

std::vector<Chips> split(Chips pot, std::size_t winners) {
  CHECK(winners > 0);
  const auto count = static_cast<Chips>(winners);
  std::vector<Chips> parts(winners, pot / count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(pot % count); ++i) ++parts[i];
  return parts;
}

}  // namespace fairdeal::rules
