#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "rules/hint.h"
#include "tests/ui/shown_game.h"
#include "ui/front/page_moves.h"
#include "ui/front/screen_view.h"
#include "ui/words/heading.h"

/// Hints, views and moves of any shape, as a stranger's script may make them, end nobody's program.
/// fuzz/page_fuzz.cc goes on with these.

namespace fairdeal::words {
namespace {

using rules::json_or_null;
using rules::JsonReader;

/// Shows a game to the public and to each seat, on the page and on a screen. Returns the messages
/// to the pages.
std::vector<Json> shown_to_all(const Shown& shown) {
  const auto game = ShownGame::of(shown);
  std::vector<Json> states;
  for (const rules::Observer observer : {rules::Observer(), rules::Observer(Seat(0)),
                                         rules::Observer(Seat(1)), rules::Observer(Seat(2))}) {
    const front::PageFacts facts = facts_of_shown(game, observer);
    const Json message = json_or_null(front::page_state_text(facts));
    states.push_back(JsonReader(message).member("state").json());
    (void)front::draw_screen(front::ScreenScene::of(facts, {}), {}, 24, 80, true);
  }
  return states;
}

Json touches_of_first_move(const Shown& shown) {
  const Json state = shown_to_all(shown)[1];
  return JsonReader(state).at_path("/moves/0/touches").json();
}

const Json kRaise =
    json_or_null(R"({"move":{"raise":10},"label":"raise to 10","min":10,"max":900})");
const Json kOval = json_or_null(
    R"({"cards":{"seats":{"layout":"oval"}},"moves":{"number":{"raise":{"presets":["pot"]}}}})");

TEST(A72_AnyShape, OfAHintIsAWordForItsWriterAndTheGenericView) {
  for (const char* hint : {R"({"track":5})", R"({"grid":"x"})", "7", "[]", R"("grid")", "{}",
                           R"({"cards":{"seats":{"layout":"oval"},"mine":{"pairs":"own"}}})"}) {
    const Json one = json_or_null(hint);
    EXPECT_NE(rules::hint_problem(one), "") << hint;
    for (const Json& state :
         shown_to_all({.hint = one, .views = {{{"own", 1}}}, .moves = {1, 2}})) {
      EXPECT_TRUE(JsonReader(state).member("hint").is_null()) << hint;
      EXPECT_NE(JsonReader(state).member("unhinted").text(), "") << hint;
    }
  }
}

TEST(A73_AScript, IsToldToAPageSoThatItsDrawingAndMovesAreMarked) {
  for (const Json& state : shown_to_all({.views = {{{"own", 1}}}, .moves = {1, 2}}))
    EXPECT_EQ(JsonReader(state).at_path("/table/script").flag(), true);
}

TEST(A72_AnyShape, OfAViewIsShownAsItIs) {
  const Json hint = json_or_null(R"({"grid":{"rows":3,"columns":3,"cells":"/b","move":"index"}})");
  for (const char* view :
       {"[1,2]", "7", "null", R"("x")", "true", R"({"b":{}})", R"({"b":[[]]})"}) {
    const Json one = json_or_null(view);
    for (const Json& state : shown_to_all({.hint = hint, .views = {one}, .moves = {1, "x"}}))
      EXPECT_EQ(JsonReader(state).member("view").json(), one);
  }
}

TEST(A72_AnyShape, OfAHeadingIsNoneOrOneLineThatIsTheScripts) {
  const auto text = [](const char* heading) {
    const Json view{{"heading", json_or_null(heading)}};
    return heading_of(ShownGame::of({.views = {view}, .moves = {1}})).line().text();
  };
  for (const char* none :
       {"5", "[]", "null", R"("Hand 1")", R"({"hand":"1","part":7,"pot":{}})", R"({"part":""})",
        R"({"hand":-1,"trick":1.5,"dice":18446744073709551615})"})
    EXPECT_EQ(text(none), "") << none;
  EXPECT_EQ(text(R"({"hand":2,"part":"a\n\u202eb\"c","pot":-5})").find('\n'), std::string::npos);
  EXPECT_TRUE(text(R"({"part":"Bob cheated"})").starts_with("-- \"Bob cheated\""));
}

TEST(A72_AnyShape, OfOneSeatsViewIsThatSeatsAlone) {
  const auto states =
      shown_to_all({.hint = kOval,
                    .views = {{{"bets", {1, 2, 3}}, {"pots", Json::array()}, {"to_meet", 3}},
                              "x",
                              Json::array({1})},
                    .moves = {kRaise}});
  EXPECT_TRUE(JsonReader(states[0]).member("view").is_object());
  EXPECT_TRUE(JsonReader(states[1]).member("view").is("x"));
  EXPECT_TRUE(JsonReader(states[2]).member("view").is_list());
}

TEST(A72_AnyShape, OfBetsAndPotsSuggestsNothingThatCannotBeCounted) {
  for (const char* view :
       {R"({"bets":["5","7"],"pots":[{"chips":1}],"to_meet":7})", R"({"bets":[5],"pots":[7,null]})",
        R"({"bets":{"0":5},"pots":{},"to_meet":7})", R"({"bets":[5],"pots":"x","to_meet":[7]})",
        R"({"bets":[9223372036854775807],"pots":[{"chips":-9223372036854775808}],"to_meet":1})",
        R"({"bets":[9007199254740992,9007199254740992],"pots":[],"to_meet":9007199254740992})"}) {
    const Json state =
        shown_to_all({.hint = kOval, .views = {json_or_null(view)}, .moves = {kRaise}})[1];
    const auto suggested = JsonReader(state).at_path("/moves/0/number/suggestions").elements();
    ASSERT_GE(suggested.size(), 2u);
    for (const JsonReader& one : suggested)
      EXPECT_TRUE(one.member("value").number(10, 900).has_value()) << view;
  }
}

TEST(A72_AnyShape, OfAMoveTouchesOnlyCellsThatABoardMayHave) {
  const Json by_index =
      json_or_null(R"({"grid":{"rows":3,"columns":3,"cells":"/b","move":"index"}})");
  const Json by_row =
      json_or_null(R"({"grid":{"rows":"h","columns":"w","cells":"/b","move":"row,column"}})");
  for (const char* move : {"-1", "1024", "18446744073709551615", "null", "[1]", "\"1\"", "{}"}) {
    const Json touches = touches_of_first_move(
        {.hint = by_index, .views = {nullptr}, .moves = {json_or_null(move)}});
    EXPECT_EQ(touches, Json::array()) << move;
  }
  for (const char* params : {R"({"h":3,"w":9007199254740992})", "[]", R"({"w":"3"})", "7", "{}"}) {
    const Json touches = touches_of_first_move({.hint = by_row,
                                                .params = json_or_null(params),
                                                .views = {nullptr},
                                                .moves = {json_or_null("[9007199254740992,2]")}});
    EXPECT_EQ(touches, Json::array()) << params;
  }
  EXPECT_EQ(touches_of_first_move({.hint = by_row,
                                   .params = {{"h", 3}, {"w", 4}},
                                   .views = {nullptr},
                                   .moves = {json_or_null("[1,2]")}}),
            Json::array({"6"}));
}

TEST(A72_AnyShape, OfAPathLeadsSomewhereOrNowhere) {
  const Json value = json_or_null(R"({"a/b":{"~":[10,{"c":7}]},"":1})");
  const JsonReader reader(value);
  EXPECT_EQ(reader.at_path("/a~1b/~0/1/c").number(), 7);
  EXPECT_EQ(reader.at_path("/").number(), 1);
  EXPECT_TRUE(reader.at_path("").is_object());
  for (const char* path : {"a", "/a", "/a~1b/~", "/a~1b/~0/2", "/a~1b/~0/-1", "/a~1b/~0/01",
                           "/a~1b/~0/99999999999999999999", "/a~1b/~0/1/c/d", "~", "//"})
    EXPECT_FALSE(reader.at_path(path).exists()) << path;
}

/// The page judges hints by the same cases: web/src/hint/hint.test.ts.
TEST(A72_AnyShape, OfAHintIsJudgedAsThePageDoes) {
  std::ifstream file(FD_SOURCE_DIR "/web/src/hint/cases.json");
  std::ostringstream text;
  text << file.rdbuf();
  const Json cases = json_or_null(text.str());
  const JsonReader reader(cases);
  ASSERT_GT(reader.member("good").size(), 5u);
  ASSERT_GT(reader.member("wrong").size(), 20u);
  for (const JsonReader& hint : reader.member("good").elements())
    EXPECT_EQ(rules::hint_problem(hint.json()), "") << hint.json();
  for (const JsonReader& hint : reader.member("wrong").elements())
    EXPECT_NE(rules::hint_text_problem(rules::text(hint.json())), "") << hint.json();
}

}  // namespace
}  // namespace fairdeal::words
