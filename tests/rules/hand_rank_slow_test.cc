#include <array>

#include <gtest/gtest.h>

#include "rules/hand_rank.h"

namespace fairdeal::rules {
namespace {

// The numbers are those of any table of seven-card hands: see Wikipedia, "Poker probability".
TEST(HandRank, CategoriesOfAllHandsOfSevenAreAsOftenAsKnown) {
  std::array<CardSet, 52> cards;
  for (std::uint32_t k = 0; k < 52; ++k) cards[k] = CardSet::of(Face(k));
  std::array<std::int64_t, 9> counts{};
  for (std::size_t a = 0; a < 52; ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (std::size_t c = 0; c < b; ++c)
        for (std::size_t d = 0; d < c; ++d) {
          const CardSet four = cards[a] | cards[b] | cards[c] | cards[d];
          for (std::size_t e = 0; e < d; ++e)
            for (std::size_t f = 0; f < e; ++f) {
              const CardSet six = four | cards[e] | cards[f];
              for (std::size_t g = 0; g < f; ++g)
                ++counts[static_cast<std::size_t>(rank_hand(six | cards[g]).category())];
            }
        }
  EXPECT_EQ(counts, (std::array<std::int64_t, 9>{23294460, 58627800, 31433400, 6461620, 6180020,
                                                 4047644, 3473184, 224848, 41584}));
}

}  // namespace
}  // namespace fairdeal::rules
