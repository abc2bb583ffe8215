#include <fstream>

#include "apps/replay_cursor.h"
#include "apps/transcript_files.h"
#include "rules/json_full.h"
#include "tests/runtime/match.h"

/// The frames of a transcript, whose they are, and how one goes through them.
namespace fairdeal::apps {
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
    EXPECT_TRUE(audit_file(path_, rng, [&](const auto& audited) { frames.on(audited); }));
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
  play({.game = "holdem", .params = R"({"hands":3})", .seats = 2, .seed = 2}, Seat(0));
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

TEST(ReplayCommand, IsReadFromALine) {
  EXPECT_EQ(replay_command("")->step, ReplayStep::next);
  EXPECT_EQ(replay_command("]")->step, ReplayStep::next_street);
  const auto hand = replay_command("hand 14");
  EXPECT_EQ(hand->step, ReplayStep::to_hand);
  EXPECT_EQ(hand->number, 14U);
  for (const char* wrong :
       {"hand", "hand x", "hand -1", "hand 1 2", "next 3", "nonsense", "hand 99999999999999999999"})
    EXPECT_FALSE(replay_command(wrong)) << wrong;
}

}  // namespace
}  // namespace fairdeal::apps
