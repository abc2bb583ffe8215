#include <gtest/gtest.h>

#include "games/poker/variant.h"
#include "tests/rules/cards.h"

/// The orders of poker hands, by how many hands of a deck are at least as good as a given one.
namespace fairdeal::rules {
namespace {

HandRank rank_of(HandOrder order, const std::string& cards) {
  return rank_by(order, faces(cards)).value();
}

/// Calls `use` with each hand of `count` cards from `first` on.
template <class Use>
void each_hand(std::uint32_t first, std::size_t count, std::vector<Face>& hand, Use use) {
  if (hand.size() == count) return use(std::span<const Face>(hand));
  for (std::uint32_t k = first; k < Card::kFaces; ++k) {
    hand.emplace_back(k);
    each_hand(k + 1, count, hand, use);
    hand.pop_back();
  }
}

/// Returns how many hands are at least as good as each of `least`.
std::vector<int> at_least(HandOrder order, std::uint32_t first, std::size_t count,
                          const std::vector<std::string>& least) {
  std::vector<HandRank> ranks;
  for (const std::string& cards : least) ranks.push_back(rank_of(order, cards));
  std::vector<int> counts(least.size());
  std::vector<Face> hand;
  each_hand(first, count, hand, [&](std::span<const Face> cards) {
    const auto rank = rank_by(order, cards);
    for (std::size_t i = 0; rank && i < ranks.size(); ++i) counts[i] += *rank >= ranks[i];
  });
  return counts;
}

constexpr int kEightLows = 56 * 1024;

TEST(PokerRanks, AceToFiveCountsNeitherStraightsNorFlushes) {
  // The best hand, all lows from the eight down, all hands without a pair, and with one.
  EXPECT_EQ(at_least(HandOrder::ace_to_five, 0, 5,
                     {"Ah 2h 3h 4h 5h", "8h 7h 6h 5h 4h", "Kh Qh Jh Th 9h", "Kh Kd Qh Jh Th"}),
            (std::vector{1024, kEightLows, 1287 * 1024, 1287 * 1024 + 1'098'240}));
}

TEST(PokerRanks, EightOrBetterIsFiveRanksFromTheEightDown) {
  EXPECT_EQ(at_least(HandOrder::eight_or_better, 0, 5, {"8h 7h 6h 5h 4h"}),
            std::vector{kEightLows});
  EXPECT_FALSE(rank_by(HandOrder::eight_or_better, faces("9h 4d 3c 2s Ah")));
  EXPECT_FALSE(rank_by(HandOrder::eight_or_better, faces("5h 5d 3c 2s Ah Kd Kc")));
  EXPECT_EQ(rank_of(HandOrder::eight_or_better, "Ah 2d 3c 4s 8h 8d 8c"),
            rank_of(HandOrder::ace_to_five, "Ah 2d 3c 4s 8h"));
}

TEST(PokerRanks, DeuceToSevenCountsThemAndHasTheAceHigh) {
  // The best hand, all without pair, straight or flush: A-5-4-3-2 among them, as the ace is high.
  constexpr int kNothing = (1287 - 9) * (1024 - 4);
  constexpr int kPairs = 1'098'240, kTwoPairs = 123'552, kThrees = 54'912;
  EXPECT_EQ(at_least(HandOrder::deuce_to_seven, 0, 5,
                     {"7h 5d 4c 3s 2h", "Ah Kd Qh Jh 9h", "Ah Ad Kh Qh Jh", "Ah Ad Kh Kd Qh",
                      "Ah Ad Ac Kd Qh", "Ah Kd Qh Jh Th"}),
            (std::vector{1020, kNothing, kNothing + kPairs, kNothing + kPairs + kTwoPairs,
                         kNothing + kPairs + kTwoPairs + kThrees,
                         kNothing + kPairs + kTwoPairs + kThrees + 9 * (1024 - 4)}));
  EXPECT_GT(rank_of(HandOrder::deuce_to_seven, "Kh Qd Jh 9h 8h"),
            rank_of(HandOrder::deuce_to_seven, "Ah 2d 3h 4h 5h"));
}

TEST(PokerRanks, BadugiCountsCardsOfDifferentRanksAndSuitsFirst) {
  EXPECT_EQ(at_least(HandOrder::badugi, 0, 4,
                     {"Ah 2d 3c 4s", "Kh Qd Jc Ts", "Kh Qd Jc Jd", "Kh Qd Qh Kd", "Kh Kd Kc Ks"}),
            (std::vector{24, 17'160, 171'600, 267'852, 270'725}));
}

TEST(PokerRanks, TheShortDeckHasFlushesAboveFullHousesAndAStraightFromAceToNine) {
  constexpr std::uint32_t kSix = 4 * 4;
  EXPECT_EQ(at_least(HandOrder::short_deck, kSix, 5,
                     {"Ah 6h 7h 8h 9h", "6h 6d 6c 6s 7h", "Jh 9h 8h 7h 6h", "6h 6d 6c 7h 7d",
                      "Ah 6d 7h 8h 9h", "6h 6d 6c 7h 8h"}),
            (std::vector{24, 312, 792, 2520, 8640, 24'768}));
}

TEST(PokerRanks, TheBestChoiceOfSevenCardsCounts) {
  EXPECT_EQ(rank_of(HandOrder::ace_to_five, "Ah Ad 2c 2s 6h 7h Kh"),
            rank_of(HandOrder::ace_to_five, "Ah 2c 6h 7h Kh"));
  EXPECT_EQ(rank_of(HandOrder::deuce_to_seven, "2h 3h 4h 5h 7h 8c 6d"),
            rank_of(HandOrder::deuce_to_seven, "2h 3d 4h 6h 7c"));
}

TEST(PokerRanks, AreNamedAsPlayersNameThem) {
  const auto name = [](HandOrder order, const char* cards) {
    return describe(order, rank_of(order, cards));
  };
  EXPECT_EQ(name(HandOrder::ace_to_five, "Ah 2d 3c 4s 5h"), "a low of 5-4-3-2-A");
  EXPECT_EQ(name(HandOrder::ace_to_five, "Ah Ad 3c 4s 5h"), "a pair of aces");
  EXPECT_EQ(name(HandOrder::deuce_to_seven, "7h 5d 4c 3s 2h"), "a low of 7-5-4-3-2");
  EXPECT_EQ(name(HandOrder::deuce_to_seven, "Ah 2h 3h 4h 5h"), "a flush, ace high");
  EXPECT_EQ(name(HandOrder::badugi, "Ah 2d 3c 4s"), "a badugi, 4-3-2-A");
  EXPECT_EQ(name(HandOrder::badugi, "Ah 2d 3d 4d"), "two cards, 2-A");
  EXPECT_EQ(name(HandOrder::short_deck, "Ah 6d 7h 8h 9h"), "a straight to the nine");
}

}  // namespace
}  // namespace fairdeal::rules
