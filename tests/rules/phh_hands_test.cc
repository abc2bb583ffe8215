#include <cstdlib>
#include <numeric>

#include "rules/params.h"
#include "tests/rules/phh_hand.h"

/// Hands of all games of poker in the Poker Hand History format are set up by parameters, and end
/// with the chips that their files name. The hands in tests/rules/phh are ours. FD_PHH_HANDS names
/// a folder of others in their place, such as those of github.com/uoftcprg/phh-dataset.
namespace fairdeal::rules {
namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".phh") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// Plays each hand, and returns how many there are of each of our games.
std::map<std::string, int> play_hands(const std::filesystem::path& folder, bool adapts) {
  std::map<std::string, int> count;
  for (const auto& path : files_of(folder)) {
    const auto file = toml::parse_file(path.string());
    const PhhHand hand(file, adapts);
    EXPECT_EQ(hand.wrong, "") << path;
    if (!hand.wrong.empty()) continue;
    if (!hand.expected().empty()) {
      EXPECT_EQ(hand.stacks(), hand.expected()) << path;
    }
    ++count[hand.name()];
  }
  return count;
}

TEST(PhhHands, EndWithTheChipsOfTheirFiles) {
  if (const char* const others = std::getenv("FD_PHH_HANDS")) {
    for (const auto& [game, hands] : play_hands(others, true))
      std::cout << game << ": " << hands << " hands\n";
    return;
  }
  const auto count = play_hands(FD_SOURCE_DIR "/tests/rules/phh", false);
  for (const std::string& game : poker_games()) {
    if (game == "mixed") continue;  // each of its hands is one of another game
    EXPECT_GE(count.count(game), 1U) << game;
  }
}

/// The parameters of a table that stand for the same thing in every game of poker.
TEST(PhhHands, AreSetUpByParametersThatEachGameOfPokerHas) {
  for (const std::string& name : poker_games()) {
    const GameInfo& info = find_module(name).value()->info();
    for (const char* param : {"stack", "stacks", "ante", "levels", "betting", "raises", "hands",
                              "sit_out", "called_shows", "winner_shows"})
      EXPECT_TRUE(std::ranges::count(info.params, param, &Param::name)) << name << " " << param;
    for (const char* limit : {"no-limit", "pot-limit", "fixed-limit"})
      EXPECT_TRUE(start_game(name, {{"betting", limit}, {"ante", 3}, {"stacks", {50, 70, 90}}}, 3));
  }
}

TEST(PhhHands, EmptySeatsPostAndPlayNothing) {
  const AnyGame game = start_game("holdem", {{"stacks", {500, 0, 500, 500}}}, 4).value();
  const Poker& table = *poker_in(game);
  EXPECT_EQ(table.betting().at(Seat(2)).bet, 20) << "the small blind is dead";
  EXPECT_FALSE(table.pocket(Seat(1)).dealt_in);
  EXPECT_TRUE(game.spent(Seat(1)));

  const AnyGame moved = start_game("holdem", {{"stacks", {500, 500, 0, 500}}}, 4).value();
  EXPECT_EQ(poker_in(moved)->blinds().big, Seat(3)) << "the next one who has chips posts it";
  EXPECT_EQ(start_game("holdem", {{"stacks", {500, 0, 0, 0}}}, 4).error().about,
            "stacks: two seats at least have chips");
}

}  // namespace
}  // namespace fairdeal::rules
