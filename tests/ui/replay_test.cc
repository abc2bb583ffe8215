#include <fstream>
#include <map>

#include "rules/json_full.h"
#include "tests/runtime/match.h"
#include "ui/home/transcript_files.h"
#include "ui/match/page_replay.h"

/// The frames of a transcript, whose they are, and how one goes through them.

namespace fairdeal::match {
namespace {

using sim::World;

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() { remove(); }
  ~ReplayTest() override { remove(); }
  void remove() const {
    std::filesystem::remove(path_);
    std::filesystem::remove(OwnCards::beside(path_));
  }

  /// Plays a match, and keeps the transcript of one seat with what it saw.
  void play(const sim::Options& options, Seat owner) {
    World world(options);
    OwnCards own(OwnCards::beside(path_));
    while (!world.node(owner).finished() && world.step())
      ASSERT_TRUE(own.note(world.node(owner).table(), world.node(owner).known(), 1'800'000'000));
    std::ofstream(path_, std::ios::binary) << as_text(world.transcript(owner));
  }
  Frames frames() const {
    Frames frames(path_);
    SeededRng rng(1);
    EXPECT_TRUE(home::audit_file(path_, rng, [&](const auto& audited) { frames.on(audited); }));
    return frames;
  }

  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("replay-" + std::to_string(::getpid()));
};

TEST_F(ReplayTest, ShowsTheOwnersCardsToTheOwnerAndNobodyElses) {
  for (const std::uint32_t seat : {0U, 2U}) {
    remove();
    play({.game = "holdem", .params = R"({"hands":3})", .seats = 3, .seed = 5}, Seat(seat));
    const Frames all = frames();
    ASSERT_EQ(all.owner(), Seat(seat));
    std::size_t seen = 0;
    for (const Frame& frame : all.list()) {
      const auto own = all.view(frame, Seat(seat)), open = all.view(frame, std::nullopt);
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (i != seat) {
          EXPECT_EQ(own.at("pockets").at(i), open.at("pockets").at(i));
        }
      }
      seen += own != open;
    }
    EXPECT_GE(seen, 10U);
  }
}

TEST_F(ReplayTest, NamesThePartOfTheMatchToWhichARecordBelongs) {
  play({.game = "hearts", .params = R"({"hands":1})", .seats = 4, .seed = 5}, Seat(0));
  const Frames all = frames();
  std::map<std::string, int> records;
  for (const Frame& frame : all.list()) ++records[frame.part.text()];
  EXPECT_GT(records["Deal 1, passing"], 12);
  for (int trick = 1; trick <= 13; ++trick)
    EXPECT_GE(records["Deal 1, trick " + std::to_string(trick)], 4) << trick;
}

TEST_F(ReplayTest, FindsTheOwnerAlsoWhereCardsArePassedOn) {
  for (const char* game : {"hearts", "go-fish"}) {
    for (const std::uint32_t seat : {0U, 3U}) {
      remove();
      play({.game = game, .seats = 4, .seed = 5}, Seat(seat));
      const Frames all = frames();
      ASSERT_EQ(all.owner(), Seat(seat)) << game;
      std::size_t seen = 0;
      for (const Frame& frame : all.list()) seen += !all.view(frame, Seat(seat)).at("own").empty();
      EXPECT_GE(seen, 10U) << game;
    }
  }
}

TEST_F(ReplayTest, FindsOutWhoseDiceTheseAre) {
  play({.game = "liars-dice", .seats = 3, .seed = 5}, Seat(1));
  const Frames all = frames();
  ASSERT_EQ(all.owner(), Seat(1));
  std::size_t seen = 0;
  for (const Frame& frame : all.list())
    seen += all.view(frame, Seat(1)) != all.view(frame, std::nullopt);
  EXPECT_GE(seen, 3U);
}

TEST_F(ReplayTest, PassesOverWhatCannotBeInThePrivateFile) {
  const std::string far = "{\"deal\":1,\"face\":99,\"slot\":0}\n";
  std::string dice;
  for (int step = 0; step < 60; ++step)
    dice += "{\"dice\":[7,-1,6,6,6,6,6,6,6],\"step\":" + std::to_string(step) + "}\n";
  for (const char* game : {"holdem", "liars-dice", "hearts", "kuhn"}) {
    play({.game = game, .seats = std::string(game) == "hearts" ? 4U : 2U, .seed = 3}, Seat(1));
    std::ofstream(OwnCards::beside(path_)) << far << dice;
    const Frames all = frames();
    EXPECT_FALSE(all.owner()) << game;
    for (const Frame& frame : all.list())
      for (std::uint32_t i = 0; i < 2; ++i) EXPECT_NE(all.draw(frame, Seat(i)), "\n");
  }
}

TEST_F(ReplayTest, OfATranscriptAloneHasNoOwner) {
  play({.game = "holdem", .params = R"({"hands":1})", .seats = 2}, Seat(0));
  std::filesystem::remove(OwnCards::beside(path_));
  EXPECT_FALSE(frames().owner());
}

TEST_F(ReplayTest, GoesToRecordsStreetsAndHands) {
  play(
      {.game = "holdem", .params = R"({"betting":"fixed-limit","hands":3})", .seats = 2, .seed = 2},
      Seat(0));
  const Frames all = frames();
  ReplayCursor cursor(all.list());
  EXPECT_FALSE(cursor.back());
  EXPECT_FALSE(cursor.frame().record);
  std::size_t records = 0;
  while (cursor.next()) EXPECT_EQ(cursor.frame().record, records++);
  EXPECT_TRUE(cursor.at_end());

  ASSERT_TRUE(cursor.to_hand(2));
  EXPECT_EQ(cursor.frame().hand, 2);
  const std::size_t second = cursor.at();
  ASSERT_TRUE(cursor.next_hand());
  EXPECT_EQ(cursor.frame().hand, 3);
  ASSERT_TRUE(cursor.next());
  ASSERT_TRUE(cursor.hand_back()) << "to the beginning of this one";
  EXPECT_EQ(cursor.frame().hand, 3);
  ASSERT_TRUE(cursor.hand_back());
  EXPECT_EQ(cursor.at(), second);
  const std::string street = cursor.frame().street;
  ASSERT_TRUE(cursor.next_street());
  EXPECT_NE(cursor.frame().street, street);
  ASSERT_TRUE(cursor.street_back());
  EXPECT_EQ(cursor.at(), second);
  EXPECT_FALSE(cursor.to_hand(9));
  EXPECT_FALSE(cursor.to_record(records));
  EXPECT_TRUE(cursor.to_record(records - 1));
  EXPECT_TRUE(cursor.at_end());
}

TEST_F(ReplayTest, PlaysToTheEndUnlessOneGoesElsewhere) {
  play({.game = "holdem", .params = R"({"hands":2})", .seats = 2, .seed = 2}, Seat(0));
  const Frames all = frames();
  ReplayStepper stepper(all, false);
  EXPECT_EQ(stepper.run({ReplayStep::play}), ReplayDone::paces);
  ASSERT_TRUE(stepper.plays());
  EXPECT_TRUE(stepper.on());
  EXPECT_EQ(stepper.at(), 1U);
  EXPECT_EQ(stepper.run({ReplayStep::mine}), ReplayDone::looks);
  EXPECT_TRUE(stepper.plays()) << "who looks does not matter";
  EXPECT_EQ(stepper.run({ReplayStep::back}), ReplayDone::moved);
  EXPECT_FALSE(stepper.plays());
  EXPECT_EQ(stepper.run({ReplayStep::back}), ReplayDone::nothing_there);
  stepper.run({ReplayStep::play});
  while (stepper.on()) continue;
  EXPECT_TRUE(stepper.at_end());
  EXPECT_FALSE(stepper.plays());
  EXPECT_EQ(stepper.run({ReplayStep::play}), ReplayDone::nothing_there) << "nothing to play";
  EXPECT_EQ(stepper.run({ReplayStep::help}), ReplayDone::helps);
  EXPECT_EQ(stepper.run({ReplayStep::quit}), ReplayDone::quits);
  EXPECT_TRUE(stepper.at_end());
}

TEST_F(ReplayTest, PlaysAtFourSpeeds) {
  play({.game = "kuhn", .seats = 2}, Seat(0));
  const Frames all = frames();
  ReplayStepper stepper(all, false);
  EXPECT_EQ(stepper.run({ReplayStep::slower}), ReplayDone::nothing_there);
  for (const int speed : {2, 4, 8}) {
    EXPECT_EQ(stepper.run({ReplayStep::faster}), ReplayDone::another_speed);
    EXPECT_EQ(stepper.speed(), speed);
    EXPECT_EQ(stepper.stays_ms(), 1000 / speed);
  }
  EXPECT_EQ(stepper.run({ReplayStep::faster}), ReplayDone::nothing_there);
  for (const std::uint64_t none : {0U, 3U, 16U}) {
    EXPECT_EQ(stepper.run({ReplayStep::speed, none}), ReplayDone::nothing_there);
    EXPECT_EQ(stepper.speed(), 8);
  }
  EXPECT_EQ(stepper.run({ReplayStep::speed, 1}), ReplayDone::another_speed);
  EXPECT_EQ(stepper.speed(), 1);
}

TEST_F(ReplayTest, LooksAsTheOwnerOnlyWithThePrivateFile) {
  play({.game = "holdem", .params = R"({"hands":1})", .seats = 2, .seed = 2}, Seat(1));
  {
    const Frames all = frames();
    ReplayStepper stepper(all, true);
    EXPECT_EQ(stepper.observer(), Seat(1));
    stepper.run({ReplayStep::other});
    EXPECT_FALSE(stepper.observer());
  }
  std::filesystem::remove(OwnCards::beside(path_));
  const Frames all = frames();
  ReplayStepper stepper(all, true);
  EXPECT_EQ(stepper.run({ReplayStep::mine}), ReplayDone::no_own_seat);
  EXPECT_FALSE(stepper.observer());
  EXPECT_FALSE(replay_refusal(ReplayDone::no_own_seat).empty());
}

TEST_F(ReplayTest, APageHasTheHandAsItsSliderWithTheStreetsOnIt) {
  play(
      {.game = "holdem", .params = R"({"betting":"fixed-limit","hands":3})", .seats = 2, .seed = 2},
      Seat(0));
  const Frames all = frames();
  const ReplayOverview overview = replay_overview(all.list(), "folder/of/evening.fdt", false);
  EXPECT_EQ(overview.file, "evening.fdt");
  EXPECT_EQ(overview.hands, 3);
  ReplayStepper stepper(all, false);
  ASSERT_EQ(stepper.run({ReplayStep::to_hand, 2}), ReplayDone::moved);
  stepper.run({ReplayStep::next});
  const PageReplay place = page_replay(stepper, overview);
  EXPECT_EQ(place.hand, 2);
  EXPECT_EQ(place.record, place.first_of_hand + 1);
  EXPECT_GT(place.last_of_hand, place.record);
  EXPECT_EQ(place.owner, Seat(0));
  EXPECT_FALSE(place.mine);
  ASSERT_FALSE(place.streets.empty());
  for (const ReplayTick& tick : place.streets) {
    const Frame& frame = all.list().at(static_cast<std::size_t>(tick.record + 1));
    EXPECT_EQ(frame.street, tick.text);
    EXPECT_EQ(frame.hand, 2);
  }
  const auto now = std::ranges::find(place.rows, place.record, &ReplayRow::record);
  ASSERT_NE(now, place.rows.end());
  EXPECT_EQ(now->lines, stepper.frame().lines);
}

TEST(ReplayCommand, IsReadFromALine) {
  EXPECT_EQ(replay_command("")->step, ReplayStep::next);
  EXPECT_EQ(replay_command("]")->step, ReplayStep::next_street);
  const auto hand = replay_command("hand 14");
  EXPECT_EQ(hand->step, ReplayStep::to_hand);
  EXPECT_EQ(hand->number, 14U);
  EXPECT_EQ(replay_command("speed 4")->step, ReplayStep::speed);
  EXPECT_EQ(replay_command("+")->step, ReplayStep::faster);
  for (const char* wrong : {"hand", "speed", "speed 1.5", "hand x", "hand -1", "hand 1 2", "next 3",
                            "nonsense", "hand 99999999999999999999"})
    EXPECT_FALSE(replay_command(wrong)) << wrong;
}

}  // namespace
}  // namespace fairdeal::match
