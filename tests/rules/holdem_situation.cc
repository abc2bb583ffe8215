#include "tests/rules/holdem_situation.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace fairdeal::rules {
namespace {

template <class List, class Text>
std::string joined(const List& list, const char* between, Text text) {
  std::string all;
  for (const auto& item : list) all += (all.empty() ? "" : between) + text(item);
  return all;
}

std::string numbers(const std::vector<Chips>& list) {
  return joined(list, " ", [](Chips chips) { return std::to_string(chips); });
}

template <class Value>
std::string per_seat(const Holdem& game, Value value) {
  std::vector<Chips> list;
  for (std::uint32_t i = 0; i < game.betting().seats; ++i) list.push_back(value(i));
  return numbers(list);
}

std::string pots_text(const Holdem& game) {
  return joined(pots(game.betting().stakes), "; ", [](const Pot& pot) {
    return std::to_string(pot.chips) + " for " +
           joined(pot.seats, " ", [](Seat seat) { return std::to_string(seat.value); });
  });
}

std::string range_text(const HoldemTable& table) {
  const auto raises = table.game().betting().raises();
  return raises ? std::to_string(raises->min) + " " + std::to_string(raises->max) : "none";
}

/// The facts: "asked", "legal", "raises" (least and most), "stacks", "bets", "paid", "won", "in"
/// (who holds cards), "pots", "button", "blinds", "street", "hand", "level", "shown", "result".
std::string now(const HoldemTable& table, const std::string& what) {
  const Holdem& game = table.game();
  const auto& stakes = game.betting().stakes;
  if (what == "asked") return table.asked() ? std::to_string(table.asked()->value) : "nobody";
  if (what == "legal") return joined(table.legal(), ", ", [](const auto& label) { return label; });
  if (what == "raises") return range_text(table);
  if (what == "stacks") return per_seat(game, [&](auto i) { return stakes[i].stack; });
  if (what == "bets") return per_seat(game, [&](auto i) { return stakes[i].bet; });
  if (what == "paid") return per_seat(game, [&](auto i) { return stakes[i].paid; });
  if (what == "in") return per_seat(game, [&](auto i) { return Chips{stakes[i].in}; });
  if (what == "won") return numbers(table.won());
  if (what == "pots") return pots_text(game);
  if (what == "button") return std::to_string(game.button().value);
  if (what == "blinds") return numbers({game.blinds().small.value, game.blinds().big.value});
  if (what == "street") return game.street_name(game.street());
  if (what == "hand") return std::to_string(game.hand());
  if (what == "level") return std::to_string(game.terms().level_number(game.hand()));
  if (what == "shown") return joined(table.shown(), " ", card_name);
  if (what == "result") return game.result() ? numbers(*game.result()) : "none";
  return "no such thing: " + what;
}

HoldemTable seated(const Situation& situation) {
  Json params = situation.params.is_null() ? Json::object() : situation.params;
  if (!situation.stacks.empty()) {
    const Chips sum = std::accumulate(situation.stacks.begin(), situation.stacks.end(), Chips{0});
    EXPECT_EQ(sum % static_cast<Chips>(situation.seats), 0) << "no equal stacks at the start";
    params["stack"] = sum / static_cast<Chips>(situation.seats);
  }
  HoldemTable table(situation.seats, params);
  if (!situation.stacks.empty()) table.stacks(situation.stacks);
  return table;
}

void take(HoldemTable& table, const std::string& step) {
  if (step == "deal") {
    table.deal();
  } else if (step == "void") {
    table.after(Void{SeatSet::first(table.game().betting().seats)});
  } else if (step.starts_with("absent ")) {
    table.after(Absent{Seat(static_cast<std::uint32_t>(std::stoul(step.substr(7))))});
  } else if (!step.starts_with("= ")) {
    table.play(step);
  } else {
    const auto space = step.find(' ', 2);
    const std::string what = step.substr(2, space - 2);
    const std::string expected = space == std::string::npos ? "" : step.substr(space + 1);
    EXPECT_EQ(now(table, what), expected) << step;
  }
}

}  // namespace

void show(const Situation& situation) {
  HoldemTable table = seated(situation);
  if (situation.pockets.empty())
    table.deal();
  else
    table.deal(situation.pockets, situation.board, situation.second);
  ASSERT_TRUE(std::ranges::any_of(situation.steps, [](const auto& step) {
    return step.starts_with("= ");
  })) << "nothing is claimed";
  for (std::size_t i = 0; i < situation.steps.size() && !testing::Test::HasFailure(); ++i)
    take(table, situation.steps[i]);
}

std::string name_of(const testing::TestParamInfo<Situation>& test) {
  std::string name = "Rule" + test.param.rule + "_" + test.param.gist;
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

TEST_P(Situations, IsAsTheRuleSays) { show(GetParam()); }

}  // namespace fairdeal::rules
