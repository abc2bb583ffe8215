// Short runs of what fairdeal-explore does; long ones: fairdeal-explore --help.
#include <algorithm>
#include <cstdio>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/consensus/explore/lives.h"
#include "tests/consensus/explore/places.h"
#include "tests/consensus/explore/settings.h"
#include "tests/consensus/explore/trails.h"

namespace fairdeal::explore {

void PrintTo(const Violation& violation, std::ostream* out) {
  *out << violation.rule << ": " << violation.how << "\n" << violation.trail;
}

namespace {

class Explored : public testing::TestWithParam<Setting> {};

TEST_P(Explored, NothingThatCanBeSaidBreaksARule) {
  const Universe universe(GetParam());
  Limits limits;
  limits.progress_every = 16;
  limits.compared = 5;
  const Report report = explore_places(universe, limits);
  EXPECT_THAT(report.violations, testing::IsEmpty());
  EXPECT_TRUE(report.complete);
}

TEST_P(Explored, JustTheVotesOfACertificateDecide) {
  EXPECT_THAT(explore_decisions(Universe(GetParam())), testing::IsEmpty());
}

/// Those that are explored to their end in seconds.
std::vector<Setting> small() {
  auto all = settings();
  std::erase_if(all, [](const Setting& s) { return s.voters == 4 && s.needed == 3; });
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tables, Explored, testing::ValuesIn(small()), [](const auto& named) {
  std::string name = named.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

// ---- Ways of the model (docs/model), made by the real class

const Setting& named(const std::string& name) {
  static const std::vector<Setting> all = settings();
  return *std::ranges::find(all, name, &Setting::name);
}

/// Follows each trail of a file; what it comes to goes to `visit`.
void follow_all(const Universe& universe, const std::string& file,
                const std::function<void(const Trail&, const Followed&)>& visit) {
  Answers answers(universe, {.any_proposal = true});
  const auto trails = read_trails(FD_SOURCE_DIR "/tests/consensus/trails/" + file);
  ASSERT_FALSE(trails.empty());
  for (const Trail& trail : trails) visit(trail, follow(universe, answers, trail));
}

/// The model's leader may propose anything, and its members forget entries: real ones propose what
/// they hold, and refuse the rest of some trails.
TEST(Trails, OfTheModelCanBeFollowed) {
  for (const auto& [setting, file] : {std::pair("v3-entries", "simulated_v3.txt"),
                                      std::pair("v4-liar-leads-none", "simulated_v4.txt")}) {
    const Universe universe(named(setting));
    std::size_t whole = 0;
    follow_all(universe, file, [&](const Trail&, const Followed& followed) {
      whole += followed.refused.empty() ? 1 : 0;
    });
    EXPECT_GE(whole, 250u);
  }
}

TEST(Trails, OfBrokenModelsAreRefused) {
  follow_all(Universe(named("v4-liar-leads-none")), "broken.txt",
             [](const Trail& trail, const Followed& followed) {
               EXPECT_FALSE(followed.refused.empty()) << trail.name;
             });
}

}  // namespace
}  // namespace fairdeal::explore
