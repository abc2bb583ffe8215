#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <string>

#include "tests/consensus/explore/universe.h"

namespace fairdeal::explore {

inline constexpr std::size_t kRoundsMax = 4, kHonestMax = 4;

/// One honest member's statements, by round. A precommit has no proof.
struct History {
  std::array<Code, kRoundsMax> prevotes{}, precommits{};
  auto operator<=>(const History&) const = default;

  Code at(const Place& place) const {
    return place.act == Act::prevote ? prevotes[place.round] : precommits[place.round];
  }
  void set(const Place& place, Code said) {
    (place.act == Act::prevote ? prevotes : precommits)[place.round] = said;
  }
};

/// All honest members' statements, in the order of Setting::honest(): a state of the search by
/// places (places.h). `proposed` is the proposal of the round that is on, if its leader is honest.
struct Said {
  std::array<History, kHonestMax> by{};
  Code proposed = kNothing;
  auto operator<=>(const Said&) const = default;
};

/// For hashing.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0x9e3779b97f4a7c15;
  return x ^ (x >> 29);
}

/// Calls `visit(place)` for each place before `end`, in order. Proposals are not among them.
template <class Visit>
void for_places_before(const Place& end, Visit visit) {
  for (std::uint32_t r = 0; r <= end.round; ++r)
    for (const Act act : {Act::prevote, Act::precommit})
      if (Place{r, act} < end) visit(Place{r, act});
}

/// The statements of a state, one a line, in the order in which they can have been made.
inline std::string describe(const Universe& universe, const Said& said, const Place& end) {
  const auto honest = universe.setting().honest();
  std::string text;
  for_places_before(end, [&](const Place& place) {
    for (std::size_t i = 0; i < honest.size(); ++i)
      if (const Code c = said.by[i].at(place); c != kNothing)
        text += describe(universe, honest[i], place, c) + "\n";
  });
  return text;
}

}  // namespace fairdeal::explore
