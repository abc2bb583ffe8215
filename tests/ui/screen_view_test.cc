#include "ui/front/screen_view.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "rules/registry.h"
#include "tests/ui/screen_scenes.h"

/// The look of the full-screen table: each picture is a file of tests/ui/screens. To draw
/// them anew, run FD_WRITE_SCREENS=1 screen_test, and look at each.

namespace fairdeal::front {
namespace {

struct PictureSize {
  std::size_t rows = 24, columns = 80;
};

/// Compares a screen with its picture, which ends with where the cursor is.
void expect_picture(const std::string& name, const ScreenGrid& grid) {
  std::string text = grid.text();
  if (grid.cursor)
    text += "cursor " + std::to_string(grid.cursor->first) + "," +
            std::to_string(grid.cursor->second) + "\n";
  const std::string path = std::string(FD_SOURCE_DIR) + "/tests/ui/screens/" + name + ".txt";
  if (std::getenv("FD_WRITE_SCREENS") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  std::stringstream wanted;
  wanted << file.rdbuf();
  EXPECT_EQ(text, wanted.str()) << name;
}

void expect_picture(const std::string& name, const ScreenScene& scene,
                    const ScreenInput& input = {}, PictureSize size = {}, bool utf8 = true) {
  ScreenInput now = input;
  now.follow(scene);
  if (input.chosen) now.chosen = input.chosen;
  expect_picture(name, draw_screen(scene, now, size.rows, size.columns, utf8));
}

const std::vector<std::string> kSix{"Ann", "Bob", "Carol", "Dave", "Maximiliane", "Frank"};

ScreenScene holdem() {
  ScreenScene scene = scene_of_match("holdem", kSix, Seat(0), 4, 5);
  scene.facts.checks = {.proofs = 14, .total = 92};
  scene.facts.checks.sentence = "Checked here: 92 proofs of the others, 14 of them in this hand.";
  scene.facts.seats[1].connected = false;
  scene.facts.seats[1].standing = "away";
  scene.facts.seats[1].away_ms = 41'000;
  return scene;
}

TEST(ScreenView, OfHoldemHasTheTableTheTurnAndTheMoves) {
  expect_picture("holdem-80x24", holdem());
  expect_picture("holdem-120x40", holdem(), {}, {40, 120});
  expect_picture("holdem-ascii", holdem(), {}, {}, false);
}

TEST(ScreenView, OfTenSeatsKeepsTheLog) {
  std::vector<std::string> names = kSix;
  names.insert(names.end(), {"Gus", "Hal", "Ivy", "Jim"});
  expect_picture("holdem-ten-seats", scene_of_match("holdem", names, Seat(3), 12, 8));
}

TEST(ScreenView, OfHeartsListsTheCards) {
  expect_picture("hearts-80x24",
                 scene_of_match("hearts", {"Ann", "Bob", "Carol", "Dave"}, Seat(0), 9, 2));
}

TEST(ScreenView, ShowsTheChosenMoveOfALongList) {
  ScreenInput input;
  input.chosen = 33;
  expect_picture("liars-dice-80x24",
                 scene_of_match("liars-dice", {"Ann", "Bob", "Carol"}, Seat(1), 0, 3), input);
}

TEST(ScreenView, ShowsTheMoveThatIsTyped) {
  const ScreenScene scene = scene_of_match("chess", {"Ann", "Bob"}, Seat(0), 6, 3);
  ScreenInput input;
  input.typed = scene.choices.at(20).label;
  input.cursor = input.typed.size();
  expect_picture("chess-80x24", scene, input);
  expect_picture("chess-120x40", scene, input, {40, 120});
  const ScreenGrid grid = draw_screen(scene, input, 24, 80, true);
  std::string marked;
  for (std::size_t row = 17; row < 22; ++row)
    for (std::size_t column = 0; column < 80; ++column)
      if (grid.at(row, column).style == ScreenStyle{.reverse = true})
        marked += grid.at(row, column).text;
  EXPECT_EQ(marked, "21 " + input.typed);
}

TEST(ScreenView, SaysWhoseTurnItIs) {
  ScreenScene scene = scene_of_match("tic-tac-toe", {"Ann", "Bob"}, Seat(0), 3, 1);
  expect_picture("tic-tac-toe-80x24", scene);
  scene.choices.clear();
  scene.facts.turn = {.seats = {Seat(1)}, .line = "Bob to act", .left_ms = 65'000, .then = "lose"};
  scene.facts.seats[0].to_act = false;
  scene.facts.seats[0].clock_ms = 0;
  scene.facts.seats[1].to_act = true;
  scene.facts.seats[1].clock_ms = 65'000;
  expect_picture("tic-tac-toe-others-turn", scene);
}

TEST(ScreenView, NeedsNoHint) {
  expect_picture("generic-80x24", scene_of_match("bahab", {"Ann", "Bob"}, Seat(1), 5, 4));
  EXPECT_EQ(game_title("go-fish"), "Go fish");
}

TEST(ScreenView, OfAGatheringHasTheLinkAndTheQuestion) {
  ScreenScene scene;
  scene.facts.table = {.game = "holdem", .seats = 3, .here = "holdem: 1 of 3 are here: Ann"};
  scene.facts.question = "Bob asks to sit down. yes Bob or no Bob";
  scene.facts.waiting = "waiting for others to join";
  scene.lines = log_of_screen(
      {"The table is open. Send your friends the line below: with fairdeal join and that line, in "
       "its quotes, they sit down. Whoever has it can, within 24 hours.",
       "'fairdeal:1/" + std::string(150, 'x') + "'", "holdem: 1 of 3 are here: Ann"});
  expect_picture("gathering", scene);
}

TEST(ScreenView, ShowsTheTermsBeforeOneAgrees) {
  ScreenScene scene;
  scene.facts.phase = "terms";
  scene.facts.table = {.game = "kuhn", .seats = 2};
  scene.facts.terms = {"kuhn for 2, by the rules of version 1.",
                       "30 s for a move, and a reserve of 60 s; then the rules move."};
  scene.facts.sentence =
      "No player or host can see your cards or choose the shuffle, if at least one player is "
      "honest. Players can still talk to each other.";
  scene.facts.question = "Do you agree to these terms? yes or no";
  scene.lines = log_of_screen({"kuhn: 2 of 2 are here: Ann, Bob"});
  expect_picture("terms", scene);
}

TEST(ScreenView, ShowsWhoShuffles) {
  ScreenScene scene = holdem();
  scene.choices.clear();
  scene.facts.turn = {};
  scene.facts.waiting = "waiting for Carol to shuffle";
  for (std::uint32_t i = 0; i < 6; ++i) {
    scene.facts.seats[i].to_act = false;
    scene.facts.seats[i].clock_ms = 0;
    scene.facts.working.push_back({Seat(i), "shuffle", i < 2});
  }
  expect_picture("shuffling", scene, {}, {30, 100});
}

TEST(ScreenView, ShowsTroubleUntilItIsReadAndTheResult) {
  ScreenScene scene = holdem();
  scene.facts.trouble = {{true, "Carol was convicted",
                          "Carol cheated, as what it signed proves, and is out.",
                          "The table goes on."}};
  scene.facts.seats[2].standing = "convicted";
  expect_picture("trouble", scene);
  ScreenInput input;
  EXPECT_FALSE(input.press({.name = ScreenKey::Name::escape}, scene, 80));
  EXPECT_EQ(draw_screen(scene, input, 24, 80, true).text().find("was convicted"),
            std::string::npos);

  scene.choices.clear();
  scene.facts.phase = "ended";
  scene.facts.seats[0].to_act = false;
  scene.facts.seats[0].clock_ms = 0;
  scene.facts.turn = {};
  scene.facts.trouble.clear();
  scene.facts.result = PageResult{{"Ann +120, Bob -120"}, Json()};
  expect_picture("ended", scene);
  scene.facts.again = true;
  scene.facts.question = "Another match with the same people? yes or no";
  expect_picture("ended-again", scene);
}

/// Returns whether a screen has a byte that could do more than be seen.
bool has_control(const ScreenGrid& grid) {
  return std::ranges::any_of(grid.text(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
  });
}

TEST(ScreenView, ShowsHostileNamesAsTextInTheirPlace) {
  const std::string clears = "\x1b[2J\x1b[Hyou win\a\r\n", turns = "Bob\u202egnorw",
                    wide = std::string(40, ' ').replace(0, 0, "测试测试测试测试测试测试测试测试"),
                    marked = "Z" + [] {
                      std::string marks;
                      for (int i = 0; i < 200; ++i) marks += "\u0301";
                      return marks;
                    }();
  ScreenScene scene = scene_of_match("kuhn", {clears, wide}, Seat(0), 0, 3);
  scene.lines.push_back({9, "chat", "\x1b]0;owned\a" + turns, 1});
  scene.lines.push_back({10, "chat", marked, 7});
  scene.facts.trouble = {{true, clears, turns, marked}};
  scene.facts.turn.then = clears;
  for (const auto& [rows, columns] : {PictureSize{}, PictureSize{40, 120}}) {
    const ScreenGrid grid = draw_screen(scene, {}, rows, columns, true);
    EXPECT_FALSE(has_control(grid));
    EXPECT_LT(grid.text().size(), 4 * rows * columns);
  }
  expect_picture("hostile-80x24", scene);
}

TEST(ScreenView, OfASmallWindowSaysSo) {
  EXPECT_NE(draw_screen(holdem(), {}, 23, 80, true).text().find("too small"), std::string::npos);
  EXPECT_NE(draw_screen(holdem(), {}, 24, 79, true).text().find("too small"), std::string::npos);
  for (const std::size_t size : {0U, 1U, 3U}) (void)draw_screen(holdem(), {}, size, size, true);
}

TEST(ScreenView, ALongLineIsShownWhereItIsTyped) {
  ScreenInput input;
  input.typed = "say " + std::string(500, 'x') + "end";
  input.cursor = input.typed.size();
  const ScreenGrid grid = draw_screen(holdem(), input, 24, 80, true);
  EXPECT_NE(grid.text().find("xxxend"), std::string::npos);
  ASSERT_TRUE(grid.cursor);
  EXPECT_LT(grid.cursor->second, 80u);
}

/// Of every game, in the middle of a match: all is on the screen, also where it is small.
TEST(ScreenView, OfEveryGameHasTheTurnAndAMove) {
  for (const rules::Module& module : rules::modules()) {
    const auto& info = module.info();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < info.seats_max; ++i) names.push_back("Player " + std::to_string(i));
    const ScreenScene scene = scene_of_match(info.name, names, Seat(0), 8, 1);
    if (scene.choices.empty()) continue;  // the match was short
    for (const auto& [rows, columns] : {PictureSize{}, PictureSize{50, 200}}) {
      const std::string text = draw_screen(scene, {}, rows, columns, true).text();
      EXPECT_NE(text.find("Your turn"), std::string::npos) << info.name << "\n" << text;
      EXPECT_NE(text.find("\n > "), std::string::npos) << info.name;
      EXPECT_EQ(std::ranges::count(text, '\n'), static_cast<std::ptrdiff_t>(rows));
      for (std::string line : screen_lines(scene.drawn, columns - 2)) {
        line.resize(line.find_last_not_of(' ') + 1);
        line.erase(0, line.find_first_not_of(' '));
        EXPECT_NE(text.find(line), std::string::npos) << info.name << ": " << line << "\n" << text;
      }
    }
  }
}

TEST(ScreenGrid, CutsAndBreaksByColumnsNotBytes) {
  ScreenGrid grid(2, 10, true);
  EXPECT_EQ(grid.put(0, 0, "测试测试测试"), 9u) << "four characters and the mark of a cut";
  EXPECT_EQ(grid.at(0, 1).text, "");
  EXPECT_EQ(grid.at(0, 8).text, "…");
  EXPECT_EQ(grid.put(1, 2, "abcdef", {}, 4), 6u);
  EXPECT_EQ(grid.text(), "测试测试…\n  abc…\n");
  EXPECT_EQ(screen_columns("e\u0301测"), 3u);
  EXPECT_EQ(screen_lines("one two three", 7, 2), (std::vector<std::string>{"one two", "  three"}));
  EXPECT_EQ(screen_lines("abcdefghij", 4), (std::vector<std::string>{"abcd", "efgh", "ij"}));
  EXPECT_EQ(screen_lines("a\n\nb\n", 4), (std::vector<std::string>{"a", "", "b"}));
}

TEST(ScreenGrid, ColoursSuits) {
  ScreenGrid grid(1, 8, true);
  grid.put(0, 0, "A♥ K♠");
  grid.colour_suits();
  EXPECT_EQ(grid.at(0, 0).style.colour, ScreenStyle::Colour::red);
  EXPECT_EQ(grid.at(0, 1).style.colour, ScreenStyle::Colour::red);
  EXPECT_EQ(grid.at(0, 4).style, ScreenStyle());
}

}  // namespace
}  // namespace fairdeal::front
