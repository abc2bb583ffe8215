// The digests of the compiled games, which charters name: runtime/state/rules_digests.inc.
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "rules/registry.h"
#include "runtime/state/rules_digest.h"

namespace fairdeal::conformance {
namespace {

/// After a change that is meant to change rules, the test's own output is the new file. Change the
/// game's version, too.
TEST(RulesDigests, AreThoseOfMatchesThatAreRecordedNow) {
  std::ifstream file(FD_SOURCE_DIR "/runtime/state/rules_digests.inc");
  const std::string listed{std::istreambuf_iterator<char>(file), {}};
  std::string now;
  for (const rules::Module& module : rules::modules())
    now +=
        "{\"" + module.info().name + "\",\n \"" + state::recorded_digest(module).hex() + "\"},\n";
  EXPECT_EQ(now, listed) << "runtime/state/rules_digests.inc would now be:\n" << now;
}

}  // namespace
}  // namespace fairdeal::conformance
