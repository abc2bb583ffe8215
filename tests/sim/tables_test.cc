// Tables from their gathering to their end, with the production classes of net/party: whatever is
// lost, and wherever a process ends, the same heads.
#include "tests/sim/tables.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "proto/transcript.h"
#include "tests/sim/each_effect.h"

namespace fairdeal::sim {
namespace {

using party::How;

/// Returns the parts of a transcript that a disk holds: the charter, and all records.
std::vector<Bytes> parts_of(const std::vector<state::Put>& disk) {
  std::vector<Bytes> parts;
  for (const auto& put : disk)
    if (put.space == state::Put::Space::charter) parts.push_back(put.value);
  for (const auto& put : disk)
    if (put.space == state::Put::Space::record) parts.push_back(put.value);
  return parts;
}

/// The end of a match, and its parts as the first member stored them who saw that end.
struct Seen {
  Tables::Match match;
  std::vector<Bytes> parts;
};

/// Expects that a match ended for somebody as for all others, and that a member lacks no record.
void expect_same_end(std::vector<Seen>& seen, const Tables::Match& match, bool is_member) {
  auto same = std::ranges::find(seen, match.id, [](const Seen& other) { return other.match.id; });
  if (same == seen.end()) same = seen.insert(seen.end(), {match, {}});
  EXPECT_EQ(same->match.head, match.head);
  if (!is_member) return;
  const auto own = parts_of(match.disk);
  if (same->parts.empty()) same->parts = own;
  EXPECT_EQ(own.size(), same->parts.size()) << "a record is missing";
}

/// Expects of a run that nobody broke a law, that all who saw the end of a match saw the same one,
/// that nobody lost anything on the way, and that a next match goes on from the end of the first.
void expect_lawful(Tables& tables, const TablesOptions& options) {
  EXPECT_TRUE(tables.run()) << tables.unended();
  for (const std::string& law : tables.broken()) ADD_FAILURE() << law;
  const std::size_t members = options.seats + options.witnesses;
  std::vector<Seen> seen;
  for (std::size_t i = 0; i < tables.people(); ++i) {
    SCOPED_TRACE("person " + std::to_string(i));
    for (const auto& match : tables.outcome(i).matches)
      if (match.over) expect_same_end(seen, match, i < members);
  }
  std::ranges::sort(seen, {},
                    [](const Seen& it) { return it.match.continues != crypto::Digest{}; });
  EXPECT_LE(seen.size(), options.next ? 2u : 1u);
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_EQ(seen[i].match.continues, i == 0 ? crypto::Digest{} : seen[i - 1].match.head);
}

/// Returns whether somebody's last match went on from another one.
bool went_on(const Tables::Outcome& it) {
  return !it.matches.empty() && it.matches.back().continues != crypto::Digest{};
}

/// Expects a lawful run in which everybody played to the end of the last match.
void expect_all_finish(Tables& tables, const TablesOptions& options) {
  expect_lawful(tables, options);
  for (std::size_t i = 0; i < tables.people(); ++i) {
    const auto it = tables.outcome(i);
    SCOPED_TRACE("person " + std::to_string(i));
    const bool over = !it.matches.empty() && it.matches.back().over;
    if (it.watched) {  // who comes too late finds nobody
      EXPECT_EQ(over, it.watched->how == party::Watching::Ended::How::finished);
      continue;
    }
    EXPECT_TRUE(over);
    EXPECT_EQ(went_on(it), options.next);
    ASSERT_TRUE(it.ended);
    EXPECT_EQ(it.ended->how, How::finished) << (it.ended->error ? describe(*it.ended->error) : "");
  }
}

/// Expects a lawful run after the process of `cut` ended. A next match takes place with everybody,
/// or with nobody: then the process was that of its host, and the others were told.
void expect_next_or_reason(Tables& tables, const TablesOptions& options, std::size_t cut) {
  expect_lawful(tables, options);
  if (!options.next) return;
  const std::size_t members = options.seats + options.witnesses;
  std::size_t began = 0;
  for (std::size_t i = 0; i < members; ++i)
    if (went_on(tables.outcome(i))) ++began;
  EXPECT_TRUE(began == members || (began == 0 && cut == tables.next_host())) << began;
  for (std::size_t i = 0; i < members; ++i) {
    const auto it = tables.outcome(i);
    SCOPED_TRACE("person " + std::to_string(i));
    ASSERT_TRUE(it.ended);
    const bool left = options.leaves && i == 0;
    EXPECT_TRUE(it.matches.back().over || (left && began == 0));
    EXPECT_EQ(it.ended->how == How::finished, began > 0 || (i == cut && !left));
    EXPECT_TRUE(it.ended->error || it.ended->how == How::finished || left);
  }
}

/// The ways to a table, and the sizes of tables, that are drawn.
std::vector<TablesOptions> all_kinds() {
  std::vector<TablesOptions> kinds(10);
  kinds[0].watchers = 2;
  kinds[1] = {.game = "kuhn", .witnesses = 1, .watchers = 1};
  kinds[2] = {.game = "kuhn", .watchers = 1, .by_code = true};
  kinds[3] = {.witnesses = 1, .relays_only = true};
  kinds[4] = {.game = "go-fish", .seats = 3, .slow_screen = true};
  kinds[5] = {.game = "odds-and-evens", .by_code = true, .relays_only = true};
  kinds[6] = {.witnesses = 1, .watchers = 1, .next = true};
  kinds[7] = {.game = "kuhn", .by_code = true, .relays_only = true, .next = true};
  kinds[8] = {.witnesses = 1, .leaves = true, .next = true};
  kinds[9] = {.game = "go-fish", .seats = 3, .relays_only = true, .leaves = true, .next = true};
  return kinds;
}

const std::uint64_t kGuestSeeds = kEachEffect ? 10 : 1;
const std::uint64_t kSeeds = kEachEffect ? 40 : 16;

class EachKind : public testing::TestWithParam<std::size_t> {
 protected:
  const std::size_t first = 1 + (after(1, 1) == 2 ? 0 : GetParam());
  TablesOptions kind(std::uint64_t seed) const {
    TablesOptions options = all_kinds().at(GetParam());
    options.seed = seed;
    return options;
  }
};

TEST_P(EachKind, GathersPlaysAndEnds) {
  std::size_t watched = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto options = kind(seed);
    Tables tables(options);
    expect_all_finish(tables, options);
    for (std::size_t i = 0; i < tables.people(); ++i)
      if (const auto it = tables.outcome(i); it.watched && !it.matches.empty())
        watched += it.matches.back().over ? 1 : 0;
  }
  EXPECT_EQ(watched > 0, kind(1).watchers > 0);
}

TEST_P(EachKind, OneSeedRepeatsARunToTheByte) {
  auto options = kind(7);
  options.losses = 3;
  options.cuts = {{0, 60}, {1, 90}};
  Tables one(options), two(options);
  EXPECT_EQ(one.run(), two.run());
  EXPECT_GT(one.log().size(), 10'000u);
  EXPECT_EQ(one.log(), two.log());
}

/// Connections are lost one by one or all at once.
TEST_P(EachKind, LostConnectionsChangeNoHead) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto options = kind(seed);
    options.losses = 1 + seed % 5;
    Tables tables(options);
    expect_lawful(tables, options);
  }
}

