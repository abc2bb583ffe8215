#include "rules/scene/scene.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/laws.h"
#include "rules/lua/script.h"
#include "rules/params.h"
#include "tests/shipped_script.h"

/// Scenes of scripts: what a game says of its table is judged at each state of `rules test`.
namespace fairdeal::rules {
namespace {

std::string source_of(const std::string& file) {
  std::ifstream in(sources::shipped_script(file));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string replaced(std::string text, const std::string& old, const std::string& put) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), put);
}

Module module_with(const std::string& text) {
  return module_of_script(Script::load("scene.lua", text).value());
}

/// Returns the law that a script breaks, in words; "" if none.
std::string broken_by(const std::string& text) {
  return check_laws(module_with(text), Json::object(), 2, 1).broken.value_or("");
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ScriptScene, OfAnExampleObeysTheLaws) {
  EXPECT_EQ(broken_by(source_of("lantern-walk.lua")), "");
}

TEST(ScriptScene, WithAFaultIsToldToItsWriter) {
  const std::string text = source_of("lantern-walk.lua");
  EXPECT_TRUE(
      says(broken_by(replaced(text, R"(put("l" .. each, "path")", R"(put("l" .. each, "paht")")),
           "a page can draw the scene: thing l1 lies in paht, which is no place"));
  EXPECT_TRUE(says(broken_by(replaced(text, R"("0," .. at - 1, face)", R"("1," .. at - 1, face)")),
                   "thing l1 lies at 1,0, outside path (1 by 12)"));
  EXPECT_TRUE(says(broken_by(replaced(text, R"(colour = "orange")", R"(colour = "pink")")),
                   "face lantern1: no colour is called pink"));
}

TEST(ScriptScene, ThatFailsIsToldToItsWriter) {
  const std::string text = replaced(source_of("lantern-walk.lua"), "local scene = {",
                                    "error('no picture') local scene = {");
  EXPECT_TRUE(says(broken_by(text), "no picture"));
  const Module module = module_with(text);
  const AnyGame game = module.start(Json::object(), 2).value();
  EXPECT_TRUE(says(scene_problem(game.scene({}, {}), 2), "no picture"));
}

TEST(ScriptScene, ThatIsTooLongOrNoTableIsToldToItsWriter) {
  for (const auto& [scene, fault] :
       {std::pair("table_of_texts()", "a scene has at most 32 kB as text"),
        std::pair("'a picture'", "a scene is a table")}) {
    const std::string texts =
        "local function table_of_texts() local all = {} for i = 1, 10 do "
        "all[i] = ('x'):rep(7000) end return all end ";
    const Module module = module_with(
        texts + replaced(source_of("lantern-walk.lua"), "local scene = {",
                         "if state then return " + std::string(scene) + " end local scene = {"));
    const AnyGame game = module.start(Json::object(), 2).value();
    EXPECT_TRUE(says(scene_problem(game.scene({}, {}), 2), fault)) << fault;
  }
}

/// Returns the game of higher cards with a scene; `face` is what it shows of the card in slot 0.
std::string higher_with(const std::string& face, const std::string& more = "") {
  return replaced(source_of("higher.lua"), "  laws = function(state)",
                  R"(  scene = function(state, seat, known)
    local face = )" + face +
                      R"(
    return {
      seats = { {}, {} },
      places = { { id = "hand", kind = "hand", rank = 1, owner = 0 } },
      things = state.dealt > 0 and { { "c0", "hand", 0, face } } or {},
      moves = { )" + more +
                      R"( },
    }
  end,
  laws = function(state))");
}

TEST(ScriptScene, ShowsACardOnlyToThoseWhoHaveSeenIt) {
  const std::string own =
      "seat == 1 and known.faces['0'] and name_of(known.faces['0']) or state.faces[1] ~= null and "
      "#state.slots[1] == 1 and name_of(state.faces[1]) or null";
  EXPECT_EQ(broken_by(higher_with(own)), "");
  EXPECT_TRUE(says(broken_by(higher_with("'As'")),
                   "thing c0 shows a face that everybody has not been shown"));
  EXPECT_TRUE(says(broken_by(higher_with("seat == 2 and 'As' or null")),
                   "thing c0 shows a face that seat 2 has not been shown"));
}

TEST(ScriptScene, DependsOnNothingThatTheViewDoesNotShow) {
  const std::string text = replaced(source_of("lantern-walk.lua"), "  draw = function(state",
                                    "  view = function() return {} end,\n  draw = function(state");
  EXPECT_TRUE(says(broken_by(text), "differs where its view does not"));
}

TEST(ScriptScene, NamesNoMoveByWhatItsSeatAloneKnows) {
  const std::string label = "{ id = 'keep', label = next_word(known), short = 'k' }";
  const std::string secret =
      replaced(higher_with("null", label), "return {\n  name",
               "local function next_word(known) for _ in pairs(known.faces) do return 'mine' end "
               "return 'keep it' end\nreturn {\n  name");
  const Module module = module_with(secret);
  const AnyGame game = module.start(Json::object(), 2).value();
  Known known;
  known.faces[CardSlot(0)] = Face(3);
  const auto move_of = [](const Json& scene) {
    return JsonReader(scene).at_path("/moves/0").json();
  };
  EXPECT_EQ(move_of(game.scene(Seat(0), {})),
            (Json{{"id", "keep"}, {"label", "keep it"}, {"short", "k"}}));
  EXPECT_EQ(move_of(game.scene(Seat(0), known)), (Json{{"id", "keep"}, {"short", "k"}}));
}

/// Two moves that look alike would tell by which of them a touch makes.
TEST(ScriptScene, LeadsToNoMoveByWhatItsSeatAloneKnows) {
  const std::string touches = "{ id = 'keep', touches = touched(known), short = 'k' }";
  const Module module = module_with(
      replaced(higher_with("null", touches), "return {\n  name",
               "local function touched(known) for _ in pairs(known.faces) do return { 'c0' } end "
               "return { 'c1' } end\nreturn {\n  name"));
  const AnyGame game = module.start(Json::object(), 2).value();
  Known known;
  known.faces[CardSlot(0)] = Face(3);
  const Json open = game.scene(Seat(0), {}), scene = game.scene(Seat(0), known);
  EXPECT_EQ(JsonReader(open).at_path("/moves/0").json(),
            (Json{{"id", "keep"}, {"touches", {"c1"}}, {"short", "k"}}));
  EXPECT_EQ(JsonReader(scene).at_path("/moves/0").json(), (Json{{"id", "keep"}, {"short", "k"}}));
}

}  // namespace
}  // namespace fairdeal::rules
