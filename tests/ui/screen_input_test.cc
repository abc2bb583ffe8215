#include "ui/front/screen_input.h"

#include <gtest/gtest.h>

#include "tests/ui/screen_scenes.h"

/// The keys of the full-screen table, and what they say to the program.

namespace fairdeal::front {
namespace {

using Key = ScreenKey::Name;

std::vector<ScreenKey> keys_in(const std::string& bytes) {
  ScreenKeys reader;
  return reader.feed(bytes);
}

TEST(ScreenKeys, AreReadFromBytesHoweverTheyAreCut) {
  const std::string bytes = "a\x1b[A\x1bOB\x1b[1;5C\x1b[5~\x1b[3~é\r\x7f\x15\t";
  const std::vector<ScreenKey> wanted{{.text = "a"},
                                      {.name = Key::up},
                                      {.name = Key::down},
                                      {.name = Key::right},
                                      {.name = Key::page_up},
                                      {.name = Key::remove},
                                      {.text = "é"},
                                      {.name = Key::enter},
                                      {.name = Key::backspace},
                                      {.name = Key::erase_line},
                                      {.name = Key::tab}};
  EXPECT_EQ(keys_in(bytes), wanted);
  ScreenKeys reader;
  std::vector<ScreenKey> keys;
  for (const char byte : bytes)
    for (const ScreenKey& key : reader.feed({&byte, 1})) keys.push_back(key);
  EXPECT_EQ(keys, wanted);
}

TEST(ScreenKeys, AnEscapeAloneIsAKeyOnceNothingFollows) {
  ScreenKeys reader;
  EXPECT_TRUE(reader.feed("\x1b").empty());
  EXPECT_TRUE(reader.waits());
  EXPECT_EQ(reader.flush(), std::vector<ScreenKey>{{.name = Key::escape}});
  EXPECT_FALSE(reader.waits());
  EXPECT_EQ(keys_in("\x1b\x1b[A"),
            (std::vector<ScreenKey>{{.name = Key::escape}, {.name = Key::up}}));
}

TEST(ScreenKeys, WhatIsNoKeyIsPassedOver) {
  EXPECT_TRUE(keys_in("\x1b[200~").empty());
  EXPECT_TRUE(keys_in("\x1b[?1;2c").empty());
  EXPECT_EQ(keys_in("\x1bxb"), std::vector<ScreenKey>{{.text = "b"}});
  EXPECT_EQ(keys_in("\xff\xc3"
                    "a"),
            std::vector<ScreenKey>{{.text = "a"}});
  EXPECT_TRUE(keys_in("\xe2\x80\xae").empty()) << "a character that turns the writing round";
  EXPECT_TRUE(keys_in(std::string(1, '\0') + "\x1f").empty());
  ScreenKeys reader;
  EXPECT_TRUE(reader.feed("\x1b[" + std::string(100'000, '1')).size() < 100'001);
}

class Hand : public testing::Test {
 protected:
  std::optional<FromPage> press(Key key) { return input_.press({.name = key}, scene_, 80); }
  std::optional<FromPage> type(const std::string& text) {
    std::optional<FromPage> said;
    for (const ScreenKey& key : keys_in(text)) said = input_.press(key, scene_, 80);
    return said;
  }
  ScreenScene scene_ = scene_of_match("tic-tac-toe", {"Ann", "Bob"}, Seat(0), 0, 1);
  ScreenInput input_;
};

TEST_F(Hand, ChoosesAMoveByArrowsAndPlaysItByEnter) {
  EXPECT_FALSE(press(Key::enter)) << "nothing is chosen";
  press(Key::right);
  press(Key::right);
  EXPECT_EQ(input_.chosen, 1u);
  press(Key::left);
  press(Key::left);
  EXPECT_EQ(input_.chosen, 8u) << "round the end";
  press(Key::up);
  const auto rows = screen_moves(scene_.choices, 80);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(input_.chosen, rows[0][8 - rows[1].front()]);
  press(Key::down);
  EXPECT_EQ(input_.chosen, 8u);
  const auto said = press(Key::enter);
  ASSERT_TRUE(said && said->chosen);
  EXPECT_EQ(said->chosen->step, 7u);
  EXPECT_EQ(said->chosen->action, scene_.choices[8].action);
  EXPECT_FALSE(press(Key::enter)) << "not twice";
}

TEST_F(Hand, LetsGoOfAMoveOfAnotherStep) {
  press(Key::right);
  scene_.facts.step = 8;
  EXPECT_FALSE(press(Key::enter));
  EXPECT_FALSE(input_.chosen);
  press(Key::right);
  scene_.choices.clear();
  EXPECT_FALSE(press(Key::enter)) << "it is not this seat's turn any more";
}

TEST_F(Hand, SendsWhatIsTypedAsALine) {
  const auto said = type("say héllo\r");
  ASSERT_TRUE(said);
  EXPECT_EQ(said->line, "say héllo");
  EXPECT_FALSE(said->chosen);
  EXPECT_EQ(input_.typed, "");
}

TEST_F(Hand, EditsTheLine) {
  type("cäll");
  press(Key::left);
  press(Key::left);
  press(Key::backspace);
  type("a");
  EXPECT_EQ(input_.typed, "call");
  press(Key::home);
  press(Key::remove);
  EXPECT_EQ(input_.typed, "all");
  press(Key::end);
  type(" in now");
  press(Key::erase_word);
  EXPECT_EQ(input_.typed, "all in ");
  press(Key::erase_line);
  EXPECT_EQ(input_.typed, "");
  press(Key::backspace);
  press(Key::erase_word);
  type(std::string(5000, 'x'));
  EXPECT_EQ(input_.typed.size(), ScreenInput::kTypedMax);
  press(Key::escape);
  EXPECT_EQ(input_.typed, "");
}

TEST_F(Hand, CompletesAMoveByTab) {
  type("4");
  press(Key::tab);
  EXPECT_EQ(input_.typed, scene_.choices[4].label);
}

TEST_F(Hand, PutsAMoveWithANumberIntoTheLineFirst) {
  scene_ = scene_of_match("holdem", {"Ann", "Bob", "Carol"}, Seat(0), 0, 5);
  press(Key::left);
  ASSERT_TRUE(scene_.choices[*input_.chosen].range);
  EXPECT_FALSE(press(Key::enter));
  EXPECT_EQ(input_.typed, scene_.choices.back().label);
  EXPECT_EQ(move_meant("raise to 60", scene_.choices), scene_.choices.size() - 1);
  EXPECT_FALSE(move_meant("raise to 1", scene_.choices));
  const auto said = press(Key::enter);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->line, scene_.choices.back().label);
}

TEST_F(Hand, SendsAMoveThatIsLeftToPeopleAsALineAtWhichTheProgramAsks) {
  scene_ = scene_of_match("chess", {"Ann", "Bob"}, Seat(0), 0, 5, {{"fide", true}});
  const auto resign = std::ranges::find(scene_.choices, true, &rules::Choice::left_to_people);
  ASSERT_NE(resign, scene_.choices.end());
  input_.follow(scene_);
  input_.chosen = resign - scene_.choices.begin();
  const auto said = press(Key::enter);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->line, resign->label);
  EXPECT_FALSE(said->chosen);
}

TEST_F(Hand, StartsTheTableAndEndsTheScreenByEnterAlone) {
  scene_ = {};
  EXPECT_FALSE(press(Key::enter));
  scene_.facts.table.ready = true;
  const auto start = press(Key::enter);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->line, "");
  scene_ = {};
  scene_.facts.phase = "ended";
  const auto end = press(Key::enter);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->line, "quit");
  scene_.facts.again = true;
  EXPECT_FALSE(press(Key::enter)) << "yes or no is wanted";
  EXPECT_EQ(type("yes\r")->line, "yes");
}

TEST_F(Hand, ScrollsTheLogWhichThenStays) {
  std::vector<std::string> texts;
  for (int i = 1; i <= 30; ++i) texts.push_back("line " + std::to_string(i));
  scene_.lines = log_of_screen(texts);
  press(Key::page_up);
  EXPECT_EQ(input_.last_line, 25u);
  scene_.lines.push_back({31, "event", "line 31"});
  press(Key::page_up);
  EXPECT_EQ(input_.last_line, 20u);
  for (int i = 0; i < 9; ++i) press(Key::page_up);
  EXPECT_EQ(input_.last_line, 1u);
  scene_.lines.erase(scene_.lines.begin(), scene_.lines.begin() + 10);  // it is kept no more
  press(Key::page_down);
  EXPECT_EQ(input_.last_line, 16u);
  for (int i = 0; i < 9; ++i) press(Key::page_down);
  EXPECT_EQ(input_.last_line, 0u);
}

}  // namespace
}  // namespace fairdeal::front
