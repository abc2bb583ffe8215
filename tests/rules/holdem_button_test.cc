#include <gtest/gtest.h>

#include "games/poker/button.h"

/// The dead button: every way in which seats can lose their chips, at small tables.
namespace fairdeal::rules {
namespace {

/// Bit i: seat i has chips.
using Left = unsigned;

bool has(Left left, Seat seat) { return left >> seat.value & 1; }
int count(Left left) { return __builtin_popcount(left); }

/// One hand after the other, whoever loses its chips in between.
class Course {
 public:
  explicit Course(std::size_t seats) : seats_(seats) {
    follow(first_blinds(seats), (1U << seats) - 1, kHands);
  }
  std::size_t hands() const { return hands_; }

 private:
  static constexpr int kHands = 8;

  void follow(const BlindSeats& before, Left left, int hands) {
    if (hands == 0) return;
    for (Left rest = left; rest > 0; rest = (rest - 1) & left) {
      if (count(rest) < 2) continue;
      const BlindSeats next = next_blinds(before, seats_, SeatSet::of_bits(rest), {});
      ++hands_;
      look(before, next, rest);
      if (testing::Test::HasFailure()) return;
      follow(next, rest, hands - 1);
    }
  }

  void look(const BlindSeats& before, const BlindSeats& next, Left left) const {
    EXPECT_TRUE(has(left, next.big)) << "the big blind is always posted";
    EXPECT_NE(next.big, before.big) << "nobody posts it twice in a row";
    for (Seat seat = after(before.big); seat != next.big; seat = after(seat))
      EXPECT_FALSE(has(left, seat)) << "nobody with chips is passed over";
    if (count(left) == 2) {
      EXPECT_TRUE(has(left, next.button)) << "of two, one has the button";
      EXPECT_EQ(next.small, next.button) << "and posts the small blind";
      EXPECT_NE(next.small, next.big);
    } else {
      EXPECT_EQ(next.small, before.big) << "who paid the big blind pays the small one next";
      EXPECT_EQ(next.button, before.small) << "and has the button after that";
      for (Seat seat = after(next.small); seat != next.big; seat = after(seat))
        EXPECT_FALSE(has(left, seat)) << "no live seat between the blinds";
    }
  }
  Seat after(Seat seat) const {
    return Seat((seat.value + 1) % static_cast<std::uint32_t>(seats_));
  }

  std::size_t seats_;
  std::size_t hands_ = 0;
};

TEST(HoldemButton, MovesByTheDeadButtonRuleWhoeverIsEliminated) {
  std::size_t hands = 0;
  for (std::size_t seats = 2; seats <= 7; ++seats) hands += Course(seats).hands();
  EXPECT_GT(hands, 100'000u);
}

TEST(HoldemButton, InAFullRoundEverybodyPaysEachBlindOnceAndHasTheButtonOnce) {
  for (std::size_t seats = 3; seats <= 10; ++seats) {
    std::vector<int> small(seats), big(seats), button(seats);
    const SeatSet all = SeatSet::first(seats);
    BlindSeats at = first_blinds(seats);
    for (std::size_t hand = 0; hand < seats; ++hand, at = next_blinds(at, seats, all, {})) {
      ++small[at.small.value], ++big[at.big.value], ++button[at.button.value];
    }
    for (const auto& times : {small, big, button})
      EXPECT_EQ(times, std::vector<int>(seats, 1)) << seats << " seats";
    EXPECT_EQ(at, first_blinds(seats)) << "after a round it is where it was";
  }
}

}  // namespace
}  // namespace fairdeal::rules
