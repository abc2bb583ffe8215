// Determinism: equal seeds give equal heads on every compiler, build type and machine.
#include <fstream>

#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

const char* const kFile = FD_SOURCE_DIR "/tests/runtime/golden_heads.txt";

Options options(const std::string& game, std::uint64_t seed) {
  Options options{.game = game, .witnesses = 1, .seed = seed};
  if (game == "holdem") {
    options.params = R"({"stack":20})";
    options.seats = 4;
  }
  if (game == "pig") options.params = R"({"goal":20})";
  return options;
}

/// Lines of: game, seed, steps, the head after the last, the digest of the transcript.
std::string heads() {
  std::string lines;
  for (const std::string game : {"holdem", "kuhn", "leduc", "odds-and-evens", "pig", "tic-tac-toe"})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      World world(options(game, seed));
      world.run();
      const auto& table = world.node(Seat(0)).table();
      EXPECT_TRUE(table.over());
      lines += game + " " + std::to_string(seed) + " " + std::to_string(table.step().value) + " " +
               table.head().hex() + " " + crypto::hash("golden", world.transcript(Seat(0))).hex() +
               "\n";
    }
  return lines;
}

/// After a change that is meant to change them, the test's own output is the new file.
TEST(Golden, A35_HeadsOfFixedSeedsAreAsTheyWere) {
  std::ifstream file(kFile);
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  const std::string now = heads();
  EXPECT_EQ(now, golden) << "tests/runtime/golden_heads.txt would now be:\n" << now;
}

}  // namespace
}  // namespace fairdeal::sim
