#include <gtest/gtest.h>

#include "tests/sim/world.h"

/// Measures how long a step takes where every frame takes 50 ms and computing takes no time.
namespace fairdeal::sim {
namespace {

/// Notes when the last entry of each step was made, and when the last member learnt its decision.
class Times : public Observer {
 public:
  void on_notice(World& world, Seat seat, const node::Notice& notice) override {
    // Notices come in order, so an entry that is made after a decision is of the step after it.
    if (const auto* arrived = std::get_if<node::Arrived>(&notice);
        arrived != nullptr && arrived->seat == seat)
      made[passed_[seat]] = world.now();
    if (const auto* decided = std::get_if<node::StepDecided>(&notice)) {
      decided_at[decided->step] = world.now();
      passed_[seat] = decided->step.next();
    }
  }
  std::map<Step, Instant> made;
  std::map<Step, Instant> decided_at;

 private:
  std::map<Seat, Step> passed_;
};

class Latency : public testing::TestWithParam<std::tuple<const char*, std::size_t>> {};

TEST_P(Latency, AMoveIsDecidedEverywhereWithinTwoOneWayDelays) {
  const auto [game, seats] = GetParam();
  Times times;
  World world({.game = game,
               .params = std::string(game) == "holdem" ? R"({"hands":1})" : "{}",
               .seats = seats,
               .faults = {.delay_min = {50}, .delay_max = {50}}},
              &times);
  world.run();
  ASSERT_TRUE(world.node(Seat(0)).finished());
  EXPECT_EQ(times.made.size(), world.node(Seat(0)).table().step().value);
  times.made.erase(Step(0));  // the members still connect to each other in step 0
  for (const auto& [step, made] : times.made)
    EXPECT_LE((times.decided_at.at(step) - made).ms, 100) << "step " << step.value;
}

INSTANTIATE_TEST_SUITE_P(Games, Latency,
                         testing::Values(std::tuple("tic-tac-toe", 2), std::tuple("holdem", 2),
                                         std::tuple("holdem", 4), std::tuple("holdem", 6),
                                         std::tuple("odds-and-evens", 2), std::tuple("kuhn", 2)));

}  // namespace
}  // namespace fairdeal::sim
