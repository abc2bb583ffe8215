#include "ui/seat/tempo.h"

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/match.h"
#include "rules/registry.h"

namespace fairdeal::seat {
namespace {

constexpr std::int64_t kThinks_ms = 600;

/// A hand of hold'em with three seats, before its first move.
struct Tempo : testing::Test {
  void SetUp() override {
    ASSERT_TRUE(match.begin());
    ASSERT_EQ(game().active().size(), 1U);
  }
  const rules::AnyGame& game() const { return match.game(); }
  Seat mover() const { return game().active().front(); }
  /// Returns the move of this kind of the seat that is to move.
  rules::Action move(const std::string& kind) const {
    for (const rules::Choice& choice : game().choices(mover(), {}))
      if (rules::kind_of(choice.action) == kind) return choice.action;
    throw std::runtime_error("no " + kind);
  }
  std::int64_t waits(const std::string& kind, const KindsMoved& kinds = {}) const {
    return wait_ms(game(), mover(), move(kind), kinds, kThinks_ms);
  }
  rules::Match match{*rules::start_game("holdem", rules::Json::object(), 3), rules::Dealer(1)};
};

TEST_F(Tempo, AMoveThatRaisesThePriceTakesTwiceAsLong) {
  EXPECT_EQ(waits("raise"), 1'200);
  EXPECT_EQ(waits("call"), 600);
  EXPECT_EQ(waits("fold"), 600) << "the next seat owes less, since it has put in a blind";
}

TEST_F(Tempo, TheThirdMoveOfAKindInARowIsQuick) {
  EXPECT_EQ(waits("fold", {"fold"}), 600);
  EXPECT_EQ(waits("fold", {"fold", "fold"}), 250);
  EXPECT_EQ(waits("fold", {"call", "fold"}), 600);
  EXPECT_EQ(waits("raise", {"raise", "raise"}), 1'200) << "it has a new price each time";
}

TEST_F(Tempo, MovesAreNotedAsTheyHappen) {
  KindsMoved kinds;
  for (const char* kind : {"raise", "call", "call"})
    note_kinds(kinds, rules::moved({{mover(), move(kind)}}));
  EXPECT_EQ(kinds, (KindsMoved{"call", "call"}));
}

TEST(TempoOfDice, ADoubtTakesTwiceAsLong) {
  rules::Match match{*rules::start_game("liars-dice", rules::Json::object(), 3), rules::Dealer(1)};
  ASSERT_TRUE(match.begin());
  const auto waits = [&](const std::string& kind) {
    const Seat seat = match.game().active().front();
    for (const rules::Choice& choice : match.game().choices(seat, {}))
      if (choice.kind == kind)
        return std::pair(wait_ms(match.game(), seat, choice.action, {}, kThinks_ms), choice.action);
    throw std::runtime_error("no " + kind);
  };
  const auto [bid_ms, bid] = waits("bid");
  EXPECT_EQ(bid_ms, 600);
  ASSERT_TRUE(match.move({{match.game().active().front(), bid}}));
  EXPECT_EQ(waits("liar").first, 1'200);
}

TEST_F(Tempo, WithoutAWaitThereIsNone) {
  EXPECT_EQ(wait_ms(game(), mover(), move("raise"), {}, 0), 0);
}

}  // namespace
}  // namespace fairdeal::seat
