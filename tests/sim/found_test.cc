#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/sim/plan_text.h"

/// The faults that the simulator found. A schedule that showed one stands in tests/runs/found, as
/// fairdeal-sim prints it and plays it with --plan. Those that are many schedules stand here.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

void expect_good(const Plan& plan, bool finished = true) {
  const TrialResult verdict = play(plan);
  for (const Violation& violation : verdict.violations)
    ADD_FAILURE() << violation.rule << ": " << violation.how;
  EXPECT_EQ(verdict.finished, finished);
}

Plan small(const char* game, std::size_t seats, std::size_t witnesses) {
  Plan plan;
  plan.options.game = game;
  plan.options.params = std::string(game) == "holdem" ? R"({"hands":1})" : "{}";
  plan.options.seats = seats;
  plan.options.witnesses = witnesses;
  return plan;
}

TEST(Found, PrecommitsOfRoundZeroAreRepaired) {
  // One member goes on to round 1 while the others miss its precommit of round 0.
  Plan plan = small("leduc", 2, 2);
  plan.options.faults.incidents = {{.what = What::frozen, .seat = Seat(0), .step = 1},
                                   {.what = What::one_way,
                                    .seat = Seat(3),
                                    .other = Seat(1),
                                    .step = 1,
                                    .after = Duration{20'000},
                                    .lasts = Duration{3'000}},
                                   {.what = What::one_way,
                                    .seat = Seat(3),
                                    .other = Seat(2),
                                    .step = 1,
                                    .after = Duration{20'000},
                                    .lasts = Duration{3'000}}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    plan.options.seed = seed;
    plan.options.faults.delay_max = {200};
    expect_good(plan);
  }
}

TEST(Found, WhoReturnsWhileADeckIsShuffledWaitsForTheNext) {
  Plan plan = small("holdem", 4, 0);
  plan.options.params = R"({"hands":3})";
  for (std::uint64_t step = 1; step < 20; ++step) {
    SCOPED_TRACE(step);
    plan.options.faults.incidents = {
        {.what = What::leaves, .seat = Seat(1), .step = step, .lasts = Duration{2}}};
    expect_good(plan);
  }
}

TEST(Found, WhoDecidesAloneAfterTheOtherLeftAsksItAllTheSame) {
  Plan plan = small("leduc", 2, 0);
  for (std::uint64_t step = 2; step < 7; ++step)
    for (std::size_t missing = 1; missing < 4; ++missing) {
      SCOPED_TRACE(testing::Message() << "step " << step << ", missing " << missing);
      plan.options.faults.incidents = {{.what = What::leaves, .seat = Seat(0), .step = 1},
                                       {.what = What::kill,
                                        .seat = Seat(1),
                                        .step = step,
                                        .lasts = Duration{50},
                                        .found = Found::older,
                                        .missing = missing}};
      expect_good(plan);
    }
}

TEST(Found, ATableThatEverybodyLeftIsSettled) {
  Plan plan = small("kuhn", 2, 3);
  for (std::uint64_t step = 1; step < 6; ++step) {
    SCOPED_TRACE(step);
    plan.options.faults.incidents = {{.what = What::leaves, .seat = Seat(0), .step = step},
                                     {.what = What::leaves, .seat = Seat(1), .step = step}};
    expect_good(plan);
  }
}

TEST(Found, WhoWasDealtAWrongShareIsNotCalledAbsentForIt) {
  const Plan quiet = small("holdem", 4, 0);
  Plan plan = quiet;
  plan.options.faults.incidents = {
      {.what = What::lies, .seat = Seat(1), .lie = Lie::wrong_dealing}};
  const TrialResult verdict = play(plan);
  EXPECT_TRUE(verdict.good());
  EXPECT_EQ(verdict.absences, 0u);
  EXPECT_EQ(verdict.convicted, 1u);
}

TEST(Found, WhoDealsAShareOfZeroIsConvicted) {
  // The holder of a zero share could stand in for the dealer only with O, which everybody refuses.
  Plan plan = small("holdem", 4, 0);
  plan.options.faults.incidents = {{.what = What::lies, .seat = Seat(1), .lie = Lie::zero_share}};
  const TrialResult verdict = play(plan);
  EXPECT_TRUE(verdict.good());
  EXPECT_EQ(verdict.absences, 0u);
  EXPECT_EQ(verdict.convicted, 1u);
}

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the names of the schedules, without ".txt".
std::vector<std::string> schedules() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(FD_SOURCE_DIR "/tests/runs/found"))
    names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

class FoundSchedule : public testing::TestWithParam<std::string> {};

TEST_P(FoundSchedule, BreaksNoRule) {
  const std::string text = text_of_file(FD_SOURCE_DIR "/tests/runs/found/" + GetParam() + ".txt");
  const bool ends = text.find("\n# ends: yes\n") != std::string::npos;
  ASSERT_NE(ends, text.find("\n# ends: no\n") != std::string::npos);
  const auto plan = read_plan(text);
  ASSERT_TRUE(plan) << describe(plan.error());
  EXPECT_TRUE(text.ends_with(describe(*plan)));
  expect_good(*plan, ends);
}

INSTANTIATE_TEST_SUITE_P(In, FoundSchedule, testing::ValuesIn(schedules()),
                         [](const auto& schedule) {
                           std::string name = schedule.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// ---- Schedules as text

void expect_read_back(const Plan& plan) {
  const std::string text = describe(plan);
  const auto read = read_plan(text);
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(describe(*read), text);
}

TEST(PlanText, IsReadBackAsItWasWritten) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    expect_read_back(plan_of(seed));
    expect_read_back(plan_of(seed, {.older_copies = true}));
    expect_read_back(plan_of(seed, {.schemes = true}));
  }
}

TEST(PlanText, PlaysTheSameMatch) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Plan plan = plan_of(seed);
    const TrialResult one = play(plan), other = play(*read_plan(describe(plan)));
    EXPECT_EQ(one.took.ms, other.took.ms) << seed;
    EXPECT_EQ(one.steps, other.steps) << seed;
    EXPECT_EQ(one.absences, other.absences) << seed;
  }
}

TEST(PlanText, ALineThatIsNoneOfAPlanIsNamed) {
  const std::string good = describe(plan_of(1));
  for (const char* line : {"  step 3: seat 1 sneezes for good", "step 3: seat 1 leaves for good",
                           "  step 3: seat 1 leaves for good, again",
                           "  step x: seat 1 is killed for 3 ms", "loss much"}) {
    const auto plan = read_plan(good + line + "\n");
    ASSERT_FALSE(plan) << line;
    EXPECT_NE(describe(plan.error()).find(line), std::string::npos) << describe(plan.error());
  }
  EXPECT_FALSE(read_plan(""));
  EXPECT_FALSE(read_plan("# nothing\n"));
}

}  // namespace
}  // namespace fairdeal::sim
