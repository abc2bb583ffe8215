#include "rules/pots.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace fairdeal::rules {

std::vector<Pot> pots(std::span<const Stake> stakes) {
  const auto live = [](const Stake& stake) { return stake.paid - stake.dead; };
  std::set<Chips> levels{0};  // the different amounts that the seats still in have paid
  for (const Stake& stake : stakes)
    if (stake.in) levels.insert(live(stake));

  std::vector<Pot> pots;
  Chips below = 0;
  for (const Chips level : levels) {
    // A seat that folded has not paid more than the highest level. If one ever had, its chips would
    // be in the last pot, so that none is lost.
    const bool last = level == *levels.rbegin();
    Pot pot;
    for (std::uint32_t i = 0; i < stakes.size(); ++i) {
      const Stake& stake = stakes[i];
      const Chips up_to = last ? live(stake) : std::min(live(stake), level);
      pot.chips += std::max<Chips>(0, up_to - below) + (level == 0 ? stake.dead : 0);
      if (stake.in && live(stake) >= level) pot.seats.push_back(Seat(i));
    }
    below = level;
    if (pot.chips == 0) continue;
    if (!pots.empty() && pots.back().seats == pot.seats)
      pots.back().chips += pot.chips;
    else
      pots.push_back(std::move(pot));
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
