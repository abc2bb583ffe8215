#pragma once

#include "rules/json_full.h"
#include "ui/match/replay_stepper.h"
#include "ui/words/page_message.h"

namespace fairdeal::match {

// The bounds of what a page is told of a replay, however long the match was.
inline constexpr std::size_t kReplayRunsMax = 400;       ///< more would be narrower than a pixel
inline constexpr std::size_t kReplayHandTicksMax = 100;  ///< more would touch each other
inline constexpr std::size_t kReplayStreetTicksMax = 16;
inline constexpr std::size_t kReplayRowsEachWay = 60;  ///< a screen or two
inline constexpr std::size_t kReplayRowLinesMax = 8;

/// A place of the slider with a name: where a street or a hand begins. Records are counted from 0,
/// and −1 is the table before its first record, here and below.
struct ReplayTick {
  std::int64_t record;
  std::string text;
};

/// How records were found that follow each other.
enum class ReplayMark { checked, absence, failing };
struct ReplayRun {
  std::int64_t record;
  std::int64_t count;
  ReplayMark mark;
};

/// A record in the list beside the table.
struct ReplayRow {
  std::int64_t record;
  std::int64_t hand;
  std::string street;
  std::vector<std::string> lines;
  ReplayMark mark;
  std::vector<words::Json> said{};  ///< the lines as words::Said::json
  words::Json part{};               ///< of the match, as words::Said::json
};

/// The parts of a replay that are the same at every place of it.
struct ReplayOverview {
  std::string file{};  ///< its name without folders
  std::int64_t last = -1;
  std::int64_t hands = 0;            ///< the number of the last one; 0: the game has none
  std::vector<ReplayTick> starts{};  ///< where hands begin
  std::vector<ReplayRun> runs{};     ///< all records
};
/// Requires: the list is not empty. `fails`: the record after the last one is no good.
ReplayOverview replay_overview(const std::vector<Frame>& list, const std::string& path, bool fails);

/// Where a replay stands, as a page shows it.
struct PageReplay {
  bool checking = false;  ///< the file is still being checked, and there is nothing else yet
  ReplayOverview overview{};
  std::int64_t record = -1, hand = 0;
  std::string street{};
  std::int64_t first_of_hand = -1, last_of_hand = -1;
  std::vector<ReplayTick> streets{};  ///< of this hand
  std::vector<ReplayRow> rows{};      ///< the records around this one
  std::optional<Seat> owner{};        ///< whose private file is there
  bool mine = false;                  ///< it is seen by the owner
  bool plays = false;
  int speed = 1;
  rules::Json before{};  ///< the view before this record, to mark what it changed; null: none
};
PageReplay page_replay(const ReplayStepper& stepper, const ReplayOverview& overview);

/// Returns the message about it.
words::message::Replay message_of(const PageReplay& replay);

}  // namespace fairdeal::match
