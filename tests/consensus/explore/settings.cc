#include "tests/consensus/explore/settings.h"

namespace fairdeal::explore {

std::vector<Setting> settings() {
  using enum Second;
  const SeatSet liar = SeatSet::of_bits(1u << 1);  // the author of the second slot
  std::vector<Setting> all;
  // Member 1 lies; by the step it leads round 1, round 2 or neither.
  for (const auto& [step, leads] : {std::pair{2u, "none"}, {0u, "round 1"}, {3u, "round 2"}})
    all.push_back({.name = std::string("v4-liar-leads-") + leads, .liars = liar, .step = step});
  // Nobody lies; the second slot's entry may be two (its author has no vote), or none.
  for (const bool two : {true, false}) {
    const std::vector<Second> records{Second::entry, two ? Second::another : Second::absent};
    const std::string which = two ? "entries" : "absent";
    all.push_back(
        {.name = "v3-" + which, .voters = 3, .needed = 2, .tolerated = 0, .records = records});
    all.push_back(
        {.name = "v2-" + which, .voters = 2, .needed = 2, .tolerated = 1, .records = records});
    all.push_back({.name = "v4-unanimous-" + which,
                   .voters = 4,
                   .needed = 4,
                   .tolerated = 3,
                   .liars = SeatSet::of_bits(0b1010),
                   .records = records});
    all.push_back({.name = "v4-honest-" + which,
                   .voters = 4,
                   .needed = 3,
                   .tolerated = 1,
                   .liars = SeatSet::of_bits(0b1000),
                   .records = records});
  }
  return all;
}

}  // namespace fairdeal::explore
