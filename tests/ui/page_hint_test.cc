#include <gtest/gtest.h>

#include "rules/card.h"
#include "rules/json_full.h"
#include "rules/match.h"
#include "rules/players/player.h"
#include "rules/registry.h"
#include "ui/front/page_moves.h"

/// The hints by which a page draws a game, and what its moves touch.

namespace fairdeal::front {
namespace {

using rules::Match;

/// All paths into the view that a hint names.
void collect_paths(const Json& hint, std::vector<std::string>& paths) {
  if (hint.is_string() && hint.get<std::string>().starts_with("/")) paths.push_back(hint);
  if (hint.is_structured())
    for (const Json& part : hint) collect_paths(part, paths);
}

std::string replaced(std::string path, const std::string& from, std::size_t to) {
  const auto at = path.find(from);
  return at == std::string::npos ? path : path.replace(at, from.size(), std::to_string(to));
}

/// Whether a path resolves; null on the way means that nothing is there yet.
bool resolves(const Json& value, std::string path) {
  if (path.empty() || value.is_null()) return true;
  const auto end = std::min(path.find('/', 1), path.size());
  const std::string key = path.substr(1, end - 1), rest = path.substr(end);
  if (key == "*")
    return value.is_structured() &&
           std::ranges::all_of(value, [&](const Json& one) { return resolves(one, rest); });
  const Json::json_pointer pointer("/" + key);
  return value.contains(pointer) && resolves(value.at(pointer), rest);
}

class Hints : public testing::TestWithParam<std::string> {
 protected:
  template <class Look>
  void play(std::uint64_t seed, Look look) const {
    const auto& info = (*rules::find_module(GetParam()))->info();
    const std::size_t seats =
        std::max<std::size_t>(info.seats_min, std::min<std::size_t>(4, info.seats_max));
    Match match(*rules::start_game(info.name, Json::object(), seats), rules::Dealer(seed));
    ASSERT_TRUE(match.begin());
    SeededRng rng(seed);
    for (int turn = 0; turn < 300 && !match.game().over(); ++turn) {
      look(match);
      std::map<Seat, rules::Action> moves;
      for (const Seat seat : match.game().active())
        moves.emplace(seat,
                      rules::random_move(match.game(), seat, match.dealer().known(seat), rng));
      ASSERT_TRUE(match.move(moves));
    }
    look(match);
  }
};

TEST_P(Hints, NamePathsThatResolveInEveryViewOfAMatch) {
  play(1, [&](const Match& match) {
    const Json hint = front::page_hint(match.game());
    ASSERT_TRUE(hint.is_object());
    std::vector<std::string> paths;
    collect_paths(hint, paths);
    EXPECT_FALSE(paths.empty());
    for (std::uint32_t me = 0; me < match.game().seats(); ++me) {
      const Json view = match.game().view(Seat(me), match.dealer().known(Seat(me)));
      for (const std::string& path : paths)
        for (std::size_t seat = 0; seat < match.game().seats(); ++seat)
          EXPECT_TRUE(resolves(view, replaced(replaced(path, "{seat}", seat), "{me}", me)))
              << path << " of seat " << seat << " in " << view;
    }
  });
}

TEST_P(Hints, HaveGridsAsLargeAsTheirBoards) {
  play(2, [&](const Match& match) {
    const Json hint = front::page_hint(match.game());
    if (!hint.contains("grid") || !hint["grid"].contains("cells")) return;
    const auto size = [&](const char* name) {
      const Json& value = hint["grid"].at(name);
      return value.is_string()
                 ? match.game().params().at(value.get<std::string>()).get<std::size_t>()
                 : value.get<std::size_t>();
    };
    const Json view = match.game().view({}, {});
    std::string cells = view.at(Json::json_pointer(hint["grid"]["cells"].get<std::string>()));
    std::erase(cells, '/');
    EXPECT_EQ(cells.size(), size("rows") * size("columns"));
    for (const char cell : cells)
      EXPECT_TRUE(hint["grid"]["glyphs"].contains(std::string(1, cell)) ||
                  GetParam() == "puzzle-15")
          << cell;
  });
}

TEST_P(Hints, NameForEachMoveTheCellsOrCardsToTouch) {
  play(3, [&](const Match& match) {
    for (const Seat seat : match.game().active()) {
      const rules::Known known = match.dealer().known(seat);
      const Json hint = front::page_hint(match.game()), view = match.game().view(seat, known);
      for (const Json move : front::page_moves(match.game(), seat, known, {})) {
        const Json& touches = move.at("touches");
        const bool has_board = hint.contains("grid") || hint.contains("track");
        if (has_board && !move.value("careful", false)) {
          EXPECT_EQ(touches.size(),
                    hint.value("/grid/fen"_json_pointer, Json()).is_null() ? 1u : 2u)
              << move;
        }
        for (const Json& touch : touches) {
          if (!hint.contains("cards")) continue;
          EXPECT_NE(view.at("own").dump().find(touch.dump()), std::string::npos) << move;
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Of, Hints,
                         testing::Values("holdem", "hearts", "go-fish", "liars-dice", "chess",
                                         "othello", "reversi", "tic-tac-toe", "connect-four",
                                         "mancala-kalah", "tribolo", "puzzle-15"),
                         [](const auto& at) {
                           std::string name = at.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Hint, OfChessLeadsFromSquareToSquare) {
  const auto game = *rules::start_game("chess", Json::object(), 2);
  const Json moves = front::page_moves(game, Seat(0), {}, {});
  const auto e4 = std::ranges::find_if(moves, [](const Json& m) { return m.at("move") == "e4"; });
  ASSERT_NE(e4, moves.end());
  EXPECT_EQ(e4->at("touches"), Json::array({"e2", "e4"}));
}

TEST(Hint, OfARaiseSuggestsSharesOfThePot) {
  const auto start = *rules::start_game("holdem", {{"stack", 1000}}, 3);
  Match match(start, rules::Dealer(1));
  ASSERT_TRUE(match.begin());
  const Seat first = match.game().active().front();
  const Json moves = front::page_moves(match.game(), first, match.dealer().known(first), {});
  const auto raise =
      std::ranges::find_if(moves, [](const Json& m) { return m.contains("number"); });
  ASSERT_NE(raise, moves.end());
  const Json& number = raise->at("number");
  EXPECT_EQ(number.at("name"), "raise");
  EXPECT_EQ(number.at("max"), 1000);
  EXPECT_EQ(number.at("before"), "raise to ");
  EXPECT_EQ(number.at("after"), "");
  EXPECT_EQ(raise->at("kind"), "raise");
  const auto call =
      std::ranges::find_if(moves, [](const Json& m) { return m.at("kind") == "call"; });
  ASSERT_NE(call, moves.end());
  EXPECT_EQ(call->at("price"), 20);
  EXPECT_EQ(call->at("main"), true);
  const Json view = match.game().view({}, {});
  const std::int64_t meet = view.at("to_meet");
  std::int64_t pot = 0;
  for (const Json& one : view.at("pots")) pot += one.at("chips").get<std::int64_t>();
  for (const Json& bet : view.at("bets")) pot += bet.get<std::int64_t>();
  const auto whole = std::ranges::find_if(number.at("suggestions"),
                                          [](const Json& s) { return s.at("label") == "Pot"; });
  ASSERT_NE(whole, number.at("suggestions").end()) << number;
  EXPECT_EQ(whole->at("value"), meet + pot + meet) << view;
}

}  // namespace
}  // namespace fairdeal::front
