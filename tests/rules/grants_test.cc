#include "rules/grants.h"

#include <gtest/gtest.h>

#include "rules/laws.h"
#include "rules/match.h"
#include "tests/rules/plan_game.h"

namespace fairdeal::rules {
namespace {

TEST(Grants, WhatNoTableCanDoBreaksALawThatSaysWhy) {
  for (const Odd& odd : odd_plans()) {
    const LawReport report = check_laws(plan_game(), plan(odd.wants), 3, 1);
    ASSERT_TRUE(report.broken) << odd.words;
    EXPECT_NE(report.broken->find(": a table can do what is wanted: " + odd.words),
              std::string::npos)
        << *report.broken;
  }
}

TEST(Grants, TheTrustedDealerRefusesItInTheSameWords) {
  for (const Odd& odd : odd_plans()) {
    Match match(start_game(plan_game().info().name, plan(odd.wants), 3).value(), Dealer(1));
    Result<> done = match.begin();
    while (done && !match.game().active().empty())
      done = match.move({{match.game().active().front(), Action{"1"}}});
    ASSERT_FALSE(done) << odd.words;
    EXPECT_EQ(done.error().fault, Fault::rules);
    EXPECT_EQ(done.error().about, odd.words);
  }
}

TEST(Grants, AGameThatSharesCardsAndShufflesSingleOnesObeysAllLaws) {
  const Json params = plan(sharing());
  for (const std::size_t seats : {3U, 4U})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const LawReport report = check_laws(plan_game(), params, seats, seed);
      EXPECT_FALSE(report.broken) << *report.broken;
    }
}

TEST(Grants, ACardIsShownToFurtherSeatsAndNeverToFewer) {
  Lying lying(3);
  lying.hear({new_deck_of(2)}, Shuffled{{CardSlot(0), CardSlot(1)}});
  const WantDeal two{CardSlot(0), Seat(0), seats({1})}, three{CardSlot(0), Seat(2), seats({0, 1})},
      one{CardSlot(0), Seat(0)};
  EXPECT_TRUE(granted(lying, one));
  lying.hear({two}, Dealt{CardSlot(0), Seat(0), seats({1})});
  EXPECT_TRUE(granted(lying, two));
  EXPECT_TRUE(granted(lying, three));
  EXPECT_FALSE(granted(lying, one));
}

TEST(Grants, TheDealerTellsAllToWhomACardIsDealt) {
  Dealer dealer(3);
  dealer.answer(new_deck_of(4));
  const WantDeal want{CardSlot(2), Seat(1), seats({0, 3})};
  EXPECT_EQ(event_of<Action>(dealer.answer(want)),
            AnyEvent(Dealt{CardSlot(2), Seat(1), seats({0, 3})}));
  for (const std::uint32_t i : {0u, 1u, 3u})
    EXPECT_EQ(dealer.known(Seat(i)).faces, dealer.known(Seat(1)).faces) << i;
  EXPECT_EQ(dealer.known(Seat(1)).faces.size(), 1u);
  EXPECT_TRUE(dealer.known(Seat(2)).faces.empty());
}

/// A seat that is out has no lock on cards that are shuffled from then on, until the next deal.
TEST(Grants, CardsFromBeforeASeatWasOutAreShuffledWithLaterOnes) {
  Lying lying(3);
  lying.hear({new_deck_of(2)}, Shuffled{{CardSlot(0), CardSlot(1)}});
  lying.hear({WantMove{{Seat(0)}}}, Out{Seat(2)});
  lying.hear({new_deck_of(2, 2)}, Shuffled{{CardSlot(2), CardSlot(3)}});
  EXPECT_EQ(lying.cards.at(CardSlot(0)).key_holders, seats({0, 1, 2}));
  EXPECT_EQ(lying.cards.at(CardSlot(2)).key_holders, seats({0, 1}));
  EXPECT_TRUE(granted(lying, WantShuffle{{CardSlot(0), CardSlot(2)}, {}}));
  EXPECT_TRUE(granted(lying, WantDeal{CardSlot(2), Seat(2)})) << "the table does without it";
  lying.hear({new_deck_of(4)}, Shuffled{new_deck_of(4).slots});
  EXPECT_EQ(lying.in, seats({0, 1, 2}));
}

}  // namespace
}  // namespace fairdeal::rules
