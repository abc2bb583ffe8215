// The digests of the compiled games, which charters name: runtime/rules_digests.inc.
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "conformance/trace.h"
#include "crypto/hash.h"
#include "rules/json.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
namespace {

constexpr std::uint64_t kPlayouts = 4;

/// Returns the digest of some matches of a game, with the fewest and the most seats.
crypto::Digest recorded(const rules::Module& module) {
  const rules::GameInfo& info = module.info();
  std::string lines;
  for (const std::size_t seats : std::set{info.seats_min, info.seats_max}) {
    const auto start = rules::start_game(info.name, rules::Json::object(), seats);
    EXPECT_TRUE(start) << info.name;
    if (!start) continue;
    const std::vector<rules::Player> players(seats, rules::random_move);
    for (std::uint64_t seed = 1; seed <= kPlayouts; ++seed) {
      const auto line = record_playout(*start, players, seed);
      EXPECT_TRUE(line) << info.name;
      if (line) lines += rules::text(*line) + "\n";
    }
  }
  return crypto::hash("recorded rules", as_bytes(lines));
}

/// After a change that is meant to change rules, the test's own output is the new file. Change the
/// game's version, too.
TEST(RulesDigests, AreThoseOfMatchesThatAreRecordedNow) {
  std::ifstream file(FD_SOURCE_DIR "/runtime/rules_digests.inc");
  const std::string listed{std::istreambuf_iterator<char>(file), {}};
  std::string now;
  for (const rules::Module& module : rules::modules())
    now += "{\"" + module.info().name + "\",\n \"" + recorded(module).hex() + "\"},\n";
  EXPECT_EQ(now, listed) << "runtime/rules_digests.inc would now be:\n" << now;
}

}  // namespace
}  // namespace fairdeal::conformance
