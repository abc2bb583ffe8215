#include <gtest/gtest.h>

#include "tests/sim/trial.h"

/// A seat leaves by its own word: nobody waits for it, nothing of the hand is lost, nobody sees its
/// cards, and the table counts as one of those that remain.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

/// Notes what the table does after a seat left.
class Seen : public Observer {
 public:
  void on_notice(World&, Seat, const node::Notice& notice) override {
    const auto* decided = std::get_if<node::StepDecided>(&notice);
    if (decided == nullptr) return;
    for (const auto& event : decided->events)
      voids += std::holds_alternative<rules::Void>(event) ? 1 : 0;
  }
  void on_change(World& world, Seat seat) override {
    const state::Table& table = world.node(seat).table();
    handed_over |= std::holds_alternative<state::stages::HandingOver>(table.stage());
    recovered |= std::holds_alternative<state::stages::Recovering>(table.stage());
  }
  int voids = 0;
  bool handed_over = false;
  bool recovered = false;
};

void expect_good(const TrialResult& verdict) {
  for (const Violation& violation : verdict.violations)
    ADD_FAILURE() << violation.rule << ": " << violation.how;
  EXPECT_TRUE(verdict.finished);
}

class Leaving : public testing::TestWithParam<Setting> {};

/// A match that ends before this has waited for nobody: each time to wait is longer.
constexpr Instant kUnwaited{20'000};

TEST_P(Leaving, AtEachStepCostsTheOthersNeitherTimeNorTheHand) {
  const Plan quiet = plan_of(GetParam());
  const std::uint64_t steps = play(quiet).steps;
  bool handed_over = false;
  for (std::uint64_t step = 1; step < steps; ++step)
    for (const Seat seat : {Seat(0), Seat(1)}) {
      SCOPED_TRACE("seat " + std::to_string(seat.value) + ", step " + std::to_string(step));
      Plan plan = quiet;
      plan.options.faults.incidents = {{.what = What::leaves, .seat = seat, .step = step}};
      Seen seen;
      const TrialResult verdict = play(plan, &seen);
      expect_good(verdict);
      if (testing::Test::HasFailure()) return;
      EXPECT_EQ(verdict.absences, 0u);
      EXPECT_EQ(seen.voids, 0);
      EXPECT_FALSE(seen.recovered);
      EXPECT_LT(verdict.took, kUnwaited);
      handed_over |= seen.handed_over;
      if (testing::Test::HasFailure()) return;
    }
  // If one of two seats leaves it forfeits at once, and no card is shown any more.
  const bool has_cards = GetParam().game == "holdem" && GetParam().seats > 2;
  EXPECT_EQ(handed_over, has_cards);
}

const std::string kHand = R"({"hands":1})";
const Setting kSettings[] = {
    {"holdem2", "holdem", kHand, 2, 1},         {"holdem3", "holdem", kHand, 3},
    {"holdem4", "holdem", kHand, 4, 0, false},  {"holdem4_recovery", "holdem", kHand, 4},
    {"holdem5", "holdem", kHand, 5, 0, false},  {"holdem6", "holdem", kHand, 6, 0, false},
    {"holdem6_recovery", "holdem", kHand, 6},   {"leduc", "leduc", "{}", 2, 1},
    {"pig", "pig", R"({"goal":8})", 2, 1},      {"odds_and_evens", "odds-and-evens", "{}", 2, 1},
    {"tic_tac_toe", "tic-tac-toe", "{}", 2, 1},
};

INSTANTIATE_TEST_SUITE_P(Games, Leaving, testing::ValuesIn(kSettings),
                         [](const auto& one) { return one.param.name; });

/// If one of four leaves by its own word, the others are a table of three, and survive one more.
TEST(Left, OneOfFourLeavesTwoToFinishWithoutAThird) {
  const Setting setting{"", "holdem", kHand, 4, 0, false};
  Plan plan = plan_of(setting);
  const std::uint64_t steps = play(plan).steps;
  for (std::uint64_t step = 4; step < steps; ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    plan.options.faults.incidents = {{.what = What::leaves, .seat = Seat(3), .step = 2},
                                     {.what = What::kill, .seat = Seat(1), .step = step}};
    expect_good(play(plan));
    if (testing::Test::HasFailure()) return;
  }
}

/// If one of four is voted out, it did not choose that, so two of the others cannot decide alone.
TEST(Left, OneOfFourVotedOutDoesNotLetTwoDecide) {
  const Setting setting{"", "tic-tac-toe", "{}", 2, 2};
  Plan plan = plan_of(setting);
  plan.options.faults.incidents = {{.what = What::kill, .seat = Seat(3), .step = 1},
                                   {.what = What::kill, .seat = Seat(2), .step = 4}};
  const TrialResult verdict = play(plan);
  EXPECT_TRUE(verdict.good());
  EXPECT_FALSE(verdict.finished);
}

/// Nobody restarts the member or tells it anything: it learns from the records that it is gone, and
/// says that it is back.
TEST(Returning, WhoWasVotedOutBehindAPartitionSaysThatItIsBack) {
  const Setting setting{"", "holdem", R"({"hands":360,"stack":50000})", 4};
  Plan plan = plan_of(setting);
  class Back : public Observer {
   public:
    void on_notice(World&, Seat, const node::Notice& notice) override {
      const auto* changed = std::get_if<node::StandingChanged>(&notice);
      if (changed == nullptr || changed->seat != Seat(1)) return;
      (changed->gone ? gone : back) += 1;
    }
    int gone = 0, back = 0;
  };
  plan.options.faults.think_max = Duration{30'000};  // the match outlasts the partition
  plan.options.seed = 14;
  SeatSet alone;
  alone.insert(Seat(1));
  for (const std::uint64_t step : {2U, 5U, 8U}) {
    SCOPED_TRACE("step " + std::to_string(step));
    plan.options.faults.incidents = {
        {.what = What::partition, .group = alone, .step = step, .lasts = Duration{300'000}}};
    Back seen;
    const TrialResult verdict = play(plan, &seen);
    expect_good(verdict);
    ASSERT_GT(verdict.took, Instant{400'000}) << "the match outlasts the partition";
    EXPECT_EQ(seen.gone, 4);
    EXPECT_EQ(seen.back, 4);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace fairdeal::sim
