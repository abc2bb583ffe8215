#include "ui/match/own_cards.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/runtime/match.h"

/// A seat's own cards, when the keys that showed them are erased.

namespace fairdeal::match {
namespace {

constexpr std::uint64_t kNow = 1'800'000'000;

class OwnCardsTest : public testing::Test {
 protected:
  OwnCardsTest() { std::filesystem::remove(path_); }
  ~OwnCardsTest() override { std::filesystem::remove(path_); }

  std::size_t lines() const {
    std::ifstream file(path_);
    std::size_t count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }

  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("own-cards-" + std::to_string(::getpid()));
};

TEST_F(OwnCardsTest, OfEachDealAreKeptOnceAndForItsOwnerAlone) {
  sim::World world({.game = "holdem",
                    .params = R"({"betting":"fixed-limit","hands":3})",
                    .seats = 2,
                    .seed = 2});
  OwnCards cards(path_);
  std::map<std::uint64_t, std::map<CardSlot, Face>> dealt;
  while (!world.node(Seat(0)).finished() && world.step()) {
    const auto& node = world.node(Seat(0));
    if (node.table().state().deal)
      for (const auto& [slot, face] : node.known().faces)
        dealt[node.table().state().deal->number][slot] = face;
    ASSERT_TRUE(cards.note(node.table(), node.known(), kNow));
  }
  ASSERT_EQ(dealt.size(), 3u);
  struct stat about {};
  ASSERT_EQ(::stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
  EXPECT_EQ(lines(), 9u) << "two cards and a time of each hand";
  const OwnCards again(path_);  // as after a restart
  for (const auto& [deal, faces] : dealt)
    for (const auto& [slot, face] : faces) {
      EXPECT_EQ(again.face(deal, slot), face);
      EXPECT_EQ(again.time(deal), kNow);
    }
  EXPECT_FALSE(again.face(77, CardSlot(0)));
  EXPECT_FALSE(again.time(77));
}

TEST_F(OwnCardsTest, WhatTheFileCannotMeanIsPassedOver) {
  std::ofstream(path_) << R"({"deal":1,"face":51,"slot":4})"
                       << "\n"
                       << R"({"deal":-1,"face":51,"slot":4})"
                       << "\n"
                       << R"({"deal":2,"face":4294967296,"slot":4})"
                       << "\n"
                       << R"({"deal":1,"time":1e300})"
                       << "\n"
                       << R"({"deal":2,"time":18446744073709551615})"
                       << "\n"
                       << std::string(5000, 'x') << "\n"
                       << R"({"deal":3,"fa)";
  const OwnCards cards(path_);
  EXPECT_EQ(cards.face(1, CardSlot(4)), Face(51));
  for (const std::uint64_t deal : {0U, 2U, 3U}) EXPECT_FALSE(cards.face(deal, CardSlot(4)));
  for (const std::uint64_t deal : {1U, 2U}) EXPECT_FALSE(cards.time(deal));
}

TEST_F(OwnCardsTest, WhatComesAfterALineThatWasCutIsReadAgain) {
  std::ofstream(path_) << R"({"deal":3,"fa)";
  sim::World world({.game = "kuhn", .seed = 2});
  while (world.node(Seat(0)).known().faces.empty()) ASSERT_TRUE(world.step());
  const auto& node = world.node(Seat(0));
  ASSERT_TRUE(OwnCards(path_).note(node.table(), node.known(), kNow));
  const auto& [slot, face] = *node.known().faces.begin();
  EXPECT_EQ(OwnCards(path_).face(node.table().state().deal->number, slot), face);
}

TEST_F(OwnCardsTest, ADiskThatIsFullIsAnErrorAndNothingElse) {
  sim::World world({.game = "kuhn", .seed = 2});
  while (world.node(Seat(0)).known().faces.empty()) ASSERT_TRUE(world.step());
  OwnCards cards("/dev/full");
  const auto noted = cards.note(world.node(Seat(0)).table(), world.node(Seat(0)).known(), kNow);
  ASSERT_FALSE(noted);
  EXPECT_EQ(noted.error().fault, Fault::storage);
}

}  // namespace
}  // namespace fairdeal::match
