#include "tests/ui/screen_scenes.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/dealer.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "ui/words/words.h"

namespace fairdeal::front {

std::vector<PageLine> log_of_screen(const std::vector<std::string>& texts) {
  std::vector<PageLine> lines;
  for (const std::string& text : texts)
    lines.push_back({.seq = lines.size() + 1, .kind = "event", .text = text});
  return lines;
}

ScreenScene scene_of_match(const std::string& game, std::vector<std::string> nicknames, Seat me,
                           int turns, std::uint64_t seed, const Json& params) {
  const std::size_t seats = nicknames.size();
  const words::Names names(std::move(nicknames));
  const auto start = rules::start_game(game, params, seats);
  if (!start) throw std::runtime_error(start.error().about);
  std::vector<std::string> log;
  std::optional<rules::AnyGame> before;
  rules::Match match(*start, rules::Dealer(seed), [&](const rules::Report& report) {
    if (report.kind == rules::Report::Kind::next)
      log.push_back(words::describe(*report.event, *before, report.game, names));
    before = report.game;
  });
  EXPECT_TRUE(match.begin());
  SeededRng rng(seed);
  const auto mine = [&] { return std::ranges::count(match.game().active(), me) > 0; };
  for (int turn = 0; !match.game().over() && (turn < turns || !mine()); ++turn) {
    std::map<Seat, rules::Action> moves;
    for (const Seat seat : match.game().active())
      moves.emplace(seat, rules::simple_move(match.game(), seat, match.dealer().known(seat), rng));
    EXPECT_TRUE(match.move(moves));
  }
  std::erase(log, "");
  PageFacts facts;
  facts.phase = "playing";
  facts.table = {.game = game, .params = match.game().params(), .seats = seats};
  facts.game = PageGame{.game = match.game(),
                        .observer = me,
                        .known = match.dealer().known(me),
                        .names = names.all(),
                        .asks = mine()};
  facts.step = 7;
  facts.terms = {game + "."};
  facts.chat = true;
  const bool has_roles = !match.game().info().roles.empty();
  const auto active = match.game().active();
  for (std::uint32_t i = 0; i < seats; ++i)
    facts.seats.push_back({.name = names[Seat(i)],
                           .role = has_roles ? match.game().role(Seat(i)) : "",
                           .to_act = std::ranges::count(active, Seat(i)) > 0,
                           .clock_of_ms = 45'000});
  if (facts.game->asks) {
    facts.turn = {.mine = true, .seats = {me}, .line = "Your turn", .left_ms = 18'400};
    const auto made = words::move_of_absent(match.game(), {me});
    facts.turn.then = made ? made->label : "absent";
    facts.seats[me.value].clock_ms = 18'400;
  }
  return ScreenScene::of(std::move(facts), log_of_screen(log));
}

}  // namespace fairdeal::front