/// All connections of a person are lost at each of its effects in turn. Its program goes on.
TEST_P(EachKind, ConnectionsMayBeLostAtEachEffect) {
  const auto options = kind(3);
  Tables whole(options);
  expect_all_finish(whole, options);
  cut_at_each_effect(options, effects_of(whole), first, true,
                     [](Tables& tables, const TablesOptions& with_cut, std::size_t) {
                       expect_all_finish(tables, with_cut);
                     });
}

/// Each effect of each person in turn: the process ends before it is performed, and is started
/// again. Earlier effects were performed, and later ones were not.
TEST_P(EachKind, AProcessMayEndBeforeEachEffect) {
  const auto options = kind(3);
  Tables whole(options);
  expect_all_finish(whole, options);
  cut_at_each_effect(options, effects_of(whole), first, false, expect_next_or_reason);
}

/// A guest's process ends before each of its effects from its signature to its first stored record.
/// The table may have begun without it, and the guest comes back to its seat.
TEST_P(EachKind, AGuestMayEndBetweenItsSignatureAndItsFirstRecord) {
  std::size_t cuts = 0;
  for (std::uint64_t seed = 1; seed <= kGuestSeeds; ++seed) {
    auto options = kind(seed);
    const std::size_t members = options.seats + options.witnesses;
    std::vector<Tables::Outcome> whole;
    std::size_t host = 0;  // of the last table
    {
      Tables tables(options);
      expect_all_finish(tables, options);
      host = tables.next_host().value_or(0);
      for (std::size_t i = 0; i < members; ++i) whole.push_back(tables.outcome(i));
    }
    for (std::size_t person = 0; person < members; ++person) {
      if (person == host) continue;
      const std::size_t signs = whole[person].signs_at, begins = whole[person].begins_at;
      ASSERT_GT(signs, 0u);
      ASSERT_GT(begins, signs);
      for (std::size_t effect = signs - 3; effect <= begins + 3; ++effect, ++cuts) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", person " + std::to_string(person) +
                     ", effect " + std::to_string(effect));
        options.cuts = {{person, effect}};
        Tables tables(options);
        if (options.next)
          expect_next_or_reason(tables, options, person);
        else
          expect_all_finish(tables, options);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GE(cuts, 8 * kGuestSeeds);
}

/// Everybody's process ends somewhere, some twice, while connections are lost.
TEST_P(EachKind, ProcessesAndConnectionsEndAnywhere) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto options = kind(seed);
    SeededRng rng(seed);
    options.losses = rng.below(4);
    const std::size_t people = options.seats + options.witnesses + options.watchers;
    for (std::size_t cut = 0; cut < people + 2; ++cut)
      options.cuts.push_back({static_cast<std::size_t>(rng.below(people)),
                              static_cast<std::size_t>(1 + rng.below(300)),
                              {static_cast<std::int64_t>(50 + rng.below(20'000))}});
    Tables tables(options);
    expect_lawful(tables, options);
  }
}

TEST_P(EachKind, TheTableGoesOnWithoutTheHost) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto options = kind(seed);
    options.leaves = true;
    Tables tables(options);
    expect_lawful(tables, options);
    for (std::size_t i = 1; i < options.seats + options.witnesses; ++i)
      EXPECT_TRUE(tables.outcome(i).matches.back().over) << i;
    if (!options.next) continue;
    // Another one hosts the next match, and the first host comes back to its seat by the link.
    EXPECT_NE(tables.next_host().value(), 0u);
    EXPECT_LT(tables.next_host().value(), options.seats);
    for (std::size_t i = 0; i < options.seats + options.witnesses; ++i)
      EXPECT_TRUE(went_on(tables.outcome(i))) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, EachKind, testing::Range<std::size_t>(0, 10));

}  // namespace
}  // namespace fairdeal::sim
