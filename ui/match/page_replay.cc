#include "ui/match/page_replay.h"

#include <algorithm>

namespace fairdeal::match {
namespace {

namespace message = words::message;

std::int64_t number_of_record(std::size_t at) { return static_cast<std::int64_t>(at) - 1; }

ReplayMark mark_of(const Frame& frame) {
  return frame.absent.empty() ? ReplayMark::checked : ReplayMark::absence;
}

/// Leaves out ticks between others, until there are at most so many.
void thin_out(std::vector<ReplayTick>& ticks, std::size_t most) {
  const std::size_t each = (ticks.size() + most - 1) / most;
  if (each <= 1) return;
  std::vector<ReplayTick> kept;
  for (std::size_t i = 0; i < ticks.size(); i += each) kept.push_back(std::move(ticks[i]));
  ticks = std::move(kept);
}

/// Joins records that follow each other with the same mark. Where that leaves too many runs, `each`
/// records that follow each other share the worst mark among them.
std::vector<ReplayRun> runs_of(const std::vector<ReplayMark>& marks, std::size_t each) {
  std::vector<ReplayRun> runs;
  for (std::size_t i = 0; i < marks.size(); i += each) {
    const auto end = std::min(i + each, marks.size());
    const auto begin = marks.begin() + static_cast<std::ptrdiff_t>(i);
    const ReplayMark worst =
        *std::max_element(begin, marks.begin() + static_cast<std::ptrdiff_t>(end));
    const auto count = static_cast<std::int64_t>(end - i);
    if (!runs.empty() && runs.back().mark == worst)
      runs.back().count += count;
    else
      runs.push_back({static_cast<std::int64_t>(i), count, worst});
  }
  return runs;
}

const char* name_of(ReplayMark mark) {
  switch (mark) {
    case ReplayMark::checked:
      return "checked";
    case ReplayMark::absence:
      return "absence";
    case ReplayMark::failing:
      break;
  }
  return "failing";
}

ReplayRow row_of(const Frame& frame, std::size_t at) {
  ReplayRow row{number_of_record(at), frame.hand, frame.street,     frame.lines,
                mark_of(frame),       frame.said, frame.part.json()};
  if (row.lines.size() > kReplayRowLinesMax) row.lines.resize(kReplayRowLinesMax);
  return row;
}

message::ReplayTick message_of(const ReplayTick& tick) {
  return {.record = tick.record, .text = tick.text};
}

message::ReplayRun message_of(const ReplayRun& run) {
  return {.record = run.record, .count = run.count, .mark = name_of(run.mark)};
}

message::ReplayRow message_of(const ReplayRow& row) {
  return {.record = row.record,
          .hand = row.hand,
          .street = row.street,
          .lines = row.lines,
          .mark = name_of(row.mark),
          .said = row.said,
          .part = row.part};
}

template <class One>
auto messages_of(const std::vector<One>& list) {
  std::vector<decltype(message_of(list.front()))> messages;
  for (const One& one : list) messages.push_back(message_of(one));
  return messages;
}

}  // namespace

ReplayOverview replay_overview(const std::vector<Frame>& list, const std::string& path,
                               bool fails) {
  ReplayOverview overview{.file = std::filesystem::path(path).filename().string(),
                          .last = number_of_record(list.size() - 1),
                          .hands = list.back().hand};
  std::vector<ReplayMark> marks;
  for (std::size_t at = 1; at < list.size(); ++at) {
    marks.push_back(mark_of(list[at]));
    if (list[at].hand != list[at - 1].hand)
      overview.starts.push_back({number_of_record(at), std::to_string(list[at].hand)});
  }
  thin_out(overview.starts, kReplayHandTicksMax);
  if (fails) marks.push_back(ReplayMark::failing);
  overview.runs = runs_of(marks, 1);
  if (overview.runs.size() > kReplayRunsMax)
    overview.runs = runs_of(marks, (marks.size() + kReplayRunsMax - 1) / kReplayRunsMax);
  return overview;
}

PageReplay page_replay(const ReplayStepper& stepper, const ReplayOverview& overview) {
  const auto& list = stepper.frames().list();
  const std::size_t at = stepper.at();
  const Frame& now = list[at];
  std::size_t first = at, last = at;
  while (first > 0 && list[first - 1].hand == now.hand) --first;
  while (last + 1 < list.size() && list[last + 1].hand == now.hand) ++last;
  PageReplay replay{.overview = overview,
                    .record = number_of_record(at),
                    .hand = now.hand,
                    .street = now.street,
                    .first_of_hand = number_of_record(first),
                    .last_of_hand = number_of_record(last),
                    .owner = stepper.frames().owner(),
                    .mine = stepper.observer().has_value(),
                    .plays = stepper.plays(),
                    .speed = stepper.speed()};
  if (at > 0) replay.before = stepper.frames().view(list[at - 1], stepper.observer());
  for (std::size_t i = first; i <= last; ++i)
    if (!list[i].street.empty() && (i == first || list[i].street != list[i - 1].street))
      replay.streets.push_back({number_of_record(i), list[i].street});
  thin_out(replay.streets, kReplayStreetTicksMax);
  const std::size_t from = at > kReplayRowsEachWay ? at - kReplayRowsEachWay : 0;
  const std::size_t to = std::min(at + kReplayRowsEachWay, list.size() - 1);
  for (std::size_t i = from; i <= to; ++i) replay.rows.push_back(row_of(list[i], i));
  return replay;
}

words::message::Replay message_of(const PageReplay& replay) {
  const ReplayOverview& all = replay.overview;
  return {.checking = replay.checking,
          .file = all.file,
          .record = replay.record,
          .last = all.last,
          .hand = replay.hand,
          .hands = all.hands,
          .street = replay.street,
          .first_of_hand = replay.first_of_hand,
          .last_of_hand = replay.last_of_hand,
          .streets = messages_of(replay.streets),
          .starts = messages_of(all.starts),
          .runs = messages_of(all.runs),
          .rows = messages_of(replay.rows),
          .owner = replay.owner ? static_cast<std::int64_t>(replay.owner->value) : -1,
          .mine = replay.mine,
          .plays = replay.plays,
          .speed = replay.speed,
          .before = replay.before};
}

}  // namespace fairdeal::match
