// A seat that is gone at a showdown: the others open its hand where they can, and it may win.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

Options hand_of(std::size_t seats, std::uint64_t seed) {
  return {.game = "holdem",
          .params = R"({"betting":"fixed-limit","hands":1})",
          .seats = seats,
          .witnesses = seats == 3 ? 1u : 0u,
          .seed = seed};
}

/// A table where somebody is asked whether it shows its hand; none if its hand has no showdown.
std::optional<Seat> asked_to_show(World& world) {
  const auto asks = [&](const state::stages::Moving&) {
    return world.node(Seat(0)).table().game().json().at("street") == "showdown";
  };
  if (!run_to<state::stages::Moving>(world, Seat(0), asks)) return {};
  return std::get<state::stages::Moving>(world.node(Seat(0)).table().stage()).seat;
}

struct Voids : Observer {
  void on_notice(World&, Seat, const node::Notice& notice) override {
    if (const auto* decided = std::get_if<node::StepDecided>(&notice))
      for (const auto& event : decided->events)
        count += std::holds_alternative<rules::Void>(event) ? 1 : 0;
  }
  int count = 0;
};

/// Its process dies when it is asked. How often it won, of so many showdowns.
std::pair<int, int> wins_of_the_dead(std::size_t seats, bool opens) {
  int showdowns = 0, won = 0;
  const auto enough = [&] { return showdowns >= 3 && (!opens || (won > 0 && won < showdowns)); };
  for (std::uint64_t seed = 1; seed <= 1000 && !enough(); ++seed) {
    Voids voids;
    World world(hand_of(seats, seed), &voids);
    const auto dead = asked_to_show(world);
    if (!dead) continue;
    ++showdowns;
    world.kill(*dead);
    world.run();
    const Seat other = *dead == Seat(0) ? Seat(1) : Seat(0);
    EXPECT_TRUE(world.node(other).finished());
    const auto last = world.node(other).table().game().json().at("last");
    EXPECT_EQ(!last.at("shown").at(dead->value).is_null(), opens) << "seed " << seed;
    EXPECT_EQ(voids.count, 0);
    won += last.at("won").at(dead->value) > 0;
  }
  EXPECT_GE(showdowns, 3);
  return {won, showdowns};
}

TEST(Showdown, TheHandOfWhoIsGoneIsOpenedByAllOthersAndMayWin) {
  const auto [won, showdowns] = wins_of_the_dead(4, true);
  EXPECT_GT(won, 0);
  EXPECT_LT(won, showdowns) << "and may lose";
}

TEST(Showdown, WithoutRecoveryNobodyEverSeesIt) { EXPECT_EQ(wins_of_the_dead(3, false).first, 0); }

TEST(Showdown, NobodyOpensTheHandOfAProgramThatLives) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    World world(hand_of(4, seed));
    const auto asked = asked_to_show(world);
    if (!asked) continue;
    const auto& table = world.node(Seat(0)).table();
    const auto hears = [&](consensus::Answer answer) {
      const auto next = table.after({table.step(), table.head(), {std::move(answer)}});
      EXPECT_TRUE(next);
      return next->events().front();
    };
    const auto none = table.assume_valid(proto::sign(
        *asked, proto::Entry{table.id(), table.step(), table.head(), proto::NonePayload{}, {}},
        world.key(*asked)));
    EXPECT_EQ(hears(proto::AbsentSeat{*asked}), rules::AnyEvent(rules::Absent{*asked, true}));
    EXPECT_EQ(hears(none), rules::AnyEvent(rules::Absent{*asked, false}));
    return;
  }
  FAIL() << "no showdown";
}

// ---- Leaving

struct Blinds : Observer {
  void on_change(World& world, Seat seat) override {
    const auto& table = world.node(seat).table();
    if (table.over() || !table.members().standing(kLeaver).left()) return;
    const auto json = table.game().json();
    const auto hand = json.at("hand").get<int>();
    if (first == 0) first = hand + 1;
    if (hand < first) return;
    hands = std::max(hands, hand - first + 1);
    EXPECT_TRUE(json.at("slots").at(kLeaver.value).is_null()) << "hand " << hand;
    EXPECT_EQ(json.at("bets").at(kLeaver.value), 0) << "hand " << hand;
    EXPECT_EQ(json.at("paid").at(kLeaver.value), 0) << "hand " << hand;
  }
  static constexpr Seat kLeaver{1};
  int first = 0, hands = 0;
};

TEST(Left, AHandAtATableIsDealtToThoseWhoAreThereAndPaidByThem) {
  for (const std::uint64_t step : {2U, 5U, 9U, 14U}) {
    Blinds blinds;
    Options options = hand_of(4, 3);
    options.params = R"({"betting":"fixed-limit","hands":7})";
    options.faults.incidents = {
        {.what = Faults::Incident::What::leaves, .seat = Blinds::kLeaver, .step = step}};
    World world(options, &blinds);
    world.run();
    ASSERT_TRUE(world.node(Seat(0)).finished());
    EXPECT_GE(blinds.hands, 3);
  }
}

}  // namespace
}  // namespace fairdeal::sim
