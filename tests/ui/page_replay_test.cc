#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "proto/page.pb.h"
#include "rules/registry.h"
#include "ui/front/page_state.h"

/// The messages to a page of a replay stay small, however long the match was.

namespace fairdeal::match {
namespace {

/// A transcript of so many records, `each` of them in a hand, in which `absent` says whose records
/// count somebody as absent.
template <class Absent>
std::vector<Frame> records(std::size_t count, std::size_t each, Absent absent) {
  const auto game = rules::start_game("tic-tac-toe", words::Json::object(), 2).value();
  std::vector<Frame> list;
  for (std::size_t at = 0; at <= count; ++at) {
    Frame frame{.record = {},
                .hand = 1,
                .street = "",
                .events = {},
                .lines = {},
                .said = {},
                .game = game,
                .own = {},
                .absent = {},
                .head = ""};
    if (at > 0) {
      frame.record = at - 1;
      frame.hand = static_cast<std::int64_t>((at - 1) / each) + 1;
      if (absent(at - 1)) frame.absent.insert(Seat(1));
    }
    list.push_back(std::move(frame));
  }
  return list;
}

std::int64_t counted(const std::vector<ReplayRun>& runs) {
  std::int64_t next = 0;
  for (const ReplayRun& run : runs) {
    EXPECT_EQ(run.record, next) << "runs follow each other without a gap";
    EXPECT_GT(run.count, 0);
    next += run.count;
  }
  return next;
}

TEST(PageReplay, RecordsThatWereFoundAlikeAreOneRun) {
  const auto list = records(100, 10, [](std::size_t record) { return record == 40; });
  const ReplayOverview good = replay_overview(list, "a.fdt", false);
  ASSERT_EQ(good.runs.size(), 3U);
  EXPECT_EQ(good.runs[1].record, 40);
  EXPECT_EQ(good.runs[1].count, 1);
  EXPECT_EQ(good.runs[1].mark, ReplayMark::absence);
  EXPECT_EQ(counted(good.runs), 100);
  EXPECT_EQ(good.last, 99);
  EXPECT_EQ(good.hands, 10);
  const ReplayOverview bad = replay_overview(list, "a.fdt", true);
  EXPECT_EQ(bad.runs.back().record, 100);
  EXPECT_EQ(bad.runs.back().mark, ReplayMark::failing);
}

TEST(PageReplay, AVeryLongMatchHasBoundedRunsAndTicks) {
  const auto list = records(30'001, 3, [](std::size_t record) { return record % 7 == 0; });
  const ReplayOverview all = replay_overview(list, "a.fdt", true);
  EXPECT_LE(all.runs.size(), kReplayRunsMax);
  EXPECT_EQ(counted(all.runs), 30'002) << "no record is lost";
  EXPECT_EQ(all.runs.back().mark, ReplayMark::failing) << "the worst mark is kept";
  EXPECT_LE(all.starts.size(), kReplayHandTicksMax);
  EXPECT_GT(all.starts.size(), kReplayHandTicksMax / 2);
}

TEST(PageReplay, ATranscriptWithoutRecordsHasAPlace) {
  const ReplayOverview all = replay_overview(records(0, 1, [](auto) { return false; }), "", false);
  EXPECT_EQ(all.last, -1);
  EXPECT_TRUE(all.runs.empty());
}

TEST(PageReplay, IsToldInTheMessagesOfTheSchema) {
  front::PageFacts facts;
  facts.phase = "replay";
  const auto list = records(100, 10, [](std::size_t record) { return record == 40; });
  facts.replay = PageReplay{.overview = replay_overview(list, "<b>\xff.fdt", true),
                            .record = 3,
                            .hand = 1,
                            .street = "flop",
                            .streets = {{0, "preflop"}, {3, "flop"}},
                            .rows = {{3, 1, "flop", {"Ann: bet 2"}, ReplayMark::absence}},
                            .owner = Seat(1),
                            .mine = true,
                            .plays = true,
                            .speed = 8};
  const std::string text = front::page_state_text(facts);
  page::FromNode message;
  const auto parsed = google::protobuf::util::JsonStringToMessage(text, &message);
  ASSERT_TRUE(parsed.ok()) << parsed.ToString() << "\n" << text;
  const page::Replay& replay = message.state().replay();
  EXPECT_EQ(replay.record(), 3);
  EXPECT_EQ(replay.last(), 99);
  EXPECT_EQ(replay.owner(), 1);
  EXPECT_EQ(replay.streets(1).text(), "flop");
  EXPECT_EQ(replay.rows(0).mark(), "absence");
  EXPECT_EQ(replay.runs(replay.runs_size() - 1).mark(), "failing");
  EXPECT_EQ(replay.speed(), 8U);
}

}  // namespace
}  // namespace fairdeal::match
