#include <gtest/gtest.h>

#include "runtime/audit/audit.h"
#include "tests/sim/world.h"

/// One seat falls silent at each step of a match in turn: the others go on without it, say who it
/// was, and agree.
namespace fairdeal::sim {
namespace {

using state::Table;

struct Case {
  std::string game;
  std::string params = "{}";
  std::size_t seats;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.game << " for " << c.seats;
  }
};

enum class Fate { silent, killed, killed_and_back };
std::ostream& operator<<(std::ostream& out, Fate fate) {
  constexpr const char* kNames[] = {"silent", "killed", "killed and back"};
  return out << kNames[static_cast<std::size_t>(fate)];
}

class Silence : public testing::TestWithParam<std::tuple<Case, Fate>> {
 protected:
  static Options options(std::uint64_t seed) {
    const Case& c = std::get<0>(GetParam());
    return {.game = c.game, .params = c.params, .seats = c.seats, .seed = seed};
  }
  static std::uint64_t steps_of_a_quiet_match(std::uint64_t seed) {
    World world(options(seed));
    world.run();
    return world.node(Seat(0)).table().step().value;
  }
};

bool reached(World& world, std::uint64_t step) {
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (world.node(Seat(i)).table().step().value >= step) return true;
  return false;
}

void expect_agreed(World& world, Seat faulty, bool faulty_too) {
  SeededRng rng(7);
  const Seat any = faulty == Seat(0) ? Seat(1) : Seat(0);
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    if (Seat(i) == faulty && !faulty_too) continue;
    const auto& node = world.node(Seat(i));
    ASSERT_FALSE(node.halted()) << describe(*node.halted());
    ASSERT_TRUE(node.finished()) << "seat " << i << " at step " << node.table().step().value;
    EXPECT_EQ(node.table().head(), world.node(any).table().head());
    EXPECT_TRUE(node.parts().contradictions.all().empty());
    const auto report = audit::audit(world.transcript(Seat(i)), rng);
    EXPECT_EQ(report.verdict, audit::Verdict::valid)
        << (report.error ? describe(*report.error) : "");
    for (std::uint32_t s = 0; s < world.size(); ++s) {
      EXPECT_FALSE(node.table().members().standing(Seat(s)).convicted()) << "seat " << s;
      EXPECT_FALSE(Seat(s) != faulty && node.table().members().standing(Seat(s)).gone())
          << "seat " << s;
    }
  }
}

TEST_P(Silence, AtEachStepTheOthersFinish) {
  const Fate fate = std::get<1>(GetParam());
  constexpr std::uint64_t kSeed = 11;
  const auto steps = steps_of_a_quiet_match(kSeed);
  const Seat faulty(1);
  for (std::uint64_t step = 0; step < steps; ++step) {
    SCOPED_TRACE("from step " + std::to_string(step));
    World world(options(kSeed));
    while (!reached(world, step) && world.step()) {
    }
    if (fate == Fate::silent)
      world.silence(faulty);
    else
      world.kill(faulty);
    if (fate == Fate::killed_and_back) {
      world.run(world.now() + Duration{3'000});
      world.revive(faulty);
    }
    world.run(world.now() + Duration{10'000'000});
    expect_agreed(world, faulty, fate == Fate::killed_and_back);
    if (testing::Test::HasFailure()) return;
  }
}

const Case kThree{"holdem", R"({"hands":1})", 3}, kFour{"holdem", R"({"hands":1})", 4};

INSTANTIATE_TEST_SUITE_P(Games, Silence,
                         testing::Combine(testing::Values(kThree, kFour),
                                          testing::Values(Fate::silent, Fate::killed,
                                                          Fate::killed_and_back)));
/// Two cannot outvote each other: the table waits.
INSTANTIATE_TEST_SUITE_P(ForTwo, Silence,
                         testing::Combine(testing::Values(Case{"tic-tac-toe", "{}", 2},
                                                          Case{"odds-and-evens", "{}", 2}),
                                          testing::Values(Fate::killed_and_back)));

}  // namespace
}  // namespace fairdeal::sim
