#include <gtest/gtest.h>

#include "tests/sim/trial.h"

/// Leaving politely: nobody waits for who left, nothing of the hand is lost, nobody sees its cards;
/// and the table is one of those that remain.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

struct Setting {
  std::string name;  ///< of the test
  std::string game;
  std::string params = "{}";
  std::size_t seats;
  std::size_t witnesses = 0;
  bool recovery = false;
};

Plan plan_of(const Setting& s) {
  Plan plan;
  plan.options = {.game = s.game,
                  .params = s.params,
                  .seats = s.seats,
                  .witnesses = s.witnesses,
                  .seed = 11,
                  .change_charter = [&s](proto::Charter& charter) {
                    if (!s.recovery) charter.recovery = 0;
                  }};
  return plan;
}

/// What the table made of it.
class Seen : public Observer {
 public:
  void on_notice(World&, Seat, const runtime::Notice& notice) override {
    const auto* decided = std::get_if<runtime::StepDecided>(&notice);
    if (decided == nullptr) return;
    for (const auto& event : decided->events)
      voids += std::holds_alternative<rules::Void>(event) ? 1 : 0;
  }
  void on_change(World& world, Seat seat) override {
    const runtime::Table& table = world.node(seat).table();
    handed_over |= std::holds_alternative<runtime::HandingOver>(table.stage());
    recovered |= std::holds_alternative<runtime::Recovering>(table.stage());
  }
  int voids = 0;
  bool handed_over = false;
  bool recovered = false;
};

class Leaving : public testing::TestWithParam<Setting> {};

/// Faster than the shortest of the times that a table waits for anybody.
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
      const Verdict verdict = play(plan, &seen);
      for (const Violation& violation : verdict.violations)
        ADD_FAILURE() << violation.rule << ": " << violation.how;
      EXPECT_TRUE(verdict.finished);
      EXPECT_EQ(verdict.absences, 0u);
      EXPECT_EQ(seen.voids, 0);
      EXPECT_FALSE(seen.recovered);
      EXPECT_LT(verdict.took, kUnwaited);
      handed_over |= seen.handed_over;
      if (testing::Test::HasFailure()) return;
    }
  const bool has_cards = GetParam().game == "holdem" || GetParam().game == "leduc";
  EXPECT_EQ(handed_over, has_cards);
}

const std::string kHand = R"({"hands":1})";
const Setting kSettings[] = {
    {"holdem2", "holdem", kHand, 2, 1},
    {"holdem3", "holdem", kHand, 3},
    {"holdem4", "holdem", kHand, 4},
    {"holdem4_recovery", "holdem", kHand, 4, 0, true},
    {"holdem5", "holdem", kHand, 5},
    {"holdem6", "holdem", kHand, 6},
    {"holdem6_recovery", "holdem", kHand, 6, 0, true},
    {"leduc", "leduc", "{}", 2, 1},
    {"pig", "pig", R"({"goal":8})", 2, 1},
    {"odds_and_evens", "odds-and-evens", "{}", 2, 1},
    {"tic_tac_toe", "tic-tac-toe", "{}", 2, 1},
};

INSTANTIATE_TEST_SUITE_P(Games, Leaving, testing::ValuesIn(kSettings),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace fairdeal::sim
