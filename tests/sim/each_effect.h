#pragma once

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/run_size.h"
#include "tests/sim/tables.h"

namespace fairdeal::sim {

/// Whether something happens at each effect in turn, or at some of them.
inline const bool kEachEffect = sizes::number_in("FD_EACH_EFFECT", 0) == 1;

/// Returns the next of so many effects at which something happens.
inline std::size_t after(std::size_t effect, std::size_t of) {
  if (kEachEffect) return effect + (effect < 300 ? 1 : std::max<std::size_t>(11, of / 100));
  return effect + std::max<std::size_t>(31, of / 12);
}

/// Returns how many effects were performed for each person.
inline std::vector<std::size_t> effects_of(const Tables& tables) {
  std::vector<std::size_t> effects;
  for (std::size_t i = 0; i < tables.people(); ++i) effects.push_back(tables.outcome(i).effects);
  return effects;
}

/// Runs these tables again for effects of each person in turn, from `first` on, with a cut at that
/// effect, and judges each run. `effects` are those of the run without a cut.
template <class Judge>
void cut_at_each_effect(TablesOptions options, const std::vector<std::size_t>& effects,
                        std::size_t first, bool links_alone, Judge judge) {
  for (std::size_t person = 0; person < effects.size(); ++person) {
    EXPECT_GT(effects[person], 10u);
    for (std::size_t effect = first; effect <= effects[person];
         effect = after(effect, effects[person])) {
      SCOPED_TRACE("person " + std::to_string(person) + ", effect " + std::to_string(effect));
      options.cuts = {{.person = person, .effect = effect, .links_alone = links_alone}};
      Tables tables(options);
      judge(tables, options, person);
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace fairdeal::sim
