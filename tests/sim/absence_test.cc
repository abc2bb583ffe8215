// Each seat falls silent at each step, and is back at one of the next steps or never. Nobody can
// thereby open a card that is not its own, choose a roll or gain anything, and the match goes on
// (docs/dealing.md, Seats that are out).
#include "tests/runtime/match.h"
#include "tests/sim/course.h"

namespace fairdeal::sim {
namespace {

/// Returns the conduct of a seat that is silent from one step on, until it speaks again.
Conduct silence(Seat seat, std::uint64_t from, std::uint64_t until) {
  return {.name = "seat " + std::to_string(seat.value) + " silent from step " +
                  std::to_string(from) + " until " + std::to_string(until),
          .whose = SeatSet::of({seat}),
          .silent = [=](const Table& table, Seat one) {
            return one == seat && table.step().value >= from && table.step().value < until;
          }};
}

struct Grid {
  const char* game;
  const char* params;
  std::size_t seats;
  std::size_t witnesses;
  bool recovery;
  std::uint64_t backs;  ///< it is tried to be back after each number of steps up to this, and never
};

class Absence : public testing::TestWithParam<Grid> {};

Options options(const Grid& grid) {
  return {.game = grid.game,
          .params = grid.params,
          .seats = grid.seats,
          .witnesses = grid.witnesses,
          .seed = 5,
          .change_charter = [recovery = grid.recovery](proto::Charter& charter) {
            if (recovery) return;
            charter.recovery = 0;
            charter.randomness = proto::Randomness::commit_reveal;
          }};
}

TEST_P(Absence, FallingSilentAtAnyStatementNeverPays) {
  const Grid& grid = GetParam();
  World world(options(grid));
  std::size_t courses = 0;
  Course honest(world, {}, 5);
  honest.run();
  for (std::uint32_t seat = 0; seat < grid.seats; ++seat)
    for (std::uint64_t from = 0; from < honest.steps(); ++from)
      for (std::uint64_t back = 0; back <= grid.backs; ++back) {
        // In the last try it is never back.
        const std::uint64_t until = back == grid.backs ? kStepsMax : from + 1 + back;
        Course course(world, silence(Seat(seat), from, until), 5);
        course.run();
        ++courses;
        if (HasFailure()) return;
      }
  RecordProperty("courses", static_cast<int>(courses));
}

TEST_P(Absence, ByLeavingAtEveryStepNeverPaysEither) {
  const Grid& grid = GetParam();
  World world(options(grid));
  Course honest(world, {}, 5);
  honest.run();
  for (const Seat seat : SeatSet::first(grid.seats).list())
    for (std::uint64_t at = 0; at < honest.steps(); ++at)
      for (const bool keeps_its_word : {true, false}) {
        const auto name =
            "seat " + std::to_string(seat.value) + " leaves at step " + std::to_string(at);
        Course course(world,
                      {.name = name,
                       .whose = SeatSet::of({seat}),
                       .silent =
                           [=](const Table& table, Seat one) {
                             return one == seat && !keeps_its_word && table.step().value > at;
                           },
                       .leaves = [=](const Table& table,
                                     Seat one) { return one == seat && table.step().value == at; }},
                      5);
        course.run();
        if (HasFailure()) return;
      }
}

/// Two of four seats fall silent, each from any step of the first two openings on.
TEST(Absences, TwoSilentSeatsGainNothingInADealsOpening) {
  constexpr std::uint64_t kSteps = 14;
  World world(options({"holdem", R"({"hands":2})", 4, 0, true, 0}));
  for (std::uint32_t a = 0; a < 4; ++a)
    for (std::uint32_t b = a + 1; b < 4; ++b)
      for (std::uint64_t i = 0; i < kSteps; ++i)
        for (std::uint64_t j = 0; j < kSteps; ++j) {
          const Conduct one = silence(Seat(a), i, kStepsMax);
          const Conduct other = silence(Seat(b), j, j + 4);
          Course course(world,
                        {.name = one.name + ", " + other.name,
                         .whose = one.whose | other.whose,
                         .silent =
                             [&](const Table& table, Seat seat) {
                               return one.silent(table, seat) || other.silent(table, seat);
                             }},
                        5);
          course.run();
          if (testing::Test::HasFailure()) return;
        }
}

INSTANTIATE_TEST_SUITE_P(Tables, Absence,
                         testing::Values(Grid{"kuhn", "{}", 2, 1, true, 8},
                                         Grid{"leduc", "{}", 2, 2, true, 8},
                                         Grid{"odds-and-evens", "{}", 2, 1, true, 4},
                                         Grid{"pig", R"({"goal":10})", 2, 1, true, 8},
                                         Grid{"liars-dice", R"({"dice":1})", 2, 1, true, 8},
                                         Grid{"liars-dice", R"({"dice":1})", 3, 1, false, 6},
                                         Grid{"liars-dice", R"({"dice":1})", 4, 0, true, 4},
                                         Grid{"go-fish", "{}", 3, 0, true, 1},
                                         Grid{"holdem", R"({"hands":2})", 2, 2, true, 6},
                                         Grid{"holdem", R"({"hands":2})", 3, 0, true, 6},
                                         Grid{"holdem", R"({"hands":2})", 4, 0, true, 5},
                                         Grid{"holdem", R"({"hands":2})", 4, 0, false, 5},
                                         Grid{"holdem", R"({"hands":2})", 5, 0, true, 3},
                                         Grid{"holdem", R"({"hands":2})", 6, 1, true, 3}),
                         [](const auto& instance) {
                           const Grid& grid = instance.param;
                           std::string name = std::string(grid.game) + std::to_string(grid.seats) +
                                              "_" + (grid.recovery ? "recovery" : "none");
                           std::erase_if(name, [](char c) { return c == '-' || c == '\''; });
                           return name;
                         });

}  // namespace
}  // namespace fairdeal::sim
