// Cash evenings with the production classes of net/party: whatever is lost in a break or at a
// table, and wherever a process ends, nobody's chips change but by what they bought, won and lost.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/each_effect.h"
#include "tests/sim/tables.h"

namespace fairdeal::sim {
namespace {

/// Expects that nobody broke a law, that all who saw the same end of a table have the same accounts
/// after it, and that these hold as many chips as were bought.
void expect_same_accounts(Tables& tables) {
  EXPECT_TRUE(tables.run()) << tables.unended();
  for (const std::string& law : tables.broken()) ADD_FAILURE() << law;
  std::map<crypto::Digest, crypto::Digest> heads;
  std::map<std::uint32_t, std::vector<proto::Account>> accounts;
  for (std::size_t i = 0; i < tables.people(); ++i) {
    SCOPED_TRACE("person " + std::to_string(i));
    const auto it = tables.outcome(i);
    for (const auto& match : it.matches) {
      if (!match.over) continue;
      EXPECT_EQ(heads.emplace(match.id, match.head).first->second, match.head);
    }
    if (!it.evening) continue;
    const auto& same = accounts.emplace(it.evening->table, it.evening->accounts).first->second;
    EXPECT_EQ(same, it.evening->accounts);
    proto::Chips bought = 0, kept = 0;
    for (const proto::Account& account : it.evening->accounts) {
      bought += account.bought;
      kept += account.kept + account.cashed;
    }
    EXPECT_EQ(bought, kept);
  }
}

/// Expects that all people sat at all tables, too.
void expect_whole_evening(Tables& tables, const TablesOptions& options) {
  expect_same_accounts(tables);
  for (std::size_t i = 0; i < tables.people(); ++i) {
    SCOPED_TRACE("person " + std::to_string(i));
    const auto it = tables.outcome(i);
    EXPECT_EQ(it.matches.size(), options.evening);
    ASSERT_TRUE(it.evening);
    EXPECT_EQ(it.evening->table, options.evening + 1);
    EXPECT_EQ(it.evening->accounts.size(), options.seats);
  }
}

class EveningTables : public testing::TestWithParam<bool> {
 protected:
  TablesOptions evening(std::uint64_t seed) const {
    return {.seats = 3, .seed = seed, .relays_only = GetParam(), .evening = 2};
  }
  /// Expects a whole evening with a cut at each effect of each person in turn.
  void expect_whole_with_cuts(bool links_alone) {
    const auto options = evening(3);
    Tables whole(options);
    expect_whole_evening(whole, options);
    cut_at_each_effect(options, effects_of(whole), 1, links_alone,
                       [](Tables& tables, const TablesOptions& with_cut, std::size_t) {
                         expect_whole_evening(tables, with_cut);
                       });
  }
};

TEST_P(EveningTables, FollowOneAnother) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto options = evening(seed);
    Tables tables(options);
    expect_whole_evening(tables, options);
  }
}

TEST_P(EveningTables, OneSeedRepeatsARunToTheByte) {
  auto options = evening(7);
  options.losses = 3;
  options.cuts = {{0, 60}, {1, 90}};
  Tables one(options), two(options);
  EXPECT_EQ(one.run(), two.run());
  EXPECT_GT(one.log().size(), 10'000u);
  EXPECT_EQ(one.log(), two.log());
}

TEST_P(EveningTables, ConnectionsMayBeLostAtEachEffect) { expect_whole_with_cuts(true); }

/// Somebody loses all connections as a table ends, or their process ends then, and they go on to
/// the break while the others still wait to hear that they have the end. The break is shorter than
/// the time for which a member waits for a lost one.
TEST_P(EveningTables, ConnectionsAndProcessesMayEndAtTheEndOfATable) {
  auto options = evening(3);
  std::vector<std::size_t> ends;
  {
    Tables tables(options);
    expect_whole_evening(tables, options);
    for (std::size_t i = 0; i < tables.people(); ++i) ends.push_back(tables.outcome(i).ends_at);
  }
  for (const bool links_alone : {true, false})
    for (std::size_t person = 0; person < ends.size(); ++person) {
      ASSERT_GT(ends[person], 40u);
      for (std::size_t effect = ends[person] - 30; effect < ends[person] + 3; ++effect) {
        SCOPED_TRACE("person " + std::to_string(person) + ", effect " + std::to_string(effect));
        options.cuts = {{.person = person, .effect = effect, .links_alone = links_alone}};
        Tables tables(options);
        expect_whole_evening(tables, options);
        if (HasFailure()) return;
      }
    }
}

/// The bank's process ends before the first table, and guests come to the evening that it opens
/// then.
TEST_P(EveningTables, TheBankMayEndBeforeTheFirstTable) {
  auto options = evening(3);
  for (std::size_t effect = 1; effect <= 30; ++effect) {
    SCOPED_TRACE("effect " + std::to_string(effect));
    options.cuts = {{.person = 0, .effect = effect}};
    Tables tables(options);
    expect_whole_evening(tables, options);
    if (HasFailure()) return;
  }
}

TEST_P(EveningTables, AProcessMayEndBeforeEachEffect) { expect_whole_with_cuts(false); }

TEST_P(EveningTables, ProcessesAndConnectionsEndAnywhere) {
  for (std::uint64_t seed = 1; seed <= (kEachEffect ? 40u : 8u); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto options = evening(seed);
    SeededRng rng(seed);
    options.losses = rng.below(4);
    for (std::size_t cut = 0; cut < options.seats + 2; ++cut)
      options.cuts.push_back({static_cast<std::size_t>(rng.below(options.seats)),
                              static_cast<std::size_t>(1 + rng.below(600)),
                              {static_cast<std::int64_t>(50 + rng.below(20'000))}});
    Tables tables(options);
    expect_same_accounts(tables);
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, EveningTables, testing::Bool());

}  // namespace
}  // namespace fairdeal::sim
