#include "rules/hand_rank.h"

#include <algorithm>
#include <array>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/rules/cards.h"

namespace fairdeal::rules {
namespace {

using Counts = std::array<std::int64_t, 9>;

/// The obvious way for five cards: the category, then the ranks, those of which there are more
/// before, then the higher ones before.
std::vector<std::uint32_t> slow_rank_of_five(const std::array<Face, 5>& faces) {
  std::array<int, 13> count{};
  bool flush = true;
  for (const Face face : faces) {
    ++count[card_of(face).rank];
    flush &= card_of(face).suit == card_of(faces[0]).suit;
  }
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < 13; ++rank)
    if (count[rank] > 0) ranks.push_back(rank);
  std::ranges::sort(
      ranks, [&](auto a, auto b) { return count[a] != count[b] ? count[a] > count[b] : a > b; });
  if (ranks == std::vector<std::uint32_t>{12, 3, 2, 1, 0}) ranks = {3};  // the ace as a one
  const bool straight = ranks.size() == 1 || (ranks.size() == 5 && ranks[0] - ranks[4] == 4);
  const auto category = [&]() -> HandCategory {
    if (straight) return flush ? HandCategory::straight_flush : HandCategory::straight;
    if (flush) return HandCategory::flush;
    if (count[ranks[0]] == 4) return HandCategory::four_of_a_kind;
    if (count[ranks[0]] == 3)
      return ranks.size() == 2 ? HandCategory::full_house : HandCategory::three_of_a_kind;
    if (count[ranks[0]] == 2)
      return ranks.size() == 3 ? HandCategory::two_pair : HandCategory::pair;
    return HandCategory::high_card;
  };
  const auto first = static_cast<std::uint32_t>(category());
  if (straight) ranks.resize(1);
  ranks.insert(ranks.begin(), first);
  return ranks;
}

/// The best of all choices of five.
std::vector<std::uint32_t> slow_rank(const std::vector<Face>& faces) {
  std::vector<std::uint32_t> best;
  std::vector<bool> chosen(faces.size());
  std::fill(chosen.end() - 5, chosen.end(), true);
  do {
    std::array<Face, 5> five;
    std::size_t size = 0;
    for (std::size_t i = 0; i < faces.size(); ++i)
      if (chosen[i]) five[size++] = faces[i];
    best = std::max(best, slow_rank_of_five(five));
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return best;
}

std::vector<Face> random_faces(std::size_t count, Rng& rng) {
  std::set<Face> faces;
  while (faces.size() < count)
    faces.insert(Face(static_cast<std::uint32_t>(rng.below(Card::kFaces))));
  return {faces.begin(), faces.end()};
}

// The numbers are those of any table of poker hands: see Wikipedia, "Poker probability".
TEST(HandRank, CategoriesOfAllHandsOfFiveAreAsOftenAsKnown) {
  Counts counts{};
  std::set<HandRank> different;
  for (std::uint32_t a = 0; a < 52; ++a)
    for (std::uint32_t b = 0; b < a; ++b)
      for (std::uint32_t c = 0; c < b; ++c)
        for (std::uint32_t d = 0; d < c; ++d)
          for (std::uint32_t e = 0; e < d; ++e) {
            const HandRank rank =
                rank_hand(card_set({Face(a), Face(b), Face(c), Face(d), Face(e)}));
            ++counts[static_cast<std::size_t>(rank.category())];
            different.insert(rank);
          }
  EXPECT_EQ(counts, (Counts{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40}));
  EXPECT_EQ(different.size(), 7462u);
}

TEST(HandRank, IsTheBestOfAllChoicesOfFive) {
  SeededRng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto a = random_faces(5 + rng.below(3), rng);
    const auto b = random_faces(5 + rng.below(3), rng);
    const auto slow_a = slow_rank(a);
    const auto slow_b = slow_rank(b);
    const HandRank fast_a = rank_hand(card_set(a));
    const HandRank fast_b = rank_hand(card_set(b));
    ASSERT_EQ(static_cast<std::uint32_t>(fast_a.category()), slow_a[0]);
    ASSERT_EQ(fast_a <=> fast_b, slow_a <=> slow_b);
  }
}

TEST(HandRank, TellsHandsApartThatAreOftenConfused) {
  const auto rank = [](const char* names) { return rank_hand(card_set(faces(names))); };
  EXPECT_GT(rank("6h 5d 4c 3s 2h"), rank("Ah 5d 4c 3s 2h")) << "the ace is low in the wheel";
  EXPECT_EQ(rank("Ah Kd Qc Js 9h 3c 2d"), rank("Ad Kc Qh Jd 9c 4s 3h")) << "only five cards count";
  EXPECT_EQ(rank("Ah Ad Kc Ks Qh Qd 2c"), rank("Ah Ad Kc Ks Qh 3d 2c"))
      << "the third pair is a kicker";
  EXPECT_GT(rank("Ah Ad Kc Ks Qh Qd 2c"), rank("Ah Ad Kc Ks Jh Jd Tc"))
      << "the third pair is a kicker";
  EXPECT_EQ(rank("7h 7d 7c 6s 6h 6d 2c"), rank("7h 7d 7c 6s 6h 3d 2c"))
      << "two threes are a full house";
  EXPECT_LT(rank("Kh Qh 9h 5h 3h Ad Ac"), rank("Ah 9h 5h 3h 2h Kd Kc"))
      << "the flush's own cards count";
}

TEST(HandRank, SaysWhatItIs) {
  const auto says = [](const char* names) { return describe(rank_hand(card_set(faces(names)))); };
  EXPECT_EQ(says("Ah Kd Qc Js 9h"), "ace high");
  EXPECT_EQ(says("6h 6d Qc Js 9h"), "a pair of sixes");
  EXPECT_EQ(says("Kh Kd Tc Ts 9h"), "two pair, kings and tens");
  EXPECT_EQ(says("2h 2d 2c Ts 9h"), "three deuces");
  EXPECT_EQ(says("Ah 2d 3c 4s 5h"), "a straight to the five");
  EXPECT_EQ(says("Ah 2h 3h 4h 9h"), "a flush, ace high");
  EXPECT_EQ(says("Kh Kd Tc Ts Th"), "a full house, tens full of kings");
  EXPECT_EQ(says("4h 4d 4c 4s Th"), "four fours");
  EXPECT_EQ(says("Ah Kh Qh Jh Th"), "a straight flush to the ace");
}

}  // namespace
}  // namespace fairdeal::rules
