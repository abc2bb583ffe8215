#include <numeric>
#include <regex>

#include "tests/rules/holdem_random_match.h"

/// Hand histories are read back as another program would, knowing nothing of hold'em's rules.
namespace fairdeal::rules {
namespace {

const SeatNames kNames{"Ann", "Bob", "Cat", "Dan", "Eve"};

std::optional<std::smatch> match(const std::string& line, const char* pattern) {
  static std::map<std::string, std::regex> made;
  std::smatch found;
  const auto& regex = made.try_emplace(pattern, pattern).first->second;
  return std::regex_match(line, found, regex) ? std::optional(found) : std::nullopt;
}

Chips sum(const std::map<std::string, Chips>& chips) {
  return std::accumulate(chips.begin(), chips.end(), Chips{0},
                         [](Chips all, const auto& entry) { return all + entry.second; });
}

/// Follows chips through the hands of a match.
class Reader {
 public:
  void read(const std::string& history) {
    std::istringstream lines(history);
    for (std::string line; std::getline(lines, line);) on(line);
  }
  const std::map<std::string, Chips>& stacks() const { return stacks_; }
  int hands = 0, side_pots = 0, empty_buttons = 0, dead_blinds = 0, voids = 0, returned = 0;

 private:
  void on(const std::string& line) {
    if (match(line, "Fairdeal Hand #(\\d+): Hold'em .*")) return begin();
    if (line.starts_with("Table ")) empty_buttons += line.ends_with(" (empty)");
    if (line.starts_with("No small blind: ")) ++dead_blinds;
    if (line.ends_with("all chips go back")) ++voids;
    if (line == "*** SUMMARY ***") in_summary_ = true;
    if (in_summary_) return on_summary(line);
    if (line.starts_with("*** FLOP") || line.starts_with("*** TURN") ||
        line.starts_with("*** RIVER"))
      bets_.clear();
    if (const auto m = match(line, "Seat \\d+: (\\w+) \\((\\d+) in chips\\)(?: is sitting out)?"))
      return seat((*m)[1], std::stoll((*m)[2]));
    if (const auto m = match(line, "(\\w+): posts the ante (\\d+)(?: and is all-in)?"))
      return pay((*m)[1], std::stoll((*m)[2]), line);
    if (const auto m = match(
            line, "(\\w+): (?:posts (?:small|big) blind|bets|calls) (\\d+)(?: and is all-in)?"))
      return bet((*m)[1], std::stoll((*m)[2]), line);
    if (const auto m =
            match(line, "(\\w+): (?:raises \\d+ to|posts straddle) (\\d+)( and is all-in)?"))
      return bet((*m)[1], std::stoll((*m)[2]) - bets_[(*m)[1]], line);
    if (const auto m = match(line, "Uncalled bet \\((\\d+)\\) returned to (\\w+)")) {
      ++returned;
      return pay((*m)[2], -std::stoll((*m)[1]), "");
    }
    if (const auto m = match(line, "(\\w+) collected (\\d+) from (pot|main pot|side pot(-\\d)?)"))
      collected_[(*m)[1]] += std::stoll((*m)[2]), of_pot_[(*m)[3]] += std::stoll((*m)[2]);
  }

  void begin() {
    EXPECT_FALSE(in_summary_) << "a hand ends with an empty line";
    ++hands;
    before_ = std::exchange(stacks_, {});
    paid_.clear(), bets_.clear(), collected_.clear(), of_pot_.clear();
  }
  void seat(const std::string& name, Chips chips) {
    if (hands > 1) {
      EXPECT_EQ(before_[name], chips) << name << " has what the last hand left it";
    }
    stacks_[name] = chips;
  }
  void pay(const std::string& name, Chips chips, const std::string& line) {
    paid_[name] += chips;
    stacks_[name] -= chips;
    EXPECT_GE(stacks_[name], 0);
    if (chips > 0) {
      EXPECT_EQ(stacks_[name] == 0, line.ends_with(" and is all-in")) << line;
    }
  }
  void bet(const std::string& name, Chips chips, const std::string& line) {
    bets_[name] += chips;
    pay(name, chips, line);
  }

  void on_summary(const std::string& line) {
    if (line.empty()) return end();
    if (const auto m = match(line, "Total pot (\\d+)(.*) \\| Rake 0")) {
      EXPECT_EQ(std::stoll((*m)[1]), sum(paid_)) << "the pots are what was paid";
      on_pots((*m)[2], std::stoll((*m)[1]));
    }
    if (const auto m = match(line, "Seat \\d+: (\\w+) .*(?:collected|won) \\((\\d+)\\).*"))
      if (const auto won = std::stoll((*m)[2]); won > 0) won_[(*m)[1]] += won;
  }
  /// " Main pot 135. Side pot 1820.", or nothing.
  void on_pots(std::string text, Chips total) {
    std::map<std::string, Chips> named;
    std::smatch found;
    while (std::regex_search(text, found, std::regex(" (Main|Side) (pot(?:-\\d)?) (\\d+)\\."))) {
      named[(found[1] == "Main" ? "main " : "side ") + found[2].str()] = std::stoll(found[3]);
      text = found.suffix();
    }
    EXPECT_EQ(text, "");
    if (named.empty() && total > 0) named["pot"] = total;
    side_pots += named.size() > 1;
    EXPECT_EQ(of_pot_, named) << "of each pot all is collected";
  }
  void end() {
    EXPECT_EQ(sum(collected_), sum(paid_));
    EXPECT_EQ(won_, collected_) << "what the seats' lines say";
    for (const auto& [name, chips] : collected_) stacks_[name] += chips;
    won_.clear();
    in_summary_ = false;
  }

  std::map<std::string, Chips> before_, stacks_, paid_, bets_, collected_, won_, of_pot_;
  bool in_summary_ = false;
};

class HoldemHistoryChips : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HoldemHistoryChips, AddUpInEveryHandAndFromHandToHand) {
  SeededRng rng(GetParam());
  Reader all;
  for (int match = 0; match < 60; ++match) {
    const std::size_t seats = 2 + rng.below(4);
    const Json terms = drawn_terms(rng);
    HoldemTable table(seats, terms);
    table.keep_history(kNames);
    play_randomly(table, rng);
    Reader reader;
    reader.read(table.history());
    all.hands += reader.hands;
    all.side_pots += reader.side_pots;
    all.empty_buttons += reader.empty_buttons;
    all.dead_blinds += reader.dead_blinds;
    all.voids += reader.voids;
    all.returned += reader.returned;
    if (table.game().street() == Holdem::Street::over && reader.hands > 0)
      for (std::uint32_t i = 0; i < seats; ++i) {
        const auto stack = reader.stacks().find(kNames[i]);
        EXPECT_EQ(stack == reader.stacks().end() ? 0 : stack->second, table.stack(i));
      }
    ASSERT_FALSE(HasFailure()) << "match " << match << ", " << terms << "\n" << table.history();
  }
  EXPECT_GE(all.hands, 400);
  EXPECT_GE(all.side_pots, 20);
  EXPECT_GE(all.empty_buttons, 3);
  EXPECT_GE(all.dead_blinds, 3);
  EXPECT_GE(all.voids, 1);
  EXPECT_GE(all.returned, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HoldemHistoryChips, testing::Values(1, 2));

}  // namespace
}  // namespace fairdeal::rules
